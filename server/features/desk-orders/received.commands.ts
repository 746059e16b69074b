import { ORDER_STATUSES } from '#contract/order-statuses.ts';
import type { JobSender } from '#server/db/job-sender.ts';
import type { Tx } from '#server/db/open.ts';
import { settleOrder } from '#server/features/acquiring/settle.commands.ts';
import { findMarksOf } from '#server/features/marking/marks.queries.ts';
import { writeStatus } from '#server/features/orders/order-changes.queries.ts';
import { tellNews } from '#server/features/orders/order-mail.commands.ts';
import type { OrderRecord } from '#server/features/orders/order-rows.queries.ts';
import { findParcels, stepParcel } from '#server/features/parcels/parcels.queries.ts';

/** The carrier has handed over what was on its way; the order is held. */
export async function receivedFromCarrier(
  tx: Tx,
  jobs: JobSender,
  order: OrderRecord,
  { actor, note, now }: { actor: string; note: string; now: Date },
): Promise<void> {
  for (const { id, state } of await findParcels(tx, order.id))
    if (state === 'sent' || state === 'at_point') await stepParcel(tx, id, { state: 'handed', stateAt: now });
  const to = { orderId: order.id, status: ORDER_STATUSES.received, actor, note, at: now };
  await writeStatus(tx, to);
  // The advance is settled by the hand-over, whoever hands it over (54-ФЗ).
  await settleOrder(tx, jobs, { order, marks: await findMarksOf(tx, order.id), now });
  await tellNews(tx, jobs, order.id, { what: 'handed', by: 'carrier' });
}
