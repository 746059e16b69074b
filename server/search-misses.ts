import { runCommand } from '#server/command.ts';
import { StartError } from '#server/db/pg-program.ts';
import { withDatabase } from '#server/db/shop-database.ts';
import { findMisses } from '#server/features/search-misses/search-misses.queries.ts';

const USAGE = `Что люди искали и не нашли, самое частое сверху, без имён:
  npm run search-misses              первые 50
  npm run search-misses -- 200       первые 200`;
const SHOWN = 50;
const MOST = 10_000;

/** `npm run search-misses [HOW MANY]`, beside a running shop or without one. */
await runCommand(async (env) => {
  const [asked = String(SHOWN), ...rest] = process.argv.slice(2);
  const limit = Number(asked);
  if (rest.length > 0 || !Number.isInteger(limit) || limit < 1 || limit > MOST) throw new StartError(USAGE);
  await withDatabase(env, async ({ db }) => {
    const misses = await findMisses(db, limit);
    if (misses.length === 0) console.log('Пока всё, что искали, нашлось');
    for (const { words, times, lastAt } of misses)
      console.log(`${String(times).padStart(6)}  ${lastAt.toISOString().slice(0, 10)}  ${words}`);
  });
});
