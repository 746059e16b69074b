import { randomInt } from 'node:crypto';
import { ORDER_STATUSES } from '#contract/order-statuses.ts';
import type { JobSender } from '#server/db/job-sender.ts';
import type { Tx } from '#server/db/open.ts';
import { insertPointOrder, setPointOrder, type PointRow } from '#server/features/counter/counter.queries.ts';
import { keepUntil, makeCode } from '#server/features/counter/counter.rules.ts';
import { updateOrder, writeStatus } from '#server/features/orders/order-changes.queries.ts';
import { tellNews } from '#server/features/orders/order-mail.commands.ts';
import { findProxy } from '#server/features/orders/proxies.queries.ts';
import type { OrderRecord } from '#server/features/orders/order-rows.queries.ts';
import { findParcels } from '#server/features/parcels/parcels.queries.ts';
import { hasLeft } from '#server/features/parcels/parcels.rules.ts';

type Came = { order: OrderRecord; point: PointRow; by: number; jobs: JobSender; now: Date };

/**
 * With the last of its parcels an order is ready: it gets its code, its buyer is told, the days of storage begin
 * (docs/product/counter.md#code). The order is held; false: some of it is still on the way.
 */
export async function orderCame(tx: Tx, { order, point, by, jobs, now }: Came): Promise<boolean> {
  const live = (await findParcels(tx, order.id)).filter(({ state }) => state !== 'cancelled');
  const isWhole = live.every(({ state }) => hasLeft(state) && state !== 'sent');
  if (!isWhole || order.status !== ORDER_STATUSES.sent) return false;
  const until = keepUntil(now, point.utcOffset);
  const row = { orderId: order.id, site: point.site, arrivedAt: now, arrivedBy: by, keepUntil: until };
  await insertPointOrder(tx, row);
  await updateOrder(tx, order.id, { issueCode: makeCode(randomInt, []) });
  await writeStatus(tx, { orderId: order.id, status: ORDER_STATUSES.ready, actor: `desk:${by}`, at: now });
  await tellNews(tx, jobs, order.id, { what: 'ready', ref: now.getTime(), until: until.toISOString() });
  return true;
}

/** A code that was guessed at is replaced, and its buyer is told the new one. The order is held. */
export async function renewCode(
  tx: Tx,
  { order, jobs, now }: Pick<Came, 'order' | 'jobs' | 'now'>,
  until: Date,
): Promise<void> {
  const proxy = await findProxy(tx, order.id);
  const issueCode = makeCode(randomInt, [order.issueCode, proxy?.code ?? null]);
  await updateOrder(tx, order.id, { issueCode });
  await setPointOrder(tx, order.id, { wrongTries: 0, locks: 0, lockedUntil: null });
  await tellNews(tx, jobs, order.id, { what: 'ready', ref: now.getTime(), until: until.toISOString() });
}
