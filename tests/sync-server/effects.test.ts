import { eq } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { products } from '#server/db/tables/catalogue.ts';
import { users } from '#server/db/tables/people.ts';
import { cartChange } from '#src/features/cart/cart.mutation.ts';
import type { CartChange } from '#src/features/cart/cart.mutation.ts';
import { addProduct, cartOf, quantities } from '#tests/cart/shop-people.ts';
import {
  addAccount,
  executionsOf,
  guestPhone,
  heart,
  ledgerOf,
  openLab,
  phoneOf,
  type Phone,
  pieces,
  type Sent,
} from '#tests/sync-server/phone.ts';
import type { TestShop } from '#tests/support/open-shop.ts';

// docs/product/offline.md#cart-arithmetic and Prices, and Base and pulls: what a record does, and what a pull says of it.
let shop: TestShop;
beforeAll(async () => {
  shop = await openLab();
});
afterAll(() => shop.close());
const setProduct = (id: number, more: Partial<typeof products.$inferInsert>) =>
  shop.db.update(products).set(more).where(eq(products.id, id));
const lineOf = async (phone: Phone, productId: number) =>
  (await cartOf(phone.browser)).groups
    .flatMap((group: { items: unknown[] }) => group.items)
    .find((item: { product: { id: number } }) => item.product.id === productId);
const itemOf = (sent: Sent) => JSON.parse(sent.text).items?.[0] as Record<string, unknown> | undefined;

describe('arithmetic', () => {
  // A fixed sequence of numbers: the same run every time.
  const dice = (seed: number) => () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;

  it.each([1, 2, 3, 4])(
    'three devices, doubled and repeated requests, stock that moves (%i): each key once, and the rule folded in server order',
    async (seed) => {
      const random = dice(seed * 7919);
      const account = await addAccount(shop);
      const product = await addProduct(shop, { stockQty: 12 });
      const devices = await Promise.all([1, 2, 3].map(() => phoneOf(shop, account.id)));
      const acked = new Set<string>();
      const lane = async (phone: Phone) => {
        for (let i = 0; i < 12; i += 1) {
          const key = randomUUID();
          const intent = pieces(product, Math.ceil(random() * 6) * (random() < 0.35 ? -1 : 1));
          const copies = random() < 0.4 ? 2 : 1;
          let sent = await Promise.all(Array.from({ length: copies }, () => phone.send(intent, account.owner, key)));
          // Told to wait, or the answer is lost: the same bytes again.
          for (let again = 0; again < 2 || sent.every((one) => one.kind === 'inflight'); again += 1)
            sent = [...sent, await phone.send(intent, account.owner, key)];
          const kinds = new Set(sent.map((one) => one.kind).filter((kind) => kind !== 'inflight'));
          expect([...kinds]).toHaveLength(1);
          if (kinds.has('ack')) acked.add(key);
        }
      };
      await Promise.all([
        ...devices.map(lane),
        (async () => {
          for (const stockQty of [5, 0, 9, 12]) await setProduct(product, { stockQty });
        })(),
      ]);
      const done = (await ledgerOf(shop)).filter((one) => one.person === account.owner);
      expect(new Set(done.map((one) => one.key)).size).toBe(done.length);
      expect(new Set(done.map((one) => one.key))).toEqual(acked);
      let quantity = 0;
      for (const one of done) {
        // An increase ends somewhere above, at most where it was asked to; a decrease has one end only.
        const [least, most] = [one.asked < 0 ? Math.max(0, quantity + one.asked) : quantity + 1, quantity + one.asked];
        expect(one.quantity).toBeGreaterThanOrEqual(least);
        expect(one.quantity).toBeLessThanOrEqual(Math.max(least, most));
        expect(one.applied).toBe(one.quantity - quantity);
        quantity = one.quantity;
      }
      expect(quantities(await cartOf(devices[0]!.browser))).toEqual(quantity === 0 ? {} : { [product]: quantity });
    },
  );

  it('tells what became of each line, with the price of now', async () => {
    const [phone, product] = [await guestPhone(shop), await addProduct(shop, { stockQty: 3, actualPrice: 50_000 })];
    const part = await phone.send(pieces(product, 5, 50_000), phone.guest, randomUUID());
    expect(itemOf(part)).toEqual({
      product_id: product,
      asked: 5,
      applied: 3,
      quantity: 3,
      price: 50_000,
      code: 'qty_limit',
      message: expect.stringMatching(/[а-я]/),
    });
    const asked = pieces(product, 5).body as CartChange;
    expect(part.verdict.kind === 'ack' && cartChange.readAnswer(asked, part.verdict.json)).toMatchObject([
      { do: 'entry', value: 3 },
      { do: 'shortage', pieces: 2 },
      { do: 'tell', code: 'qty_limit', asked: 5, applied: 3 },
    ]);
    await setProduct(product, { actualPrice: 61_000, stockQty: 9 });
    expect(itemOf(await phone.send(pieces(product, 1, 50_000), phone.guest, randomUUID()))).toEqual({
      product_id: product,
      asked: 1,
      applied: 1,
      quantity: 4,
      price: 61_000,
    });
    await setProduct(product, { stockQty: 2 });
    const none = await phone.send(pieces(product, 1), phone.guest, randomUUID());
    expect([none.kind, none.code]).toEqual(['rejected', 'qty_limit']);
    expect((await lineOf(phone, product)).quantity).toBe(4);
  });

  it('a decrease is never refused: sold out, hidden, dearer, absent, unknown', async () => {
    const phone = await guestPhone(shop);
    const product = await addProduct(shop);
    await phone.send(pieces(product, 5), phone.guest, randomUUID());
    for (const more of [{ stockQty: 0 }, { published: false }, { actualPrice: 999_000 }]) {
      await setProduct(product, more);
      expect(itemOf(await phone.send(pieces(product, -1), phone.guest, randomUUID()))).toMatchObject({ applied: -1 });
    }
    expect(itemOf(await phone.send(pieces(product, -9), phone.guest, randomUUID()))).toMatchObject({
      asked: -9,
      applied: -2,
      quantity: 0,
    });
    for (const id of [product, 900_001]) {
      const key = randomUUID();
      const sent = await phone.send(pieces(id, -1), phone.guest, key);
      expect([sent.kind, itemOf(sent)]).toEqual(['ack', expect.objectContaining({ applied: 0, quantity: 0 })]);
      expect(await executionsOf(shop, key)).toHaveLength(1);
    }
  });
});

describe('hearts', () => {
  it('of two devices at once end as the server carried them out, and an old repeat changes nothing', async () => {
    const account = await addAccount(shop);
    const product = await addProduct(shop);
    const devices = await Promise.all([phoneOf(shop, account.id), phoneOf(shop, account.id)]);
    const sent: [string, boolean][] = [];
    await Promise.all(
      devices.map(async (phone, device) => {
        for (let i = 0; i < 10; i += 1) {
          const [key, on] = [randomUUID(), (i + device) % 2 === 0];
          sent.push([key, on]);
          expect((await phone.send(heart(product, on), account.owner, key)).kind).toBe('ack');
        }
      }),
    );
    const done = (await ledgerOf(shop)).filter((one) => one.person === account.owner);
    expect(done).toHaveLength(20);
    let isOn = 0;
    for (const one of done) {
      expect(one.applied).toBe(one.quantity - isOn);
      isOn = one.quantity;
    }
    const before = await devices[0]!.get('/user/data');
    expect(before.favoriteProducts).toEqual(isOn === 1 ? [product] : []);
    // A request that was lost on the way and arrives after all the others.
    for (const [key, on] of sent) await devices[1]!.send(heart(product, on), account.owner, key);
    const after = await devices[0]!.get('/user/data');
    expect([after.favoriteProducts, after.favourites_version]).toEqual([
      before.favoriteProducts,
      before.favourites_version,
    ]);
  });
});

describe('a pull', () => {
  it('names exactly the keys whose pieces it shows, however it falls between them', async () => {
    const [phone, product] = [await guestPhone(shop), await addProduct(shop, { stockQty: 99 })];
    const keys = Array.from({ length: 40 }, () => randomUUID());
    const tried = { 'x-client-tried': keys.join(', ') };
    const pulls: { quantity: number; included: string[]; version: number }[] = [];
    let isOver = false;
    const pulling = [1, 2].map(async () => {
      while (!isOver) {
        const cart = await phone.get('/cart/data', tried);
        pulls.push({
          quantity: quantities(cart as never)[product] ?? 0,
          included: cart.included,
          version: cart.version,
        });
      }
    });
    const lanes = [0, 1, 2, 3].map(async (lane) => {
      for (let i = lane; i < keys.length; i += 4) await phone.send(pieces(product, 1), phone.guest, keys[i]!);
    });
    await Promise.all(lanes);
    isOver = true;
    await Promise.all(pulling);
    expect(new Set(pulls.map((one) => one.quantity)).size).toBeGreaterThan(3);
    for (const { quantity, included, version } of pulls)
      expect([included.length, version]).toEqual([quantity, quantity]);
  });

  it('of hearts comes from one snapshot too', async () => {
    const account = await addAccount(shop);
    const phone = await phoneOf(shop, account.id);
    const hearts = await Promise.all(
      Array.from({ length: 16 }, async () => [randomUUID(), await addProduct(shop)] as const),
    );
    const tried = { 'x-client-tried': hearts.map(([key]) => key).join(',') };
    let isOver = false;
    const pulling = (async () => {
      while (!isOver) {
        const { favoriteProducts, included, favourites_version } = await phone.get('/user/data', tried);
        const shown = hearts.filter(([, product]) => (favoriteProducts as number[]).includes(product));
        expect((included as string[]).toSorted()).toEqual(shown.map(([key]) => key).toSorted());
        expect(favourites_version).toBe(shown.length);
      }
    })();
    await Promise.all(hearts.map(([key, product]) => phone.send(heart(product, true), account.owner, key)));
    isOver = true;
    await pulling;
    expect((await phone.get('/user/data', tried)).included).toHaveLength(16);
  });

  it('leaves out what was refused, what is another’s, and what the guest did before joining it keeps in', async () => {
    const [phone, other, account] = [await guestPhone(shop), await guestPhone(shop), await addAccount(shop)];
    const [product, none] = [await addProduct(shop), await addProduct(shop, { stockQty: 0 })];
    const [done, refused, theirs] = [randomUUID(), randomUUID(), randomUUID()];
    await phone.send(pieces(product, 1), phone.guest, done);
    await phone.send(pieces(none, 1), phone.guest, refused);
    await other.send(pieces(product, 1), other.guest, theirs);
    const tried = { 'x-client-tried': [done, refused, theirs].join(',') };
    expect((await phone.get('/cart/data', tried)).included).toEqual([done]);
    await phone.logIn(account.email);
    expect((await phone.get('/cart/data', tried)).included).toEqual([done]);
    expect((await phone.get('/user/data', tried)).included).toEqual([done]);
    expect((await phone.get('/optovik/cart/data', tried)).code).toBe('forbidden');
  });
});

describe('prices', () => {
  const accept = (productId: number, price: number) =>
    ({ kind: 'cart.price', body: { kind: 'retail', cartType: 0, productId, price } }) as const;

  it('books the pieces, keeps the lowest price not accepted, and waits for «оставить» at exactly the price shown', async () => {
    const [phone, product] = [await guestPhone(shop), await addProduct(shop, { actualPrice: 60_000 })];
    // 500 ₽ stood on the screen; meanwhile it rose to 600.
    const sent = await phone.send(pieces(product, 2, 50_000), phone.guest, randomUUID());
    expect([sent.kind, itemOf(sent)]).toEqual(['ack', expect.objectContaining({ applied: 2, price: 60_000 })]);
    expect(await lineOf(phone, product)).toMatchObject({
      price: 60_000,
      sum: 120_000,
      price_changed: { from: 50_000, to: 60_000 },
    });
    // More of it, seen at the new price, does not accept the rise of the pieces before.
    await phone.send(pieces(product, 1, 60_000), phone.guest, randomUUID());
    expect((await lineOf(phone, product)).price_changed).toEqual({ from: 50_000, to: 60_000 });
    await setProduct(product, { actualPrice: 70_000 });
    const key = randomUUID();
    expect((await phone.send(accept(product, 60_000), phone.guest, key)).kind).toBe('ack');
    expect((await lineOf(phone, product)).price_changed).toEqual({ from: 60_000, to: 70_000 });
    expect((await phone.send(accept(product, 70_000), phone.guest, randomUUID())).kind).toBe('ack');
    expect((await lineOf(phone, product)).price_changed).toBeNull();
    // The first «оставить» again, late: it accepts nothing lower than what was accepted since.
    expect((await phone.send(accept(product, 60_000), phone.guest, key)).headers.get('idempotency-replayed')).toBe(
      'true',
    );
    expect((await lineOf(phone, product)).price_changed).toBeNull();
    expect(await executionsOf(shop, key)).toMatchObject([{ kind: 'cart.price', asked: 60_000, applied: 60_000 }]);
  });

  it('«убрать» is a change like any other, and a late «оставить» of a line that is gone says yes to nothing', async () => {
    const [phone, product] = [await guestPhone(shop), await addProduct(shop, { actualPrice: 60_000 })];
    await phone.send(pieces(product, 1, 50_000), phone.guest, randomUUID());
    await phone.send(pieces(product, -1), phone.guest, randomUUID());
    const key = randomUUID();
    expect((await phone.send(accept(product, 60_000), phone.guest, key)).kind).toBe('ack');
    expect(await lineOf(phone, product)).toBeUndefined();
    expect(await executionsOf(shop, key)).toMatchObject([{ applied: 0, quantity: 0 }]);
  });

  it('never asks about a fall, nor about another price type, nor at 0 ₽', async () => {
    const account = await addAccount(shop);
    const phone = await phoneOf(shop, account.id);
    const product = await addProduct(shop, { actualPrice: 50_000, actualConsPrice: 80_000 });
    await phone.send(pieces(product, 1, 90_000), account.owner, randomUUID());
    expect((await lineOf(phone, product)).price_changed).toBeNull();
    await setProduct(product, { actualPrice: 40_000 });
    expect(await lineOf(phone, product)).toMatchObject({ price: 40_000, price_changed: null });
    // Became a consultant: dearer here, but told, not asked.
    await shop.db.update(users).set({ role: 'cons', consId: 3_100_001 }).where(eq(users.id, account.id));
    expect(await lineOf(phone, product)).toMatchObject({ price: 80_000, price_changed: null });
    const free = await addProduct(shop, { actualConsPrice: 0 });
    await phone.send(pieces(free, 1), account.owner, randomUUID());
    expect((await lineOf(phone, free)).price_changed).toBeNull();
  });

  it('a changed price is judged when the record arrives, not when its answer is repeated', async () => {
    const [phone, product, key] = [
      await guestPhone(shop),
      await addProduct(shop, { actualPrice: 50_000 }),
      randomUUID(),
    ];
    await phone.send(pieces(product, 1, 50_000), phone.guest, key);
    await setProduct(product, { actualPrice: 75_000 });
    const again = await phone.send(pieces(product, 1, 50_000), phone.guest, key);
    expect([again.headers.get('idempotency-replayed'), itemOf(again)?.price]).toEqual(['true', 50_000]);
    expect((await lineOf(phone, product)).price_changed).toEqual({ from: 50_000, to: 75_000 });
  });
});
