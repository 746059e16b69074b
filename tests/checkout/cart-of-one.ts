import type { CartLine } from '#contract/cart.ts';
import { CART_TYPES } from '#contract/tables.ts';
import type { Base } from '#src/offline/outbox/base.ts';

const line: CartLine = {
  order_item_id: 1,
  product: {
    id: 4711,
    code: '4711',
    slug: 'krem',
    title: 'Крем',
    pack: '50 мл',
    form: '',
    image: null,
    actual_price: 79_000,
    actual_cons_price: null,
    old_price: null,
    balls: null,
    weight: 90,
    in_stock: true,
    max_qty: 9,
    category_id: 1,
    is_bad: false,
    labels: [],
  },
  quantity: 1,
  price: 79_000,
  sum: 79_000,
  balls: null,
  weight: 90,
  available: true,
  max_qty: 9,
  price_changed: null,
};

/** A retail cart as the last snapshot has brought it: with one piece, empty (`true`), or with one that is sold out. */
export function pulledCart(as: boolean | 'gone' = false): Record<string, Base> {
  const isEmpty = as === true;
  const items = isEmpty ? [] : [as === 'gone' ? { ...line, available: false, max_qty: 0 } : line];
  const result = {
    sum_weight: 90,
    sum_amount: as === 'gone' ? 0 : 79_000,
    sum_balls: 0,
    only_for_share_pv: false,
    count: as === 'gone' ? 0 : 1,
    price_type: 0,
  };
  const data = {
    result,
    groups: [{ cartType: CART_TYPES.base, title: '', items, sum_amount: 79_000, sum_balls: 0 }],
    version: 1,
  };
  return {
    'cart:retail': {
      v: 1,
      top: 1,
      values: isEmpty ? {} : { '4711': 1 },
      versions: {},
      included: [],
      data,
      at: '2026-11-23T10:00:00.000Z',
    },
  };
}
