import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cities } from '#server/db/tables/catalogue.ts';
import { users } from '#server/db/tables/people.ts';
import { invitations } from '#server/db/tables/sponsor.ts';
import { forgetInvitations } from '#server/features/registration/invitations.queries.ts';
import { addConsultant, addPerson, type Browser, browserOf, call } from '#tests/cart/shop-people.ts';
import { openCodeBox } from '#tests/registration/code-box.ts';
import { openShop, type TestShop } from '#tests/support/open-shop.ts';

// docs/product/people.md#invitations, docs/decisions/361.

let shop: TestShop;
let box: ReturnType<typeof openCodeBox>;
let maria: number;
let svetlana: number;
let tab: Browser;
beforeAll(async () => {
  shop = await openShop();
  await shop.db
    .insert(cities)
    .values({ id: 3, title: 'Новосибирск', countryId: 1, lat: 55.03, lon: 82.92, utcOffset: 7 })
    .onConflictDoNothing();
  maria = await addConsultant(shop, { consId: 1_000_157, name: 'Мария Соколова' });
  svetlana = await addConsultant(shop, { consId: 1_000_512, name: 'Светлана Ершова', sponsorId: maria });
  await addConsultant(shop, { consId: 1_000_900, name: 'Чужой Человек' });
  tab = await browserOf(shop, { userId: maria });
  box = openCodeBox(shop);
  await box.start();
});
afterAll(async () => {
  await box.stop();
  await shop.close();
});

let last = 0;
let phone = '';
beforeEach(() => {
  last += 1;
  phone = `+7913700${String(last).padStart(4, '0')}`;
});
const DAY_MS = 86_400_000;
const later = (ms: number): void => void (shop.clock.now = new Date(shop.clock.now.getTime() + ms));
const send = async (who: Browser, path: string, body: unknown) => (await call(who, 'POST', path, body)).body;
const invite = (more: Record<string, unknown> = {}, who = tab) =>
  send(who, '/api/registration/invite', { first_name: 'Олег', last_name: 'Дёмин', phone, ...more });
const tokenOf = (link: string): string => link.split('#invitation=')[1]!;
const read = async (token: string) =>
  (await call(await browserOf(shop), 'GET', `/api/registration/invite/${token}`)).body;
const rowOf = async () => (await shop.db.select().from(invitations).where(eq(invitations.phone, phone)))[0];
const messages = async () => {
  await box.idle();
  return box.messages.filter(({ to, text }) => to === phone && text.includes('/register?'));
};
/** The invited one goes through the registration on a phone of their own, whoever's link it has opened before. */
async function register(token: string, more: Record<string, unknown> = {}) {
  const own = await browserOf(shop);
  const form = { type: 'client', first_name: 'Олег', last_name: 'Дёмин', phone, city_id: 3, confirm_by: 'phone', password: 'росток и лён', consents: { personal: true, offer: true } }; // prettier-ignore
  const answer = await send(own, '/api/registration', { ...form, invitation: token, ...more });
  const row = (await shop.db.select().from(users).where(eq(users.id, answer.user.id)))[0]!;
  return { own, row };
}

describe('a consultant invites', () => {
  it('by name and number: a link of 14 days, a message that says who, and no account for anybody', async () => {
    const before = await shop.db.$count(users);
    const answer = await invite();
    expect(answer).toMatchObject({ status: 'success', message: 'Ссылка отправлена', sent: true });
    expect(answer.link).toMatch(/^https?:\/\/[^/]+\/register\?sponsorId=01000157#invitation=[\w-]{22}$/);
    expect(Date.parse(answer.expires_at) - shop.clock.now.getTime()).toBe(14 * DAY_MS);
    const [message, ...more] = await messages();
    expect([message?.text, more]).toEqual([
      `Росток: Мария Соколова приглашает вас. Регистрация: ${answer.link} Не ждали приглашения — ничего не делайте.`,
      [],
    ]);
    expect(await shop.db.$count(users)).toBe(before);
  });

  it('for somebody of their structure; a stranger is refused at the field', async () => {
    expect((await invite({ sponsor_id: 1_000_512 })).link).toContain('sponsorId=01000512');
    expect((await rowOf())?.sponsorId).toBe(svetlana);
    const faultOf = async (number: number) => (await invite({ sponsor_id: number })).errors;
    for (const number of [1_000_900, 99_999_999])
      expect(await faultOf(number)).toEqual({ sponsor_id: [expect.stringContaining('вашей структуре')] });
    for (const number of [0, -1, 2_147_483_648])
      expect(await faultOf(number)).toEqual({ sponsor_id: [expect.stringContaining('до восьми цифр')] });
  });

  it('again and at the same time: one link, one message; what is typed last counts; another day another message', async () => {
    const answers = await Promise.all([invite(), invite(), invite()]);
    expect(new Set(answers.map(({ link }) => link)).size).toBe(1);
    expect(await messages()).toHaveLength(1);
    const mended = await invite({ first_name: ' Олёг ' });
    expect(mended).toMatchObject({ link: answers[0]!.link, sent: false, message: expect.stringContaining('сегодня уже было') }); // prettier-ignore
    expect((await rowOf())?.firstName).toBe('Олёг');
    later(DAY_MS + 1000);
    expect((await invite()).sent).toBe(true);
    expect(await messages()).toHaveLength(2);
  });

  it('nobody writes to one number twice a day, whoever invites', async () => {
    await invite();
    const other = await browserOf(shop, { userId: svetlana });
    expect(await invite({}, other)).toMatchObject({ status: 'success', sent: false });
    expect(await messages()).toHaveLength(1);
  });

  it.each([
    ['first_name', { first_name: '' }, 'Заполните поле'],
    ['first_name', { first_name: 'Олег 😀' }, 'Может содержать'],
    ['last_name', { last_name: '<script>' }, 'Может содержать'],
    ['last_name', { last_name: 'Дёмин\u202Eнимёд' }, 'Может содержать'],
    ['last_name', { last_name: 'а'.repeat(41) }, 'Может содержать'],
    ['phone', { phone: '' }, 'Заполните поле'],
    ['phone', { phone: '+7913' }, 'Введите номер полностью'],
  ])('not with %s %j', async (field, more, words) => {
    const body = await invite(more);
    expect(body.code).toBe('validation');
    expect(body.errors[field][0]).toContain(words);
  });
  it('only a consultant', async () => {
    const buyer = await browserOf(shop, { userId: await addPerson(shop) });
    expect((await invite({}, buyer)).code).toBe('forbidden');
    expect((await invite({}, await browserOf(shop))).code).toBe('auth_required');
  });
});

describe('the invited one', () => {
  it('finds name and number filled in, registers, and is the sponsor’s whatever other link the phone has opened', async () => {
    const token = tokenOf((await invite()).link);
    expect((await read(token)).invitation).toMatchObject({
      first_name: 'Олег',
      last_name: 'Дёмин',
      phone,
      sponsor: { cons_id: '01000157', name: 'Мария Соколова' },
    });
    const { own, row } = await register(token, { sponsor_id: 1_000_900 });
    expect(row).toMatchObject({ sponsorId: maria, role: 'user' });
    // Until the code is right the link still works: a mistyped address, another phone.
    expect((await read(token)).status).toBe('success');
    expect(await send(own, '/api/registration/confirm', { code: await box.codeTo(phone) })).toMatchObject({ user: { role: 'client' } }); // prettier-ignore
    expect((await read(token)).code).toBe('not_found');
    // Somebody else with the same link comes by the number in the address only.
    phone = '+79137009999';
    expect((await register(token, { sponsor_id: 1_000_900 })).row.sponsorId).not.toBe(maria);
    phone = row.pendingPhone ?? row.phone!;
    expect(tokenOf((await invite()).link)).not.toBe(token);
  });

  it('of a link that is over, made up, or whose sponsor has gone: told in words, and the registration works', async () => {
    const token = tokenOf((await invite()).link);
    for (const wrong of ['x'.repeat(22), '%00', 'а'.repeat(64), "' or 1=1 --"])
      expect((await read(encodeURIComponent(wrong))).message).toContain('больше не действует');
    await shop.db.update(users).set({ active: false }).where(eq(users.id, maria));
    expect((await read(token)).code).toBe('not_found');
    await shop.db.update(users).set({ active: true }).where(eq(users.id, maria));
    later(14 * DAY_MS);
    expect((await read(token)).code).toBe('not_found');
    expect((await register(token, { sponsor_id: 1_000_512 })).row.sponsorId).toBe(svetlana);
    await forgetInvitations(shop.db, new Date(shop.clock.now.getTime() + 1000));
    expect(await rowOf()).toBeUndefined();
  });
});
