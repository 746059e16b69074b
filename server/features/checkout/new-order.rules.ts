import { randomBytes } from 'node:crypto';
import type { CallParsed } from '#contract/call.ts';
import type { createPayment as placingCall } from '#contract/checkout.ts';
import { ORDER_STATUSES, UNPAID_DAYS } from '#contract/order-statuses.ts';
import type { PaymentCode } from '#contract/payment-methods.ts';
import { PAYMENT_TYPES } from '#contract/tables.ts';
import { consentRows } from '#server/features/checkout/consents.rules.ts';
import { type Draft, type DraftLine, orderedLines } from '#server/features/checkout/placing.rules.ts';
import type { NewLine, WriteOrder } from '#server/features/checkout/write-order.queries.ts';
import { periodOf } from '#server/features/orders/points.rules.ts';
import { paidStatusOf } from '#server/features/orders/paid-status.rules.ts';
import { vatPercent } from '#server/features/orders/vat.rules.ts';

/** Unpaid orders at one time: of a person, and of guests behind one address (docs/product/orders.md#placing). */
const UNPAID_LIMITS = { person: 3, address: 10 };
const DAY_MS = 86_400_000;

export type PlacedBy = {
  body: CallParsed<typeof placingCall>['body'];
  method: PaymentCode;
  user: { id: number; consId: number | null; sponsorId: number | null } | null;
  guestId: string | null;
  key: string | null;
  addressHash: string;
  from: { ip: string; userAgent: string };
  now: Date;
};

/** The rows of a draft that was accepted: from here on nothing of it follows the catalogue. */
export function toNewOrder(draft: Draft, by: PlacedBy): WriteOrder {
  const { body, user, now } = by;
  const { goods, delivery, money } = draft;
  const isPaid = by.method === PAYMENT_TYPES.personalAccount;
  return {
    order: {
      userId: user?.id ?? null,
      guestId: user ? null : by.guestId,
      publicToken: user ? null : randomBytes(16).toString('base64url'),
      placedKey: by.key,
      cartKind: 'retail',
      cartId: draft.cart.id,
      cartVersion: draft.cart.version,
      status: isPaid ? paidStatusOf(delivery.type) : ORDER_STATUSES.awaiting,
      paidAt: isPaid ? now : null,
      paidKop: isPaid ? money.due : 0,
      paymentType: by.method,
      goodsKop: goods.sum,
      deliveryKop: delivery.costKop,
      spend: money.spends,
      debts: money.debts,
      debitUse: draft.debitUse,
      dueKop: money.due,
      ballsHalf: goods.ballsHalf,
      weightGrams: goods.weight,
      itemsCount: goods.count,
      priceType: draft.priceType,
      // A consultant's points are their own, a client's the sponsor's, a guest's the house account's.
      pointsUserId: user === null ? null : user.consId === null ? user.sponsorId : user.id,
      recipientName: body.recipient.name,
      recipientPhone: body.recipient.phone,
      recipientEmail: body.recipient.email ?? null,
      deliveryType: delivery.type,
      delivery,
      comment: body.comment,
      networkHash: by.addressHash,
      createdAt: now,
      payUntil: new Date(now.getTime() + UNPAID_DAYS * DAY_MS),
    },
    period: periodOf(now),
    lines: orderedLines(goods).map((line) => toLine(line, now)),
    consents: consentRows(body.consents, body.delivery.type, by.from),
    limits: UNPAID_LIMITS,
  };
}

function toLine({ orderItemId, cartType, pieces, price, product }: DraftLine, now: Date): NewLine {
  return {
    orderItemId,
    cartType,
    productId: product.id,
    code: product.code,
    title: product.title,
    quantity: pieces,
    priceKop: price,
    basePriceKop: price,
    consPriceKop: product.actualConsPrice,
    vatPercent: vatPercent(product.vatKind, now),
    ballsHalf: product.ballsHalf,
    weightGrams: product.weightGrams,
    isBad: product.isBad,
    marked: product.marked,
  };
}
