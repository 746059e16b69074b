import type { DeskOrder } from '#contract/desk-orders.ts';
import { ORDER_STATUSES } from '#contract/order-statuses.ts';
import { parcelCode } from '#contract/parcels.ts';
import type { DbOrTx } from '#server/db/open.ts';
import { findEvents, findMovements, findNames } from '#server/features/desk-orders/desk-order.queries.ts';
import { hasLoose, toDeskHold, toDeskParcel } from '#server/features/desk-orders/parcel-view.rules.ts';
import { peopleIn, toAttempt, toEvent, toMovement, toRefund, whatCanBeDone } from '#server/features/desk-orders/desk-view.rules.ts'; // prettier-ignore
import { findDeferredOf, findRiders } from '#server/features/desk-orders/together.queries.ts';
import { findOwner } from '#server/features/orders/order-rows.queries.ts';
import { readOrder } from '#server/features/orders/read-order.commands.ts';
import { findHolds, findParcels, type ParcelRecord } from '#server/features/parcels/parcels.queries.ts';
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
  const together = await readTogether(db, id, { status: order.status.id, parcels });
  const movements = await findMovements(db, id);
  const actors = [...events, ...refunds].map(({ actor }) => actor);
  const names = await findNames(db, [...peopleIn(actors), ...(userId === null ? [] : [userId])]);
  const isEmptyShipment = order.carries.length > 0 && parcels.every(({ state }) => state === 'cancelled');
  const paidAt = order.payment.paid_at === null ? null : new Date(order.payment.paid_at);
  return {
    order: { ...order, issue_code: null, proxy: order.proxy && { ...order.proxy, code: null } },
    buyer: userId === null ? null : { id: userId, name: names.get(userId) || order.recipient.name },
    events: events.map((row) => toEvent(row, names)),
    attempts: attempts.map(toAttempt),
    refunds: refunds.toReversed().map((row) => toRefund(row, names)),
    movements: movements.map(toMovement),
    parcels: parcels.map((one) => toDeskParcel(one, viewerId)),
    together,
    holds: holds.map((one) => toDeskHold(one, now)),
    can: whatCanBeDone(
      { status: order.status.id, paidAt, deliveryType: order.delivery.type, userId },
      { attempts, isHeld: holds.length > 0, hasLoose: hasLoose(order, parcels) || isEmptyShipment },
    ),
  };
}

/** Nothing while the order itself is not being packed: what may go with it is asked for only then. */
async function readTogether(
  db: DbOrTx,
  id: number,
  { status, parcels }: { status: number; parcels: readonly ParcelRecord[] },
): Promise<DeskOrder['together']> {
  const isOpen = status === ORDER_STATUSES.paid || status === ORDER_STATUSES.packing;
  const deferred = isOpen ? await findDeferredOf(db, id) : [];
  const riders = parcels.some(({ state }) => state === 'packed') ? await findRiders(db, id) : [];
  return {
    deferred: deferred.map((one) => ({ exp_id: one.id, pieces: one.pieces, since: new Date(one.since).toISOString() })),
    parcels: riders.map(({ parcelId, version, orderId, number, pieces }) => ({
      parcel_id: parcelId,
      version,
      code: parcelCode(orderId, number),
      pieces,
    })),
  };
}
