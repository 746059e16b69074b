import type { PlacingChange, PlacingDetails } from '#contract/checkout.ts';
import type { RefusalCode } from '#contract/reply.ts';
import { ballsFromHalf } from '#contract/money.ts';
import { changesOf, codeOf, type Draft, isAccepted } from '#server/features/checkout/placing.rules.ts';
import { RefusedError } from '#server/platform/refuse.ts';

// What is not as the person last saw it is told whole, so that one tap accepts it (docs/product/orders.md#placing).

export type Expected = {
  expected_due: number;
  expected_delivery?: number | undefined;
  cart_version: number;
  accepted: readonly PlacingChange[];
};

/** @throws a refusal with its details when something changed that was not accepted, or the amount to pay is higher. */
export function assertAccepted(draft: Draft, expected: Expected): void {
  const isSameCart = draft.cart.version === expected.cart_version;
  const isKnown = changesOf(draft, expected).every((change) => isAccepted(change, expected.accepted));
  if (!isSameCart || !isKnown || draft.money.due > expected.expected_due) throw refusalOf(draft, expected);
}

/** The refusal that tells what this draft is now. */
export function refusalOf(draft: Draft, expected: Expected): RefusedError {
  const changes = changesOf(draft, expected);
  const isSameCart = draft.cart.version === expected.cart_version;
  // Another tab's changes are no list of old and new: the person has to look at the cart.
  const news = changes.filter((change) => !isAccepted(change, expected.accepted));
  const code: RefusalCode = draft.goods.count === 0 ? 'out_of_stock' : isSameCart ? codeOf(news) : 'cart_changed';
  return new RefusedError(code, WORDS[code] ?? 'Сумма заказа изменилась. Проверьте её', {
    details: detailsOf(draft, changes, expected),
  });
}
const WORDS: Partial<Record<RefusalCode, string>> = {
  out_of_stock: 'Части товаров уже нет. Проверьте заказ',
  price_changed: 'Пока вы оформляли, изменилась сумма. Проверьте её',
  delivery_changed: 'Изменилась стоимость доставки. Проверьте сумму',
  insufficient_funds: 'На счёте теперь меньше, чем вы хотели списать. Проверьте сумму',
  cart_changed: 'Корзина изменилась в другом окне. Проверьте заказ',
};

function detailsOf(draft: Draft, changes: PlacingChange[], expected: Expected): PlacingDetails {
  const { goods, money, priceType } = draft;
  return {
    changes,
    due: { from: expected.expected_due, to: money.due },
    delivery_cost: draft.delivery.costKop,
    cart_version: draft.cart.version,
    can_accept: goods.count > 0,
    result: {
      sum_weight: goods.weight,
      sum_amount: goods.sum,
      sum_balls: priceType === 1 ? ballsFromHalf(goods.ballsHalf) : 0,
      only_for_share_pv: false,
      count: goods.count,
      price_type: priceType,
    },
  };
}
