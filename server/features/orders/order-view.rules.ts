import { pictureKey } from '#contract/catalogue-pack.ts';
import { isByCarrier, isDeliveryType } from '#contract/delivery-types.ts';
import { ballsFromHalf } from '#contract/money.ts';
import {
  isUnpaid,
  mayCancel,
  mayChangeLines,
  mayChangePayment,
  ORDER_STATUS_NAMES,
  type OrderStatus,
} from '#contract/order-statuses.ts';
import type { Order, OrderItem, OrderRow } from '#contract/orders.ts';
import { isPaymentCode, PAYMENT_METHODS, paymentName } from '#contract/payment-methods.ts';
import type { OrderLineRecord, OrderRecord, OrderWhole } from '#server/features/orders/order-rows.queries.ts';

// What a stored order looks like on the wire (contract/orders.ts). Contents: 1 in the list, 2 as a whole, 3 masks

/** A cart section's title in an order. */
const GROUP_TITLES: Readonly<Record<number, string>> = { 0: 'Основная корзина' };

/** It has no lines whose names could be told. */
const SHIPMENT_TITLE = 'Отправка отложенных заказов';
/** On a guest's page the town stands for the address. */
const cityOf = ({ address }: OrderRecord['delivery']): string =>
  typeof address?.['city'] === 'string' ? address['city'] : '';
/** What the buyer has written for the courier. */
export const noteOf = ({ address }: OrderRecord['delivery']): string =>
  typeof address?.['note'] === 'string' ? address['note'] : '';

// ── 1 In the list ───────────────────────────────────────────────────────────────────────────────
const statusOf = (status: number, at: Date) => ({
  id: status,
  name: ORDER_STATUS_NAMES[status as OrderStatus] ?? '',
  at: at.toISOString(),
});

export function toOrderRow(order: OrderRecord, first: { title: string; quantity: number }): OrderRow {
  const { status } = order;
  const unpaid = isUnpaid(status);
  return {
    id: order.id,
    number: order.id,
    created_at: order.createdAt.toISOString(),
    status: statusOf(status, order.statusAt),
    payment: {
      type: order.paymentType,
      name: paymentName(order.paymentType),
      paid: order.paidAt !== null,
      can_pay: unpaid && order.isAgreed && order.dueKop > 0 && isByLink(order.paymentType),
      paid_at: order.paidAt?.toISOString() ?? null,
      pay_until: unpaid ? order.payUntil.toISOString() : null,
    },
    delivery: { type: order.deliveryType, name: order.delivery.name, to: order.delivery.to, track: order.track },
    sum_amount: order.goodsKop,
    delivery_cost: order.deliveryKop,
    due: order.dueKop,
    sum_balls: order.priceType === 1 ? ballsFromHalf(order.ballsHalf) : null,
    items_count: order.itemsCount,
    first_item: order.cartKind === 'shipment' ? { title: SHIPMENT_TITLE, quantity: 0 } : first,
    refunded: order.refundedKop,
    can_cancel: mayCancel(status),
    can_change_payment: mayChangePayment(status) && order.isAgreed && order.dueKop > 0,
  };
}
const isByLink = (code: number): boolean => isPaymentCode(code) && PAYMENT_METHODS[code].way === 'link';
const debtOf = ({ debts }: OrderRecord): number => debts[0] + debts[1] + debts[2];

// ── 2 As a whole ────────────────────────────────────────────────────────────────────────────────
export type Receipt = Order['receipts'][number];
const RECEIPT_TITLES = {
  prepayment: 'Кассовый чек',
  settlement: 'Чек полного расчёта',
  refund: 'Чек возврата',
} as const;
/** A receipt of 54-ФЗ has a page of its own. */
export const toReceipt = (made: {
  kind: keyof typeof RECEIPT_TITLES;
  token: string;
  at: Date;
  sumKop: number;
}): Receipt => ({
  title: RECEIPT_TITLES[made.kind],
  url: `/pay/receipt/${made.token}`,
  at: made.at.toISOString(),
  sum: made.sumKop,
});
/** `isPublic`: by the link of a guest, whose page shows no contact and no issue code. */
type Beside = { receipts: Receipt[]; isPublic: boolean } & Pick<
  Order,
  'parcels' | 'holds' | 'returns' | 'can_return' | 'proxy' | 'carries'
>;
export function toOrder(whole: OrderWhole, { receipts, isPublic, proxy, ...beside }: Beside): Order {
  const { order, lines, events } = whole;
  // Pieces that went back after the payment are not in the order any more.
  const kept = lines
    .map((line) => ({ ...line, quantity: line.quantity - line.returnedQuantity }))
    .filter((line) => line.quantity > 0);
  const items = kept.map((line) => toItem(line, order.priceType));
  const first = kept[0] ?? lines[0];
  return {
    ...toOrderRow(order, { title: first?.title ?? '', quantity: first?.quantity ?? 0 }),
    version: order.version,
    items,
    groups: [...Map.groupBy(kept, (line) => line.cartType)].map(([cartType, members]) => ({
      cartType,
      title: GROUP_TITLES[cartType] ?? 'Корзина',
      line_ids: members.map((line) => line.id),
    })),
    history: events.map(({ status, at }) => statusOf(status, at)),
    recipient: {
      name: isPublic ? maskName(order.recipientName) : order.recipientName,
      phone: isPublic ? maskPhone(order.recipientPhone) : order.recipientPhone,
      email: isPublic && order.recipientEmail ? maskEmail(order.recipientEmail) : order.recipientEmail,
    },
    address: {
      full: isPublic && order.delivery.gateId === null ? cityOf(order.delivery) : order.delivery.to,
      gate_id: order.delivery.gateId,
      schedule: order.delivery.schedule,
      days: order.delivery.days,
      note: isPublic ? '' : noteOf(order.delivery),
    },
    spend: order.spend,
    debt: debtOf(order),
    discount: order.discountKop,
    weight: order.weightGrams,
    receipts,
    comment: order.comment,
    view: order.userId === null ? 'guest-start' : 'order-comment',
    issue_code: isPublic ? null : order.issueCode,
    proxy: proxy && { name: proxy.name, code: isPublic ? null : proxy.code },
    can_change_lines: mayChangeLines(order.status) && order.cartKind !== 'shipment',
    shipment: order.shipmentId,
    needs_consents: neededConsents(order),
    ...beside,
  };
}

/** What the buyer of an order of the desk still has to agree to; nothing of an order of their own. */
export function neededConsents({ isAgreed, status, deliveryType }: OrderRecord): Order['needs_consents'] {
  if (isAgreed || !isUnpaid(status)) return [];
  return [
    'personal',
    'offer',
    ...(isDeliveryType(deliveryType) && isByCarrier(deliveryType) ? ['delivery' as const] : []),
  ];
}

function toItem(line: OrderLineRecord, priceType: 0 | 1): OrderItem {
  return {
    line_id: line.id,
    product_id: line.productId,
    code: line.code,
    title: line.title,
    slug: line.slug,
    pack: line.pack,
    image: line.image && pictureKey(line.image),
    is_bad: line.isBad,
    quantity: line.quantity,
    price: line.priceKop,
    base_price: line.basePriceKop,
    sum: line.priceKop * line.quantity,
    balls: priceType === 1 ? ballsFromHalf(line.ballsHalf * line.quantity) : null,
    vat: line.vatPercent,
  };
}

// ── 3 Masks ─────────────────────────────────────────────────────────────────────────────────────
/** «Вера Соколова» → «Вера С.». */
function maskName(name: string): string {
  const [first = '', ...rest] = name.split(/\s+/);
  return [first, ...rest.map((word) => `${word.slice(0, 1)}.`)].join(' ');
}
/** «+7 9** ***-**-89»: the first digit behind the code and the last two stay. */
function maskPhone(phone: string): string {
  const digits = phone.replaceAll(/\D/g, '');
  return `+${digits.slice(0, 1)} ${digits.slice(1, 2)}** ***-**-${digits.slice(-2)}`;
}
/** «v***@mail.test». */
function maskEmail(email: string): string {
  const [name = '', domain = ''] = email.split('@');
  return `${name.slice(0, 1)}***@${domain}`;
}
