import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addPerson, addProduct, cartOf, change } from '#tests/cart/shop-people.ts';
import { buyerWith } from '#tests/orders/order-people.ts';
import { statementsOf } from '#tests/orders/statements.ts';
import { openShop, type TestShop } from '#tests/support/open-shop.ts';

let shop: TestShop;
let products: number[];
beforeAll(async () => {
  shop = await openShop();
  products = await Promise.all(Array.from({ length: 40 }, () => addProduct(shop, { stockQty: 500 })));
});
afterAll(() => shop.close());

describe('a cart is counted anew by at most three statements, whatever the number of lines', () => {
  it.each([1, 40])('%i lines', async (lines) => {
    const cart = products.slice(0, lines).map((id) => [id, 1] as const);
    const browser = await buyerWith(shop, cart, { userId: await addPerson(shop) });
    const read = await statementsOf(() => cartOf(browser));
    expect(read.result.result).toMatchObject({ count: lines, sum_amount: 49_000 * lines });
    expect(read.statements.slice(3)).toEqual([]);
    const changed = await statementsOf(() => change(browser, products[0]!, 1));
    expect(changed.result.body.status).toBe(1);
    // Who asks is one more, as for every call that changes something.
    expect(changed.statements[0]).toContain('"users"."id"');
    expect(changed.statements.slice(4)).toEqual([]);
  });
});
