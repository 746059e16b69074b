import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { mailOutbox, outsideCalls } from '#server/db/tables/jobs.ts';
import { consents, guests, sessions } from '#server/db/tables/people.ts';
import { tidy } from '#server/platform/upkeep.ts';
import { addProduct, cartOf, change, quantities } from '#tests/cart/shop-people.ts';
import { addAccount, guestPhone, holdRows, openLab, type Phone, phoneOf, pieces } from '#tests/sync-server/phone.ts';
import type { TestShop } from '#tests/support/open-shop.ts';

// Guests that nothing hangs on any more: 90 days of their session, 45 of its keys, then they may go.
const DAY_MS = 86_400_000;
let shop: TestShop;
let began: Date;
beforeAll(async () => {
  shop = await openLab();
  began = shop.clock.now;
});
beforeEach(() => {
  shop.clock.now = began;
});
afterAll(() => shop.close());
const tidyAfter = async (days: number) => {
  shop.clock.now = new Date(began.getTime() + days * DAY_MS);
  await tidy({ db: shop.db, now: () => shop.clock.now });
};
const isKept = async ({ guestId }: Pick<Phone, 'guestId'>): Promise<boolean> =>
  (await shop.db.select().from(guests).where(eq(guests.guestId, guestId))).length === 1;

it('takes away guests that came 135 days ago and never again', async () => {
  const phone = await guestPhone(shop);
  await tidyAfter(134);
  expect(await isKept(phone)).toBe(true);
  await tidyAfter(136);
  expect(await isKept(phone)).toBe(false);
});

it('keeps whoever has pieces, a session, a consent or an account', async () => {
  const [buyer, comer, consenting, bound] = await Promise.all([1, 2, 3, 4].map(() => guestPhone(shop)));
  const [product, account] = [await addProduct(shop), await addAccount(shop)];
  await change(buyer!.browser, product, 2);
  const soon = new Date(began.getTime() + 200 * DAY_MS);
  await shop.db.update(sessions).set({ expiresAt: soon }).where(eq(sessions.guestId, comer!.guestId));
  await shop.db.insert(consents).values({
    guestId: consenting!.guestId,
    purpose: 'notify_product',
    docVersion: '1',
    textHash: 'hash',
  });
  await bound!.logIn(account.email);
  await tidyAfter(136);
  for (const phone of [buyer!, comer!, consenting!, bound!]) expect(await isKept(phone)).toBe(true);
  // The binding is for good: nobody opens this guest anew.
  expect((await bound!.openGuest()).http).toBe(403);
  await buyer!.openGuest();
  expect(quantities(await cartOf(buyer!.browser))).toEqual({ [product]: 2 });
});

it('a guest that was taken away comes back as itself and joins an account as ever', async () => {
  const [phone, account, product] = [await guestPhone(shop), await addAccount(shop), await addProduct(shop)];
  await change(phone.browser, product, 1);
  await change(phone.browser, product, -1);
  const { version } = await cartOf(phone.browser);
  await tidyAfter(136);
  expect(await isKept(phone)).toBe(false);

  const key = randomUUID();
  expect((await phone.send(pieces(product, 3), phone.guest, key)).kind).toBe('auth');
  expect(await phone.openGuest()).toMatchObject({ http: 200, body: { guestId: phone.guestId } });
  expect(await isKept(phone)).toBe(true);
  expect((await phone.send(pieces(product, 3), phone.guest, key)).kind).toBe('ack');
  // The phone remembers the version of its cart and throws older answers away: an emptied cart keeps counting.
  expect((await cartOf(phone.browser)).version).toBeGreaterThan(version);
  await phone.logIn(account.email);
  expect((await phone.send(pieces(product, 1), phone.guest, randomUUID())).kind).toBe('ack');
  expect(quantities(await cartOf((await phoneOf(shop, account.id)).browser))).toEqual({ [product]: 4 });
});

it('that logs in at the moment of the tidying is bound all the same', async () => {
  const [phone, account, product] = [await guestPhone(shop), await addAccount(shop), await addProduct(shop)];
  const held = await holdRows(shop, 'delete from guests where guest_id = $1', [phone.guestId]);
  const login = phone.logIn(account.email);
  await held.waiting(1);
  await held.release();
  expect((await login).http).toBe(200);
  expect((await phone.send(pieces(product, 1), phone.guest, randomUUID())).kind).toBe('ack');
});

it('takes away letters of the embedded gate after 30 days, ended calls to the outside after 45, none without an end', async () => {
  const day = (days: number) => new Date(began.getTime() + days * DAY_MS);
  const letter = { recipient: 'x@mail.test', subject: 's', text: 't', html: 'h', at: began };
  await shop.db.insert(mailOutbox).values({ ...letter, messageId: '<old@shop.test>' });
  const begun = { name: 'test', started: {}, begunAt: began, heldUntil: began };
  const [ended, open] = [randomUUID(), randomUUID()];
  await shop.db.insert(outsideCalls).values([
    { ...begun, id: ended, endedAt: day(1) },
    { ...begun, id: open },
  ]);
  const kept = async () => [
    (await shop.db.select().from(mailOutbox)).length,
    (await shop.db.select({ id: outsideCalls.id }).from(outsideCalls)).map((row) => row.id),
  ];
  await tidyAfter(29);
  expect(await kept()).toEqual([1, [ended, open]]);
  await tidyAfter(47);
  expect(await kept()).toEqual([0, [open]]);
});
