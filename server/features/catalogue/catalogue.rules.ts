import type { ListRow, ProductCard } from '#contract/catalogue.ts';
import { pictureKey } from '#contract/catalogue-pack.ts';
import { ballsFromHalf } from '#contract/money.ts';
import { limitOf } from '#contract/cart-arithmetic.ts';

/** What the card is built from; the queries' `CardRow` fits. Money in kopecks, points in half-points. */
export type CardSource = {
  id: number;
  code: string;
  slug: string;
  title: string;
  pack: string;
  form: string;
  categoryId: number;
  actualPrice: number;
  actualConsPrice: number;
  oldPrice: number | null;
  ballsHalf: number;
  weightGrams: number;
  stockQty: number;
  isBad: boolean;
  labels: readonly string[];
  published: boolean;
  image: string | null;
};

/**
 * The product card P of docs/product/calls.md#product-card. For a session of real price type 0 the consultant price and the
 * points are null (docs/product/prices.md#who-sees-what). A hidden product keeps its card but cannot be bought.
 */
export function toProductCard(row: CardSource, priceType: 0 | 1): ProductCard {
  const maxQty = maxQtyOf(row);
  return {
    id: row.id,
    code: row.code,
    slug: row.slug,
    title: row.title,
    pack: row.pack,
    form: row.form,
    image: row.image && pictureKey(row.image),
    actual_price: row.actualPrice,
    actual_cons_price: priceType === 1 ? row.actualConsPrice : null,
    old_price: row.oldPrice,
    balls: priceType === 1 ? ballsFromHalf(row.ballsHalf) : null,
    weight: row.weightGrams,
    in_stock: maxQty > 0,
    max_qty: maxQty,
    category_id: row.categoryId,
    is_bad: row.isBad,
    labels: knownLabels(row.labels),
  };
}

/** Most pieces of one product in one cart; none of a hidden product may be added (docs/product/calls.md#product-card). */
export function maxQtyOf(row: { stockQty: number; published: boolean }): number {
  return row.published ? limitOf(row.stockQty) : 0;
}

const LABELS: readonly string[] = ['Новинка', 'Хит', 'Акция'] satisfies ListRow['labels'];
export const knownLabels = (labels: readonly string[]): ListRow['labels'] =>
  labels.filter((label) => LABELS.includes(label)) as ListRow['labels'];
