import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cities } from '#server/db/tables/catalogue.ts';
import { users } from '#server/db/tables/people.ts';
import { pickupPoints } from '#server/db/tables/delivery.ts';
import { wholesaleApplications } from '#server/db/tables/sponsor.ts';
import { peopleSearchOf } from '#server/features/desk-users/people-search.rules.ts';
import { act, cardOf, type Desk, journalOf, openDeskOf, reason, runJobs } from '#tests/desk-users/desk-users-people.ts';
import { addConsultant, addPerson, addProduct, browserOf, call } from '#tests/cart/shop-people.ts';
import { buyerWith, giveBonus, place, placingBody, putOnAccount } from '#tests/orders/order-people.ts';
import { openShop, type TestShop } from '#tests/support/open-shop.ts';

// docs/product/rights.md. Contents: 1 finding, 2 operators, 3 wholesale, 4 lost addresses

let shop: TestShop;
let desk: Desk;
beforeAll(async () => {
  shop = await openShop();
  desk = await openDeskOf(shop);
});
afterAll(() => shop.close());

// ── 1 Finding ───────────────────────────────────────────────────────────────────────────────────
describe('finding', () => {
  let ids: Record<'semen' | 'cons' | 'percent', number>;
  const find = async (body: object) => (await call(desk.browser, 'POST', '/api/desk/users', body)).body;
  const found = async (q: string) => ((await find({ q })).users as { id: number }[]).map(({ id }) => id);
  beforeAll(async () => {
    ids = {
      semen: await addPerson(shop, { name: 'Семён Алёхин', phone: '+79130007788', email: 'Semen@mail.test' }),
      cons: await addPerson(shop, {
        role: 'cons',
        consId: 1_000_777,
        name: 'Вера Ланская',
        pendingEmail: 'vera@mail.test',
      }),
      percent: await addPerson(shop, { name: 'Лавка 100%' }),
    };
  });
  it.each([
    ['семен', ['semen']],
    ['  Алехин ', ['semen']],
    ['СЕМЁН АЛЁ', ['semen']],
    ['8 913 000-77-88', ['semen']],
    ['7788', ['semen']],
    ['semen@', ['semen']],
    ['vera@mail', ['cons']],
    ['01000777', ['cons']],
    ['100%', ['percent']],
    ['_', []],
    ["'; drop table users; --", []],
    ['\u202eнет', []],
  ] as const)('%j finds %j', async (q, names) => {
    expect(await found(q)).toEqual(names.map((name) => ids[name]));
  });
  it('who has asked for the account’s end and waits for the shop: money, a debt or an order; nobody else', async () => {
    const deleteAt = new Date('2026-12-20T00:00:00Z');
    const leaving = (name: string, more = {}) => addPerson(shop, { name, deleteAt, ...more });
    const [rich, owes, , gone] = [await leaving('Богатый'), await leaving('Должник'), await leaving('Пустой'), await leaving('Ушедший', { deletedAt: deleteAt })]; // prettier-ignore
    const gift = await leaving('С подарком');
    await putOnAccount(shop, rich, 1, 500);
    await putOnAccount(shop, owes, 0, -100);
    await putOnAccount(shop, gone, 0, 100);
    await giveBonus(shop, gift, 1000);
    const product = await addProduct(shop);
    const buyer = await leaving('С заказом', { deleteAt: null });
    const browser = await buyerWith(shop, [[product, 1]], { userId: buyer });
    await place(browser, await placingBody(browser));
    await shop.db.update(users).set({ deleteAt }).where(eq(users.id, buyer));
    const { users: rows } = await find({ show: 'leaving' });
    expect(rows.map(({ id, state }: { id: number; state: string }) => [id, state])).toEqual(
      [buyer, owes, rich].map((id) => [id, 'leaving']),
    );
  });
  it('by the number of the cabinet; a row says who it is and what state it is in', async () => {
    expect(await found(`№ ${ids.cons}`)).toContain(ids.cons);
    const { users: rows } = await find({ q: '01000777' });
    expect(rows).toEqual([
      {
        id: ids.cons,
        name: 'Вера Ланская',
        role: 'cons',
        cons_id: '01000777',
        is_operator: false,
        state: 'active',
        phone: null,
        email: 'vera@mail.test',
      },
    ]);
  });
  it('pages by the last one, each person once, whoever comes meanwhile', async () => {
    const rows = Array.from({ length: 120 }, (_, i) => ({ role: 'optovik' as const, name: `Опт ${i}` }));
    await shop.db.insert(users).values(rows);
    const seen: number[] = [];
    let after: number | undefined;
    do {
      const page = await find({ show: 'optovik', ...(after === undefined ? {} : { after }) });
      seen.push(...(page.users as { id: number }[]).map(({ id }) => id));
      if (after === undefined) await addPerson(shop, { role: 'optovik', name: 'Пришёл позже' });
      after = page.next ?? undefined;
    } while (after !== undefined);
    expect([seen.length, new Set(seen).size]).toEqual([120, 120]);
    expect(seen).toEqual(seen.toSorted((a, b) => b - a));
  });
  it('what is no page, no filter, or too long is refused', async () => {
    for (const body of [{ after: 0 }, { after: 9e9 }, { show: 'all' }, { q: 'x'.repeat(101) }])
      expect((await find(body)).code).toBe('validation');
  });
  it('digits are a telephone from four on, and signs of LIKE are plain', () => {
    expect(peopleSearchOf('123')).toMatchObject({ number: 123, phone: null });
    expect(peopleSearchOf('+7 (900) 000-01-57')).toMatchObject({ number: null, phone: '9000000157' });
    expect(peopleSearchOf('100%_')?.name).toBe('%100\\%\\_%');
    expect(peopleSearchOf(' ')).toBeNull();
  });
});

// ── 2 Operators ─────────────────────────────────────────────────────────────────────────────────
describe('an operator', () => {
  const point = (id: string, more = {}) => ({
    deliveryType: 3,
    id,
    gateType: 'service_center' as const,
    name: `Центр ${id}`,
    address: 'ул. Мира, 1',
    countryId: 1,
    cityId: 3,
    lat: 55,
    lon: 83,
    schedule: 'ежедневно',
    utcOffset: 7,
    ...more,
  });
  beforeAll(async () => {
    await shop.db
      .insert(cities)
      .values({ id: 3, title: 'Новосибирск', countryId: 1, lat: 55, lon: 83, utcOffset: 7 })
      .onConflictDoNothing();
    await shop.db
      .insert(pickupPoints)
      .values([
        point('nsk-1'),
        point('nsk-2'),
        point('shut', { closedAt: shop.clock.now }),
        point('cdek-1', { deliveryType: 11, gateType: 'pvz' }),
      ]);
  });
  it('works at the points that were chosen, and the counter opens at the next call', async () => {
    const id = await addConsultant(shop);
    const browser = await browserOf(shop, { userId: id });
    const points = [
      { type: 3, id: 'nsk-1' },
      { type: 3, id: 'nsk-2' },
    ];
    const set = await act(desk, 'operator', id, { is_operator: true, points });
    expect(set.body.points.map((one: { id: string }) => one.id)).toEqual(['nsk-1', 'nsk-2']);
    expect((await call(browser, 'GET', '/user/data')).body.permissions).toContain('punkt.counter');
    const off = await act(desk, 'operator', id, { is_operator: false, points });
    expect([off.body.points, off.body.person.is_operator]).toEqual([[], false]);
    expect((await call(browser, 'GET', '/user/data')).body.permissions).not.toContain('punkt.counter');
    expect((await journalOf(shop, id)).map(({ after }) => after)).toEqual([
      { Оператор: 'да', Пункты: ['Новосибирск, ул. Мира, 1, Центр nsk-1', 'Новосибирск, ул. Мира, 1, Центр nsk-2'] },
      { Оператор: 'нет', Пункты: [] },
    ]);
  });
  it.each([['shut'], ['nowhere'], ['cdek-1']])('not at %s', async (id) => {
    const who = await addConsultant(shop);
    const type = id === 'cdek-1' ? 11 : 3;
    const refused = await act(desk, 'operator', who, { is_operator: true, points: [{ type, id }] });
    expect(refused.body.errors.points).toEqual(['Такого пункта нет, или он закрыт']);
  });
  it('is no client; points are offered by words', async () => {
    const who = await addPerson(shop);
    expect((await act(desk, 'operator', who, { is_operator: true, points: [] })).body.errors.is_operator).toHaveLength(
      1,
    );
    const { points } = (
      await call(desk.browser, 'POST', '/api/desk/users/points', { q: 'новосибирск, центр nsk-2'.replace(',', '') })
    ).body;
    expect(points).toEqual([{ type: 3, id: 'nsk-2', name: 'Центр nsk-2', address: 'Новосибирск, ул. Мира, 1' }]);
    expect((await call(desk.browser, 'POST', '/api/desk/users/points', { q: '%' })).body.points).toEqual([]);
  });
});

// ── 3 Wholesale ─────────────────────────────────────────────────────────────────────────────────
describe('an application for wholesale', () => {
  async function apply(more: Parameters<typeof addPerson>[1] = {}) {
    const userId = await addPerson(shop, { name: 'Роман Лавров', email: `r${Math.random()}@mail.test`, ...more });
    const rows = await shop.db
      .insert(wholesaleApplications)
      .values({ userId, company: 'ООО «Лавка»', inn: '7707083893', phone: '+79000000001', createdAt: shop.clock.now })
      .returning({ id: wholesaleApplications.id });
    return { userId, application_id: rows[0]?.id ?? 0 };
  }
  it('approved makes a wholesale buyer at the next call and tells them; once', async () => {
    const { userId, application_id } = await apply();
    const browser = await browserOf(shop, { userId });
    expect((await cardOf(desk, userId)).application).toMatchObject({ company: 'ООО «Лавка»', inn: '7707083893' });
    const before = (await call(desk.browser, 'POST', '/api/desk/users', { show: 'wholesale' })).body;
    expect([before.waiting, before.users[0].state]).toEqual([1, 'wholesale']);
    const done = await act(desk, 'wholesale', userId, { application_id, decision: 'approve' });
    expect(done.body).toMatchObject({ person: { role: 'optovik', name: 'ООО «Лавка»' }, application: null });
    expect((await call(browser, 'GET', '/optovik/cart/data')).http).toBe(200);
    const { letters } = await runJobs(shop, 'desk-users.tell-wholesale');
    expect(letters.map(({ subject }) => subject)).toEqual(['Заявка на опт одобрена']);
    expect((await act(desk, 'wholesale', userId, { application_id, decision: 'refuse' })).body.code).toBe(
      'person_changed',
    );
  });
  it('refused says why, with markup as text', async () => {
    const { userId, application_id } = await apply();
    const why = 'ИНН <b>не найден</b>';
    await act(desk, 'wholesale', userId, { application_id, decision: 'refuse', reason: why });
    const { letters } = await runJobs(shop, 'desk-users.tell-wholesale');
    expect(letters[0]?.text).toContain(why);
    expect(letters[0]?.html).toContain('ИНН &lt;b&gt;не найден&lt;/b&gt;');
    expect((await cardOf(desk, userId)).person.role).toBe('client');
  });
  it('of somebody else, or of whoever is no client, is refused', async () => {
    const mine = await apply();
    const other = await apply();
    const foreign = { application_id: other.application_id, decision: 'approve' };
    expect((await act(desk, 'wholesale', mine.userId, foreign)).body.code).toBe('person_changed');
    const staff = await apply({ role: 'staff' });
    expect((await act(desk, 'wholesale', staff.userId, { ...staff, decision: 'approve' })).body.code).toBe(
      'not_possible',
    );
  });
});

// ── 4 Lost addresses ────────────────────────────────────────────────────────────────────────────
describe('a lost address', () => {
  it('is replaced: sessions end, the password is forgotten, codes open nothing, old and new are told, the journal has masks', async () => {
    const id = await addPerson(shop, { email: 'old@mail.test', phone: '+79000000301', passwordHash: 'x' });
    const browser = await browserOf(shop, { userId: id });
    await shop.db.execute(sql`insert into contact_codes (purpose, target, user_id, created_at, expires_at)
      values ('login', '+79000000301', ${id}, now(), now() + interval '10 minutes')`);
    const done = await act(desk, 'contact', id, { phone: '+79000000302' });
    expect(done.body.person).toMatchObject({ phone: '+79000000302', email: 'old@mail.test' });
    expect((await call(browser, 'GET', '/user/data')).body.user.isGuest).toBe(true);
    const { rows } = await shop.db
      .execute(sql`select u.password_hash, count(c.id) filter (where c.used_at is null)::int as codes
      from users u left join contact_codes c on c.user_id = u.id where u.id = ${id} group by u.id`);
    expect(rows).toEqual([{ password_hash: null, codes: 0 }]);
    const { letters, messages } = await runJobs(shop, 'desk-users.tell-contact');
    expect(messages.map(({ to }) => to).toSorted()).toEqual(['+79000000301', '+79000000302']);
    expect(letters.map(({ to }) => to)).toEqual(['old@mail.test']);
    expect(messages.find(({ to }) => to === '+79000000301')?.text).toContain('больше не открывает');
    expect(await journalOf(shop, id)).toMatchObject([
      { reason, before: { Телефон: '+7 9** ***-**-01' }, after: { Телефон: '+7 9** ***-**-02' } },
    ]);
    const { rows: audit } = await shop.db.execute<{ line: string }>(
      sql`select audit_log::text as line from audit_log where target_id = ${id}`,
    );
    expect(JSON.stringify(audit)).not.toContain('9000000302');
  });
  it('of somebody else, the same one, none, a faulty one, or of an account that is not confirmed', async () => {
    const id = await addPerson(shop, { email: 'one@mail.test', phone: '+79000000311' });
    await addPerson(shop, { email: 'Two@mail.test', phone: '+79000000312' });
    const ask = (more: object) => act(desk, 'contact', id, more);
    expect((await ask({ email: 'two@mail.test' })).body).toMatchObject({
      code: 'duplicate',
      errors: { email: [expect.any(String)] },
    });
    expect((await ask({ phone: '+79000000312' })).body.code).toBe('duplicate');
    expect((await ask({ phone: '+79000000311' })).body.errors.phone).toEqual(['Этот телефон уже здесь']);
    expect((await ask({})).body.code).toBe('validation');
    for (const more of [
      { email: 'a@b' },
      { email: '<script>@x.ru' },
      { phone: '+7900' },
      { phone: '+79000000313', phone_country: 'kg' },
    ])
      expect((await ask(more)).body.code).toBe('validation');
    const waits = await addPerson(shop, { role: 'user', pendingEmail: 'w@mail.test' });
    expect((await act(desk, 'contact', waits, { email: 'x@mail.test' })).body.code).toBe('not_possible');
    expect(await journalOf(shop, id)).toEqual([]);
  });
  it('given to two accounts at the same moment is one’s', async () => {
    const ids = [await addPerson(shop), await addPerson(shop)];
    const both = await Promise.all(ids.map((id) => act(desk, 'contact', id, { email: 'race@mail.test' })));
    expect(both.map(({ body }) => body.code ?? 'done').toSorted()).toEqual(['done', 'duplicate']);
  });
});
