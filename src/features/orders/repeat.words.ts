import type { Order, OrderItem } from '#contract/orders.ts';
import { productsCount } from '#src/terms/counts.ts';
import { formatMoney, NBSP } from '#src/ui/format.ts';

/** Today's offer of a product; `price` in kopecks, by the prices that the order was made at; undefined: not on sale. */
type Offer = { price: number; stock: number } | undefined;
export type Repeat = { there: readonly OrderItem[]; text: string };

/**
 * What of an order goes into the cart again, at today's prices, and the words for it: what is not on sale is named, and so is what has
 * become dearer, old → new. Prices before discounts are compared: a discount belonged to that order.
 */
export function repeatOf({ items }: Pick<Order, 'items'>, offerOf: (productId: number) => Offer): Repeat {
  const there = items.filter(({ product_id: id }) => (offerOf(id)?.stock ?? 0) > 0);
  const gone = items.filter((item) => !there.includes(item));
  const dearer = there.flatMap(({ product_id: id, title, base_price: before }) => {
    const now = offerOf(id)?.price ?? before;
    return now > before ? [`${title}, ${formatMoney(before)}${NBSP}→ ${formatMoney(now)}`] : [];
  });
  const text = [
    there.length === 0 ? 'Добавить нечего.' : `Добавили ${productsCount(there.length)} в${NBSP}корзину.`,
    gone.length > 0 && `Нет в${NBSP}наличии: ${gone.map(({ title }) => title).join(', ')}.`,
    dearer.length > 0 && `Подорожало: ${dearer.join('; ')}.`,
  ];
  return { there, text: text.filter(Boolean).join(' ') };
}
