import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cities } from '#server/db/tables/catalogue.ts';
import { orders } from '#server/db/tables/orders.ts';
import { sessions, users } from '#server/db/tables/people.ts';
import { forgetAbandoned } from '#server/features/registration/registration.jobs.ts';
import type { JobWork } from '#server/platform/job.ts';
import { hashPassword } from '#server/platform/password.ts';
import { addPerson, addProduct, type Browser, browserOf, call, cartOf, change, quantities } from '#tests/cart/shop-people.ts'; // prettier-ignore
import { addOrder } from '#tests/payments/paying-shop.ts';
import { openCodeBox } from '#tests/registration/code-box.ts';
import { fetchFrom } from '#tests/support/fetch-from.ts';
import { openShop, type TestShop } from '#tests/support/open-shop.ts';

let shop: TestShop;
let box: ReturnType<typeof openCodeBox>;
beforeAll(async () => {
  shop = await openShop();
  await shop.db
    .insert(cities)
    .values({ id: 3, title: 'Новосибирск', countryId: 1, lat: 55.03, lon: 82.92, utcOffset: 7 })
    .onConflictDoNothing();
  box = openCodeBox(shop);
  await box.start();
});
afterAll(async () => {
  await box.stop();
  await shop.close();
});

let last = 700_000;
async function register(email: string, phone = `+7913${String((last += 1)).padStart(7, '0')}`) {
  const tab = await browserOf(shop);
  const answer = await call(tab, 'POST', '/api/registration', {
    type: 'client',
    first_name: 'Наталья',
    last_name: 'Верещагина',
    phone,
    email,
    city_id: 3,
    confirm_by: 'email',
    password: 'росток и лён',
    consents: { personal: true, offer: true },
  });
  return { tab, id: answer.body.user.id as number };
}
const confirm = async (tab: Browser, email: string) =>
  (await call(tab, 'POST', '/api/registration/confirm', { code: await box.codeTo(email) })).body;
const logIn = async (login: string) => {
  const tab = fetchFrom(shop.app);
  const answer = await call(tab, 'POST', '/api/login', { login, password: 'пароль' });
  return { tab, body: answer.body };
};
const isThere = async (id: number) => (await shop.db.select().from(users).where(eq(users.id, id))).length === 1;

describe('an address that is one’s own already', () => {
  it('cart and hearts of the new account join the old one at its next login', async () => {
    const old = await addPerson(shop, { email: 'olga@mail.test', passwordHash: await hashPassword('пароль') });
    const [tea, cream] = [await addProduct(shop), await addProduct(shop, { stockQty: 4 })];
    await change(await browserOf(shop, { userId: old }), cream, 3);
    const { tab, id } = await register('olga@mail.test');
    await change(tab, tea, 2);
    await change(tab, cream, 3);
    await call(tab, 'PUT', `/favorite-products/${tea}`);
    expect(await confirm(tab, 'olga@mail.test')).toMatchObject({ code: 'duplicate' });
    expect(quantities(await cartOf(tab))).toEqual({ [tea]: 2, [cream]: 3 });
    const back = await logIn('olga@mail.test');
    expect(back.body.warnings).toEqual([{ code: 'qty_limit', message: expect.stringContaining('4') }]);
    expect(quantities(await cartOf(back.tab))).toEqual({ [tea]: 2, [cream]: 4 });
    expect((await call(back.tab, 'GET', '/user/data')).body.favoriteProducts).toEqual([tea]);
    expect(await isThere(id)).toBe(false);
    expect((await call(tab, 'GET', '/user/data')).body.user.isGuest).toBe(true);
  });
  it('without the right code nothing joins', async () => {
    const old = await addPerson(shop, { email: 'vera@mail.test', passwordHash: await hashPassword('пароль') });
    const { tab, id } = await register('vera@mail.test');
    await change(tab, await addProduct(shop), 2);
    await call(tab, 'POST', '/api/registration/confirm', { code: '000000' });
    const back = await logIn('vera@mail.test');
    expect([quantities(await cartOf(back.tab)), await isThere(id)]).toEqual([{}, true]);
    expect(old).toBeGreaterThan(0);
  });
  it('whoever gives another address instead keeps what is theirs', async () => {
    await addPerson(shop, { email: 'inna@mail.test', passwordHash: await hashPassword('пароль') });
    const { tab, id } = await register('inna@mail.test');
    const product = await addProduct(shop);
    await change(tab, product, 2);
    expect((await confirm(tab, 'inna@mail.test')).code).toBe('duplicate');
    shop.clock.now = new Date(shop.clock.now.getTime() + 61_000);
    await call(tab, 'POST', '/api/registration/send-new', { email: 'inna.two@mail.test' });
    expect((await confirm(tab, 'inna.two@mail.test')).status).toBe('success');
    await logIn('inna@mail.test');
    expect([quantities(await cartOf(tab)), await isThere(id)]).toEqual([{ [product]: 2 }, true]);
  });
});

describe('a guest’s orders', () => {
  const ownerOf = async (id: number) =>
    (await shop.db.select({ userId: orders.userId }).from(orders).where(eq(orders.id, id)))[0]!.userId;
  it('join whoever has just proved their address, and nobody else’s do', async () => {
    const mine = await addOrder(shop, { recipientEmail: 'Lena@Mail.test', recipientPhone: '+79130000001' });
    const byPhone = await addOrder(shop, { recipientEmail: null, recipientPhone: '+79130000002' });
    const others = await addOrder(shop, { recipientEmail: 'lena@mail.test.ru' });
    // The number was typed, not proved: the order stays where it is.
    const { tab, id } = await register('lena@mail.test', '+79130000002');
    expect(await ownerOf(mine.id)).toBeNull();
    await confirm(tab, 'lena@mail.test');
    expect([await ownerOf(mine.id), await ownerOf(byPhone.id), await ownerOf(others.id)]).toEqual([id, null, null]);
    const list = await call(tab, 'POST', '/api/order/fetch-orders', {});
    expect(list.body.orders.map((order: { id: number }) => order.id)).toEqual([mine.id]);
    expect((await call(fetchFrom(shop.app), 'GET', `/api/order/by-token/${mine.token}`)).http).toBe(200);
  });
  it('«Сохранить в кабинете»: by an address that the account has proved', async () => {
    const userId = await addPerson(shop, { email: 'keep@mail.test' });
    const tab = await browserOf(shop, { userId });
    const keep = async (token: unknown) => (await call(tab, 'POST', '/api/order/keep', { public_token: token })).body;
    const mine = await addOrder(shop, { recipientEmail: 'keep@mail.test' });
    const foreign = await addOrder(shop, { recipientEmail: 'other@mail.test', recipientPhone: '+79130000009' });
    const taken = await addOrder(shop, { recipientEmail: 'keep@mail.test' });
    await shop.db
      .update(orders)
      .set({ userId: await addPerson(shop) })
      .where(eq(orders.id, taken.id));
    expect(await keep(mine.token)).toMatchObject({ status: 'success', order_id: mine.id });
    expect(await keep(mine.token)).toMatchObject({ status: 'success' });
    expect(await keep(foreign.token)).toMatchObject({ code: 'forbidden', message: expect.stringContaining('профиле') });
    expect(await keep(taken.token)).toMatchObject({ code: 'not_found' });
    expect(await keep('A'.repeat(22))).toMatchObject({ code: 'not_found' });
    expect(await keep('<script>')).toMatchObject({ code: 'validation' });
    expect([await ownerOf(mine.id), await ownerOf(foreign.id)]).toEqual([userId, null]);
  });
});

it('accounts that were never confirmed go after 30 days, unless somebody still uses them', async () => {
  const [gone, used, recent] = [await register('a1@mail.test'), await register('a2@mail.test'), await register('a3@mail.test')]; // prettier-ignore
  const client = await addPerson(shop);
  await change(gone.tab, await addProduct(shop), 1);
  const now = new Date(shop.clock.now.getTime() + 31 * 86_400_000);
  await shop.db.update(sessions).set({ seenAt: now }).where(eq(sessions.userId, used.id));
  await shop.db.update(users).set({ registeredAt: now }).where(eq(users.id, recent.id));
  // It asks for no more of its surroundings.
  await forgetAbandoned.handle({ db: shop.db, now: () => now, signal: AbortSignal.timeout(60_000) } as JobWork, {});
  const there = await Promise.all([gone.id, used.id, recent.id, client].map(isThere));
  expect(there).toEqual([false, true, true, true]);
  const { rows } = await shop.db.execute(sql`select from carts where user_id = ${gone.id}`);
  expect(rows).toHaveLength(0);
});
