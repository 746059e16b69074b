import { setTimeout as sleep } from 'node:timers/promises';
import { bonusesOf } from '#contract/plan/bonuses.ts';
import { titlesOf } from '#contract/plan/titles.ts';
import type { Db, Tx } from '#server/db/open.ts';
import { type ClosedPerson, collectDigest } from '#server/features/plan/closing/digest.rules.ts';
import { isDue } from '#server/features/plan/closing/due.rules.ts';
import {
  beginClosing,
  endClosing,
  findPeriod,
  insertClosedPeople,
  isQuiet,
  lockPeriod,
  readClosedPeople,
} from '#server/features/plan/closing/periods.queries.ts';
import { readView } from '#server/features/plan/volumes/follow.ts';
import type { View } from '#server/features/plan/volumes/view.rules.ts';

const WAIT_MS = 200;
const AT_ONCE = 10_000;

export type Closed = 'closed' | 'already' | 'early';
/** How a month is read and its rows are written; whoever closes many months of a generated network has faster ways. */
export type ClosingWays = {
  read: (db: Db, period: number) => Promise<{ view: View }>;
  write: (tx: Tx, period: number, rows: readonly ClosedPerson[]) => Promise<void>;
};
const USUAL: ClosingWays = { read: readView, write: insertClosedPeople };

/**
 * Closes a period: whoever pays from now on pays into a later one, orders that are just being paid are waited for, then everybody's
 * numbers are written down once (docs/product/network.md#periods). Killed anywhere it is begun anew by the next call; two at once
 * make one snapshot.
 */
export async function closePeriod(
  db: Db,
  period: number,
  { now, signal }: { now: Date; signal?: AbortSignal },
  { read, write }: ClosingWays = USUAL,
): Promise<Closed> {
  if (!isDue(period, now)) return 'early';
  const before = await findPeriod(db, period);
  if (before && before.state !== 'closing') return 'already';
  const since = await beginClosing(db, period);
  while (!(await isQuiet(db, since))) await sleep(WAIT_MS, undefined, signal ? { signal } : {});
  const { view } = await read(db, period);
  return db.transaction(async (tx) => {
    if ((await lockPeriod(tx, period))?.state !== 'closing') return 'already';
    const digest = collectDigest();
    const sums = { people: 0, ownHalf: 0, bonusKop: 0, leaderKop: 0 };
    for (const rows of closedPeople(view)) {
      await write(tx, period, rows);
      for (const row of rows) {
        digest.add(row);
        sums.people += 1;
        sums.ownHalf += row.ownHalf;
        sums.bonusKop += row.bonusKop;
        sums.leaderKop += row.leaderKop;
      }
    }
    await endClosing(tx, { id: period, closedAt: now, sha256: digest.digest(), ...sums });
    return 'closed';
  });
}

/** Everybody in the order of their places, in pieces: a million rows are never there at once. */
function* closedPeople({ period, amountKop }: View): Generator<ClosedPerson[]> {
  const { tree, own, group, status, percent } = period;
  const { bonusKop, leaderKop } = bonusesOf(period);
  const titles = titlesOf(period);
  for (let from = 0; from < tree.ids.length; from += AT_ONCE) {
    const count = Math.min(AT_ONCE, tree.ids.length - from);
    yield Array.from({ length: count }, (_, i) => {
      const pos = from + i;
      return {
        userId: tree.ids[pos]!,
        pos,
        parentPos: tree.parent[pos]!,
        ownHalf: own[pos]!,
        groupHalf: group[pos]!,
        amountKop: amountKop[pos]!,
        status: status[pos]!,
        percent: percent[pos]!,
        title: titles[pos]!,
        bonusKop: bonusKop[pos]!,
        leaderKop: leaderKop[pos]!,
      };
    });
  }
}

/** Whether the rows of a closed period still are what was written: their sum against the one of that day. */
export async function isIntact(db: Db, period: number): Promise<boolean> {
  const row = await findPeriod(db, period);
  const digest = collectDigest();
  for await (const rows of readClosedPeople(db, period)) for (const one of rows) digest.add(one);
  return row?.sha256 === digest.digest();
}
