import { eq } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { products } from '#server/db/tables/catalogue.ts';
import { fetchFrom } from '#tests/support/fetch-from.ts';
import { openShop, type TestShop } from '#tests/support/open-shop.ts';
import {
  addConsultant,
  addPerson,
  addProduct,
  browserOf,
  call,
  cartOf,
  change,
  quantities,
} from '#tests/cart/shop-people.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());
const setProduct = (id: number, more: Partial<typeof products.$inferInsert>) =>
  shop.db.update(products).set(more).where(eq(products.id, id));

describe('who may', () => {
  it('answers an empty cart to a stranger and asks for a session before a change', async () => {
    const stranger = fetchFrom(shop.app);
    expect(await cartOf(stranger)).toMatchObject({
      status: 1,
      version: 0,
      kind: 'retail',
      groups: [],
      result: { count: 0, sum_amount: 0, sum_balls: 0, price_type: 0 },
    });
    const refused = await change(stranger, await addProduct(shop), 1);
    expect(refused).toMatchObject({ http: 401, body: { status: 0, code: 'auth_required' } });
    expect((await call(stranger, 'GET', '/cart/clean')).http).toBe(401);
  });

  it('refuses every change of a readonly person with the words of the specification', async () => {
    const userId = await addConsultant(shop, { readonly: true });
    const browser = await browserOf(shop, { userId });
    const productId = await addProduct(shop);
    const tries = [
      change(browser, productId, 1),
      change(browser, productId, -1),
      call(browser, 'POST', '/cart/add', { items: [{ product_id: productId, quantity: 1 }] }),
      call(browser, 'POST', '/cart/set', { order_item_id: 1, quantity: 2 }),
      call(browser, 'POST', '/cart/remove/0/1'),
      call(browser, 'GET', '/cart/clean'),
      call(browser, 'POST', '/api/cart/accept-price', { product_id: productId, price: 1 }),
    ];
    for (const { http, body } of await Promise.all(tries))
      expect({ http, body }).toEqual({ http: 403, body: { status: 0, code: 'readonly', message: 'Запрещено' } });
    expect((await cartOf(browser)).status).toBe(1);
  });

  it('opens the wholesale cart to wholesale people only, and to them under both addresses', async () => {
    const client = await browserOf(shop, { userId: await addPerson(shop) });
    expect(await call(client, 'GET', '/optovik/cart/data')).toMatchObject({
      http: 403,
      body: { status: 0, code: 'forbidden' },
    });
    const productId = await addProduct(shop);
    expect(await change(client, productId, 1, { base: '/optovik/cart' })).toMatchObject({
      http: 403,
      body: { code: 'forbidden' },
    });
    expect((await call(await browserOf(shop), 'GET', '/optovik/cart/data')).http).toBe(401);
    const optovik = await browserOf(shop, { userId: await addPerson(shop, { role: 'optovik' }) });
    expect((await change(optovik, productId, 3, { base: '/optovik/cart' })).body).toMatchObject({
      status: 1,
      kind: 'wholesale',
      result: { count: 3, price_type: 1, sum_amount: 3 * 37731 },
    });
    // A change that was made as a guest comes to the retail address after the login.
    expect((await change(optovik, productId, 2)).body).toMatchObject({ kind: 'wholesale', result: { count: 5 } });
    const line = (await cartOf(optovik)).groups[0].items[0].order_item_id;
    expect(await cartOf(optovik)).toEqual(await cartOf(optovik, '/optovik/cart'));
    expect((await call(optovik, 'POST', '/cart/set', { order_item_id: line, quantity: 4 })).body).toMatchObject({
      kind: 'wholesale',
      result: { count: 4 },
    });
    expect((await call(optovik, 'POST', `/cart/remove/0/${line}`)).body).toMatchObject({ kind: 'wholesale' });
    expect((await cartOf(optovik, '/optovik/cart')).groups).toEqual([]);
  });

  it('empties once per key: a late repeat takes away nothing that came after', async () => {
    const browser = await browserOf(shop);
    const productId = await addProduct(shop);
    await change(browser, productId, 2);
    const key = { 'idempotency-key': randomUUID() };
    expect((await call(browser, 'GET', '/cart/clean', undefined, key)).body).toMatchObject({ result: { count: 0 } });
    await change(browser, productId, 3);
    expect((await call(browser, 'GET', '/cart/clean', undefined, key)).body).toMatchObject({ status: 1 });
    expect((await cartOf(browser)).result.count).toBe(3);
  });

  it('lets nobody change with a forged request', async () => {
    const browser = await browserOf(shop);
    const answer = await browser('/cart/clean', { headers: {} });
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ code: 'foreign_origin' });
  });
});

describe('adding', () => {
  it('adds by code and answers the popup; an unknown code is status 0', async () => {
    const browser = await browserOf(shop);
    const productId = await addProduct(shop, { code: '10777' });
    const added = await call(browser, 'POST', '/cart/add', {
      items: [{ code: ' 10777 ', quantity: 2 }],
      source: 'code',
    });
    expect(added.body).toMatchObject({
      status: 1,
      popup: { product: { id: productId, code: '10777' }, quantity: 2 },
      result: { count: 2 },
    });
    expect(added.body.added).toEqual([added.body.groups[0].items[0].order_item_id]);
    const unknown = await call(browser, 'POST', '/cart/add', { items: [{ code: '99999', quantity: 1 }] });
    expect(unknown).toMatchObject({
      http: 200,
      body: { status: 0, code: 'not_found', message: 'Товар с таким кодом не найден' },
    });
  });

  it('accepts what it can of several and says what it could not', async () => {
    const browser = await browserOf(shop);
    const [some, none] = [await addProduct(shop, { stockQty: 3 }), await addProduct(shop, { stockQty: 0 })];
    const { body } = await call(browser, 'POST', '/cart/add', {
      items: [
        { product_id: some, quantity: 5 },
        { product_id: none, quantity: 1 },
        { code: 'нет', quantity: 1 },
      ],
    });
    expect(body.status).toBe(1);
    expect(body.items).toEqual([
      {
        product_id: some,
        asked: 5,
        applied: 3,
        quantity: 3,
        price: 49000,
        code: 'qty_limit',
        message: expect.any(String),
      },
      {
        product_id: none,
        asked: 1,
        applied: 0,
        quantity: 0,
        price: 49000,
        code: 'out_of_stock',
        message: 'Товара нет в наличии',
      },
      { product_id: 0, asked: 1, applied: 0, quantity: 0, code: 'not_found', message: 'Товар с таким кодом не найден' },
    ]);
  });

  it.each([0, -1, 1_000_000, 1.5, '5', 'много', null])('refuses the quantity %s under its field', async (wrong) => {
    const browser = await browserOf(shop);
    const { http, body } = await call(browser, 'POST', '/cart/add', {
      items: [{ product_id: await addProduct(shop), quantity: wrong }],
    });
    expect(http).toBe(200);
    expect(body).toMatchObject({
      status: 0,
      code: 'validation',
      errors: { 'items.0.quantity': ['Количество — целое число от 1 до 999'] },
    });
  });

  it.each([0, 1000, -1000, 0.5, 'x'])('refuses the change %s under its field', async (wrong) => {
    const browser = await browserOf(shop);
    const { body } = await call(browser, 'POST', '/cart/change', {
      items: [{ product_id: await addProduct(shop), delta: wrong }],
    });
    expect(body).toMatchObject({ status: 0, code: 'validation', errors: { 'items.0.delta': [expect.any(String)] } });
  });

  it('stops at the stock, at 99 pieces and at nothing left, and raises no version by a refusal', async () => {
    const browser = await browserOf(shop);
    const [many, none] = [await addProduct(shop, { stockQty: 500 }), await addProduct(shop, { stockQty: 0 })];
    expect((await change(browser, many, 150)).body.items[0]).toMatchObject({
      asked: 150,
      applied: 99,
      quantity: 99,
      code: 'qty_limit',
    });
    expect((await change(browser, many, 1)).body).toMatchObject({ status: 0, code: 'qty_limit' });
    expect((await change(browser, none, 1)).body).toMatchObject({
      status: 0,
      code: 'out_of_stock',
      message: 'Товара нет в наличии',
    });
    expect((await change(browser, 987_654, 1)).body).toMatchObject({ status: 0, code: 'not_found' });
    expect((await change(browser, 2 ** 40, 1)).body).toMatchObject({ status: 0, code: 'not_found' });
    expect((await cartOf(browser)).version).toBe(1);
  });

  it('folds several changes of one product in one request', async () => {
    const browser = await browserOf(shop);
    const productId = await addProduct(shop, { stockQty: 4 });
    const { body } = await call(browser, 'POST', '/cart/change', {
      items: [
        { product_id: productId, delta: 9 },
        { product_id: productId, delta: -1 },
        { product_id: productId, delta: 1 },
      ],
    });
    expect(body.items.map((item: { quantity: number }) => item.quantity)).toEqual([4, 3, 4]);
    expect(quantities(body)).toEqual({ [productId]: 4 });
  });
});

describe('taking away', () => {
  it('never refuses a decrease: absent line, sold-out, hidden or deleted product', async () => {
    const browser = await browserOf(shop);
    const productId = await addProduct(shop);
    expect((await change(browser, productId, -3)).body).toMatchObject({
      status: 1,
      items: [{ applied: 0, quantity: 0 }],
    });
    expect((await change(browser, 987_654, -1)).body).toMatchObject({ status: 1, items: [{ applied: 0 }] });
    await change(browser, productId, 5);
    await setProduct(productId, { stockQty: 0, published: false });
    expect((await change(browser, productId, -2)).body).toMatchObject({
      status: 1,
      items: [{ applied: -2, quantity: 3 }],
    });
    const left = await change(browser, productId, -999);
    expect(left.body).toMatchObject({ status: 1, items: [{ applied: -3, quantity: 0 }], groups: [] });
  });

  it('sets, removes and cleans by line', async () => {
    const browser = await browserOf(shop);
    const [one, two] = [await addProduct(shop), await addProduct(shop)];
    await change(browser, one, 2);
    const { body } = await change(browser, two, 1);
    const [first, second] = body.groups[0].items.map((item: { order_item_id: number }) => item.order_item_id);
    expect((await call(browser, 'POST', '/cart/set', { order_item_id: first, quantity: 7 })).body).toMatchObject({
      status: 1,
      items: [{ product_id: one, applied: 5, quantity: 7 }],
    });
    expect((await call(browser, 'POST', '/cart/set', { order_item_id: first, quantity: 7 })).body).toMatchObject({
      status: 1,
      items: [{ applied: 0, quantity: 7 }],
    });
    expect((await call(browser, 'POST', '/cart/set', { order_item_id: first, quantity: 0 })).body).toMatchObject({
      status: 0,
      errors: { quantity: [expect.any(String)] },
    });
    expect((await call(browser, 'POST', '/cart/set', { order_item_id: 1e9, quantity: 1 })).body).toMatchObject({
      status: 0,
      code: 'not_found',
    });
    expect(quantities((await call(browser, 'POST', `/cart/remove/0/${second}`)).body)).toEqual({ [one]: 7 });
    expect(await call(browser, 'POST', `/cart/remove/0/${second}`)).toMatchObject({
      http: 404,
      body: { code: 'not_found' },
    });
    expect(await call(browser, 'POST', '/cart/remove/0/9999999999')).toMatchObject({ http: 404 });
    expect(await call(browser, 'POST', '/cart/remove/x/1')).toMatchObject({ http: 400 });
    expect((await call(browser, 'GET', '/cart/clean')).body).toMatchObject({
      status: 1,
      groups: [],
      result: { count: 0 },
    });
    const stranger = await browserOf(shop);
    expect(await call(stranger, 'POST', `/cart/remove/0/${first}`)).toMatchObject({ http: 404 });
  });
});

describe('keys and pulls', () => {
  it('carries one key out once, also when two copies arrive together, and refuses it with other words', async () => {
    const browser = await browserOf(shop);
    const productId = await addProduct(shop);
    const headers = { 'idempotency-key': randomUUID() };
    const both = await Promise.all([
      change(browser, productId, 2, { headers }),
      change(browser, productId, 2, { headers }),
    ]);
    expect(both.filter((one) => one.body.status === 1 && !one.replayed)).toHaveLength(1);
    for (const one of both) expect([200, 409]).toContain(one.http);
    const again = await change(browser, productId, 2, { headers });
    expect(again).toMatchObject({
      http: 200,
      replayed: true,
      body: { status: 1, items: [{ applied: 2, quantity: 2 }] },
    });
    expect(await change(browser, productId, 3, { headers })).toMatchObject({
      http: 422,
      body: { code: 'idempotency_payload' },
    });
    expect(quantities(await cartOf(browser))).toEqual({ [productId]: 2 });
  });

  it('stores a refusal under its key without any effect', async () => {
    const browser = await browserOf(shop);
    const productId = await addProduct(shop, { stockQty: 0 });
    const headers = { 'idempotency-key': randomUUID() };
    expect((await change(browser, productId, 1, { headers })).body.code).toBe('out_of_stock');
    await setProduct(productId, { stockQty: 10 });
    expect(await change(browser, productId, 1, { headers })).toMatchObject({
      replayed: true,
      body: { status: 0, code: 'out_of_stock' },
    });
    expect((await cartOf(browser)).version).toBe(0);
  });

  it('names the tried keys that a snapshot includes, and no foreign ones', async () => {
    const [browser, other] = [await browserOf(shop), await browserOf(shop)];
    const productId = await addProduct(shop);
    const [mine, theirs, never] = [randomUUID(), randomUUID(), randomUUID()];
    await change(browser, productId, 1, { headers: { 'idempotency-key': mine } });
    await change(other, productId, 1, { headers: { 'idempotency-key': theirs } });
    const { body } = await call(browser, 'GET', '/cart/data', undefined, {
      'x-client-tried': `${mine}, ${theirs},${never}, junk`,
    });
    expect(body.included).toEqual([mine]);
    expect((await cartOf(browser)).included).toBeUndefined();
  });
});

describe('prices', () => {
  it('marks a rise, counts at the current price, and «Оставить» accepts exactly the price it was shown', async () => {
    const browser = await browserOf(shop);
    const productId = await addProduct(shop, { actualPrice: 50000 });
    await change(browser, productId, 2);
    await setProduct(productId, { actualPrice: 60000 });
    const marked = await cartOf(browser);
    expect(marked.groups[0].items[0]).toMatchObject({
      price: 60000,
      sum: 120000,
      price_changed: { from: 50000, to: 60000 },
    });
    expect(marked.warnings).toEqual([expect.objectContaining({ code: 'price_changed', product_id: productId })]);
    await setProduct(productId, { actualPrice: 65000 });
    const accept = (price: number) =>
      call(browser, 'POST', '/api/cart/accept-price', { cartType: 0, product_id: productId, price });
    expect((await accept(60000)).body.groups[0].items[0].price_changed).toEqual({ from: 60000, to: 65000 });
    expect((await accept(65000)).body.groups[0].items[0].price_changed).toBeNull();
    await setProduct(productId, { actualPrice: 40000 });
    expect((await cartOf(browser)).groups[0].items[0]).toMatchObject({ price: 40000, price_changed: null });
    // A price that nobody was shown accepts nothing: the next rise is told from the last agreed price.
    expect((await accept(1_000_000)).body.groups[0].items[0].price_changed).toBeNull();
    await setProduct(productId, { actualPrice: 70000 });
    expect((await accept(1_000_000)).body.groups[0].items[0].price_changed).toBeNull();
    await setProduct(productId, { actualPrice: 80000 });
    expect((await cartOf(browser)).groups[0].items[0].price_changed).toEqual({ from: 70000, to: 80000 });
    expect((await call(browser, 'POST', '/api/cart/accept-price', { product_id: 987_654, price: 5 })).body.status).toBe(
      1,
    );
  });

  it('remembers the lower price that stood on the screen at the gesture', async () => {
    const browser = await browserOf(shop);
    const productId = await addProduct(shop, { actualPrice: 50000 });
    expect((await change(browser, productId, 1, { seen_price: 45000 })).body.groups[0].items[0].price_changed).toEqual({
      from: 45000,
      to: 50000,
    });
    const other = await addProduct(shop, { actualPrice: 50000 });
    for (const seen of [99_000, 2 ** 45])
      expect((await change(browser, other, 1, { seen_price: seen })).body.groups[0].items[1].price_changed).toBeNull();
    expect((await change(browser, other, 1, { seen_price: -5 })).body.groups[0].items[1].price_changed).toEqual({
      from: 0,
      to: 50000,
    });
  });

  it('leaves what cannot be bought on its line, out of the totals', async () => {
    const browser = await browserOf(shop);
    const [sold, fine] = [await addProduct(shop), await addProduct(shop)];
    await change(browser, sold, 2);
    await change(browser, fine, 1);
    await setProduct(sold, { published: false });
    const cart = await cartOf(browser);
    expect(cart.groups[0].items[0]).toMatchObject({
      quantity: 2,
      available: false,
      max_qty: 0,
      note: 'Товара больше нет в каталоге',
    });
    expect(cart.result).toMatchObject({ count: 1, sum_amount: 49000, sum_weight: 120 });
    await setProduct(sold, { published: true, stockQty: 1 });
    expect((await cartOf(browser)).groups[0].items[0]).toMatchObject({ available: true, note: 'Осталось 1\u00a0шт.' });
  });

  it('shows no consultant price and no points to a guest or a client, in any answer', async () => {
    const productId = await addProduct(shop, { actualPrice: 77700, actualConsPrice: 61397, ballsHalf: 8888 });
    const people = [
      await browserOf(shop),
      await browserOf(shop, { userId: await addPerson(shop) }),
      await browserOf(shop, { userId: await addPerson(shop, { role: 'user' }) }),
    ];
    for (const browser of people) {
      const answers = [
        await change(browser, productId, 2),
        await call(browser, 'POST', '/cart/add', { items: [{ product_id: productId, quantity: 1 }] }),
        await call(browser, 'GET', '/cart/data?recalc=1'),
        await call(browser, 'POST', '/api/cart/accept-price', { product_id: productId, price: 77700 }),
      ];
      for (const { body } of answers) {
        const text = JSON.stringify(body);
        expect(text).toContain('77700');
        expect(text).not.toMatch(/61397|8888|4444|122794|184191|13332/);
        expect(body.result).toMatchObject({ sum_balls: 0, price_type: 0 });
      }
    }
    const consultant = await browserOf(shop, { userId: await addConsultant(shop) });
    expect((await change(consultant, productId, 2)).body).toMatchObject({
      result: { sum_amount: 122794, sum_balls: 8888, price_type: 1 },
      groups: [{ items: [{ balls: 8888, product: { actual_cons_price: 61397, balls: 4444 } }] }],
    });
  });
});
