import fc from 'fast-check';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { priceSeenAccepted, priceSeenAfter, quantityAfter } from '#server/features/cart/cart.rules.ts';
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

it('never goes below zero, never above the limit by an increase, never loses booked pieces by an increase', () => {
  fc.assert(
    fc.property(quantity, delta, maxQty, (q, d, max) => {
      const after = quantityAfter(q, d, max);
      const isRight = d < 0 ? after === Math.max(0, q + d) : after >= q && after <= Math.max(q, max) && after <= q + d;
      expect(isRight && after >= 0, `${q} ${d} ${max} → ${after}`).toBe(true);
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
    }),
  );
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
          expected = quantityAfter(before, d, stockQty);
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
}, 60_000);

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
