import { eq } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LEGAL_VERSIONS } from '#contract/content.ts';
import { consents } from '#server/db/tables/people.ts';
import { consultantCalls } from '#server/db/tables/sponsor.ts';
import { addConsultant, addPerson, addProduct, type Browser, browserOf, call } from '#tests/cart/shop-people.ts';
import { openCallBox } from '#tests/consultants/call-box.ts';
import { fetchFrom } from '#tests/support/fetch-from.ts';
import { openShop, type TestShop } from '#tests/support/open-shop.ts';

let shop: TestShop;
let box: ReturnType<typeof openCallBox>;
let maria: number;
beforeAll(async () => {
  shop = await openShop();
  await addConsultant(shop, { consId: 1_000_001, name: 'Росток', email: 'house@rostok.test' });
  maria = await addConsultant(shop, { consId: 1_000_157, name: 'Мария Соколова', email: 'maria@rostok.test' });
  await addConsultant(shop, { consId: 1_000_158, name: 'Олег Дёмин', phone: '+79990000158' });
  box = openCallBox(shop);
  await box.start();
});
afterAll(async () => {
  await box.stop();
  await shop.close();
});

const form = (more: Record<string, unknown> = {}) => ({
  name: 'Анна',
  phone: '+79132456789',
  consent: true,
  consent_version: LEGAL_VERSIONS['/kompaniya/soglasie'],
  consent_at: '2026-11-20T10:00:00.000Z',
  ...more,
});
const ask = (tab: Browser, body: unknown, key?: string) =>
  call(tab, 'POST', '/support/call-cons', body, key ? { 'idempotency-key': key } : {});
const calls = () => shop.db.select().from(consultantCalls);

describe('who is told', () => {
  it('a guest’s consultant, with the question and the product, and a consent is kept', async () => {
    const guestId = randomUUID();
    const tab = await browserOf(shop, { guestId });
    const product = await addProduct(shop, { title: 'Крем <Роса>', isBad: true });
    const { body } = await ask(tab, form({ sponsor_id: 1_000_157, product_id: product, topic: 3, city: 'Томск', comment: 'Подойдёт ли <b>мне</b>?' })); // prettier-ignore
    expect(body).toEqual({ status: 'success', message: 'СООБЩЕНИЕ ОТПРАВЛЕНО' });
    const [letter] = await box.told();
    expect(letter).toMatchObject({ to: 'maria@rostok.test', subject: 'Просьба перезвонить: Анна' });
    for (const part of [
      'Телефон: +7 (913) 245-67-89',
      'Город: Томск',
      'Тема: Товар и применение',
      'Крем <Роса>',
      'Не является лекарственным средством',
    ])
      // prettier-ignore
      expect(letter!.text.replaceAll('\u00a0', ' ')).toContain(part);
    expect(letter!.html).toContain('Подойдёт ли &lt;b&gt;мне&lt;/b&gt;?');
    const [row] = await calls();
    expect(row).toMatchObject({
      consultantId: maria,
      guestId,
      userId: null,
      productId: product,
      toldAt: expect.any(Date),
    });
    const [consent] = await shop.db.select().from(consents).where(eq(consents.id, row!.consentId));
    expect(consent).toMatchObject({ purpose: 'contact', guestId, at: new Date('2026-11-20T10:00:00.000Z') });
  });
  it('an account’s own sponsor, whatever the body says; by SMS where there is no e-mail', async () => {
    const oleg = await addConsultant(shop, { name: 'Вера Лис', phone: '+79990000159' });
    const tab = await browserOf(shop, { userId: await addPerson(shop, { sponsorId: oleg }) });
    await ask(tab, form({ sponsor_id: 1_000_157 }));
    await box.told();
    expect(box.messages.at(-1)).toMatchObject({
      to: '+79990000159',
      text: 'Росток: Анна, +79132456789, просит вас перезвонить.',
    });
  });
  it('the consultant of the cookie; and the shop, when there is nobody', async () => {
    const tab = await browserOf(shop);
    await ask(tab, form({ name: 'Никому' }));
    expect((await box.told()).at(-1)).toMatchObject({ to: 'shop@rostok.test' });
    await call(tab, 'POST', '/refvisit', { id: '01000157' });
    await ask(tab, form({ name: 'Марии', sponsor_id: 7_777_777 }));
    expect((await box.told()).at(-1)).toMatchObject({ to: 'maria@rostok.test' });
  });
});

it('a repeat under its key is one call and one letter', async () => {
  const tab = await browserOf(shop);
  const [key, before] = [randomUUID(), (await calls()).length];
  const letters = (await box.told()).length;
  const answers = [await ask(tab, form(), key), await ask(tab, form(), key)];
  expect(answers.map(({ replayed }) => replayed)).toEqual([false, true]);
  expect([(await calls()).length - before, (await box.told()).length - letters]).toEqual([1, 1]);
});

describe('bad input', () => {
  it.each([
    ['name', { name: '' }, 'Заполните поле'],
    ['name', { name: 'Анна 🌱' }, 'Может содержать'],
    ['name', { name: 'я'.repeat(41) }, 'Может содержать'],
    ['name', { name: '<script>' }, 'Может содержать'],
    ['name', { name: 'Ан\u202Eна' }, 'Может содержать'],
    ['phone', { phone: '' }, 'Заполните поле'],
    ['phone', { phone: '+7913' }, 'Введите номер полностью'],
    ['phone', { phone: '+375291234567', phone_country: 'ru' }, 'Введите номер полностью'],
    ['city', { city: 'г'.repeat(61) }, 'Не больше 60'],
    ['comment', { comment: 'а'.repeat(1001) }, 'Не больше'],
    ['topic', { topic: 8 }, 'Не больше 7'],
    ['topic', { topic: 'деньги' }, 'Нужно'],
    ['consent', { consent: false }, 'Без согласия'],
    ['consent', { consent_version: '1999-01-01' }, 'Проверьте поля'],
    ['consent_at', { consent_at: 'вчера' }, ''],
  ])('%s: %j', async (field, more, words) => {
    const tab = await browserOf(shop);
    const before = (await calls()).length;
    const { http, body } = await ask(tab, form(more));
    expect([http, body.code]).toEqual([200, 'validation']);
    expect(body.errors[field][0]).toContain(words);
    expect(await calls()).toHaveLength(before);
  });
  it.each([[0], [-1], [999_999], [99_999_999_999]])('product %s is left out, the question stays', async (id) => {
    const { body } = await ask(await browserOf(shop), form({ product_id: id, name: `Товара нет` }));
    expect(body.status).toBe('success');
    expect((await calls()).at(-1)).toMatchObject({ productId: null, name: 'Товара нет' });
  });
  it('without a session: open one first', async () => {
    expect((await ask(fetchFrom(shop.app), form())).http).toBe(401);
  });
});
