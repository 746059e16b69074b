import { runCommand } from '#server/command.ts';
import { withDatabase } from '#server/db/shop-database.ts';
import { publish } from '#server/prepare-data.ts';

/** `npm run publish`: rebuilds the published catalogue from the products; a running shop takes it over at once. */
await runCommand(async (env) => {
  await withDatabase(env, async (open) => publish(open));
  console.log('Каталог опубликован');
});
