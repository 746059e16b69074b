import { payoutOf } from '#contract/plan/kopecks.ts';
import { termsOf } from '#contract/plan/plan-table.ts';
import { periodWords } from '#contract/period-words.ts';
import { ACCOUNT_TYPES } from '#contract/tables.ts';
import type { Db, Tx } from '#server/db/open.ts';
import { postLedger } from '#server/features/accounts/accounts.commands.ts';
import { isIntact } from '#server/features/plan/closing/close-period.commands.ts';
import { paysAt } from '#server/features/plan/closing/due.rules.ts';
import { findPeriod, lockPeriod } from '#server/features/plan/closing/periods.queries.ts';
import { countApprovals, findFirstUnpaid } from '#server/features/plan/posting/approvals.queries.ts';
import {
  countBatches,
  insertBonusRows,
  isAllPosted,
  lockBatch,
  type Owed,
  readEarned,
  writePaid,
  writePlanned,
  writePosted,
} from '#server/features/plan/posting/bonus-rows.queries.ts';
import { APPROVALS_NEEDED, PEOPLE_IN_BATCH } from '#server/features/plan/posting/posting.rules.ts';
import { withRetry } from '#server/platform/retry.ts';

const AT_ONCE = 10_000;
export type PostedPeriod =
  /** All of it stands on КС, now or since before. */
  | 'paid'
  | 'already'
  /** Before the 10th; not closed; two people have not looked at it yet; an older month is not paid. */
  | 'early'
  | 'open'
  | 'unapproved'
  | 'waits'
  /** Its rows are not what was written at the closing: a person has to look. */
  | 'changed';
/**
 * Puts the bonuses of a closed month on КС (docs/product/network.md#posting): first everybody's row is written, then batch after
 * batch becomes a movement of the ledger, each with its rows in one transaction. Killed anywhere, it is finished by the next
 * call; two at once post once.
 */
export async function postPeriod(
  db: Db,
  period: number,
  { now, signal, peopleInBatch = PEOPLE_IN_BATCH }: { now: Date; signal?: AbortSignal; peopleInBatch?: number },
): Promise<PostedPeriod> {
  const row = await findPeriod(db, period);
  if (row?.state === 'paid') return 'already';
  if (row?.state !== 'closed') return 'open';
  if (now < paysAt(period)) return 'early';
  if (((await findFirstUnpaid(db)) ?? period) < period) return 'waits';
  if ((await countApprovals(db, period, row.sha256)) < APPROVALS_NEEDED) return 'unapproved';
  if (!row.plannedAt) {
    if (!(await isIntact(db, period))) return 'changed';
    await db.transaction((tx) => planPosting(tx, { period, now, peopleInBatch }));
  }
  // Batches are walked by their numbers: the next one that is not posted would be looked for among a million rows, a thousand times.
  const batches = await countBatches(db, period);
  for (let batch = 0; batch < batches; batch += 1) {
    signal?.throwIfAborted();
    await withRetry(() => db.transaction((tx) => postBatch(tx, { period, batch, now })));
  }
  if (!(await isAllPosted(db, period))) throw new Error(`bonuses of ${period} were left behind`);
  await writePaid(db, period, now);
  return 'paid';
}

/** Writes everybody's row, once: the month is held, and who comes second finds it planned. */
async function planPosting(
  tx: Tx,
  { period, now, peopleInBatch }: { period: number; now: Date; peopleInBatch: number },
): Promise<void> {
  if ((await lockPeriod(tx, period))?.plannedAt) return;
  const terms = termsOf(period);
  let count = 0;
  for await (const people of readEarned(tx, period, AT_ONCE)) {
    const already = count;
    const rows = people.map(({ ends, ...earned }, at) => ({
      ...earned,
      carryOutKop: payoutOf({ ...earned, ends }, terms).carryKop,
      batch: Math.floor((already + at) / peopleInBatch),
    }));
    await insertBonusRows(tx, period, rows);
    count += rows.length;
  }
  await writePlanned(tx, period, now);
}

async function postBatch(tx: Tx, { period, batch, now }: { period: number; batch: number; now: Date }): Promise<void> {
  const rows = await lockBatch(tx, period, batch);
  if (rows.length === 0) return;
  const { txId } = await postLedger(tx, {
    key: `bonus:${period}:${batch}`,
    kind: 'commission',
    ref: { type: 'period', id: period },
    period,
    actor: 'job:plan.post-bonuses',
    reason: `Бонус за ${periodWords(period)}`,
    at: now,
    entries: entriesOf(rows),
  });
  await writePosted(tx, { period, batch, txId });
}

/** The house gives what was earned, keeps what is carried on and frees what was carried until now; the rest is КС of the people. */
function entriesOf(rows: readonly Owed[]) {
  const sum = (of: (row: Owed) => number): number => rows.reduce((kop, row) => kop + of(row), 0);
  const people = rows.map(({ ownerId, bonusKop, leaderKop, carryInKop, carryOutKop }) => ({
    account: { ownerId, type: ACCOUNT_TYPES.KS },
    amountKop: bonusKop + leaderKop + carryInKop - carryOutKop,
  }));
  return [
    ...people.filter(({ amountKop }) => amountKop !== 0),
    { account: { house: 'commission' } as const, amountKop: -sum((row) => row.bonusKop + row.leaderKop) },
    { account: { house: 'carry' } as const, amountKop: sum((row) => row.carryOutKop - row.carryInKop) },
  ].filter(({ amountKop }) => amountKop !== 0);
}
