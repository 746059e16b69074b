import { ballsFromHalf } from '#contract/money.ts';
import type { DeskDraft, DraftFields } from '#contract/desk-drafts.ts';
import type { DeliveryRow } from '#contract/delivery-types.ts';
import type { DbOrTx } from '#server/db/open.ts';
import { goodsOf } from '#server/features/checkout/placing.rules.ts';
import type { DeliverySettings } from '#server/features/delivery/offer.rules.ts';
import { offerWays } from '#server/features/delivery/offer-ways.commands.ts';
import { type DraftRecord, findBuyer, findGoodsById } from '#server/features/order-drafts/drafts.queries.ts';
import {
  codesOf,
  type Judged,
  mayHaveOrder,
  missingOf,
  placingLines,
  toBuyer,
  toGoods,
  toPayments,
} from '#server/features/order-drafts/drafts.rules.ts';
import { isServed } from '#server/features/payments/served.rules.ts';
import type { PaymentGate } from '#server/gates/payments/port.ts';
import { priceTypeOf } from '#server/platform/session.ts';

export type DraftParts = { settings: DeliverySettings; payments: PaymentGate; now: Date };
export type PricedDraft = Judged & { priceType: 0 | 1; row: DeliveryRow | null };

/** What the draft is worth this minute: prices, stock and ways of delivery are the shop's. */
export async function priceDraft(
  db: DbOrTx,
  fields: DraftFields,
  { settings, payments, now }: DraftParts,
): Promise<PricedDraft> {
  const known = fields.buyer_id === null ? undefined : await findBuyer(db, fields.buyer_id);
  const buyer = known && mayHaveOrder(known) ? known : null;
  const priceType = priceTypeOf(buyer);
  const products = await findGoodsById(db, [...new Set(fields.lines.map((line) => line.product_id))]);
  const goods = goodsOf(placingLines(fields, products, priceType), priceType);
  const { address, way } = fields;
  const offered =
    address &&
    (await offerWays(db, settings, {
      buyer,
      cart: { grams: goods.weight, sumKop: goods.sum, isBase: true },
      to: address,
      gate: way?.gate_id ? { type: way.type, id: way.gate_id } : null,
      now,
    }));
  const ways = offered ?? [];
  const codes = codesOf(buyer).filter((code) => isServed(code, payments));
  const row = ways.find(({ type }) => type === way?.type) ?? null;
  return { fields, buyer, goods, ways, codes, priceType, row };
}

/** The draft with everything that its page shows. */
export async function readDraft(
  db: DbOrTx,
  { draft, author }: { draft: DraftRecord; author: string | null },
  parts: DraftParts,
): Promise<DeskDraft> {
  const priced = await priceDraft(db, draft.fields, parts);
  const { goods, priceType, row, buyer } = priced;
  const cost = row?.state === 'success' ? row.costSelected : null;
  return {
    id: draft.id,
    version: draft.version,
    author: author ?? '',
    updated_at: draft.updatedAt.toISOString(),
    fields: draft.fields,
    buyer: buyer && toBuyer(buyer, priceType),
    lines: goods.lines.map(({ product, quantity, pieces, price }) => ({
      // `pack` came along with the columns of placing.
      ...toGoods({ pack: '', ...product }, priceType),
      quantity,
      sum: price * pieces,
    })),
    sum: goods.sum,
    balls: priceType === 1 ? ballsFromHalf(goods.ballsHalf) : null,
    weight: goods.weight,
    ways: [...priced.ways],
    delivery_cost: cost,
    due: cost === null ? null : goods.sum + cost,
    payments: toPayments(priced.codes),
    missing: missingOf(priced),
  };
}
