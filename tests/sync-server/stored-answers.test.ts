import { sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ROOM_BYTES } from '#server/platform/stored-answer.rules.ts';
import { addProduct, call, cartOf, change, quantities, type Answer, type Browser } from '#tests/cart/shop-people.ts';
import { guestPhone, openLab, pieces, storedUnder } from '#tests/sync-server/phone.ts';
import type { TestShop } from '#tests/support/open-shop.ts';

// What stands under a key, and how much of it one session may leave behind (docs/product/calls.md#keys, docs/decisions/133).
let shop: TestShop;
beforeAll(async () => {
  shop = await openLab();
});
afterAll(() => shop.close());

const storedText = async (key: string): Promise<string> =>
  (await shop.db.execute<{ answer: string }>(sql`select answer from idempotency_keys where key = ${key}`)).rows[0]!
    .answer;
const add = (browser: Browser, product: number, key: string): Promise<Answer> =>
  call(browser, 'POST', '/cart/add', { items: [{ product_id: product, quantity: 2 }] }, { 'idempotency-key': key });

it('keeps what the change did and none of the cart beside it, however large that is', async () => {
  const { browser } = await guestPhone(shop);
  for (let i = 0; i < 12; i += 1) await change(browser, await addProduct(shop), 1);
  const [product, key] = [await addProduct(shop), randomUUID()];
  const { body } = await change(browser, product, 3, { headers: { 'idempotency-key': key } });
  expect(body.groups[0].items).toHaveLength(13);
  expect(JSON.parse(await storedText(key))).toEqual({ status: 1, items: body.items, version: body.version });
});

it('repeats its own fields byte for byte and reads the cart anew', async () => {
  const { browser } = await guestPhone(shop);
  const [first, second, key] = [await addProduct(shop), await addProduct(shop), randomUUID()];
  const told = await add(browser, first, key);
  await change(browser, first, 5);
  await change(browser, second, 4);
  const again = await add(browser, first, key);
  expect(again.replayed).toBe(true);
  const own = ({ status, items, added, popup, version }: Answer['body']) =>
    JSON.stringify({ status, items, added, popup, version });
  expect(own(again.body)).toBe(own(told.body));
  expect(told.body.items).toMatchObject([{ product_id: first, quantity: 2 }]);
  const cart = await cartOf(browser);
  expect(quantities(cart)).toEqual({ [first]: 7, [second]: 4 });
  // Everything else is the cart of now: its version alone is the effect's.
  const { items: _items, added: _added, popup: _popup, version, ...snapshot } = again.body;
  expect({ ...snapshot, version: cart.version }).toEqual(cart);
  expect(version).toBe(cart.version - 2);
});

it('repeats whole what an earlier build has stored whole', async () => {
  const { browser } = await guestPhone(shop);
  const [product, key] = [await addProduct(shop), randomUUID()];
  const { body } = await add(browser, product, key);
  await shop.db.execute(sql`update idempotency_keys set answer = ${JSON.stringify(body)} where key = ${key}`);
  await change(browser, product, 5);
  expect((await add(browser, product, key)).body).toEqual(body);
});

it('bounds what one session leaves behind: then a new key waits, a repeat is answered, and others go on', async () => {
  const [phone, other] = [await guestPhone(shop), await guestPhone(shop)];
  const products = await Promise.all(Array.from({ length: 100 }, () => addProduct(shop, { stockQty: 5000 })));
  // A hundred products a time, as a person who wants the table to grow would send them.
  const flood = (key: string, step: number) =>
    call(
      phone.browser,
      'POST',
      '/cart/change',
      { items: products.map((product_id) => ({ product_id, delta: step % 2 === 0 ? 1 : -1 })) },
      { 'idempotency-key': key },
    );
  // A twelfth of the hour is left, so that the test need not fill all of it.
  const left = new Date(shop.clock.now.getTime() + (11 / 12) * 3_600_000);
  await shop.db.execute(
    sql`update sessions set answers_full_at = ${left.toISOString()} where guest_id = ${phone.guestId}`,
  );
  const done: string[] = [];
  let refused: Answer | undefined;
  for (let step = 0; step < 50 && !refused; step += 1) {
    const key = randomUUID();
    const answer = await flood(key, step);
    if (answer.http === 200) done.push(key);
    else refused = answer;
  }
  expect(refused).toMatchObject({ http: 429, body: { status: 0, code: 'too_many' } });
  const { rows } = await shop.db.execute<{ bytes: number }>(
    sql`select sum(octet_length(answer) + 280)::int as bytes from idempotency_keys where owner = ${phone.guest}`,
  );
  expect(rows[0]!.bytes).toBeGreaterThan(ROOM_BYTES / 24);
  expect(rows[0]!.bytes).toBeLessThan((ROOM_BYTES / 12) * 1.2);

  expect(await flood(done.at(-1)!, done.length - 1)).toMatchObject({ http: 200, replayed: true });
  const key = randomUUID();
  const waits = await phone.send(pieces(products[0]!, 1), phone.guest, key);
  expect([waits.http, waits.kind, await storedUnder(shop, key)]).toEqual([429, 'busy', 0]);
  const afterS = Number(waits.headers.get('retry-after'));
  expect(afterS).toBeGreaterThan(0);
  expect(afterS).toBeLessThan(120);
  expect((await other.send(pieces(products[0]!, 1), other.guest, randomUUID())).kind).toBe('ack');
  shop.clock.now = new Date(shop.clock.now.getTime() + afterS * 1000);
  expect((await phone.send(pieces(products[0]!, 1), phone.guest, key)).kind).toBe('ack');
});

it('counts refusals and small answers too', async () => {
  const { browser, send, guest } = await guestPhone(shop);
  const fullAt = async () =>
    (await shop.db.execute<{ at: string }>(sql`select max(answers_full_at)::text as at from sessions`)).rows[0]!.at;
  await change(browser, await addProduct(shop), 1);
  shop.clock.now = new Date(shop.clock.now.getTime() + 86_400_000);
  await send(pieces(await addProduct(shop), 1), guest, randomUUID());
  const before = await fullAt();
  expect((await send(pieces(await addProduct(shop, { stockQty: 0 }), 1), guest, randomUUID())).kind).toBe('rejected');
  // An hour for two million bytes: a row of some 400 is more than half a second.
  expect(Date.parse(await fullAt()) - Date.parse(before)).toBeGreaterThan(500);
});
