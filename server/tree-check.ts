import { runCommand } from '#server/command.ts';
import { StartError } from '#server/db/pg-program.ts';
import { withDatabase } from '#server/db/shop-database.ts';
import { checkTree, repairTree, treeInWords } from '#server/features/plan/check-tree.ts';

const USAGE = `Структура консультантов, рядом с работающим магазином или без него:
  npm run tree-check              сравнить со спонсорами всех участников
  npm run tree-check -- repair    исправить то, что расходится`;
const SHOWN = 50;

/** `npm run tree-check [repair]`; exit code 1 when something differs. */
await runCommand(async (env) => {
  const [verb, ...rest] = process.argv.slice(2);
  if (rest.length > 0 || (verb !== undefined && verb !== 'repair')) throw new StartError(USAGE);
  await withDatabase(env, async ({ db }) => {
    if (verb === 'repair') console.log(`Исправлено строк: ${await repairTree(db)}`);
    const lines = treeInWords(await checkTree(db));
    for (const line of lines.slice(0, SHOWN)) console.log(line);
    if (lines.length > SHOWN) console.log(`и ещё ${lines.length - SHOWN}`);
    console.log(lines.length === 0 ? 'Структура верна.' : '\nСтруктура расходится со спонсорами.');
    if (lines.length > 0) process.exitCode = 1;
  });
});
