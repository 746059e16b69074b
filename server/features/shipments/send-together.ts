import { ACCOUNT_TYPES, PAYMENT_TYPES } from '#contract/tables.ts';
import type { CallReply } from '#contract/call.ts';
import { isByCarrier } from '#contract/delivery-types.ts';
import { MESSAGES } from '#contract/messages.ts';
import { ORDER_STATUSES } from '#contract/order-statuses.ts';
import { coversDue } from '#contract/payment-methods.ts';
import type { fetchDeferred, sendDeferred } from '#contract/shipments.ts';
import type { DbOrTx, Tx } from '#server/db/open.ts';
import type { FrozenDelivery } from '#server/db/tables/orders.ts';
import { availableOf } from '#server/features/accounts/accounts.commands.ts';
import { readAddress } from '#server/features/addresses/addresses.commands.ts';
import { methodOf } from '#server/features/checkout/methods.rules.ts';
import { takeMoney } from '#server/features/checkout/take-money.commands.ts';
import { insertConsents } from '#server/features/consents/consents.queries.ts';
import { consentRowsOf } from '#server/features/consents/purposes.rules.ts';
import { endOf } from '#server/features/orders/deferred.rules.ts';
import { leaveOrder } from '#server/features/deferred/join.commands.ts';
import { shipmentPaid } from '#server/features/deferred/shipment.commands.ts';
import { chosenOf, factsOf, needsConsent, toShipment } from '#server/features/shipments/shipment.rules.ts';
import { countUnpaid, type DeferredOne, findDeferredOrders, holdOrders, insertShipment, setShipment } from '#server/features/orders/shipments.queries.ts'; // prettier-ignore
import { frozenDelivery } from '#server/features/delivery/delivery.commands.ts';
import type { SentAddress } from '#server/features/delivery/destination.rules.ts';
import type { CartFacts, DeliverySettings } from '#server/features/delivery/offer.rules.ts';
import { insertEvent } from '#server/features/orders/order-changes.queries.ts';
import { orderName, roubles } from '#server/features/orders/letter-frame.rules.ts';
import { tellBuyer } from '#server/features/orders/order-mail.commands.ts';
import { readKey } from '#server/platform/keyed.ts';
import { addressHashOf } from '#server/platform/limits.ts';
import type { Asked, Shop } from '#server/platform/mount.ts';
import { invalid, refuse, RefusedError } from '#server/platform/refuse.ts';
import { requireUser } from '#server/platform/session.ts';

// «Отправить отложенные» (docs/product/orders.md#sent-together). Contents: 1 what lies there, 2 sending, 3 nothing is due

// ── 1 What lies there ───────────────────────────────────────────────────────────────────────────
export async function readDeferred(db: DbOrTx, userId: number): Promise<CallReply<typeof fetchDeferred>['orders']> {
  return (await findDeferredOrders(db, userId)).map(({ order, pieces, grams, sumKop }) => ({
    id: order.id,
    created_at: order.createdAt.toISOString(),
    pieces,
    weight: grams,
    sum: sumKop,
    until: endOf(order.statusAt).toISOString(),
    recipient: { name: order.recipientName, phone: order.recipientPhone },
    shipment: order.shipmentId,
  }));
}
/** @throws order_closed with what is wrong about these orders. */
export async function factsOfDeferred(db: DbOrTx, userId: number, ids: readonly number[]): Promise<CartFacts> {
  return factsOf(assertChosen(await findDeferredOrders(db, userId), ids));
}
function assertChosen(all: readonly DeferredOne[], ids: readonly number[]): DeferredOne[] {
  const { chosen, why } = chosenOf(all, ids);
  return chosen ?? refuse('order_closed', why ?? '');
}

// ── 2 Sending ───────────────────────────────────────────────────────────────────────────────────
type Sending = Asked<typeof sendDeferred>;
type Sent = Omit<CallReply<typeof sendDeferred>, 'status'>;
/** @throws order_closed, validation, delivery_changed, payment_unavailable, insufficient_funds, limit_exceeded. */
export async function sendTogether(shop: Shop, settings: DeliverySettings, asked: Sending): Promise<Sent> {
  const { tx, body, session, now } = asked;
  const user = requireUser(session);
  // Held before they are read, so of two tabs one finds what the other has made of them.
  await holdOrders(tx, body.orders, user.id);
  const chosen = assertChosen(await findDeferredOrders(tx, user.id), body.orders);
  if (needsConsent(body.delivery.type, body.consents)) throw invalid({ 'consents.delivery': [CONSENT_MISSING] });
  const delivery = await frozenDelivery(tx, settings, {
    session,
    cart: factsOf(chosen),
    to: await addressOf(tx, user.id, body.delivery),
    type: body.delivery.type,
    gateId: body.delivery.gateId ?? null,
    now,
  });
  if (delivery.costKop > body.expected_delivery)
    throw new RefusedError('delivery_changed', `${delivery.name} стоит теперь ${roubles(delivery.costKop)}, было ${roubles(body.expected_delivery)}. Проверьте и отправьте ещё раз`); // prettier-ignore
  if (delivery.costKop === 0) return leaveAtOnce(shop, asked, { chosen, delivery });
  return placeShipment(shop, asked, { chosen, delivery });
}
const CONSENT_MISSING = 'Перевозчику нужны имя, телефон и адрес. Отметьте согласие на их передачу';

async function addressOf(tx: Tx, userId: number, choice: Sending['body']['delivery']): Promise<SentAddress> {
  if (choice.address_id !== undefined) return readAddress(tx, userId, choice.address_id);
  return choice.address ?? refuse('validation', 'Укажите, куда везти', { 'delivery.address': ['Укажите, куда везти'] });
}

/** Open orders of a person that nobody has paid yet (docs/product/orders.md#placing). */
const UNPAID_MOST = 3;
type Leaving = { chosen: DeferredOne[]; delivery: FrozenDelivery };
async function placeShipment(shop: Shop, asked: Sending, { chosen, delivery }: Leaving): Promise<Sent> {
  const { tx, body, session, request, now } = asked;
  const user = requireUser(session);
  const dueKop = delivery.costKop;
  const method = methodOf(body.payment_type, user, { due: dueKop, gate: shop.gates.payments });
  if (method === null) return refuse('payment_unavailable', 'Этот способ оплаты недоступен. Выберите другой');
  const isByAccount = method === PAYMENT_TYPES.personalAccount;
  if (isByAccount && !coversDue((await availableOf(tx, user.id, now))[ACCOUNT_TYPES.LS].availableKop, dueKop))
    refuse('insufficient_funds', MESSAGES.insufficientFunds);
  if ((await countUnpaid(tx, user.id)) >= UNPAID_MOST)
    refuse('limit_exceeded', 'Сначала оплатите или отмените заказы, которые ждут оплаты: новых пока не открыть');
  const shipment = toShipment({ chosen, delivery, method, key: readKey(request), networkHash: addressHashOf(request), now }); // prettier-ignore
  if (!shipment) return refuse('order_closed', 'Отметьте хотя бы один заказ');
  const id = await insertShipment(tx, { ...shipment, statusAt: now });
  const event = { orderId: id, actor: 'buyer', at: now } as const;
  for (const status of [ORDER_STATUSES.new, shipment.status]) await insertEvent(tx, { ...event, kind: 'status', status }); // prettier-ignore
  const note = `Отправка отложенных: ${chosen.map(({ order }) => orderName(order.id)).join(', ')}`;
  await insertEvent(tx, { ...event, kind: 'note', note });
  await setShipment(tx, chosen.map(({ order }) => order.id), id); // prettier-ignore
  await consentOf(asked, id);
  await takeMoney(tx, { id, order: shipment, method }, now);
  if (isByAccount) await shipmentPaid(tx, { orderId: id, jobs: shop.jobs, at: now });
  await tellBuyer(tx, shop.jobs, id);
  return { exp_id: id, due: dueKop, paid: isByAccount, redirect: `/user/orders/${id}` };
}
const consentOf = async ({ tx, body, session, request, now }: Sending, orderId: number): Promise<void> => {
  // Only where a carrier learns of it: whoever brings it for us is not told of by this consent.
  if (body.consents.delivery !== true || !isByCarrier(body.delivery.type)) return;
  const { id: userId } = requireUser(session);
  const rows = consentRowsOf(['delivery'], { ip: request.ip, userAgent: request.headers['user-agent'] ?? '' });
  await insertConsents(tx, rows.map((row) => ({ ...row, orderId, userId, at: now }))); // prettier-ignore
};

// ── 3 Nothing is due ────────────────────────────────────────────────────────────────────────────
/** To a counter of ours, or by a carrier who takes the money himself: each order leaves by itself, and no shipment is made. */
async function leaveAtOnce(shop: Shop, asked: Sending, { chosen, delivery }: Leaving): Promise<Sent> {
  const { tx, now } = asked;
  for (const { order } of chosen) {
    await consentOf(asked, order.id);
    await leaveOrder(tx, { order, delivery, actor: 'buyer', jobs: shop.jobs, at: now });
  }
  return { exp_id: null, due: 0, paid: true, redirect: '/user/orders' };
}
