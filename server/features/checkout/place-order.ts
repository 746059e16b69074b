import { type FundsByType, noSpends } from '#contract/amount-to-pay.ts';
import type { CallReply } from '#contract/call.ts';
import type { createPayment as placingCall } from '#contract/checkout.ts';
import { isFlatMissing, isToDoor } from '#contract/delivery-types.ts';
import { DELIVERY_WORDS } from '#contract/delivery-words.ts';
import { MESSAGES } from '#contract/messages.ts';
import { CART_TYPES } from '#contract/tables.ts';
import { batch } from '#server/db/pipeline.ts';
import type { CartKind, CartOwner } from '#server/features/cart/cart.queries.ts';
import { cartKindOf, cartOwnerOf } from '#server/features/cart/read-cart.commands.ts';
import { findPlaced, findPlacingLines, holdAddress, openPlacing } from '#server/features/checkout/checkout.queries.ts';
import { consentErrors, consentVersion } from '#server/features/checkout/consents.rules.ts';
import { fundsOf } from '#server/features/checkout/funds.commands.ts';
import { isCoveredBy, methodOf } from '#server/features/checkout/methods.rules.ts';
import { type NewlyPlaced, takeMoney } from '#server/features/checkout/take-money.commands.ts';
import { toNewOrder } from '#server/features/checkout/new-order.rules.ts';
import { type Draft, goodsOf, moneyOf, type PlacingLine } from '#server/features/checkout/placing.rules.ts';
import { assertAccepted, refusalOf } from '#server/features/checkout/placing-refusals.ts';
import { writeOrder } from '#server/features/checkout/write-order.queries.ts';
import { frozenDelivery } from '#server/features/delivery/delivery.commands.ts';
import type { SentAddress } from '#server/features/delivery/destination.rules.ts';
import type { DeliverySettings } from '#server/features/delivery/offer.rules.ts';
import { tellBuyer } from '#server/features/orders/order-mail.commands.ts';
import { dayInWords } from '#server/features/personal-data/letters.rules.ts';
import { readKey } from '#server/platform/keyed.ts';
import { addressHashOf } from '#server/platform/limits.ts';
import type { Asked, Shop } from '#server/platform/mount.ts';
import { authRequired, invalid, refuse } from '#server/platform/refuse.ts';
import { priceTypeOf, type Session } from '#server/platform/session.ts';

// POST /cart/create_payment: the whole order in one transaction (docs/product/orders.md#placing, docs/decisions/215).

type PlacingAsked = Asked<typeof placingCall>;
type Placed = Omit<CallReply<typeof placingCall>, 'status'>;

/**
 * Places the order of the asker's cart. Locks in this order: cart, address of a guest, products, accounts.
 * @throws refusals that say what has changed, with what one tap accepts as `details`.
 */
export async function placeOrder(shop: Shop, settings: DeliverySettings, asked: PlacingAsked): Promise<Placed> {
  const { tx, session, body, now } = asked;
  if (session.user?.deleteAt) return refuse('forbidden', leavingBuyer(session.user.deleteAt));
  const opened = await openCart(asked);
  const { cart } = opened;
  const draft = await draftOf(settings, asked, opened);
  if (draft.goods.count === 0) return answerEmpty(asked, cart, draft);
  assertAccepted(draft, body);
  const method = methodOf(body.payment_type, session.user, {
    due: draft.money.due,
    gate: shop.gates.payments,
  });
  if (method === null) return refuse('payment_unavailable', 'Этот способ оплаты недоступен. Выберите другой');
  if (!isCoveredBy(method, draft))
    return refuse('insufficient_funds', 'На личном счёте не хватает на весь заказ. Выберите другой способ оплаты');

  if (!session.user) await holdAddress(tx, addressHashOf(asked.request));
  const asNew = toNewOrder(draft, {
    body,
    method,
    user: session.user,
    guestId: session.guestId,
    key: readKey(asked.request),
    addressHash: addressHashOf(asked.request),
    from: { ip: asked.request.ip, userAgent: asked.request.headers['user-agent'] ?? '' },
    now,
  });
  const written = await writeOrder(tx, asNew);
  if (!written.isEnough)
    throw refusalOf(await draftOf(settings, asked, { cart, contents: await contentsOf(asked) }), body);
  if (written.id === null)
    return refuse('limit_exceeded', 'Сначала оплатите или отмените заказы, которые ждут оплаты: новых пока не открыть');

  const placed: NewlyPlaced = { id: written.id, order: asNew.order, method };
  await takeMoney(tx, placed, now);
  await tellBuyer(tx, shop.jobs, placed.id);
  return answerOf({
    id: placed.id,
    publicToken: asNew.order.publicToken ?? null,
    dueKop: draft.money.due,
    isPaid: asNew.order.paidAt !== null,
  });
}

type OpenedCart = NonNullable<Awaited<ReturnType<typeof openPlacing>>>;
/** What it holds and what the accounts have. */
type Contents = { lines: PlacingLine[]; funds: FundsByType };

async function openCart(asked: PlacingAsked): Promise<{ cart: OpenedCart; contents: Contents }> {
  const { tx, session, body } = asked;
  const ofOwner = cartOf(session);
  // The lines are read behind the lock of their cart.
  const [cart, contents] = await batch(tx, () =>
    Promise.all([
      openPlacing(tx, { ...ofOwner, consentVersion, addressId: body.delivery.address_id }),
      contentsOf(asked),
    ]),
  );
  if (!cart) return refuse('cart_empty', EMPTY);
  const errors = consentErrors(body.consents, cart, body.delivery.type);
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return { cart, contents };
}
const EMPTY = 'В корзине пусто: оформлять нечего';

function cartOf(session: Session): { owner: CartOwner; kind: CartKind } {
  const owner = cartOwnerOf(session);
  if (!owner) throw authRequired();
  const kind = cartKindOf(session.user);
  return kind === 'wholesale' ? refuse('unavailable', 'Оптовый заказ пока оформляет ваш менеджер') : { owner, kind };
}

/** Two statements in one write. */
async function contentsOf({ tx, session, body, now }: PlacingAsked): Promise<Contents> {
  const [lines, funds] = await batch(tx, () =>
    Promise.all([
      findPlacingLines(tx, cartOf(session)),
      fundsOf(tx, session.user, now, { debitUse: body.debitUse && session.user !== null }),
    ]),
  );
  return { lines, funds };
}

/** The order as it would be now: lines, delivery, what the accounts pay. */
async function draftOf(
  settings: DeliverySettings,
  asked: PlacingAsked,
  { cart, contents }: { cart: OpenedCart; contents: Contents },
): Promise<Draft> {
  const { tx, session, body, now } = asked;
  const { funds } = contents;
  const priceType = priceTypeOf(session.user);
  const goods = goodsOf(contents.lines, priceType);
  const delivery = await frozenDelivery(tx, settings, {
    session,
    cart: {
      grams: goods.weight,
      sumKop: goods.sum,
      isBase: goods.lines.every((line) => line.cartType === CART_TYPES.base),
    },
    to: addressOf(body, cart),
    type: body.delivery.type,
    gateId: body.delivery.gateId ?? null,
    now,
  });
  const debitUse = body.debitUse && session.user !== null;
  const wish = cart.spend ?? noSpends();
  const money = moneyOf(wish, { goods: goods.sum, delivery: delivery.costKop, funds, debitUse });
  return { cart: { id: cart.id, version: cart.version }, goods, priceType, delivery, funds, debitUse, wish, money };
}

/** Of the account's book, or as it was typed in; a courier needs the flat, or to know that there is none. @throws not_found, validation. */
function addressOf(body: PlacingAsked['body'], cart: OpenedCart): SentAddress {
  const address = sentAddress(body, cart);
  const { type, gateId } = body.delivery;
  if (isToDoor(type, Boolean(gateId)) && isFlatMissing(address))
    throw invalid({ 'delivery.address.flat': [DELIVERY_WORDS.chooseFlat] });
  return address;
}
function sentAddress({ delivery }: PlacingAsked['body'], { address }: OpenedCart): SentAddress {
  if (delivery.address_id !== undefined) {
    if (!address) return refuse('not_found', MESSAGES.addressNotFound);
    const { countryId, cityId, postIndex, region, city, street, house, building, flat } = address;
    const { is_private_house = false, note = '' } = delivery.address ?? {};
    return { country_id: countryId, city_id: cityId, index: postIndex, region, city, street, house, building, flat, is_private_house, note }; // prettier-ignore
  }
  if (!delivery.address) throw invalid({ 'delivery.address': [DELIVERY_WORDS.chooseCity] });
  return delivery.address;
}

/** Another tab was first: whoever still shows the cart that was ordered is answered with that order. */
async function answerEmpty({ tx, body }: PlacingAsked, cart: OpenedCart, draft: Draft): Promise<Placed> {
  const order = cart.lastOrderId === null ? undefined : await findPlaced(tx, cart.lastOrderId);
  if (order?.cartVersion === body.cart_version) return answerOf({ ...order, isPaid: order.paidAt !== null });
  if (draft.goods.lines.length > 0) throw refusalOf(draft, body);
  return refuse('cart_empty', EMPTY);
}

function answerOf(placed: { id: number; publicToken: string | null; dueKop: number; isPaid: boolean }): Placed {
  const { id, publicToken, dueKop, isPaid } = placed;
  return {
    exp_id: id,
    order_number: id,
    ...(publicToken === null ? {} : { public_token: publicToken }),
    due: dueKop,
    paid: isPaid,
    link: null,
    redirect: publicToken === null ? `/user/orders/${id}` : `/order/${publicToken}`,
  };
}
/** Whoever has asked for the account's end orders nothing more (docs/product/law.md#deletion). */
const leavingBuyer = (deleteAt: Date): string =>
  `Аккаунт удалится ${dayInWords(deleteAt)}, новые заказы закрыты. Отмените удаление в кабинете, и корзина дождётся вас`;
