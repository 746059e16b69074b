import type { ListRow, Product } from '#contract/catalogue.ts';
import type { Price } from '#src/features/catalogue/catalogue.types.ts';

/** A product that is not in the local catalogue yet, in the shapes the screens draw. */
export function onlineRow(product: Product): ListRow {
  const { id, code, slug, title, pack, form, image, category_id, is_bad, labels } = product;
  return { id, code, slug, title, pack, form, image, category_id, is_bad, labels, created_at: '' };
}
export function onlinePrice(product: Product, isCons: boolean): Price {
  return {
    price: product.actual_price,
    oldPrice: product.old_price,
    stock: product.in_stock ? Math.min(10, product.max_qty) : 0,
    consPrice: isCons ? product.actual_cons_price : null,
    points: isCons ? product.balls : null,
    asOf: '',
  };
}
