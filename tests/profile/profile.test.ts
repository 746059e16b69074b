import { eq } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FIELD_HINTS } from '#contract/people-fields.ts';
import { cities } from '#server/db/tables/catalogue.ts';
import { consents, sessions, users } from '#server/db/tables/people.ts';
import { hashPassword } from '#server/platform/password.ts';
import { addConsultant, addPerson, type Browser, browserOf, call } from '#tests/cart/shop-people.ts';
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

let last = 0;
const contacts = () => {
  last += 1;
  return { email: `p${last}@mail.test`, phone: `+7913555${String(last).padStart(4, '0')}` };
};
const person = async (more: Partial<typeof users.$inferInsert> = {}) => {
  const own = contacts();
  const userId = await addPerson(shop, { firstName: 'Анна', lastName: 'Петрова', ...own, ...more });
  return { ...own, userId, tab: await browserOf(shop, { userId }) };
};
const consultant = async (more: Partial<typeof users.$inferInsert> = {}) => {
  const own = contacts();
  const userId = await addConsultant(shop, { ...own, birthday: '1991-06-14', ...more });
  return { ...own, userId, tab: await browserOf(shop, { userId }) };
};
const profileOf = async (tab: Browser) => (await call(tab, 'GET', '/api/profile')).body.profile;
const save = (tab: Browser, body: unknown, headers?: Record<string, string>) =>
  call(tab, 'POST', '/api/profile', body, headers);
const later = (ms: number): void => void (shop.clock.now = new Date(shop.clock.now.getTime() + ms));
const rowOf = async (id: number) => (await shop.db.select().from(users).where(eq(users.id, id)))[0]!;

describe('what is written in it', () => {
  it('changes only what is named, and the shown name with the parts of it', async () => {
    const { tab, userId } = await person({ middleName: 'Сергеевна', cityId: 3 });
    const first = await save(tab, { first_name: '  Мария ', birthday: '1991-06-14' });
    expect(first.body.profile).toMatchObject({
      name: 'Мария Петрова',
      middle_name: 'Сергеевна',
      birthday: '1991-06-14',
      city: { id: 3 },
    });
    expect((await save(tab, { middle_name: '', birthday: null })).body.profile).toMatchObject({
      first_name: 'Мария',
      middle_name: '',
      birthday: null,
    });
    expect((await call(tab, 'GET', '/user/data')).body.user.name).toBe('Мария Петрова');
    expect(await rowOf(userId)).toMatchObject({ name: 'Мария Петрова', lastName: 'Петрова' });
  });

  it('answers a repeat under its key from the first time', async () => {
    const { tab } = await person();
    const key = { 'idempotency-key': randomUUID() };
    await save(tab, { first_name: 'Вера' }, key);
    await save(tab, { first_name: 'Ольга' });
    const again = await save(tab, { first_name: 'Вера' }, key);
    expect([again.replayed, again.body.profile.first_name]).toEqual([true, 'Вера']);
    expect((await profileOf(tab)).first_name).toBe('Ольга');
  });

  it('leaves the name of a company to the desk', async () => {
    const { tab } = await person({ role: 'optovik', name: 'ООО «Лавка здоровья»' });
    const { profile } = (await save(tab, { first_name: 'Роман' })).body;
    expect(profile).toMatchObject({ name: 'ООО «Лавка здоровья»', first_name: 'Роман', is_company: true });
  });

  it.each([
    ['first_name', ''],
    ['first_name', '   '],
    ['first_name', 'а'.repeat(41)],
    ['first_name', 'Анна2'],
    ['first_name', 'Анна 😀'],
    ['first_name', '<script>alert(1)</script>'],
    ['first_name', 'Анна\u202eлоК'],
    ['first_name', '安娜'],
    ['first_name', 'Анна\u0000'],
    ['last_name', 'а'.repeat(5000)],
    ['middle_name', 'Сергеевна№1'],
    ['city_id', 999_999],
    ['city_id', 'Новосибирск'],
    ['city_id', 3.5],
    ['birthday', '31.02.1990'],
    ['birthday', '1990-02-31'],
    ['birthday', '1790-01-01'],
    ['birthday', '2999-01-01'],
    ['birthday', ''],
    ['send_email', 'да'],
    ['show_contacts', 1],
  ])('says what is wrong with %s = %j, and changes nothing', async (field, value) => {
    const { tab, userId } = await consultant({ firstName: 'Мария', lastName: 'Соколова' });
    const before = await rowOf(userId);
    const { http, body } = await save(tab, { [field]: value });
    expect([http, body.code]).toEqual([200, 'validation']);
    expect(Object.keys(body.errors)).toEqual([field]);
    expect(body.errors[field][0]).toMatch(/[а-яё]/i);
    expect(await rowOf(userId)).toEqual(before);
  });

  it('uses the hint of the contact form, and «Заполните поле» for an empty name', async () => {
    const { tab } = await person();
    expect((await save(tab, { first_name: 'Анна 2' })).body.errors).toEqual({ first_name: [FIELD_HINTS.name] });
    expect((await save(tab, { first_name: '' })).body.errors).toEqual({ first_name: ['Заполните поле'] });
  });

  it('holds a consultant to 18 years and a birthday', async () => {
    const { tab } = await consultant();
    expect((await save(tab, { birthday: '2010-01-01' })).body.errors.birthday[0]).toContain('18');
    expect((await save(tab, { birthday: null })).body.errors.birthday).toEqual(['Консультанту нужна дата рождения']);
  });

  it('writes a consent for each switch that was really turned, and withdraws it when it is turned back', async () => {
    const { tab, userId } = await consultant();
    await save(tab, { send_email: true, show_contacts: true });
    await save(tab, { send_email: true });
    const rows = () => shop.db.select().from(consents).where(eq(consents.userId, userId));
    expect((await rows()).map((row) => [row.purpose, row.withdrawnAt])).toEqual([
      ['marketing', null],
      ['client_contacts', null],
    ]);
    await save(tab, { send_email: false });
    const [marketing] = await rows();
    expect(marketing).toMatchObject({ withdrawnAt: shop.clock.now, textHash: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(await rowOf(userId)).toMatchObject({ sendEmail: false, showContacts: true });
  });

  it('has no contacts to show of a client', async () => {
    const { tab, userId } = await person();
    expect((await save(tab, { show_contacts: true })).body.profile.show_contacts).toBeNull();
    expect((await rowOf(userId)).showContacts).toBe(false);
  });

  it('knows nobody else: another session of another person sees and changes its own', async () => {
    const [one, other] = [await person(), await person()];
    expect((await profileOf(other.tab)).email.value).toBe(other.email);
    const foreign = await save(one.tab, { first_name: 'Чужая' }, { 'x-client-user': String(other.userId) });
    expect(foreign.http).toBe(403);
    expect((await rowOf(other.userId)).firstName).toBe('Анна');
  });
});

describe('a new address', () => {
  const ask = (tab: Browser, body: unknown) => call(tab, 'POST', '/api/profile/contact', body);
  const confirm = (tab: Browser, code: string) => call(tab, 'POST', '/api/profile/contact/confirm', { code });

  it('is the account’s after its code; the old one logs in until then and hears of it', async () => {
    const { tab, email, userId } = await person();
    const next = contacts().email;
    const asked = await ask(tab, { by: 'email', email: ` ${next.toUpperCase()} ` });
    expect(asked.body).toMatchObject({ message: 'Код отправлен', confirmation: { type: 'email' } });
    expect(await profileOf(tab)).toMatchObject({
      email: { value: email, confirmed: true, confirmed_at: null },
      waiting: { type: 'email', target: 'p***@mail.test' },
    });
    const code = await box.codeTo(next);
    const { body } = await confirm(tab, `${code.slice(0, 3)} ${code.slice(3)}`);
    expect(body.profile).toMatchObject({
      email: { value: next, confirmed: true, confirmed_at: shop.clock.now.toISOString() },
      waiting: null,
    });
    await box.idle();
    const letter = box.letters.findLast(({ to }) => to === email);
    expect(letter?.subject).toBe('Почта кабинета изменена');
    expect(letter?.text).toContain('p***@mail.test');
    expect(letter?.text).not.toContain(next);
    expect((await rowOf(userId)).email).toBe(next);
  });

  it('tells the other address when there was none of its kind', async () => {
    const { tab, email, phone } = await person({ phone: null });
    await ask(tab, { by: 'phone', phone });
    await confirm(tab, await box.codeTo(phone));
    expect((await profileOf(tab)).phone).toMatchObject({ value: phone, confirmed: true });
    await box.idle();
    expect(box.letters.findLast(({ to }) => to === email)?.subject).toBe('Телефон кабинета изменён');
  });

  it('is told to be taken after the right code only', async () => {
    const [one, other] = [await person(), await person()];
    const asked = await ask(one.tab, { by: 'email', email: other.email });
    expect(asked.body).toMatchObject({ status: 'success', message: 'Код отправлен' });
    const code = await box.codeTo(other.email);
    expect((await confirm(one.tab, code === '111111' ? '222222' : '111111')).body).toMatchObject({
      code: 'code_wrong',
    });
    expect((await confirm(one.tab, code)).body).toMatchObject({
      code: 'duplicate',
      errors: { email: ['Такой адрес уже зарегистрирован'] },
    });
    expect((await confirm(one.tab, code)).body.code).toBe('code_expired');
    expect((await rowOf(one.userId)).email).toBe(one.email);
  });

  it('goes to one of two accounts that confirm it in the same moment', async () => {
    const [one, other] = [await person(), await person()];
    const { email } = contacts();
    await ask(one.tab, { by: 'email', email });
    const first = await box.codeTo(email);
    later(61_000);
    await ask(other.tab, { by: 'email', email });
    const second = await box.codeTo(email);
    const codes = await Promise.all([confirm(one.tab, first), confirm(other.tab, second)]);
    expect(codes.map(({ http, body }) => [http, body.code ?? 'ok']).toSorted()).toEqual([
      [200, 'duplicate'],
      [200, 'ok'],
    ]);
  });

  it('is refused after five wrong codes, when it is old, and from somebody else’s session', async () => {
    const [one, other] = [await person(), await person()];
    const { email } = contacts();
    await ask(one.tab, { by: 'email', email });
    const code = await box.codeTo(email);
    expect((await confirm(other.tab, code)).body.code).toBe('code_expired');
    const wrong = code === '111111' ? '222222' : '111111';
    for (let tries = 0; tries < 5; tries += 1) await confirm(one.tab, wrong);
    expect((await confirm(one.tab, code)).body.code).toBe('code_attempts');
    later(61_000);
    await ask(one.tab, { by: 'email', email });
    const fresh = await box.codeTo(email);
    later(10 * 60_000);
    expect((await confirm(one.tab, fresh)).body.code).toBe('code_expired');
    expect((await profileOf(one.tab)).waiting).toBeNull();
  });

  it.each([
    [{ by: 'email', email: '' }, 'email'],
    [{ by: 'email', email: 'anna' }, 'email'],
    [{ by: 'email', email: `${'a'.repeat(300)}@mail.test` }, 'email'],
    [{ by: 'email', email: 'a@mail.test,b@mail.test' }, 'email'],
    [{ by: 'email', email: '<b>@mail.test' }, 'email'],
    [{ by: 'phone', phone: '' }, 'phone'],
    [{ by: 'phone', phone: '+791' }, 'phone'],
    [{ by: 'phone', phone: '+79135550101', phone_country: 'de' }, 'phone'],
    [{ by: 'phone', phone: 'позвоните' }, 'phone'],
    [{ by: 'letter' }, 'by'],
    [{}, 'by'],
  ])('is judged before anything is sent: %j', async (body, field) => {
    const { tab } = await person();
    const answer = await ask(tab, body);
    expect([answer.body.code, Object.keys(answer.body.errors ?? {})]).toEqual(['validation', [field]]);
    expect((await profileOf(tab)).waiting).toBeNull();
  });

  it('is not one’s own, and waits for the registration’s code', async () => {
    const { tab, email } = await person();
    expect((await ask(tab, { by: 'email', email: email.toUpperCase() })).body.errors).toEqual({
      email: ['Это и есть ваша почта'],
    });
    const unconfirmed = await person({ role: 'user' });
    expect((await ask(unconfirmed.tab, { by: 'email', email: contacts().email })).http).toBe(403);
  });
});

describe('password', () => {
  const change = (tab: Browser, current: string, password: string) =>
    call(tab, 'POST', '/api/profile/password', { current, password });
  const withPassword = async () => person({ passwordHash: await hashPassword('прежний-пароль') });

  it('is changed with the present one, ends every other session and is told', async () => {
    const { tab, userId, email } = await withPassword();
    const other = await browserOf(shop, { userId });
    const { body } = await change(tab, 'прежний-пароль', 'новый-пароль-9');
    expect(body.profile.password_changed_at).toBe(shop.clock.now.toISOString());
    expect((await call(other, 'GET', '/api/profile')).http).toBe(401);
    expect((await call(tab, 'GET', '/api/profile')).http).toBe(200);
    const login = await call(await browserOf(shop), 'POST', '/api/login', { login: email, password: 'новый-пароль-9' });
    expect(login.body.status).toBe('success');
    await box.idle();
    expect(box.letters.filter(({ to }) => to === email).map(({ subject }) => subject)).toContain('Пароль изменён');
  });

  it('is refused when it is short, common, the same, or the present one is wrong; five guesses and no more', async () => {
    const { tab, userId } = await withPassword();
    const before = (await rowOf(userId)).passwordHash;
    const errorsOf = async (current: string, password: string) => (await change(tab, current, password)).body.errors;
    expect(await errorsOf('прежний-пароль', 'мало')).toEqual({ password: ['Пароль не короче 8 знаков'] });
    expect(await errorsOf('прежний-пароль', 'password1')).toHaveProperty('password');
    expect(await errorsOf('прежний-пароль', 'прежний-пароль')).toHaveProperty('password');
    expect(await errorsOf('', 'новый-пароль-9')).toEqual({ current: ['Заполните поле'] });
    for (let tries = 0; tries < 5; tries += 1)
      expect(await errorsOf('мимо', 'новый-пароль-9')).toHaveProperty('current');
    const shut = await change(tab, 'прежний-пароль', 'новый-пароль-9');
    expect([shut.http, shut.body.code]).toEqual([429, 'too_many']);
    expect((await rowOf(userId)).passwordHash).toBe(before);
    // Guesses here shut nobody out of the login.
    const login = { login: (await rowOf(userId)).email, password: 'прежний-пароль' };
    expect((await call(await browserOf(shop), 'POST', '/api/login', login)).body.status).toBe('success');
  });
});

describe('devices', () => {
  const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1'; // prettier-ignore
  const YANDEX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0.0.0 YaBrowser/24.10 Safari/537.36'; // prettier-ignore
  const logIn = async (email: string, userAgent: string, tab?: Browser) => {
    const browser = tab ?? (await browserOf(shop));
    await call(
      browser,
      'POST',
      '/api/login',
      { login: email, password: 'пароль-для-входа' },
      { 'user-agent': userAgent },
    );
    return browser;
  };
  const owner = async () => {
    const own = contacts();
    const userId = await addPerson(shop, { ...own, passwordHash: await hashPassword('пароль-для-входа') });
    return { ...own, userId };
  };
  const list = async (tab: Browser) => (await call(tab, 'GET', '/api/sessions')).body.sessions;

  it('are listed in words, ended one by one and all but this one', async () => {
    const { email, userId } = await owner();
    const phone = await logIn(email, PHONE);
    later(3_600_000);
    const computer = await logIn(email, YANDEX);
    const third = await logIn(email, '');
    const seen = await list(computer);
    expect(seen.map(({ name, kind, is_here }: Record<string, unknown>) => [name, kind, is_here]).toSorted()).toEqual([
      ['iPhone, Safari', 'phone', false],
      ['Компьютер, Яндекс Браузер', 'computer', true],
      ['Неизвестное устройство', 'other', false],
    ]);
    const { id } = seen.find(({ kind }: { kind: string }) => kind === 'phone');
    expect((await call(computer, 'DELETE', `/api/sessions/${id}`)).body.sessions).toHaveLength(2);
    expect((await call(phone, 'GET', '/api/profile')).http).toBe(401);
    expect((await call(computer, 'DELETE', `/api/sessions/${id}`)).http).toBe(404);
    expect((await call(computer, 'POST', '/api/sessions/end-others')).body.sessions).toHaveLength(1);
    expect((await call(third, 'GET', '/api/profile')).http).toBe(401);
    expect(await shop.db.select().from(sessions).where(eq(sessions.userId, userId))).toHaveLength(1);
  });

  it('of somebody else, of nobody and this very one are not ended here', async () => {
    const [one, other] = [await owner(), await owner()];
    const [tab, foreign] = [await logIn(one.email, PHONE), await logIn(other.email, PHONE)];
    const [mine] = await list(tab);
    const [theirs] = await list(foreign);
    for (const id of [theirs.id, mine.id, randomUUID()])
      expect((await call(tab, 'DELETE', `/api/sessions/${id}`)).http).toBe(404);
    expect((await call(tab, 'DELETE', '/api/sessions/1 or 1=1')).http).toBe(400);
    expect([await list(tab), await list(foreign)].map(({ length }) => length)).toEqual([1, 1]);
  });

  it('that are new are told to the owner by letter; the first one and known ones are not', async () => {
    const { email } = await owner();
    const subjects = async () => {
      await box.idle();
      return box.letters.filter(({ to }) => to === email).map(({ subject }) => subject);
    };
    const first = await logIn(email, PHONE);
    await logIn(email, PHONE, first);
    expect(await subjects()).toEqual([]);
    await logIn(email, `${YANDEX}<script>alert(1)</script>`);
    expect(await subjects()).toEqual(['Вход с нового устройства']);
    const letter = box.letters.findLast(({ to }) => to === email)!;
    expect(letter.text).toContain('Компьютер, Яндекс Браузер');
    expect(letter.html).not.toContain('<script>');
  });
});
