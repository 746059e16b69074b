import { runCommand } from '#server/command.ts';
import { StartError } from '#server/db/pg-program.ts';
import { withDatabase } from '#server/db/shop-database.ts';
import { makeNetwork } from '#server/demo/network/make-network.ts';
import { periodOf } from '#server/features/orders/points.rules.ts';

const USAGE = `Сеть консультантов рядом с тем, что уже есть в базе, одна и та же для одного зерна:
  npm run make-network -- --people 1000000 [--seed рост] [--months 14]
Дальше: баллы всех месяцев и снимки закрытых.`;

type Wanted = { people: number; seed: string; months: number };
function readWanted(words: readonly string[]): Wanted {
  const wanted: Wanted = { people: 0, seed: 'рост', months: 14 };
  for (let at = 0; at < words.length; at += 2) {
    const [name, value = ''] = [words[at], words[at + 1]];
    if (name === '--people' && /^[1-9]\d{0,6}$/.test(value)) wanted.people = Number(value);
    else if (name === '--months' && /^[1-9]\d?$/.test(value)) wanted.months = Number(value);
    else if (name === '--seed' && value !== '') wanted.seed = value;
    else throw new StartError(USAGE);
  }
  if (wanted.people === 0) throw new StartError(USAGE);
  return wanted;
}

/** `npm run make-network` (docs/operations.md#generated-network). */
await runCommand(async (env) => {
  const wanted = { ...readWanted(process.argv.slice(2)), open: periodOf(new Date()) };
  await withDatabase(env, async ({ db, url }) => {
    await makeNetwork({ db, url, say: (text) => console.log(text) }, wanted);
  });
});
