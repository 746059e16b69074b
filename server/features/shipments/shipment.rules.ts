import type { sendDeferred } from '#contract/shipments.ts';
import { noSpends } from '#contract/amount-to-pay.ts';
import type { CallParsed } from '#contract/call.ts';
import { isDeliveryType, isByCarrier } from '#contract/delivery-types.ts';
import { ORDER_STATUSES, UNPAID_DAYS } from '#contract/order-statuses.ts';
import type { PaymentCode } from '#contract/payment-methods.ts';
import { PAYMENT_TYPES } from '#contract/tables.ts';
import type { FrozenDelivery } from '#server/db/tables/orders.ts';
import type { NewOrder } from '#server/features/checkout/write-order.queries.ts';
import type { DeferredOne } from '#server/features/orders/shipments.queries.ts';
import { orderName } from '#server/features/orders/letter-frame.rules.ts';
import type { CartFacts } from '#server/features/delivery/offer.rules.ts';

// Which deferred orders may leave together, and what their shipment is (docs/decisions/550).

const DAY_MS = 86_400_000;
export type Sendable = { chosen: DeferredOne[]; why: null } | { chosen: null; why: string };
/** The orders that are named, or why they cannot leave together, in words. */
export function chosenOf(all: readonly DeferredOne[], ids: readonly number[]): Sendable {
  const named = [...new Set(ids)].toSorted((a, b) => a - b);
  const chosen = named.flatMap((id) => all.find(({ order }) => order.id === id) ?? []);
  const no = (why: string): Sendable => ({ chosen: null, why });
  const missing = named.find((id) => !chosen.some(({ order }) => order.id === id));
  if (missing !== undefined) return no(`Заказ ${orderName(missing)} уже не отложен. Посмотрите список ещё раз`);
  const taken = chosen.find(({ order }) => order.shipmentId !== null)?.order;
  if (taken) return no(`Заказ ${orderName(taken.id)} уже в отправке ${orderName(taken.shipmentId ?? 0)}. Оплатите её или отмените`); // prettier-ignore
  const other = chosen.find(({ order }) => order.recipientPhone !== chosen[0]?.order.recipientPhone)?.order;
  if (other) return no(`Заказ ${orderName(other.id)} для другого получателя. Вместе едут заказы с одним телефоном`);
  return { chosen, why: null };
}
/** What travels: it is in no cart, and it is not deferred again. */
export const factsOf = (chosen: readonly DeferredOne[]): CartFacts => ({
  grams: chosen.reduce((sum, one) => sum + one.grams, 0),
  sumKop: chosen.reduce((sum, one) => sum + one.sumKop, 0),
  isBase: false,
});

export const needsConsent = (
  type: number,
  { delivery }: CallParsed<typeof sendDeferred>['body']['consents'],
): boolean => isDeliveryType(type) && isByCarrier(type) && delivery !== true;

type ShipmentOf = {
  chosen: readonly DeferredOne[];
  delivery: FrozenDelivery;
  method: PaymentCode;
  key: string | null;
  networkHash: string;
  now: Date;
};
/** An order without lines whose delivery is what is due. The recipient is the one of the newest order. */
export function toShipment({ chosen, delivery, method, key, networkHash, now }: ShipmentOf): NewOrder | undefined {
  const order = chosen.at(-1)?.order;
  if (!order) return undefined;
  const isPaid = method === PAYMENT_TYPES.personalAccount;
  return {
    userId: order.userId,
    placedKey: key,
    cartKind: 'shipment',
    cartId: null,
    cartVersion: 0,
    status: isPaid ? ORDER_STATUSES.paid : ORDER_STATUSES.awaiting,
    paidAt: isPaid ? now : null,
    paidKop: isPaid ? delivery.costKop : 0,
    paymentType: method,
    goodsKop: 0,
    deliveryKop: delivery.costKop,
    spend: noSpends(),
    debts: { 0: 0, 1: 0, 2: 0 },
    dueKop: delivery.costKop,
    ballsHalf: 0,
    weightGrams: factsOf(chosen).grams,
    itemsCount: 0,
    priceType: 0,
    recipientName: order.recipientName,
    recipientPhone: order.recipientPhone,
    recipientEmail: order.recipientEmail,
    deliveryType: delivery.type,
    delivery,
    networkHash,
    createdAt: now,
    payUntil: new Date(now.getTime() + UNPAID_DAYS * DAY_MS),
  };
}
