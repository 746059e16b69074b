import * as z from 'zod/mini';
import { ORDER_STATUSES } from '#contract/order-statuses.ts';
import type { Tx } from '#server/db/open.ts';
import { findDeferred, findNext } from '#server/features/deferred/deferred.queries.ts';
import { joinOrder } from '#server/features/deferred/join.commands.ts';
import { endOf, REMIND_DAY, sinceOf, stepOf } from '#server/features/orders/deferred.rules.ts';
import { insertEvent, updateOrder } from '#server/features/orders/order-changes.queries.ts';
import { tellNews } from '#server/features/orders/order-mail.commands.ts';
import { lockOrder, type OrderRecord } from '#server/features/orders/order-rows.queries.ts';
import { findHolds } from '#server/features/parcels/parcels.queries.ts';
import { defineJob, type JobWork } from '#server/platform/job.ts';
import { withRetry } from '#server/platform/retry.ts';

const AT_ONCE = 200;

/**
 * Every hour of the day: whoever has an order in the warehouse is reminded on its 25th day; from the 30th on it goes with their next order,
 * and the desk sees it until then (docs/product/orders.md#deferred). Each in a transaction of its own.
 */
export const watchDeferred = defineJob({
  name: 'deferred.watch',
  data: z.object({}),
  // Not at night: people are written to. An order that was paid in the morning is packed in the afternoon.
  schedule: { cron: '15 9-19 * * *', data: {} },
  async handle(work) {
    const since = sinceOf(work.now(), REMIND_DAY);
    let after = 0;
    while (!work.signal.aborted) {
      const found = await findDeferred(work.db, since, after, AT_ONCE);
      for (const id of found) await withRetry(() => work.db.transaction((tx) => lookAt(tx, work, id)));
      if (found.length < AT_ONCE) return;
      after = found.at(-1) ?? after;
    }
  },
});

async function lookAt(tx: Tx, work: JobWork, id: number): Promise<void> {
  const order = await lockOrder(tx, { id });
  // One that its buyer is sending waits for the money of its shipment.
  if (order?.status !== ORDER_STATUSES.deferred || order.shipmentId !== null) return;
  const now = work.now();
  const step = stepOf(order.statusAt, now);
  if (step === 'remind') return remind(tx, work, order);
  if (step === 'wait' || (await joinNext(tx, work, order)) || order.deferredTold >= 2) return;
  await updateOrder(tx, id, { deferredTold: 2 });
  const note = 'Срок хранения на складе вышел: уедет со следующим заказом, или верните деньги на ЛС';
  await insertEvent(tx, { orderId: id, kind: 'note', actor: 'shop', note, at: now });
  await tellNews(tx, work.jobs, id, { what: 'deferred_over', ref: order.statusAt.getTime() });
}
async function remind(tx: Tx, { jobs }: JobWork, { id, statusAt, deferredTold }: OrderRecord): Promise<void> {
  if (deferredTold > 0) return;
  await updateOrder(tx, id, { deferredTold: 1 });
  await tellNews(tx, jobs, id, {
    what: 'deferred_soon',
    ref: statusAt.getTime(),
    until: endOf(statusAt).toISOString(),
  });
}

/**
 * It goes where the next order goes, at no price of its own, and is packed with it. The next one has the higher number, so two orders are
 * always held in one order. False: there is none, or the desk has said that one of them waits.
 */
async function joinNext(tx: Tx, { jobs, now }: JobWork, order: OrderRecord): Promise<boolean> {
  const found = await findNext(tx, order);
  const next = found === undefined ? undefined : await lockOrder(tx, { id: found });
  if (next?.status !== ORDER_STATUSES.paid) return false;
  if ((await findHolds(tx, order.id)).length > 0 || (await findHolds(tx, next.id)).length > 0) return false;
  await joinOrder(tx, { order, next, actor: 'shop', jobs, at: now() });
  return true;
}
