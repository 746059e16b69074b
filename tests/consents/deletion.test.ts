import { and, eq, isNull, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { orders } from '#server/db/tables/orders.ts';
import { consents, sessions, users } from '#server/db/tables/people.ts';
import { sendCode } from '#server/features/codes/codes.jobs.ts';
import { eraseDue, tellLeaving, tellShop } from '#server/features/personal-data/deletion.jobs.ts';
import { hashPassword } from '#server/platform/password.ts';
import {
  addConsultant,
  addPerson,
  addProduct,
  type Browser,
  browserOf,
  call,
  change,
} from '#tests/cart/shop-people.ts';
import { addFullPerson, PASSWORD, queued, SENTINEL, tablesWith, workOf } from '#tests/consents/full-person.ts';
import { place, placingBody, putOnAccount } from '#tests/orders/order-people.ts';
import { openShop, type TestShop } from '#tests/support/open-shop.ts';

let shop: TestShop;
let work: ReturnType<typeof workOf>;
let passwordHash: string;
beforeAll(async () => {
  shop = await openShop();
  work = workOf(shop);
  passwordHash = await hashPassword(PASSWORD);
});
afterAll(() => shop.close());

const DAY_MS = 86_400_000;
const later = (ms: number): void => void (shop.clock.now = new Date(shop.clock.now.getTime() + ms));
let last = 0;
async function addAccount(more: Partial<typeof users.$inferInsert> = {}) {
  last += 1;
  const email = `uhozhu${last}@mail.test`;
  const id = await addPerson(shop, { email, passwordHash, ...more });
  return { id, email, tab: await browserOf(shop, { userId: id }) };
}
const send = async (tab: Browser, path: string, body: unknown = {}) => (await call(tab, 'POST', path, body)).body;
const leave = (tab: Browser, proof: unknown) => send(tab, '/api/account/delete', proof);
const what = async (tab: Browser) => (await call(tab, 'GET', '/api/account/delete')).body;
const person = async (id: number) => (await shop.db.select().from(users).where(eq(users.id, id)))[0]!;
const sessionsOf = async (id: number) => (await shop.db.select().from(sessions).where(eq(sessions.userId, id))).length;
async function codeFor(tab: Browser, email: string): Promise<string> {
  expect(await send(tab, '/api/account/delete/send-code')).toMatchObject({ confirmation: { type: 'email' } });
  const { codeId } = (await queued<{ codeId: number }>(shop, 'codes.send')).at(-1)!;
  await sendCode.handle(work, { codeId });
  return /\b(\d{6})\b/.exec(work.letters.findLast(({ to }) => to === email)?.text ?? '')?.[1] ?? '';
}

describe('asking for the end of an account', () => {
  it('says before what will happen, to money, orders and people below', async () => {
    const id = await addConsultant(shop, { email: 'glava@mail.test', passwordHash });
    const child = await addConsultant(shop, { sponsorId: id });
    await addConsultant(shop, { sponsorId: child });
    await addPerson(shop, { sponsorId: child });
    await putOnAccount(shop, id, 0, 125_000);
    await putOnAccount(shop, id, 1, 348_050);
    expect(await what(await browserOf(shop, { userId: id }))).toMatchObject({
      delete_at: null,
      code_to: 'g***@mail.test',
      has_password: true,
      balances: [
        { account_type: 0, amount: 125_000, becomes: 'вернём' },
        { account_type: 1, amount: 348_050, becomes: 'по договору' },
      ],
      people_below: 2,
      open_orders: 0,
      waits_for_shop: true,
      refused: null,
    });
  });

  it('by the password sets a day in thirty, ends every other session, and tells the address', async () => {
    const { id, email, tab } = await addAccount();
    await browserOf(shop, { userId: id });
    const answer = await leave(tab, { password: PASSWORD });
    const day = new Date(shop.clock.now.getTime() + 30 * DAY_MS);
    expect(answer).toMatchObject({ status: 'success', delete_at: day.toISOString() });
    expect(await sessionsOf(id)).toBe(1);
    expect((await call(tab, 'GET', '/user/data')).body).toMatchObject({ user: { delete_at: day.toISOString() } });
    await tellLeaving.handle(work, { userId: id, deleteAt: day.toISOString() });
    expect(work.letters.at(-1)).toMatchObject({ to: email, subject: expect.stringContaining('удалится') });
  });

  it('by a code needs the right one; a wrong one counts and changes nothing', async () => {
    const { id, email, tab } = await addAccount();
    const code = await codeFor(tab, email);
    const wrong = code === '111111' ? '222222' : '111111';
    expect(await leave(tab, { code: wrong })).toMatchObject({ code: 'code_wrong' });
    expect((await person(id)).deleteAt).toBeNull();
    expect(await leave(tab, { code })).toMatchObject({ status: 'success' });
    expect((await person(id)).deleteAt).not.toBeNull();
  });

  it('with a wrong password, another purpose’s code, an old code or nothing is refused in words', async () => {
    const { id, email, tab } = await addAccount();
    expect(await leave(tab, { password: 'не тот' })).toMatchObject({ code: 'wrong_password', errors: { password: [expect.any(String)] } }); // prettier-ignore
    expect(await leave(tab, {})).toMatchObject({ code: 'validation', errors: { password: ['Введите пароль или код из сообщения'] } }); // prettier-ignore
    expect(await leave(tab, { code: '123456' })).toMatchObject({ code: 'code_expired' });
    const code = await codeFor(tab, email);
    later(10 * 60_000 + 1);
    expect(await leave(tab, { code })).toMatchObject({ code: 'code_expired' });
    expect((await person(id)).deleteAt).toBeNull();
  });

  it('twice at once, and again later, keeps the first day and sends one letter', async () => {
    const { id, email, tab } = await addAccount();
    const code = await codeFor(tab, email);
    const answers = await Promise.all([leave(tab, { code }), leave(tab, { code }), leave(tab, { password: PASSWORD })]);
    const days = answers.filter(({ status }) => status === 'success').map((answer) => answer['delete_at']);
    expect(days.length).toBeGreaterThan(0);
    expect(new Set(days).size).toBe(1);
    later(DAY_MS);
    expect(await leave(tab, { password: PASSWORD })).toMatchObject({ delete_at: days[0] });
    const told = await queued<{ userId: number }>(shop, 'personal-data.tell-leaving');
    expect(told.filter(({ userId }) => userId === id)).toHaveLength(1);
  });

  it('is not done in another person’s name', async () => {
    const { id, tab } = await addAccount();
    const other = await addAccount();
    const { http, body } = await call(tab, 'POST', '/api/account/delete', { password: PASSWORD }, { 'x-client-user': String(other.id) }); // prettier-ignore
    expect([http, body['code']]).toEqual([403, 'owner_mismatch']);
    expect([(await person(id)).deleteAt, (await person(other.id)).deleteAt]).toEqual([null, null]);
  });

  it('is refused to the shop’s own staff', async () => {
    const { id, tab } = await addAccount({ role: 'staff' });
    expect(await what(tab)).toMatchObject({ refused: 'Аккаунт сотрудника закрывает администратор магазина' });
    expect(await leave(tab, { password: PASSWORD })).toMatchObject({ code: 'forbidden' });
    expect((await person(id)).deleteAt).toBeNull();
  });
});

describe('thirty days', () => {
  it('close new orders, and open them again when the person comes back', async () => {
    const { id, tab } = await addAccount();
    const product = await addProduct(shop);
    await change(tab, product, 1);
    await leave(tab, { password: PASSWORD });
    const body = await placingBody(tab);
    expect((await place(tab, body)).body).toMatchObject({
      status: 0,
      message: expect.stringContaining('новые заказы закрыты'),
    });
    // Logged in anew, on another device.
    const phone = await browserOf(shop, { userId: id });
    expect(await send(phone, '/api/account/restore')).toMatchObject({ delete_at: null });
    expect(await send(phone, '/api/account/restore')).toMatchObject({ status: 'success', delete_at: null });
    expect((await place(tab, body)).body).toMatchObject({ status: 1 });
    later(31 * DAY_MS);
    await eraseDue.handle(work, {});
    expect(await person(id)).toMatchObject({ name: 'Анна Петрова', deletedAt: null });
  });

  it('are over for nobody a moment too early', async () => {
    const { id, tab } = await addAccount();
    await leave(tab, { password: PASSWORD });
    later(30 * DAY_MS - 1000);
    await eraseDue.handle(work, {});
    expect((await person(id)).deletedAt).toBeNull();
    later(1000);
    await eraseDue.handle(work, {});
    expect((await person(id)).deletedAt).not.toBeNull();
  });

  it('go on while there is money, a debt or an order on its way; the shop is told', async () => {
    const { id, tab } = await addAccount();
    await putOnAccount(shop, id, 0, 50_000);
    await leave(tab, { password: PASSWORD });
    const told = await queued<{ userId: number; deleteAt: string }>(shop, 'personal-data.tell-shop');
    await tellShop.handle(
      work,
      told.find(({ userId }) => userId === id)!,
    );
    expect(work.letters.at(-1)).toMatchObject({
      to: 'shop@rostok.test',
      subject: `Аккаунт ${id} уходит: нужен расчёт`,
    });
    later(30 * DAY_MS);
    await eraseDue.handle(work, {});
    expect((await person(id)).deletedAt).toBeNull();
    await putOnAccount(shop, id, 0, -50_000);
    await shop.db
      .execute(sql`insert into orders (user_id, cart_kind, cart_version, status, status_at, payment_type, goods_kop, delivery_kop, spend, debts, due_kop, balls_half, weight_grams, items_count, price_type, recipient_name, recipient_phone, delivery_type, delivery, pay_until)
      values (${id}, 'retail', 1, 4, now(), 1, 100, 0, '{}', '{}', 100, 0, 0, 1, 0, 'Вера', '+79000000211', 8, '{}', now())`);
    await eraseDue.handle(work, {});
    expect((await person(id)).deletedAt).toBeNull();
    await shop.db.update(orders).set({ status: 6 }).where(eq(orders.userId, id));
    await eraseDue.handle(work, {});
    expect((await person(id)).deletedAt).not.toBeNull();
  });
});

describe('after them', () => {
  it('no table holds a word of the person; orders, points and the place in the structure stay', async () => {
    const sponsorId = await addConsultant(shop);
    const { id, tab, orderId } = await addFullPerson(shop);
    await shop.db.update(users).set({ sponsorId, consId: 3_000_001 }).where(eq(users.id, id));
    const child = await addConsultant(shop, { sponsorId: id });
    const words = [SENTINEL.word, SENTINEL.email, SENTINEL.phone, SENTINEL.other];
    expect((await tablesWith(shop, words)).length).toBeGreaterThan(8);

    await leave(tab, { password: PASSWORD });
    later(30 * DAY_MS);
    work.letters.length = 0;
    await eraseDue.handle(work, {});

    expect(await tablesWith(shop, words)).toEqual([]);
    expect(work.letters).toMatchObject([{ to: SENTINEL.email, subject: 'Ваш аккаунт удалён' }]);
    expect(await person(id)).toMatchObject({ name: 'Удалённый аккаунт', email: null, phone: null, birthday: null, passwordHash: null, active: false, sponsorId, consId: 3_000_001 }); // prettier-ignore
    expect((await person(child)).sponsorId).toBe(id);
    const [order] = await shop.db.select().from(orders).where(eq(orders.id, orderId));
    expect(order).toMatchObject({ userId: id, recipientPhone: '', recipientEmail: null, comment: '' });
    expect(order?.goodsKop).toBeGreaterThan(0);
    expect(order?.delivery).toMatchObject({ to: 'Новосибирск', address: null });
    expect(await sessionsOf(id)).toBe(0);
    expect((await call(tab, 'GET', '/api/consents')).http).toBe(401);
    const open = and(eq(consents.userId, id), isNull(consents.withdrawnAt));
    expect(await shop.db.select().from(consents).where(open)).toEqual([]);
    const kept = await shop.db.select().from(consents).where(eq(consents.userId, id));
    expect(kept.length).toBeGreaterThan(2);
    expect(kept.every(({ ip, userAgent }) => ip === '' && userAgent === '')).toBe(true);
  });

  it('the address is free for somebody new, and neighbours have lost nothing', async () => {
    const gone = await addAccount();
    const stays = await addAccount({ name: 'Сосед Остался' });
    await leave(gone.tab, { password: PASSWORD });
    later(30 * DAY_MS);
    await eraseDue.handle(work, {});
    await eraseDue.handle(work, {});
    expect(await addPerson(shop, { email: gone.email })).toBeGreaterThan(gone.id);
    expect(await person(stays.id)).toMatchObject({ name: 'Сосед Остался', email: stays.email, active: true });
  });
});
