import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { forgetDrafts } from '#server/features/order-drafts/drafts.jobs.ts';
import { erasePerson } from '#server/features/personal-data/erase.queries.ts';
import { addConsultant, addPerson, addProduct, type Answer, browserOf, call } from '#tests/cart/shop-people.ts';
import { type Desk, journalOf, openDesk } from '#tests/desk/desk-people.ts';
import { allOrders, NOVOSIBIRSK, stockOf } from '#tests/orders/order-people.ts';
import { asTestShop, openPayingShop, type PayingShop } from '#tests/payments/paying-shop.ts';
import { newKey } from '#tests/platform/calls.ts';

// docs/product/desk.md#an-order-by-telephone.

let shop: PayingShop;
let desk: Desk;
beforeAll(async () => {
  shop = await openPayingShop();
  desk = await openDesk(shop);
});
beforeEach(() => {
  shop.clock.now = new Date(shop.clock.now.getTime() + 60_000);
});
afterAll(() => shop.close());

const post = (path: string, body: object, by = desk.browser, key = newKey()): Promise<Answer> =>
  call(by, 'POST', path, body, { 'idempotency-key': key });
const drafts = (name: string, body: object, key?: string) => post(`/api/desk/drafts/${name}`, body, desk.browser, key);
let last = 0;
const nextPhone = (): string => `+7912${String((last += 1)).padStart(7, '0')}`;
const fieldsWith = (productId: number, more: object = {}) => ({
  name: 'Вера Соколова',
  phone: nextPhone(),
  email: 'vera@mail.test',
  lines: [{ product_id: productId, quantity: 2 }],
  where: 'Новосибирск',
  address: { country_id: 1, city_id: NOVOSIBIRSK },
  way: { type: 8 },
  payment_type: 1,
  ...more,
});
/** A draft with these fields, as the shop has it. */
async function draftOf(fields: object): Promise<Answer['body']> {
  const { draft } = (await drafts('open', {})).body;
  return (await drafts('save', { draft_id: draft.id, version: draft.version, fields })).body.draft;
}
const place = (draft: Answer['body'], more: object = {}, key?: string) =>
  drafts('place', { draft_id: draft.id, version: draft.version, expected_due: draft.due, reason: 'Звонок', ...more }, key); // prettier-ignore
const tokenOf = async (id: number): Promise<string> =>
  (await allOrders(asTestShop(shop))).find((one) => one.id === id)?.publicToken ?? '';

describe('the draft', () => {
  it('keeps what is half typed, prices it anew at every reading, and is seen by colleagues', async () => {
    const id = await addProduct(asTestShop(shop), { title: 'Сбор «Утро»' });
    const half = await draftOf({ name: 'Вер', lines: [{ product_id: id, quantity: 2 }] });
    expect(half).toMatchObject({ sum: 98_000, due: null, author: 'Елена Юрьева' });
    expect(Object.keys(half.missing).toSorted()).toEqual(['phone', 'where']);
    await shop.db.execute(sql`update products set actual_price = 50000 where id = ${id}`);
    const other = await browserOf(asTestShop(shop), { userId: await addPerson(asTestShop(shop), { role: 'staff' }) });
    const { body } = await call(other, 'POST', '/api/desk/drafts/get', { draft_id: half.id });
    expect(body.draft).toMatchObject({ sum: 100_000, fields: { name: 'Вер' } });
    const list = (await call(other, 'GET', '/api/desk/drafts')).body.drafts;
    expect(list.find((row: Answer['body']) => row.id === half.id)).toMatchObject({ name: 'Вер', pieces: 2 });
  });
  it('of two who type into one the second is told; nothing is written over', async () => {
    const draft = await draftOf({ name: 'Первая' });
    await drafts('save', { draft_id: draft.id, version: draft.version, fields: { name: 'Вторая' } });
    const late = await drafts('save', { draft_id: draft.id, version: draft.version, fields: { name: 'Третья' } });
    expect(late.body.code).toBe('draft_changed');
    expect((await drafts('get', { draft_id: draft.id })).body.draft.fields.name).toBe('Вторая');
  });
  it('finds goods by code and by words, with what this buyer pays', async () => {
    const id = await addProduct(asTestShop(shop), { code: '77701', title: 'Бальзам «Ёлка»', article: 'A-1' });
    const userId = await addConsultant(asTestShop(shop));
    const draft = await draftOf({ buyer_id: userId });
    const ask = async (q: string) => (await drafts('goods', { draft_id: draft.id, q })).body.goods;
    for (const q of ['77701', 'a-1'.toUpperCase(), 'елка бальзам'])
      expect(await ask(q)).toMatchObject([{ product_id: id, price: 37_731, most: 50 }]);
    expect(await ask('%')).toEqual([]);
  });
  it('finds a cabinet by a whole number or address alone', async () => {
    const userId = await addPerson(asTestShop(shop), { phone: '+79130000001', email: 'Nina@mail.test' });
    const ask = async (q: string) => (await drafts('buyer', { q })).body;
    for (const q of ['8 (913) 000-00-01', '9130000001', 'nina@MAIL.test'])
      expect((await ask(q)).buyer).toMatchObject({ id: userId, price_type: 0 });
    expect((await ask('+79139999999')).buyer).toBeNull();
    for (const q of ['nina', 'Нина', 'nina@']) expect((await ask(q)).errors.q).toHaveLength(1);
    await addPerson(asTestShop(shop), { role: 'optovik', email: 'opt@mail.test' });
    expect((await ask('opt@mail.test')).errors.q[0]).toContain('не может заказывать');
  });
  it('is forgotten after a month without a change, and with its buyer', async () => {
    const userId = await addPerson(asTestShop(shop));
    const [old, theirs] = [await draftOf({ name: 'Старый' }), await draftOf({ buyer_id: userId })];
    await shop.db.execute(
      sql`update order_drafts set updated_at = updated_at - interval '31 days' where id = ${old.id}`,
    );
    await forgetDrafts.handle({ ...shop.parts, env: shop.env } as never, {});
    await shop.db.transaction((tx) => erasePerson(tx, userId, { now: shop.clock.now, noName: 'Удалённый' }));
    expect((await drafts('get', { draft_id: old.id })).http).toBe(404);
    expect((await drafts('get', { draft_id: theirs.id })).http).toBe(404);
  });
});

describe('placing', () => {
  it('takes stock, journals who and why, writes the link; the buyer agrees and only then may pay', async () => {
    const id = await addProduct(asTestShop(shop));
    const draft = await draftOf(fieldsWith(id));
    expect([draft.missing, draft.due]).toEqual([{}, 98_000]);
    const { exp_id: orderId } = (await place(draft)).body;
    expect(await stockOf(asTestShop(shop), id)).toBe(48);
    expect(await journalOf(shop, orderId)).toMatchObject([{ act: 'deskPlaceDraft', reason: 'Звонок', actor_id: desk.id }]); // prettier-ignore
    const seen = (await call(desk.browser, 'GET', `/api/desk/orders/${orderId}`)).body;
    expect(new Set(seen.events.map(({ actor }: Answer['body']) => actor))).toEqual(new Set(['Елена Юрьева']));
    const { rows } = await shop.db.execute(
      sql`select 1 from pgboss.job where name = 'orders.write-letter' and (data->>'orderId')::int = ${orderId}`,
    );
    expect(rows).toHaveLength(1);

    const token = await tokenOf(orderId);
    const guest = await browserOf(asTestShop(shop));
    const { order } = (await call(guest, 'GET', `/api/order/by-token/${token}`)).body;
    expect(order).toMatchObject({ needs_consents: ['personal', 'offer', 'delivery'], payment: { can_pay: false } });
    const link = () => post('/user/order/get-payment-link', { public_token: token }, guest);
    const other = { public_token: token, payment_type: 5 };
    expect((await link()).body.code).toBe('consent_required');
    expect((await post('/user/order/change-payment-method', other, guest)).body.code).toBe('consent_required');
    const agree = (consents: object) => post('/api/order/agree', { public_token: token, consents }, guest);
    const half = await agree({ personal: true, offer: true });
    expect(Object.keys(half.body.errors)).toEqual(['consents.delivery']);
    const agreed = await agree({ personal: true, offer: true, delivery: true });
    expect(agreed.body.order).toMatchObject({ needs_consents: [], payment: { can_pay: true } });
    expect((await link()).body.link).toContain('/pay/sandbox/');
    const given = await shop.db.execute(sql`select purpose from consents where order_id = ${orderId} order by purpose`);
    expect(given.rows.map(({ purpose }) => purpose)).toEqual(['delivery', 'offer', 'order']);
    // Said once: a repeat leaves no second row.
    await agree({ personal: true, offer: true, delivery: true });
    const again = await shop.db.execute(sql`select 1 from consents where order_id = ${orderId}`);
    expect(again.rows).toHaveLength(3);
  });
  it('for a cabinet: its prices and points, nobody else agrees, and its sponsor’s rules hold', async () => {
    const userId = await addConsultant(asTestShop(shop), { email: 'own@mail.test' });
    const draft = await draftOf(fieldsWith(await addProduct(asTestShop(shop)), { buyer_id: userId }));
    expect(draft).toMatchObject({ due: 75_462, balls: 15, buyer: { id: userId, price_type: 1 } });
    const { exp_id } = (await place(draft)).body;
    const [order] = (await allOrders(asTestShop(shop))).filter(({ id }) => id === exp_id);
    expect(order).toMatchObject({ userId, publicToken: null, priceType: 1, pointsUserId: userId, dueKop: 75_462 });
    const consents = { personal: true, offer: true, delivery: true };
    const stranger = await browserOf(asTestShop(shop), { userId: await addPerson(asTestShop(shop)) });
    expect((await post('/api/order/agree', { exp_id, consents }, stranger)).body.code).toBe('not_found');
    const own = await browserOf(asTestShop(shop), { userId });
    expect((await post('/api/order/agree', { exp_id, consents }, own)).body.order.needs_consents).toEqual([]);
  });
  it('once: a repeat of the key makes no second order, another key finds the draft gone', async () => {
    const draft = await draftOf(fieldsWith(await addProduct(asTestShop(shop))));
    const key = newKey();
    const [first, again] = [await place(draft, {}, key), await place(draft, {}, key)];
    expect([again.replayed, again.body.exp_id]).toEqual([true, first.body.exp_id]);
    expect((await place(draft)).http).toBe(404);
  });
  it('two desks at one draft: one order', async () => {
    const id = await addProduct(asTestShop(shop));
    const draft = await draftOf(fieldsWith(id));
    const answers = await Promise.all([place(draft), place(draft)]);
    expect(answers.map(({ http }) => http).toSorted()).toEqual([200, 404]);
    expect(await stockOf(asTestShop(shop), id)).toBe(48);
  });
  it('is refused in words: what is missing, a sum that has changed, too much, an account that may not', async () => {
    const id = await addProduct(asTestShop(shop), { title: 'Крем «Роса»' });
    const empty = (await place(await draftOf({}), { expected_due: 0 })).body.errors;
    expect(Object.keys(empty).toSorted()).toEqual(['lines', 'name', 'phone', 'where']);
    const draft = await draftOf(fieldsWith(id));
    await shop.db.execute(sql`update products set actual_price = 60000 where id = ${id}`);
    expect((await place(draft)).body).toMatchObject({ code: 'price_changed' });
    const many = await draftOf(fieldsWith(id, { lines: [{ product_id: id, quantity: 51 }] }));
    expect((await place(many)).body.errors.lines).toEqual(['Крем «Роса»: сейчас есть 50 шт.']);
    const nowhere = await draftOf(fieldsWith(id, { way: { type: 11 } }));
    expect((await place(nowhere, { expected_due: 1 })).body.errors.way[0]).toContain('СДЭК');
    const blocked = await addPerson(asTestShop(shop), { readonly: true });
    const theirs = await draftOf(fieldsWith(id, { buyer_id: blocked }));
    expect((await place(theirs)).body.errors.buyer_id).toEqual(['Этот кабинет сейчас не может заказывать']);
    expect(await stockOf(asTestShop(shop), id)).toBe(50);
  });
  it('a fourth unpaid order of one number is refused', async () => {
    const id = await addProduct(asTestShop(shop));
    const phone = nextPhone();
    const one = async () => place(await draftOf(fieldsWith(id, { phone, lines: [{ product_id: id, quantity: 1 }] })));
    for (let times = 0; times < 3; times += 1) expect((await one()).body.status).toBe('success');
    expect((await one()).body.code).toBe('limit_exceeded');
    expect(await stockOf(asTestShop(shop), id)).toBe(47);
  });
});
