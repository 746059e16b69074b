import type { DeskOrder } from '#contract/desk-orders.ts';
import type { DbOrTx } from '#server/db/open.ts';
import { findEvents, findMovements, findNames } from '#server/features/desk-orders/desk-order.queries.ts';
import { hasLoose, toDeskHold, toDeskParcel } from '#server/features/desk-orders/parcel-view.rules.ts';
import { peopleIn, toAttempt, toEvent, toMovement, toRefund, whatCanBeDone } from '#server/features/desk-orders/desk-view.rules.ts'; // prettier-ignore
import { findOwner } from '#server/features/orders/order-rows.queries.ts';
import { readOrder } from '#server/features/orders/read-order.commands.ts';
import { findHolds, findParcels } from '#server/features/parcels/parcels.queries.ts';
import { findPaymentsOf, findRefundsOf } from '#server/features/payments/payments.queries.ts';

type Viewer = { viewerId: number; now: Date };
/** The order with all that happened to it. The code of issue is for the buyer's eyes alone. @throws not_found (404). */
export async function readDeskOrder(db: DbOrTx, id: number, { viewerId, now }: Viewer): Promise<DeskOrder> {
  const order = await readOrder(db, { id });
  const userId = (await findOwner(db, id)) ?? null;
  const events = await findEvents(db, id);
  const attempts = await findPaymentsOf(db, id);
  const refunds = await findRefundsOf(db, id);
  const parcels = await findParcels(db, id);
  const holds = await findHolds(db, id);
  const movements = await findMovements(db, id);
  const actors = [...events, ...refunds].map(({ actor }) => actor);
  const names = await findNames(db, [...peopleIn(actors), ...(userId === null ? [] : [userId])]);
  const paidAt = order.payment.paid_at === null ? null : new Date(order.payment.paid_at);
  return {
    order: { ...order, issue_code: null, proxy: order.proxy && { ...order.proxy, code: null } },
    buyer: userId === null ? null : { id: userId, name: names.get(userId) || order.recipient.name },
    events: events.map((row) => toEvent(row, names)),
    attempts: attempts.map(toAttempt),
    refunds: refunds.toReversed().map((row) => toRefund(row, names)),
    movements: movements.map(toMovement),
    parcels: parcels.map((one) => toDeskParcel(one, viewerId)),
    holds: holds.map((one) => toDeskHold(one, now)),
    can: whatCanBeDone(
      { status: order.status.id, paidAt, deliveryType: order.delivery.type, userId },
      { attempts, isHeld: holds.length > 0, hasLoose: hasLoose(order, parcels) },
    ),
  };
}
