import { eq } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { consents, users } from '#server/db/tables/people.ts';
import { wholesaleApplications } from '#server/db/tables/sponsor.ts';
import { addConsultant, addPerson, browserOf, call } from '#tests/cart/shop-people.ts';
import { openShop, type TestShop } from '#tests/support/open-shop.ts';

let shop: TestShop;
let sponsor: number;
beforeAll(async () => {
  shop = await openShop();
  sponsor = await addConsultant(shop, { consId: 1_000_157 });
});
afterAll(() => shop.close());

let last = 0;
const client = async (more: Parameters<typeof addPerson>[1] = {}) => {
  last += 1;
  const phone = `+7913000${String(last).padStart(4, '0')}`;
  const userId = await addPerson(shop, { sponsorId: sponsor, email: `c${last}@mail.test`, phone, ...more });
  return { userId, tab: await browserOf(shop, { userId }) };
};
const personOf = async (id: number) => (await shop.db.select().from(users).where(eq(users.id, id)))[0]!;
type Tab = Awaited<ReturnType<typeof client>>['tab'];
const sign = async (tab: Tab, more: Record<string, unknown> = {}) =>
  (await call(tab, 'POST', '/api/registration/consultant', { birthday: '1991-06-14', agreement: true, ...more })).body;
const apply = async (tab: Tab, more: Record<string, unknown> = {}, key?: string) =>
  (
    await call(
      tab,
      'POST',
      '/api/registration/wholesale',
      { company: 'ООО «Лавка»', inn: '7707083893', phone: '+79132456789', ...more },
      key ? { 'idempotency-key': key } : {},
    )
  ).body;

describe('a client becomes a consultant', () => {
  it('with the next number, the same sponsor, a consent for the agreement and a consultant’s prices', async () => {
    const { userId, tab } = await client();
    const answer = await sign(tab, { middle_name: 'Игоревна' });
    expect(answer).toMatchObject({ status: 'success', user: { role: 'cons', isCons: true, price_type: 1, cons_id: '01000158' } }); // prettier-ignore
    expect(await personOf(userId)).toMatchObject({
      sponsorId: sponsor,
      birthday: '1991-06-14',
      middleName: 'Игоревна',
    });
    const given = await shop.db.select().from(consents).where(eq(consents.userId, userId));
    expect(given.map(({ purpose }) => purpose)).toEqual(['agreement']);
  });
  it('once, though it is asked for twice at the same time', async () => {
    const { userId, tab } = await client();
    const answers = await Promise.all([sign(tab), sign(tab), sign(tab)]);
    expect(new Set(answers.map(({ user }) => user.cons_id)).size).toBe(1);
    expect(await shop.db.select().from(consents).where(eq(consents.userId, userId))).toHaveLength(1);
  });
  it.each([
    ['birthday', { birthday: '2010-01-01' }, 'Консультантом можно стать с 18 лет'],
    ['birthday', { birthday: '1991-02-30' }, 'Такой даты рождения не бывает'],
    ['birthday', { birthday: '' }, 'Заполните поле'],
    ['birthday', { birthday: '14.06.1991' }, 'Дата вида'],
    ['agreement', { agreement: false }, 'Без договора'],
    ['middle_name', { middle_name: '<b>' }, 'Может содержать'],
  ])('not with %s %j', async (field, more, words) => {
    const { userId, tab } = await client();
    const body = await sign(tab, more);
    expect(body.code).toBe('validation');
    expect(body.errors[field][0]).toContain(words);
    expect((await personOf(userId)).role).toBe('client');
  });
  it.each([
    ['email', { email: null, pendingEmail: 'new@mail.test' }, 'почта'],
    ['phone', { phone: null, pendingPhone: '+79135550001' }, 'телефон'],
  ] as const)('not before the %s is confirmed by its code, typed here or waiting', async (field, more, word) => {
    const { userId, tab } = await client(more);
    for (const typed of [{}, { email: 'typed@mail.test', phone: '+79135550002' }]) {
      expect((await sign(tab, typed)).errors).toEqual({ [field]: [expect.stringContaining(word)] });
      expect((await personOf(userId)).role).toBe('client');
    }
    const confirmed = field === 'email' ? { email: 'new@mail.test' } : { phone: '+79135550001' };
    await shop.db.update(users).set(confirmed).where(eq(users.id, userId));
    expect((await sign(tab)).status).toBe('success');
  });
  it.each([
    [{ role: 'user' }, 'forbidden'],
    [{ role: 'optovik' }, 'forbidden'],
    [{ role: 'staff' }, 'forbidden'],
    [{ readonly: true }, 'readonly'],
  ])('not %j', async (more, code) => {
    const { tab } = await client(more as Parameters<typeof addPerson>[1]);
    expect((await sign(tab)).code).toBe(code);
  });
});

describe('an application for wholesale', () => {
  const mine = async (tab: Tab) => (await call(tab, 'GET', '/api/registration/wholesale')).body.application;
  it('waits for the desk; role and prices stay', async () => {
    const { userId, tab } = await client();
    expect(await mine(tab)).toBeNull();
    expect(await apply(tab, { comment: ' Сеть лавок ' })).toMatchObject({
      status: 'success',
      message: 'Заявка принята. Ответим в течение рабочего дня',
      application: { state: 'waiting', company: 'ООО «Лавка»', comment: 'Сеть лавок', reason: null },
    });
    expect(await mine(tab)).toMatchObject({ state: 'waiting', inn: '7707083893' });
    expect((await personOf(userId)).role).toBe('client');
  });
  it('one at a time: sent twice, from two phones, it is one; after a refusal there may be another', async () => {
    const { userId, tab } = await client();
    const key = randomUUID();
    await Promise.all([apply(tab), apply(tab), apply(tab, {}, key), apply(tab, {}, key)]);
    const rows = () => shop.db.select().from(wholesaleApplications).where(eq(wholesaleApplications.userId, userId));
    expect(await rows()).toHaveLength(1);
    expect((await apply(tab)).message).toBe('Ваша заявка уже ждёт решения');
    await shop.db
      .update(wholesaleApplications)
      .set({ state: 'refused', reason: 'Нет такой организации' })
      .where(eq(wholesaleApplications.userId, userId));
    expect(await mine(tab)).toMatchObject({ state: 'refused', reason: 'Нет такой организации' });
    await apply(tab, { company: 'ИП Лебедев', inn: '500100732259' });
    expect([await rows(), await mine(tab)]).toMatchObject([{ length: 2 }, { company: 'ИП Лебедев', state: 'waiting' }]);
  });
  it.each([
    ['company', { company: '' }, 'Заполните поле'],
    ['company', { company: 'а'.repeat(121) }, 'Не больше 120'],
    ['inn', { inn: '7707083894' }, 'ИНН'],
    ['inn', { inn: '' }, 'Заполните поле'],
    ['inn', { inn: '٧٧٠٧٠٨٣٨٩٣' }, 'ИНН'],
    ['phone', { phone: '+7' }, 'Введите номер полностью'],
    ['comment', { comment: 'а'.repeat(501) }, 'Не больше 500'],
  ])('not with %s %j', async (field, more, words) => {
    const { tab } = await client();
    const body = await apply(tab, more);
    expect([body.code, await mine(tab)]).toEqual(['validation', null]);
    expect(body.errors[field][0]).toContain(words);
  });
  it.each([
    [{ role: 'user' }, 'forbidden'],
    [{ role: 'cons', consId: 1_009_999 }, 'forbidden'],
    [{ role: 'optovik' }, 'duplicate'],
    [{ readonly: true }, 'readonly'],
  ])('not from %j', async (more, code) => {
    const { tab } = await client(more as Parameters<typeof addPerson>[1]);
    expect((await apply(tab)).code).toBe(code);
  });
});
