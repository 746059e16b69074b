import { retailDifference } from '#contract/plan/retail.ts';
import { ACCOUNT_TYPES } from '#contract/tables.ts';
import type { Db } from '#server/db/open.ts';
import { postLedger } from '#server/features/accounts/accounts.commands.ts';
import { findUncounted, insertIncome, lockUncounted } from '#server/features/retail-income/retail.queries.ts';
import { withRetry } from '#server/platform/retry.ts';

/** A client may send back for so many days what they have received; then the difference is counted. */
export const RETAIL_DAYS = 14;
const AT_ONCE = 500;

/**
 * Puts the retail difference of clients' orders on КС of whoever got their points, an order a transaction: counted once, also when
 * the job is killed or runs twice. Answers how many orders were counted.
 */
export async function postRetailIncome(db: Db, { now, signal }: { now: Date; signal?: AbortSignal }): Promise<number> {
  const before = new Date(now.getTime() - RETAIL_DAYS * 86_400_000);
  let counted = 0;
  for (let after = 0, more = true; more;) {
    const ids = await findUncounted(db, { before, after, limit: AT_ONCE });
    for (const id of ids) {
      signal?.throwIfAborted();
      if (await withRetry(() => countOrder(db, id, now))) counted += 1;
    }
    after = ids.at(-1) ?? after;
    more = ids.length === AT_ONCE;
  }
  return counted;
}

async function countOrder(db: Db, orderId: number, now: Date): Promise<boolean> {
  return db.transaction(async (tx) => {
    const order = await lockUncounted(tx, orderId);
    // Whoever has left the shop for good has no account to put it on; it stays to be seen.
    if (!order || order.isGone) return false;
    const { ownerId, lines } = order;
    const parts = lines
      .map(({ title, quantity, paidKop, consPriceKop }) => ({
        title,
        quantity,
        paidKop,
        consKop: consPriceKop,
        amountKop: retailDifference([{ quantity, paidKop, consPriceKop }]),
      }))
      .filter(({ amountKop }) => amountKop > 0);
    const amountKop = parts.reduce((sum, part) => sum + part.amountKop, 0);
    const posted =
      amountKop === 0
        ? null
        : await postLedger(tx, {
            key: `order:${orderId}:retail`,
            kind: 'retail_diff',
            ref: { type: 'order', id: orderId },
            actor: 'job:retail-income.post',
            reason: 'Розничная разница',
            at: now,
            entries: [
              { account: { house: 'commission' }, amountKop: -amountKop },
              { account: { ownerId, type: ACCOUNT_TYPES.KS }, amountKop },
            ],
          });
    await insertIncome(tx, { orderId, userId: ownerId, amountKop, parts, txId: posted?.txId ?? null, at: now });
    return true;
  });
}
