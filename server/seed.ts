import { runCommand } from '#server/command.ts';
import { StartError } from '#server/db/pg-program.ts';
import { withDatabase } from '#server/db/shop-database.ts';
import { isDemoOrEmpty } from '#server/platform/demo.queries.ts';
import { publish, seed } from '#server/prepare-data.ts';

/** `npm run seed`: the missing steps of the demo shop, beside a running shop or alone. */
await runCommand(async (env) => {
  await withDatabase(env, async (open) => {
    if (!(await isDemoOrEmpty(open.db)))
      throw new StartError('В базе есть люди, и это не демо-магазин: демо-данные не добавлены.');
    await seed(open, { ...env, seed: 'demo' }, (line) => console.log(line));
    await publish(open);
  });
});
