import { resolve } from 'node:path';
import type { Manifest } from '#server/backup/manifest.ts';
import { checkBackup, restoreBackup } from '#server/backup/restore-backup.ts';
import { runCommand } from '#server/command.ts';
import { StartError } from '#server/db/pg-program.ts';
import { openShopDatabase } from '#server/db/shop-database.ts';
import { createSay } from '#server/features/import/say.ts';

const USAGE = `Восстановить магазин из копии, в пустую базу и пустую папку данных:
  npm run restore -- ФАЙЛ            прочитать копию целиком, сверить, восстановить
  npm run restore -- ФАЙЛ --check    только сверить`;

/** `npm run restore -- FILE [--check]`: docs/operations.md#backup. */
await runCommand(async (env) => {
  const [given, option, ...rest] = process.argv.slice(2);
  const isCheck = option === '--check';
  if (given === undefined || given.startsWith('-') || (option !== undefined && !isCheck) || rest.length > 0)
    throw new StartError(USAGE);
  const file = resolve(given);
  const manifest = await checkBackup(file);
  console.log(`Копия цела: ${describe(manifest)}`);
  if (isCheck) return;
  // As the shop: nobody may serve this folder meanwhile.
  const database = await openShopDatabase(env, 'shop');
  const say = createSay();
  try {
    await restoreBackup(file, manifest, {
      open: database,
      dataDir: env.dataDir,
      say: (text) => say.progress(`восстанавливаю: ${text}`),
    });
    say.end();
    console.log('Восстановлено. Можно запускать: npm start');
  } catch (error) {
    say.end();
    if (!(error instanceof StartError))
      console.error('Восстановление прервано: база и папка не полны. Перед новой попыткой возьмите пустые.');
    throw error;
  } finally {
    await database.close();
  }
});

function describe({ madeAt, build, tables, files }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return `от ${madeAt}, сборка ${build}; таблиц ${tables.length}, строк ${rows}; файлов ${files.length}, ${Math.ceil(bytes / 1e6)} МБ`;
}
