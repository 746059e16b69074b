import { createStore } from 'jotai';
import { beforeEach, expect, it } from 'vitest';
import type { CartLine } from '#contract/cart.ts';
import { CART_TYPES } from '#contract/tables.ts';
import { cartCountAtom, changeCartAtom, drawnLinesAtom, quantityOfAtom } from '#src/features/cart/cart.atoms.ts';
import { acceptPriceAtom, cartAtom, cartOf, removeLinesAtom } from '#src/features/cart/cart-view.atoms.ts';
import { entryOf, lineOfEntry } from '#src/features/cart/lane.ts';
import { refusedLinesAtom, refusedLinesOf } from '#src/features/cart/refused-lines.atoms.ts';
import { sessionStateAtom } from '#src/features/session/session-state.atoms.ts';
import type { Base } from '#src/offline/outbox/base.ts';
import type { Mutation } from '#src/offline/outbox/mutation.ts';
import type { OutboxRecord, RejectedRecord } from '#src/offline/outbox/record.ts';
import { kindsAtom, rejectedAtom, syncAtom, syncClientAtom } from '#src/sync-client/sync.atoms.ts';
import { KINDS, rejected, record } from '#tests/sync/records.ts';

// One product in the cart itself and in a promotion's: two lines, which nothing mixes.

const CREAM = 4711;
const { base: CART, welcome: WELCOME } = CART_TYPES;
const welcome = { productId: CREAM, cartType: WELCOME };
let store: ReturnType<typeof createStore>;
let saved: { mutation: Mutation; removesLine: boolean | undefined }[];

const line = (price: number, quantity: number, more: Partial<CartLine> = {}): CartLine => ({
  order_item_id: price,
  product: {
    id: CREAM,
    code: '4711',
    slug: 'krem',
    title: 'Крем',
    pack: '50 мл',
    form: '',
    image: null,
    actual_price: price,
    actual_cons_price: null,
    old_price: null,
    balls: null,
    weight: 10,
    in_stock: true,
    max_qty: 9,
    category_id: 1,
    is_bad: false,
    labels: [],
  },
  quantity,
  price,
  sum: price * quantity,
  balls: null,
  weight: 10 * quantity,
  available: true,
  max_qty: 9,
  price_changed: null,
  ...more,
});
const group = (cartType: number, items: CartLine[]) => ({ cartType, title: '', items, sum_amount: 0, sum_balls: 0 });
const change = (cartType: number, delta: number): OutboxRecord =>
  record({ kind: 'cart.change', body: { kind: 'retail', cartType, productId: CREAM, delta } }, { owner: '17' });

/** Two pieces in the cart as every build stores it, three in the promotion's; drawn by the last snapshot unless told otherwise. */
function hold(pending: OutboxRecord[], more: Partial<Base> = {}, refused: RejectedRecord[] = []): void {
  const result = { sum_weight: 0, sum_amount: 0, sum_balls: 0, only_for_share_pv: false, count: 5, price_type: 0 };
  const groups = [group(CART, [line(1000, 2, { max_qty: 7 })]), group(WELCOME, [line(50, 3, { max_qty: 3 })])];
  const base: Base = {
    v: 1,
    top: 3,
    values: { '4711': 2, '1:4711': 3 },
    versions: {},
    included: [],
    data: { result, groups, version: 3 },
    at: '2026-11-22T10:00:00.000Z',
    ...more,
  };
  store.set(syncAtom, (now) => ({ ...now, uid: '17', isRead: true, pending, bases: { 'cart:retail': base } }));
  store.set(rejectedAtom, refused);
}
const told = (cartType: number) =>
  store.get(cartOf(cartType)).lines.map((one) => [one.cartType, one.productId, one.quantity, one.price, one.isPending]);

beforeEach(() => {
  store = createStore();
  saved = [];
  store.set(kindsAtom, KINDS);
  store.set(sessionStateAtom, (now) => ({ ...now, uid: '17', known: true, user: { ...now.user, isGuest: false } }));
  store.set(syncClientAtom, {
    load: async () =>
      ({
        save: async (mutation: Mutation, { removesLine }: { removesLine?: boolean }) => {
          saved.push({ mutation, removesLine });
          return 'queued';
        },
      }) as never,
  });
});

it('a line of the cart is stored under its product alone, as every build has stored it', () => {
  expect(entryOf({ cartType: CART, productId: CREAM })).toBe('4711');
  expect(entryOf(welcome)).toBe('1:4711');
  for (const entry of ['4711', '1:4711', '37:5']) expect(entryOf(lineOfEntry(entry))).toBe(entry);
});

it('each cart type has its own line, with its own pieces, price and limit', () => {
  hold([]);
  expect(told(CART)).toEqual([[CART, CREAM, 2, 1000, false]]);
  expect(told(WELCOME)).toEqual([[WELCOME, CREAM, 3, 50, false]]);
  expect([...store.get(drawnLinesAtom)].map(([entry, { max_qty }]) => [entry, max_qty])).toEqual([
    ['4711', 7],
    ['1:4711', 3],
  ]);
});

it('a single answer redraws its own line only', () => {
  hold([], { lines: { '1:4711': line(60, 4) }, values: { '4711': 2, '1:4711': 4 } });
  expect(told(CART)).toEqual([[CART, CREAM, 2, 1000, false]]);
  expect(told(WELCOME)).toEqual([[WELCOME, CREAM, 4, 60, false]]);
});

it('waiting changes move the line they name, its totals and its stepper', () => {
  hold([change(WELCOME, 4), change(CART, -1)]);
  expect(told(CART)).toEqual([[CART, CREAM, 1, 1000, true]]);
  expect(told(WELCOME)).toEqual([[WELCOME, CREAM, 7, 50, true]]);
  expect(store.get(cartAtom).totals).toMatchObject({ count: 1, sum: 1000, weight: 10 });
  expect(store.get(cartOf(WELCOME)).totals).toMatchObject({ count: 7, sum: 350, weight: 70 });
  const of = store.get(quantityOfAtom);
  expect([of({ productId: CREAM }), of(welcome)]).toEqual([1, 7]);
  expect(store.get(cartCountAtom)).toBe(1);
});

it('a line taken to zero leaves its own cart type only', () => {
  hold([change(CART, -2)]);
  expect(told(CART)).toEqual([]);
  expect(told(WELCOME)).toEqual([[WELCOME, CREAM, 3, 50, false]]);
});

it('a product new to the promotion is a line of the promotion', () => {
  hold([change(WELCOME, 1)], { values: { '4711': 2 }, data: null });
  expect(told(WELCOME)).toEqual([[WELCOME, CREAM, 1, null, true]]);
});

it('an agreed price unmarks the line it was agreed for', () => {
  const risen = { price_changed: { from: 10, to: 20 } };
  const groups = [group(CART, [line(20, 2, risen)]), group(WELCOME, [line(20, 3, risen)])];
  const data = { result: { price_type: 0 }, groups, version: 3 };
  hold([record({ kind: 'cart.price', body: { kind: 'retail', cartType: WELCOME, productId: CREAM, price: 20 } })], {
    data,
  });
  const marks = (cartType: number) => store.get(cartOf(cartType)).lines.map((one) => one.priceChanged);
  expect([marks(CART), marks(WELCOME)]).toEqual([[{ from: 10, to: 20 }], [null]]);
});

it('a refused change stands by its own line', () => {
  const [plain, promoted] = [rejected(change(CART, 1)), rejected(change(WELCOME, 2))];
  hold([], {}, [plain, promoted]);
  const pieces = (of: typeof refusedLinesAtom) =>
    store
      .get(of)
      .get(CREAM)
      ?.map((one) => one.pieces);
  expect(pieces(refusedLinesAtom)).toEqual([1]);
  expect(pieces(refusedLinesOf(WELCOME))).toEqual([2]);
});

it('gestures name the line they were made on', async () => {
  hold([]);
  const bodies = () => saved.map(({ mutation, removesLine }) => [mutation.body, removesLine]);
  const body = (cartType: number) => ({ kind: 'retail', cartType, productId: CREAM });
  store.set(changeCartAtom, { productId: CREAM, delta: -2 });
  store.set(changeCartAtom, { ...welcome, delta: -2 });
  await expect.poll(bodies).toEqual([
    [{ ...body(CART), delta: -2 }, true],
    [{ ...body(WELCOME), delta: -2 }, false],
  ]);
  saved = [];
  hold([]);
  store.set(removeLinesAtom, store.get(cartOf(WELCOME)).lines);
  await expect.poll(bodies).toEqual([[{ ...body(WELCOME), delta: -1 }, true]]);
  await store.set(acceptPriceAtom, { ...welcome, price: 50 });
  expect(saved.at(-1)?.mutation).toEqual({ kind: 'cart.price', body: { ...body(WELCOME), price: 50 } });
});
