import { bonusesOf } from '#contract/plan/bonuses.ts';
import { measurePeriod } from '#contract/plan/period.ts';
import { termsOf } from '#contract/plan/plan-table.ts';
import { sizesOf } from '#contract/plan/tree.ts';
import { periodWords } from '#contract/period-words.ts';
import { ACCOUNT_TYPES } from '#contract/tables.ts';
import type { Db, Tx } from '#server/db/open.ts';
import { postLedger } from '#server/features/accounts/accounts.commands.ts';
import { lockPeriod } from '#server/features/plan/closing/periods.queries.ts';
import {
  type ClosedPlace,
  type Correction,
  findHouseId,
  findUncorrected,
  insertCorrections,
  lockCorrections,
  openRun,
  readPlaces,
  writeCorrected,
} from '#server/features/plan/posting/corrections.queries.ts';
import { PEOPLE_IN_BATCH } from '#server/features/plan/posting/posting.rules.ts';
import { withRetry } from '#server/platform/retry.ts';

/**
 * What came back after a month was closed: the month is computed again in a copy without it, and everybody's difference, also a
 * positive one, goes to КС as a correction; snapshot, titles and the open month stay (docs/product/network.md#corrections). Only
 * of a paid month. Killed anywhere, it is finished by the next call.
 */
export async function correctPeriod(
  db: Db,
  period: number,
  { now, signal }: { now: Date; signal?: AbortSignal },
): Promise<void> {
  // What an earlier run has left is posted first: the next one counts from there.
  await postCorrections(db, period, { now, signal });
  await db.transaction((tx) => planCorrections(tx, period, now));
  await postCorrections(db, period, { now, signal });
}

async function planCorrections(tx: Tx, period: number, now: Date): Promise<void> {
  if ((await lockPeriod(tx, period))?.state !== 'paid') return;
  const runId = await openRun(tx, period, now);
  if (runId === undefined) return;
  const places: ClosedPlace[] = [];
  for await (const rows of readPlaces(tx, period)) places.push(...rows);
  const corrections = differencesIn(places, period, await findHouseId(tx));
  for (let from = 0; from < corrections.length; from += 10_000)
    await insertCorrections(tx, runId, corrections.slice(from, from + 10_000));
}

/** The month again, with the volumes as they are now: what each person has got too little (above 0) or too much. */
function differencesIn(places: readonly ClosedPlace[], period: number, houseId: number): Correction[] {
  const parent = Int32Array.from(places, ({ parentPos }) => parentPos);
  const tree = { ids: Int32Array.from(places, ({ userId }) => userId), parent, size: sizesOf(parent) };
  const own = Float64Array.from(places, ({ ownHalf }) => ownHalf);
  const { bonusKop, leaderKop } = bonusesOf(
    measurePeriod(tree, own, { terms: termsOf(period), house: tree.ids.indexOf(houseId) }),
  );
  return places
    .map(({ userId, givenKop }, at) => ({ userId, diffKop: bonusKop[at]! + leaderKop[at]! - givenKop }))
    .filter(({ diffKop }) => diffKop !== 0)
    .toSorted((a, b) => a.userId - b.userId)
    .map((row, at) => ({ ...row, batch: Math.floor(at / PEOPLE_IN_BATCH) }));
}

async function postCorrections(
  db: Db,
  period: number,
  { now, signal }: { now: Date; signal: AbortSignal | undefined },
): Promise<void> {
  for (;;) {
    signal?.throwIfAborted();
    const next = await findUncorrected(db, period);
    if (!next) return;
    await withRetry(() => db.transaction((tx) => postBatch(tx, { ...next, period, now })));
  }
}

async function postBatch(
  tx: Tx,
  { runId, batch, period, now }: { runId: number; batch: number; period: number; now: Date },
): Promise<void> {
  const rows = await lockCorrections(tx, { runId, batch });
  if (rows.length === 0) return;
  const { txId } = await postLedger(tx, {
    key: `late:${runId}:${batch}`,
    kind: 'correction',
    ref: { type: 'period', id: period },
    period,
    actor: 'job:plan.correct-closed',
    reason: `Перерасчёт бонуса за ${periodWords(period)}: возврат после закрытия месяца`,
    at: now,
    entries: [
      ...rows.map(({ ownerId, diffKop }) => ({ account: { ownerId, type: ACCOUNT_TYPES.KS }, amountKop: diffKop })),
      { account: { house: 'commission' } as const, amountKop: -rows.reduce((sum, row) => sum + row.diffKop, 0) },
    ],
  });
  await writeCorrected(tx, { runId, batch, txId });
}
