import * as z from 'zod/mini';
import { isUnpaid } from '#contract/order-statuses.ts';
import { endOrder } from '#server/features/order-changes/cancel.commands.ts';
import { findOverdue, lockOrder } from '#server/features/orders/order-rows.queries.ts';
import { defineJob } from '#server/platform/job.ts';
import { withRetry } from '#server/platform/retry.ts';

const AT_ONCE = 100;

/**
 * Cancels orders that nobody paid in time, each in a transaction of its own. It is held and looked at again there: a payment that came a
 * moment earlier wins, one that comes a moment later is given back.
 */
export const expireOrders = defineJob({
  name: 'orders.expire',
  data: z.object({}),
  schedule: { cron: '*/10 * * * *', data: {} },
  async handle({ db, jobs, now, signal }) {
    for (let found = AT_ONCE; found === AT_ONCE && !signal.aborted;) {
      const overdue = await findOverdue(db, now(), AT_ONCE);
      found = overdue.length;
      for (const id of overdue) await withRetry(() => db.transaction((tx) => expire(tx, id)));
    }
    async function expire(tx: Parameters<typeof lockOrder>[0], id: number): Promise<void> {
      const order = await lockOrder(tx, { id });
      if (!order || !isUnpaid(order.status) || order.paidAt !== null || order.payUntil > now()) return;
      const by = { actor: 'shop', reason: 'Не оплачен вовремя', to: 'source', holds: 'expired' } as const;
      await endOrder(tx, { order, ...by, jobs, now: now() });
    }
  },
});
