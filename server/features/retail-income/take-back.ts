import { retailDifference } from '#contract/plan/retail.ts';
import { ACCOUNT_TYPES } from '#contract/tables.ts';
import type { Db } from '#server/db/open.ts';
import { postLedger } from '#server/features/accounts/accounts.commands.ts';
import { insertBack, lockCounted } from '#server/features/retail-income/retail-back.queries.ts';
import { withRetry } from '#server/platform/retry.ts';

/**
 * Takes off КС what an order brings less than it has brought, since pieces of it came back after it was counted. Computed from the lines
 * as they are, so it may be asked any number of times. Answers kopecks.
 */
export const takeBackRetail = (db: Db, orderId: number, now: Date): Promise<number> =>
  withRetry(() =>
    db.transaction(async (tx) => {
      const counted = await lockCounted(tx, orderId);
      if (!counted || counted.isGone) return 0;
      const { ownerId, countedFor, givenKop, place, txId, lines } = counted;
      const amountKop = givenKop - retailDifference(lines);
      if (amountKop <= 0) return 0;
      const posted = await postLedger(tx, {
        key: `order:${orderId}:retail-back:${place}`,
        kind: 'correction',
        ref: { type: 'order', id: orderId },
        // Of an account that was taken over the money has moved on: a reversal gives back what the same account got.
        ...(ownerId === countedFor ? { reverses: txId } : {}),
        actor: 'job:retail-income.take-back',
        reason: 'Розничная разница: покупатель вернул товар',
        at: now,
        entries: [
          { account: { ownerId, type: ACCOUNT_TYPES.KS }, amountKop: -amountKop },
          { account: { house: 'commission' }, amountKop },
        ],
      });
      await insertBack(tx, { orderId, place, amountKop, txId: posted.txId, at: now });
      return amountKop;
    }),
  );
