import fc from 'fast-check';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  limitOf,
  limitOfBucket,
  quantityAfter,
  quantityMerged,
  quantityShown,
  stockBucket,
} from '#contract/cart-arithmetic.ts';
import { priceSeenAccepted, priceSeenAfter } from '#server/features/cart/cart.rules.ts';
import { openShop, type TestShop } from '#tests/support/open-shop.ts';
import { addProduct, browserOf, cartOf, change, quantities } from '#tests/cart/shop-people.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const quantity = fc.integer({ min: 0, max: 120 });
const delta = fc.integer({ min: -999, max: 999 }).filter((n) => n !== 0);
const maxQty = fc.integer({ min: 0, max: 99 });

/**
 * The rule counted piece by piece, as a clerk with a shelf would: the oracle of this file, and no function of the product.
 */
function byPieces(quantity: number, delta: number, maxQty: number): number {
  let held = quantity;
  for (let taken = 0; taken > delta && held > 0; taken -= 1) held -= 1;
  for (let put = 0; put < delta && held < maxQty; put += 1) held += 1;
  return held;
}

it('is what a clerk with a shelf counts: down to zero, up to the limit, and no booked piece lost by an increase', () => {
  fc.assert(
    fc.property(quantity, delta, maxQty, (q, d, max) => {
      expect(quantityAfter(q, d, max), `${q} ${d} ${max}`).toBe(byPieces(q, d, max));
    }),
  );
  expect([quantityAfter(2, 3, 99), quantityAfter(2, 3, 4), quantityAfter(7, 3, 4), quantityAfter(0, 1, 0)]).toEqual([
    5, 4, 7, 0,
  ]);
  expect([quantityAfter(2, -1, 0), quantityAfter(2, -3, 99)]).toEqual([1, 0]);
});

it('shows what the shop will hold where no limit stands in the way, and never less than nothing', () => {
  fc.assert(
    fc.property(quantity, fc.array(delta), (base, deltas) => {
      const shown = quantityShown(base, deltas);
      expect(shown).toBe(deltas.reduce((held, one) => quantityAfter(held, one, 1_000_000), base));
      expect(shown).toBeGreaterThanOrEqual(0);
    }),
  );
});

// Two taps are summed up while they wait. At zero that is not the same as one after the other, and it is meant so.
it('one summed change is the changes one by one unless they touch zero', () => {
  const small = fc.integer({ min: -9, max: 9 });
  fc.assert(
    fc.property(quantity, fc.array(small, { maxLength: 6 }), (base, deltas) => {
      const sum = deltas.reduce((total, one) => total + one, 0);
      const [oneByOne, atOnce] = [quantityShown(base, deltas), quantityShown(base, [sum])];
      const touchesZero = deltas.some((_, end) => deltas.slice(0, end + 1).reduce((q, one) => q + one, base) < 0);
      expect(oneByOne >= atOnce && (touchesZero || oneByOne === atOnce)).toBe(true);
    }),
  );
  expect([quantityShown(1, [-3, 2]), quantityShown(1, [-1])]).toEqual([2, 0]);
});

it('a joined line is an increase, but of a product that ran out the longer line stays', () => {
  fc.assert(
    fc.property(quantity, quantity, maxQty, (account, guest, max) => {
      const merged = quantityMerged(account, guest, max);
      expect(merged).toBe(max === 0 ? Math.max(account, guest) : quantityAfter(account, guest, max));
      expect(merged).toBeGreaterThanOrEqual(account);
    }),
  );
  expect(quantityMerged(74, 112, 0)).toBe(112);
});

it('the phone’s limit of a line is the shop’s as far as the published stock tells it', () => {
  fc.assert(
    fc.property(fc.integer({ min: -5, max: 200 }), (stockQty) => {
      const [shop, phone] = [limitOf(stockQty), limitOfBucket(stockBucket(stockQty))];
      expect(stockQty < 10 ? phone === shop : phone === 99 && shop <= 99).toBe(true);
    }),
  );
});

it('remembers the lowest price and lets only a rise stay unaccepted', () => {
  const price = fc.integer({ min: 0, max: 100_000 });
  fc.assert(
    fc.property(price, price, price, (known, seen, current) => {
      const after = priceSeenAfter({ priceSeen: known, priceType: 0 }, current, 0, seen);
      expect(after).toBe(Math.min(known, seen, current));
      expect(priceSeenAccepted(after, current, current)).toBe(Math.max(after, current));
      // Whatever price a request names as accepted, no rise that has not happened yet is agreed to.
      expect(priceSeenAccepted(after, seen, current)).toBe(Math.max(after, Math.min(seen, current)));
      expect(priceSeenAccepted(after, seen, current)).toBeLessThanOrEqual(current);
    }),
  );
  expect(priceSeenAccepted(500, 1_000_000, 600)).toBe(600);
});

it('the database agrees with the rule folded in server order, whatever runs at once', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.integer({ min: -6, max: 9 }).filter((n) => n !== 0),
        { minLength: 2, maxLength: 14 },
      ),
      fc.integer({ min: 0, max: 20 }),
      async (deltas, stockQty) => {
        const productId = await addProduct(shop, { stockQty });
        const browser = await browserOf(shop);
        const answers = await Promise.all(deltas.map(async (d) => ({ d, ...(await change(browser, productId, d)) })));
        // A refused request changes nothing and raises no version; the others are ordered by the version they made.
        const done = answers.filter((one) => one.body.status === 1).sort((a, b) => a.body.version - b.body.version);
        let expected = 0;
        for (const { d, body } of done) {
          const before = expected;
          expected = byPieces(before, d, stockQty);
          expect(body.items).toEqual([
            expect.objectContaining({
              product_id: productId,
              asked: d,
              applied: expected - before,
              quantity: expected,
            }),
          ]);
        }
        expect(new Set(done.map((one) => one.body.version)).size).toBe(done.length);
        for (const { d, body } of answers.filter((one) => one.body.status !== 1)) {
          expect(d).toBeGreaterThan(0);
          expect(['out_of_stock', 'qty_limit']).toContain(body.code);
        }
        expect(quantities(await cartOf(browser))[productId] ?? 0).toBe(expected);
      },
    ),
    { numRuns: 25 },
  );
});

it('parallel first adds of one product make one line with the right quantity', async () => {
  const productId = await addProduct(shop);
  const browser = await browserOf(shop);
  await Promise.all(Array.from({ length: 12 }, () => change(browser, productId, 1)));
  const cart = await cartOf(browser);
  expect(cart.groups).toHaveLength(1);
  expect(cart.groups[0].items).toHaveLength(1);
  expect(cart.result).toMatchObject({ count: 12, sum_amount: 12 * 49000, sum_weight: 12 * 120 });
  const rows = await shop.db.execute<{ n: string }>(
    sql`select count(*) n from cart_items where product_id = ${productId}`,
  );
  expect(Number(rows.rows[0]?.n)).toBe(1);
});
