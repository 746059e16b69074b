import { OrderRecipient } from '#contract/checkout.ts';
import type { DeliveryRow } from '#contract/delivery-types.ts';
import { missingWords } from '#contract/delivery-offer.ts';
import { DELIVERY_WORDS } from '#contract/delivery-words.ts';
import type { DeskDraft, DraftBuyer, DraftFields, DraftGoods, DraftRow } from '#contract/desk-drafts.ts';
import { limitOf } from '#contract/cart-arithmetic.ts';
import { judge } from '#contract/judge.ts';
import { codesFor, PAYMENT_METHODS, type PaymentCode } from '#contract/payment-methods.ts';
import { phoneCountry, readPhone, toPhone } from '#contract/phone-numbers.ts';
import { isEmail } from '#contract/people-fields.ts';
import type { FieldErrors } from '#contract/reply.ts';
import { judge as judgeRights } from '#contract/rights.ts';
import { PAYMENT_TYPES } from '#contract/tables.ts';
import type { Goods, PlacingLine } from '#server/features/checkout/placing.rules.ts';
import type { BuyerName, BuyerRecord, DraftRecord, GoodsRecord } from '#server/features/order-drafts/drafts.queries.ts';

// What an order of the desk is while it is written down (docs/product/desk.md#an-order-by-telephone). Contents: 1 for whom, 2 of what,
// 3 what is missing

// ── 1 For whom ──────────────────────────────────────────────────────────────────────────────────
const INT4_MAX = 2_147_483_647;
/** A whole e-mail, a whole telephone or the number of a consultant; null: it is none of them. */
export function buyerNameOf(q: string): BuyerName | null {
  const text = q.trim().toLowerCase();
  if (text.includes('@')) return isEmail(text) ? { email: text } : null;
  const bare = text.replaceAll(/[\s\u00a0№()-]/g, '');
  if (!/^\+?\d+$/.test(bare)) return null;
  const russia = phoneCountry('ru');
  const read = russia && readPhone(bare, russia);
  if (read && bare.length >= 10 && read.national.length === read.country.lengthNumber)
    return { phone: toPhone(read.country, read.national) };
  const consId = Number(bare);
  return bare.startsWith('+') || consId < 1 || consId > INT4_MAX ? null : { consId };
}

export const NOT_FOR_THEM = 'Этот кабинет сейчас не может заказывать';
/** A wholesale order goes another way, whoever may not order for themselves gets none from the desk either. */
export const mayHaveOrder = (buyer: BuyerRecord): boolean =>
  buyer.deletedAt === null &&
  buyer.deleteAt === null &&
  buyer.mergedInto === null &&
  buyer.role !== 'optovik' &&
  judgeRights('order.create', buyer) === 'ok';

export const toBuyer = (buyer: BuyerRecord, priceType: 0 | 1): DraftBuyer => ({
  id: buyer.id,
  name: buyer.name ?? '',
  phone: buyer.phone,
  email: buyer.email,
  price_type: priceType,
});
/** Ways to pay by the link: money of a buyer's accounts is spent by nobody but them. */
export const codesOf = (buyer: BuyerRecord | null): PaymentCode[] =>
  codesFor(buyer).filter((code) => code !== PAYMENT_TYPES.personalAccount);
export const toPayments = (codes: readonly PaymentCode[]): DeskDraft['payments'] =>
  codes.map((code) => ({ code, name: PAYMENT_METHODS[code].name }));

// ── 2 Of what ───────────────────────────────────────────────────────────────────────────────────
/** The lines of a draft as a cart's: in its order, each product once. */
export function placingLines(
  fields: Pick<DraftFields, 'lines'>,
  goods: readonly GoodsRecord[],
  priceType: 0 | 1,
): PlacingLine[] {
  const byId = new Map(goods.map((one) => [one.id, one]));
  const pieces = new Map<number, number>();
  for (const { product_id: id, quantity } of fields.lines) pieces.set(id, (pieces.get(id) ?? 0) + quantity);
  return [...pieces].flatMap(([id, quantity], at) => {
    const product = byId.get(id);
    if (!product) return [];
    const priceSeen = priceType === 1 ? product.actualConsPrice : product.actualPrice;
    return [{ orderItemId: at + 1, cartType: 0, quantity, priceSeen, priceType, product }];
  });
}
export const toGoods = (product: GoodsRecord, priceType: 0 | 1): DraftGoods => ({
  product_id: product.id,
  code: product.code,
  title: product.title,
  pack: product.pack,
  price: priceType === 1 ? product.actualConsPrice : product.actualPrice,
  most: product.published ? limitOf(product.stockQty) : 0,
});
export const toDraftRow = ({ draft, author }: { draft: DraftRecord; author: string | null }): DraftRow => ({
  id: draft.id,
  author: author ?? '',
  name: draft.fields.name.trim(),
  phone: draft.fields.phone,
  pieces: draft.fields.lines.reduce((sum, { quantity }) => sum + quantity, 0),
  created_at: draft.createdAt.toISOString(),
  updated_at: draft.updatedAt.toISOString(),
});

// ── 3 What is missing ───────────────────────────────────────────────────────────────────────────
export type Judged = {
  fields: DraftFields;
  buyer: BuyerRecord | null;
  goods: Goods;
  ways: readonly DeliveryRow[];
  codes: readonly PaymentCode[];
};
/** Whoever gets it, as the checkout understands it. */
export const recipientOf = ({ name, phone, email }: DraftFields) =>
  judge(OrderRecipient, {}, { name, phone, email: email.trim() === '' ? null : email });

/** Why it cannot be placed yet, by field; empty when it can. */
export function missingOf({ fields, buyer, goods, ways, codes }: Judged): FieldErrors {
  const lines = goods.lines.flatMap(({ product, quantity, pieces }) =>
    pieces < quantity
      ? [pieces === 0 ? `${product.title}: сейчас нет в продаже` : `${product.title}: сейчас есть ${pieces} шт.`]
      : [],
  );
  return {
    ...(fields.buyer_id !== null && (buyer === null || !mayHaveOrder(buyer)) ? { buyer_id: [NOT_FOR_THEM] } : {}),
    ...recipientOf(fields).errors,
    ...(goods.lines.length === 0 ? { lines: ['Добавьте товары'] } : lines.length > 0 ? { lines } : {}),
    ...(fields.address === null ? { where: [DELIVERY_WORDS.chooseCity] } : wayFault(fields, ways)),
    ...(codes.some((code) => code === fields.payment_type) ? {} : { payment_type: ['Выберите способ оплаты'] }),
  };
}
function wayFault({ way }: DraftFields, ways: readonly DeliveryRow[]): FieldErrors {
  if (way === null) return { way: ['Выберите способ доставки'] };
  const row = ways.find(({ type }) => type === way.type);
  if (!row) return { way: ['Сюда этим способом не возим. Выберите другой'] };
  if (row.state === 'success' && row.costSelected !== null) return {};
  return { way: [`${row.name}: ${row.error ?? row.notice ?? missingWords(row.type)}`] };
}
