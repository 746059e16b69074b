import { runCommand } from '#server/command.ts';
import { withDatabase } from '#server/db/shop-database.ts';

/** `npm run migrate`: applies pending migrations, beside a running shop or alone. */
await runCommand(async (env) => {
  await withDatabase(env, async () => console.log('Структура базы обновлена'));
});
