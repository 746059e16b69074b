import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { judged, median, printTable, tellProgress, writeResult } from '#bench/report.ts';
import { measureSameTime } from '#bench/same-time.ts';
import { openBenchShop } from '#bench/shop.ts';

// Whether time tells who has an account; and fifty people who log in at once: how long one waits, what memory it takes, and what the
// catalogue's readers notice meanwhile.

const TOGETHER = 50;
const ROUNDS = Number(process.env.RUNS ?? 5);
/** Whoever reads the catalogue in the same seconds. */
const READERS = 4;
/** How far two medians of the same work may stand apart on a quiet machine. */
const SAME = 1.2;
/** Demo people: nobody logs in fifty times at once. */
const PEOPLE = ['client', 'cons', 'newcomer', 'inactive', 'director', 'optovik', 'punkt', 'readonly', 'admin'];

export async function benchLogins(): Promise<void> {
  const shop = await openBenchShop({ client: false });
  try {
    const same = await measureSameTime(shop.url);
    printTable(
      'Answers about an address of an account and about one that nobody has, medians, ms',
      ['', 'each', 'an account’s', 'nobody’s', 'times', 'goal', ''],
      same.map(({ what, asked, knownMs, unknownMs }) => {
        const ratio = Math.max(knownMs / unknownMs, unknownMs / knownMs);
        return [
          what,
          String(asked),
          knownMs.toFixed(1),
          unknownMs.toFixed(1),
          ratio.toFixed(2),
          ...judged(ratio, { most: SAME }),
        ];
      }),
    );
    const quiet = await readFor(shop.url, pause(3000));
    const before = residentMb(shop.pid);
    const times: number[] = [];
    let most = before;
    let refused = 0;
    const busy: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      tellProgress(`logins: round ${round + 1} of ${ROUNDS}`);
      const logins = Promise.all(Array.from({ length: TOGETHER }, (_, i) => logIn(shop.url, i)));
      const watch = setInterval(() => (most = Math.max(most, residentMb(shop.pid))), 20);
      busy.push(...(await readFor(shop.url, logins)));
      clearInterval(watch);
      const told = await logins;
      times.push(...told.filter((ms) => !Number.isNaN(ms)));
      refused += told.filter((ms) => Number.isNaN(ms)).length;
    }
    const [catalogueQuiet, catalogueBusy] = [at(quiet, 0.99), at(busy, 0.99)];
    const ratio = catalogueBusy / catalogueQuiet;
    const ms = (value: number) => value.toFixed(1);
    printTable(
      `${TOGETHER} logins at once, ${ROUNDS} times`,
      ['', 'value', 'goal', ''],
      [
        ['login, median, ms', ms(median(times)), '', ''],
        ['login, p99, ms', ms(at(times, 0.99)), '', ''],
        ['sent away, logins', String(refused), ...judged(refused, { most: 0 })],
        ['memory above rest, MB', ms(most - before), ...judged(most - before, { most: 200 })],
        ['catalogue p99 at rest, ms', ms(catalogueQuiet), '', ''],
        ['catalogue p99 meanwhile, ms', ms(catalogueBusy), '', ''],
        ['catalogue, times slower', ratio.toFixed(2), ...judged(ratio, { most: 2 })],
      ],
    );
    writeResult('logins', {
      together: TOGETHER,
      rounds: ROUNDS,
      sameTime: same,
      sentAway: refused,
      loginMedianMs: median(times),
      loginP99Ms: at(times, 0.99),
      memoryMb: most - before,
      catalogueP99RestMs: catalogueQuiet,
      catalogueP99BusyMs: catalogueBusy,
    });
  } finally {
    await shop.close();
  }
}

const HEADERS = { 'content-type': 'application/json', 'x-requested-with': 'rostok' };
/** How long it took, ms; NaN when the shop had no room for it. */
async function logIn(url: string, i: number): Promise<number> {
  const started = performance.now();
  const answer = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { ...HEADERS, origin: url },
    body: JSON.stringify({ login: `${PEOPLE[i % PEOPLE.length]}@rostok.test`, password: 'rostok-demo' }),
  });
  await answer.arrayBuffer();
  return answer.ok ? performance.now() - started : Number.NaN;
}

/** Times of readers of the catalogue until `work` has ended. */
async function readFor(url: string, work: Promise<unknown>): Promise<number[]> {
  let isOver = false;
  void work.finally(() => (isOver = true)).catch(() => undefined);
  const times: number[] = [];
  const read = async () => {
    while (!isOver) {
      const started = performance.now();
      const answer = await fetch(`${url}/api/catalog/manifest`);
      await answer.arrayBuffer();
      times.push(performance.now() - started);
      await pause(2);
    }
  };
  await Promise.all(Array.from({ length: READERS }, read));
  return times;
}

const at = (times: readonly number[], share: number): number => {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
};
/** What the process holds of the machine's memory; NaN where there is no /proc. */
function residentMb(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
  } catch {
    return Number.NaN;
  }
}
