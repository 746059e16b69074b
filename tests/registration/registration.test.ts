import { eq } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FIELD_HINTS } from '#contract/people-fields.ts';
import { HOUSE_CONS_ID } from '#contract/tables.ts';
import { cities } from '#server/db/tables/catalogue.ts';
import { contactCodes } from '#server/db/tables/codes.ts';
import { consents, sessions, users } from '#server/db/tables/people.ts';
import {
  addConsultant,
  addPerson,
  addProduct,
  type Browser,
  browserOf,
  call,
  cartOf,
  change,
  enter,
  quantities,
} from '#tests/cart/shop-people.ts';
import { statementsOf } from '#tests/orders/statements.ts';
import { openCodeBox } from '#tests/registration/code-box.ts';
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

let last = 100_000;
/** A form that is right, with addresses that nobody has. */
const form = (more: Record<string, unknown> = {}) => {
  last += 1;
  return {
    type: 'client',
    first_name: 'Наталья',
    last_name: 'Верещагина',
    phone: `+7913${String(last).padStart(7, '0')}`,
    email: `n${last}@mail.test`,
    city_id: 3,
    confirm_by: 'email',
    password: 'росток и лён',
    consents: { personal: true, offer: true },
    ...more,
  };
};
/** A guest of a device of their own: limits count by session. */
const visitor = () => browserOf(shop);
const later = (ms: number): void => void (shop.clock.now = new Date(shop.clock.now.getTime() + ms));
const send = async (tab: Browser, path: string, body: unknown) => (await call(tab, 'POST', path, body)).body;
const register = (tab: Browser, body: unknown) => send(tab, '/api/registration', body);
const confirm = (tab: Browser, code: string) => send(tab, '/api/registration/confirm', { code });
const whoAmI = async (tab: Browser) => (await call(tab, 'GET', '/user/data')).body;
const wrongOf = (code: string) => (code === '111111' ? '222222' : '111111');

describe('from guest to client', () => {
  it('is a user until the code is right, and a client with their cart from then on', async () => {
    const guestId = randomUUID();
    const tab = await browserOf(shop, { guestId });
    const product = await addProduct(shop);
    await change(tab, product, 3);
    const body = form({ guestId });
    const answer = await register(tab, body);
    expect(answer).toMatchObject({
      status: 'success',
      message: 'Код отправлен',
      confirmation: { type: 'email', target: 'n***@mail.test' },
      user: { role: 'user', name: 'Наталья Верещагина', isGuest: false },
    });
    expect(await whoAmI(tab)).toMatchObject({
      user: { role: 'user' },
      confirmation: { type: 'email', target: 'n***@mail.test' },
      permissions: expect.not.arrayContaining(['order.create']),
    });
    expect(quantities(await cartOf(tab))).toEqual({ [product]: 3 });

    const code = await box.codeTo(body.email);
    expect(code).toMatch(/^\d{6}$/);
    expect(await confirm(tab, `${code.slice(0, 3)} ${code.slice(3)}`)).toMatchObject({
      status: 'success',
      redirect: '/user',
      user: { role: 'client', email: body.email },
    });
    const me = await whoAmI(tab);
    expect(me.confirmation).toEqual({ type: null });
    expect(me.permissions).toContain('order.create');
    expect(quantities(await cartOf(tab))).toEqual({ [product]: 3 });
    // A repeat whose first answer got lost says the same.
    expect(await confirm(tab, code)).toMatchObject({ status: 'success', user: { role: 'client' } });
    const other = await visitor();
    expect(await send(other, '/api/login', { login: body.email, password: body.password })).toMatchObject({
      user: { id: me.user.id },
    });
  });

  it('keeps one consent for each purpose that was ticked, with its version, hash and address', async () => {
    const tab = await visitor();
    await register(tab, form({ consents: { personal: true, offer: true, marketing: true } }));
    const { id } = (await whoAmI(tab)).user;
    const rows = await shop.db.select().from(consents).where(eq(consents.userId, id));
    expect(rows.map(({ purpose }) => purpose).sort()).toEqual(['marketing', 'offer', 'registration']);
    for (const row of rows)
      expect(row).toMatchObject({
        textHash: expect.stringMatching(/^[0-9a-f]{64}$/),
        docVersion: expect.stringMatching(/^\d{4}-/),
        ip: '127.0.0.1',
      });
    expect((await shop.db.select().from(users).where(eq(users.id, id)))[0]).toMatchObject({
      sendEmail: true,
      email: null,
    });
  });

  it('by phone: the code comes as a message that phones fill in by themselves', async () => {
    const tab = await visitor();
    const body = form({ confirm_by: 'phone', email: undefined });
    expect(await register(tab, body)).toMatchObject({
      confirmation: { type: 'phone', target: expect.stringMatching(/^\+7 9\*\* \*\*\*-\*\*-\d\d$/) },
    });
    const code = await box.codeTo(body.phone);
    expect(box.messages.at(-1)?.text).toMatch(new RegExp(`\\n@shop\\.test #${code}$`));
    expect(await confirm(tab, code)).toMatchObject({ user: { role: 'client', phone: body.phone } });
  });

  it('as a consultant: of age, with the agreement, under the sponsor of the link and with the next number of the country', async () => {
    const sponsor = await addConsultant(shop, { consId: 1_000_157 });
    const cons = {
      type: 'cons',
      birthday: '1991-06-14',
      sponsor_id: 1_000_157,
      consents: { personal: true, offer: true, agreement: true },
    };
    const tab = await visitor();
    const body = form(cons);
    await register(tab, body);
    const { user } = await confirm(tab, await box.codeTo(body.email));
    expect(user).toMatchObject({
      role: 'cons',
      isCons: true,
      price_type: 1,
      cons_id: expect.stringMatching(/^01\d{6}$/),
    });
    expect((await shop.db.select().from(users).where(eq(users.id, user.id)))[0]?.sponsorId).toBe(sponsor);
    for (const [more, field] of [
      [{ birthday: '2010-06-14' }, 'birthday'],
      [{ birthday: '1991-02-30' }, 'birthday'],
      [{ birthday: undefined }, 'birthday'],
      [{ email: undefined, confirm_by: 'phone' }, 'email'],
      [{ consents: { personal: true, offer: true } }, 'consents.agreement'],
    ] as const)
      expect((await register(await visitor(), form({ ...cons, ...more }))).errors).toHaveProperty([field]);
  });
});

describe('what is wrong is said at its field, and nothing is made', () => {
  it.each([
    ['first_name', { first_name: '' }, 'Заполните поле'],
    [
      'first_name',
      { first_name: 'Анна<script>' },
      'Может содержать латинские или буквы русского алфавита, максимум 40 символов',
    ],
    [
      'first_name',
      { first_name: '\u202eАнна' },
      'Может содержать латинские или буквы русского алфавита, максимум 40 символов',
    ],
    [
      'last_name',
      { last_name: 'Я'.repeat(41) },
      'Может содержать латинские или буквы русского алфавита, максимум 40 символов',
    ],
    ['first_name', { first_name: '   ' }, 'Заполните поле'],
    ['last_name', { last_name: 'Анна 😀' }, FIELD_HINTS.name],
    ['last_name', { last_name: '安娜' }, FIELD_HINTS.name],
    ['last_name', { last_name: 'Анна\u0000' }, FIELD_HINTS.name],
    ['last_name', { last_name: 'Анна2' }, FIELD_HINTS.name],
    ['middle_name', { middle_name: 'Игоревна\u202e' }, FIELD_HINTS.name],
    ['phone', { phone: '' }, 'Заполните поле'],
    ['phone', { phone: '+79132456789', phone_country: 'kg' }, 'Введите номер полностью'],
    ['phone', { phone: '+7913' }, 'Введите номер полностью'],
    ['email', { email: `${'a'.repeat(300)}@mail.test` }, 'Нужен адрес вида anna@mail.ru'],
    ['email', { email: 'a@mail.test,b@mail.test' }, 'Нужен адрес вида anna@mail.ru'],
    ['email', { email: undefined }, 'Заполните поле'],
    ['email', { email: 'a@b' }, 'Нужен адрес вида anna@mail.ru'],
    ['city_id', { city_id: 9_999_999 }, 'Выберите город из списка'],
    ['password', { password: 'росток' }, 'Пароль не короче 8 знаков'],
    ['password', { password: 'Password1' }, 'Этот пароль подбирают первым. Придумайте другой'],
    ['password_confirmation', { password_confirmation: 'другой пароль' }, 'Пароли не совпадают'],
    ['consents.personal', { consents: { personal: false, offer: true } }, 'Без согласия не сможем создать кабинет'],
    ['consents.offer', { consents: { personal: true, offer: false } }, 'Без оферты не сможем создать кабинет'],
  ])('%s %j', async (field, more, text) => {
    const before = (await shop.db.select({ id: users.id }).from(users)).length;
    const answer = await register(await visitor(), form(more));
    expect(answer).toMatchObject({ status: 'error', code: 'validation' });
    expect(answer.errors[field]).toContain(text);
    expect((await shop.db.select({ id: users.id }).from(users)).length).toBe(before);
  });
});

it('the company’s number wins over the link that the phone remembers: «Это не тот человек»', async () => {
  const sponsor = await addConsultant(shop, { consId: 1_000_321 });
  const sponsorOf = async (more: Record<string, unknown>) => {
    const tab = await visitor();
    expect(await send(tab, '/refvisit', { id: 1_000_321 })).toMatchObject({ status: 'success' });
    const { user } = await register(tab, form(more));
    return (await shop.db.select().from(users).where(eq(users.id, user.id)))[0]!.sponsorId;
  };
  expect(await sponsorOf({})).toBe(sponsor);
  expect(await sponsorOf({ sponsor_id: HOUSE_CONS_ID })).not.toBe(sponsor);
});

it('spaces around a name and an address are no part of them; a sponsor that is nobody’s falls through to the company', async () => {
  for (const sponsor_id of [0, -1, 99_999_999, 2_147_483_648, Number.MAX_SAFE_INTEGER]) {
    const body = form({ sponsor_id });
    const tab = await visitor();
    const { user } = await register(tab, { ...body, first_name: '  Наталья ', email: ` ${body.email.toUpperCase()} ` });
    const row = (await shop.db.select().from(users).where(eq(users.id, user.id)))[0]!;
    expect([row.firstName, row.pendingEmail, row.sponsorId]).toEqual(['Наталья', body.email, null]);
  }
});

describe('whose address it is already', () => {
  it('is told only after its code, and costs the same work before', async () => {
    const owner = await addPerson(shop, { email: 'Owner@mail.test' });
    const [free, taken] = [form(), form({ email: 'owner@mail.test' })];
    const [atFree, atTaken] = [await visitor(), await visitor()];
    const one = await statementsOf(() => register(atFree, free));
    const two = await statementsOf(() => register(atTaken, taken));
    const shape = ({ result }: { result: Record<string, unknown> }) => Object.keys(result);
    expect([shape(two), two.statements]).toEqual([shape(one), one.statements]);
    expect(two.result).toMatchObject({ status: 'success', message: 'Код отправлен' });

    const code = await box.codeTo('owner@mail.test');
    expect((await confirm(atTaken, wrongOf(code))).code).toBe('code_wrong');
    expect(await confirm(atTaken, code)).toMatchObject({
      status: 'error',
      code: 'duplicate',
      message: 'Такой адрес уже зарегистрирован',
      errors: { email: ['Такой адрес уже зарегистрирован'] },
    });
    expect((await shop.db.select().from(users).where(eq(users.id, owner)))[0]?.email).toBe('Owner@mail.test');
    // Another address of the same person goes on.
    later(61_000);
    const mine = `own${last}@mail.test`;
    expect(await send(atTaken, '/api/registration/send-new', { email: mine })).toMatchObject({ status: 'success' });
    expect(await confirm(atTaken, await box.codeTo(mine))).toMatchObject({ user: { role: 'client', email: mine } });
  });

  it('two that race for one address make one account with it', async () => {
    const body = form();
    const answers = await Promise.all([await visitor(), await visitor()].map((tab) => register(tab, { ...body })));
    expect(answers.map(({ status }) => status).sort()).toEqual(['error', 'success']);
    expect(answers.find(({ status }) => status === 'error')?.code).toBe('too_many');
    expect(await shop.db.select().from(users).where(eq(users.pendingEmail, body.email))).toHaveLength(1);
  });

  it('a lost answer: the same device with the same form goes on in the account that was made', async () => {
    const guestId = randomUUID();
    const tab = await browserOf(shop, { guestId });
    const product = await addProduct(shop);
    await change(tab, product, 2);
    const body = form({ guestId });
    await register(tab, body);
    later(61_000);
    const again = await visitor();
    expect(await register(again, body)).toMatchObject({ status: 'success' });
    expect(quantities(await cartOf(again))).toEqual({ [product]: 2 });
    expect(await shop.db.select().from(users).where(eq(users.pendingEmail, body.email))).toHaveLength(1);
    // Another password is another person: a guest id alone opens nothing.
    later(61_000);
    const stranger = await visitor();
    await register(stranger, { ...body, password: 'чужой и длинный' });
    expect((await cartOf(stranger)).result.count).toBe(0);
  });
});

it('an account that was never confirmed, whoever made it, confirms its own address', async () => {
  const email = `old${last}@mail.test`;
  const id = await addPerson(shop, { role: 'user', email });
  const tab = await browserOf(shop, { userId: id });
  expect((await whoAmI(tab)).confirmation).toEqual({ type: 'email', target: 'o***@mail.test' });
  expect(await send(tab, '/api/registration/send-new', {})).toMatchObject({ status: 'success' });
  expect(await confirm(tab, await box.codeTo(email))).toMatchObject({ user: { id, role: 'client', email } });
  expect((await send(tab, '/api/registration/send-new', {})).message).toBe('Кабинет уже подтверждён');
});

it('no code goes to what is no address, and it is said so', async () => {
  for (const url of ['/api/login/send-code', '/api/password/send']) {
    const answer = await send(await visitor(), url, { login: 'a@x.ru;b%y.ru' });
    expect(answer.errors).toEqual({ login: [expect.stringMatching(/[а-яё]/)] });
  }
});

describe('codes', () => {
  it('a minute between two, five an hour, and the time until then', async () => {
    const tab = await visitor();
    await register(tab, form());
    const resend = () => call(tab, 'POST', '/api/registration/send-new', {});
    const early = await tab('/api/registration/send-new', {
      method: 'POST',
      headers: { 'x-requested-with': 'rostok', 'content-type': 'application/json' },
      body: '{}',
    });
    expect([early.status, early.headers.get('retry-after')]).toEqual([429, '60']);
    const { message } = (await early.json()) as { message: string };
    expect(message).toBe('Код уже отправлен. Новый можно запросить через\u00a060\u00a0секунд');
    for (let sent = 1; sent < 5; sent += 1) {
      later(61_000);
      expect((await resend()).body.status, `code ${sent + 1}`).toBe('success');
    }
    later(61_000);
    expect(await resend()).toMatchObject({ http: 429, body: { message: expect.stringMatching(/^Слишком много/) } });
    later(3_600_000);
    expect((await resend()).body.status).toBe('success');
  });

  it('five tries, ten minutes, once', async () => {
    const tab = await visitor();
    const body = form();
    await register(tab, body);
    const code = await box.codeTo(body.email);
    const wrong = wrongOf(code);
    for (let left = 4; left >= 1; left -= 1) expect((await confirm(tab, wrong)).message).toContain(String(left));
    expect((await confirm(tab, wrong)).message).toBe('Пять попыток истрачены. Попросите новый код');
    expect((await confirm(tab, code)).code).toBe('code_attempts');
    later(61_000);
    await send(tab, '/api/registration/send-new', {});
    const next = await box.codeTo(body.email);
    later(10 * 60_000);
    expect((await confirm(tab, next)).code).toBe('code_expired');
    expect((await confirm(tab, '12')).errors).toEqual({ code: ['Код — шесть цифр из сообщения'] });
  });

  it('guesses sent at once are counted one by one', async () => {
    const tab = await visitor();
    const body = form();
    await register(tab, body);
    const code = await box.codeTo(body.email);
    const guesses = Array.from({ length: 20 }, () => confirm(tab, wrongOf(code)));
    const codes = (await Promise.all(guesses)).map(({ code: name }) => name);
    expect(codes.filter((name) => name === 'code_wrong')).toHaveLength(5);
    expect(codes.filter((name) => name === 'code_attempts')).toHaveLength(15);
  });

  it('stand nowhere but in the message: no table and no job holds the digits', async () => {
    const tab = await visitor();
    const body = form();
    await register(tab, body);
    const code = await box.codeTo(body.email);
    const rows = await shop.db.select().from(contactCodes).where(eq(contactCodes.target, body.email));
    const jobs = await shop.db.execute("select data from pgboss.job where name = 'codes.send'");
    expect(JSON.stringify([rows, jobs.rows])).not.toContain(code);
    expect(rows[0]?.hashes[0]).toMatch(/^\$argon2id\$/);
  });
});

describe('login by code', () => {
  it('lets the owner in once, and says the same to whoever asks for an address that nobody has', async () => {
    const email = `code${last}@mail.test`;
    const id = await addPerson(shop, { email, passwordHash: 'x' });
    const one = await statementsOf(async () =>
      send(await visitor(), '/api/login/send-code', { login: email.toUpperCase() }),
    );
    const two = await statementsOf(async () =>
      send(await visitor(), '/api/login/send-code', { login: `nobody${last}@mail.test` }),
    );
    expect(two.statements).toEqual(one.statements);
    expect(Object.keys(two.result)).toEqual(Object.keys(one.result));
    const code = await box.codeTo(email);
    expect(box.letters.some(({ to }) => to.startsWith('nobody'))).toBe(false);
    const [a, b] = [await visitor(), await visitor()];
    const answers = await Promise.all([a, b].map((tab) => send(tab, '/api/login', { login: email, code })));
    expect(answers.map(({ status }) => status).sort()).toEqual(['error', 'success']);
    expect(answers.find(({ status }) => status === 'success')?.user.id).toBe(id);
    expect((await send(await visitor(), '/api/login', { login: `nobody${last}@mail.test`, code: '123456' })).code).toBe(
      'code_wrong',
    );
    expect((await send(await visitor(), '/api/login', { login: email, code: '' })).errors).toEqual({
      code: ['Заполните поле'],
    });
  });
});

describe('a new password', () => {
  it('ends every other session and opens this one', async () => {
    const email = `reset${last}@mail.test`;
    const id = await addPerson(shop, { email, passwordHash: 'x' });
    const old = await visitor();
    await enter(shop, old, { userId: id });
    const tab = await visitor();
    await send(tab, '/api/password/send', { login: email });
    const code = await box.codeTo(email);
    expect(
      (await send(tab, '/api/password/reset', { login: email, code, password: '12345678' })).errors.password,
    ).toBeDefined();
    expect(await send(tab, '/api/password/reset', { login: email, code, password: 'новый и длинный' })).toMatchObject({
      user: { id },
      ended_sessions: 1,
    });
    expect((await whoAmI(old)).user.isGuest).toBe(true);
    expect((await whoAmI(tab)).user.id).toBe(id);
    expect(await shop.db.select().from(sessions).where(eq(sessions.userId, id))).toHaveLength(1);
    expect((await send(await visitor(), '/api/login', { login: email, password: 'новый и длинный' })).status).toBe(
      'success',
    );
    expect((await send(tab, '/api/password/reset', { login: email, code, password: 'ещё один длинный' })).code).toBe(
      'code_expired',
    );
  });

  it('of an account that somebody else wrote down without a password: consents and password are its owner’s', async () => {
    const sponsorId = await addConsultant(shop);
    const { email, phone } = form();
    const written = { role: 'user' as const, name: 'Наталья Верещагина', sponsorId, appliedAs: 'client' as const };
    await addPerson(shop, { ...written, pendingEmail: email, pendingPhone: phone, confirmBy: 'email' });
    const tab = await visitor();
    await send(tab, '/api/password/send', { login: email });
    const asked = { login: email, code: await box.codeTo(email), password: 'свой и длинный' };
    expect((await send(tab, '/api/password/reset', asked)).errors).toHaveProperty(['consents.personal']);
    const { user } = await send(tab, '/api/password/reset', { ...asked, consents: { personal: true, offer: true } });
    expect(user).toMatchObject({ role: 'client', email, name: 'Наталья Верещагина' });
    expect((await shop.db.select().from(users).where(eq(users.id, user.id)))[0]?.sponsorId).toBe(sponsorId);
    expect((await shop.db.select().from(consents).where(eq(consents.userId, user.id))).length).toBe(2);
  });
});
