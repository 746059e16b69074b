import { expect, it } from 'vitest';
import type { CartLine } from '#contract/cart.ts';
import { type LineWithProduct, toCartAnswer } from '#server/features/cart/cart.rules.ts';
import { toView, type ViewSources } from '#src/features/cart/view.rules.ts';

// What cannot be bought keeps its line and counts in no total, in the shop's answer and on the phone's screen
// (docs/decisions/070-cart-totals-and-lines.md).

const product = (id: number, more: Partial<LineWithProduct['product']> = {}): LineWithProduct['product'] => ({
  id,
  code: String(id),
  slug: `p-${id}`,
  title: `Товар ${id}`,
  pack: '',
  form: '',
  categoryId: 1,
  actualPrice: 10_000,
  actualConsPrice: 7_000,
  oldPrice: null,
  ballsHalf: 3,
  weightGrams: 100,
  stockQty: 50,
  isBad: false,
  labels: [],
  published: true,
  image: null,
  ...more,
});
const rowOf = (id: number, quantity: number, more: Partial<LineWithProduct['product']> = {}): LineWithProduct => ({
  line: { orderItemId: id, cartType: 0, quantity, priceSeen: 7_000, priceType: 1 },
  product: product(id, more),
});
const rows = [
  rowOf(1, 2),
  rowOf(2, 5, { stockQty: 0 }),
  rowOf(3, 7, { published: false }),
  rowOf(4, 9, { stockQty: 4 }),
];
const answer = toCartAnswer(
  { kind: 'retail', version: 1, hello: { buyer: null, hasOrdered: false, now: new Date(0) } },
  rows,
  1,
);
/** Two pieces of the first and nine of the fourth: a line above its stock is asked about, and bought. */
const bought = { count: 11, sum: 77_000, weight: 1100, points: 16.5 };

it('in the shop’s answer, in the groups too', () => {
  expect(answer.result).toMatchObject({
    count: bought.count,
    sum_amount: bought.sum,
    sum_weight: bought.weight,
    sum_balls: bought.points,
  });
  expect(answer.groups[0]).toMatchObject({ sum_amount: bought.sum, sum_balls: bought.points });
  expect(answer.groups[0]?.items.map(({ quantity, available }) => [quantity, available])).toEqual([
    [2, true],
    [5, false],
    [7, false],
    [9, true],
  ]);
});

const sources = (items: readonly CartLine[], more: Partial<ViewSources> = {}): ViewSources => ({
  cartType: 0,
  drawn: new Map(items.map((item) => [String(item.product.id), item])),
  realType: 1,
  quantities: Object.fromEntries(items.map((item) => [item.product.id, item.quantity])),
  pending: new Map(),
  shownType: 1,
  rowOf: () => undefined,
  seenOf: () => ({ title: 'Товар' }),
  priceOf: () => undefined,
  ...more,
});
const items = answer.groups[0]?.items ?? [];

it('on the screen of a consultant, and in client prices', () => {
  const own = toView(sources(items));
  expect(own.totals).toEqual({ ...bought, clientSum: 110_000, discount: 33_000 });
  expect(own.lines.map(({ productId }) => productId)).toEqual([1, 2, 3, 4]);
  expect(toView(sources(items, { shownType: 0 })).totals).toEqual({
    count: bought.count,
    sum: 110_000,
    clientSum: 110_000,
    discount: 0,
    weight: bought.weight,
    points: null,
  });
});

it('also what waits in the queue, and a line that was added a moment ago', () => {
  const pending = new Map([
    ['1', { deltas: [1] }],
    ['2', { deltas: [-1] }],
    ['8', { deltas: [3] }],
    ['9', { deltas: [4] }],
  ]);
  const priceOf = (id: number) => ({ price: 10_000, consPrice: 7_000, points: 1.5, stock: id === 8 ? 0 : 6 });
  const { lines, totals } = toView(sources(items, { pending, priceOf }));
  expect(lines.map(({ productId, quantity, available }) => [productId, quantity, available])).toEqual([
    [1, 3, true],
    [2, 4, false],
    [3, 7, false],
    [4, 9, true],
    [8, 3, false],
    [9, 4, true],
  ]);
  expect(totals).toMatchObject({ count: 16, sum: 112_000, points: 24 });
});
