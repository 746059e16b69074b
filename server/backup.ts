import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { makeBackup } from '#server/backup/make-backup.ts';
import { runCommand } from '#server/command.ts';
import { StartError } from '#server/db/pg-program.ts';
import { openShopDatabase } from '#server/db/shop-database.ts';
import { createSay } from '#server/features/import/say.ts';

const USAGE = `Копия магазина одним файлом, рядом с работающим магазином или без него:
  npm run backup -- ПАПКА    записать в неё rostok-ВРЕМЯ.tar: все строки базы и видео уроков
В копии персональные данные: храните её так же, как базу. Восстановить: npm run restore -- ФАЙЛ`;

/** `npm run backup -- DIR`: docs/operations.md#backup. */
await runCommand(async (env) => {
  const [into, ...rest] = process.argv.slice(2);
  if (into === undefined || into.startsWith('-') || rest.length > 0) throw new StartError(USAGE);
  // Opening the database would make one.
  if (!env.databaseUrl && !existsSync(join(env.dataDir, 'pg/PG_VERSION')))
    throw new StartError(`В папке ${env.dataDir} нет магазина: копировать нечего. Проверьте DATA_DIR.`);
  const database = await openShopDatabase(env);
  const say = createSay();
  try {
    const { url } = database;
    const path = await makeBackup(resolve(into), {
      url,
      dataDir: env.dataDir,
      now: new Date(),
      say: (text) => say.progress(`копирую: ${text}`),
    });
    say.end();
    console.log(`Копия готова: ${path}`);
  } finally {
    say.end();
    await database.close();
  }
});
