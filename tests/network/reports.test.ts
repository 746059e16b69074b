import assert from 'node:assert/strict';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportActivityOf, REPORT_CALLS } from '#contract/report-files.ts';
import { HOUSE_CONS_ID } from '#contract/tables.ts';
import { closePeriod } from '#server/features/plan/closing/close-period.commands.ts';
import { addConsultant, type Answer, type Browser, browserOf, call } from '#tests/cart/shop-people.ts';
import { openShop, type TestShop } from '#tests/support/open-shop.ts';
import { statementsOf } from '#tests/orders/statements.ts';
import { until } from '#tests/support/until.ts';

// The six reports of a consultant: docs/product/reports.md.
let shop: TestShop;
let me: number;
let people: Record<'olga' | 'igor' | 'alexey' | 'peter' | 'newcomer' | 'stranger', number>;
let reader: Browser;
const JOINED = new Date('2026-01-10T12:00:00Z');

beforeAll(async () => {
  shop = await openShop();
  const house = await addConsultant(shop, { consId: HOUSE_CONS_ID, name: 'Росток' });
  const join = (sponsorId: number, name: string, more: object = {}) =>
    addConsultant(shop, { sponsorId, name, registeredAt: JOINED, ...more });
  me = await join(house, 'Мария Соколова');
  const olga = await join(me, 'Ольга Третьякова', { birthday: '1981-11-20', phone: '+79000000214' });
  const igor = await join(me, 'Игорь Павлов', { phone: '+79000000233' });
  const alexey = await join(olga, 'Алексей Воронцов', { birthday: '1990-11-03', phone: '+79000000421' });
  const peter = await join(alexey, '=1+1 Пётр Исаев');
  const newcomer = await join(me, 'Олег Дёмин', { registeredAt: new Date('2026-10-31T12:00:00Z') });
  people = { olga, igor, alexey, peter, newcomer, stranger: await join(house, 'Чужой Человек') };
  await give(202609, peter, 36);
  for (const [id, points] of [[me, 50], [olga, 126.5], [alexey, 52.5], [igor, 29.5]] as const) await give(202610, id, points); // prettier-ignore
  await give(202610, newcomer, 60);
  await closePeriod(shop.db, 202609, { now: new Date('2026-10-03T21:00:00Z') });
  await closePeriod(shop.db, 202610, { now: new Date('2026-11-03T21:00:00Z') });
  for (const [id, points] of [[me, 47.5], [olga, 700], [alexey, 52.5], [igor, 29.5], [newcomer, 44]] as const) await give(202611, id, points); // prettier-ignore
  for (const id of [olga, alexey])
    await shop.db.execute(sql`insert into consents (user_id, purpose, doc_version, text_hash) values (${id}, 'sponsor_contacts', '1', 'x')`); // prettier-ignore
  reader = await browserOf(shop, { userId: me });
  await until(async () => assert.equal((await read('activity')).totals.own, 826));
});
afterAll(() => shop.close());

const give = (period: number, userId: number, points: number) =>
  shop.db.execute(sql`insert into points_events (period, user_id, half, amount_kop, kind, order_id, return_id)
    values (${period}, ${userId}, ${points * 2}, ${points * 5000}, 'order', nextval(pg_get_serial_sequence('users', 'id')), null)`);
const read = async (report: string, query = '') =>
  (await call(reader, 'GET', `/api/user/reports/${report}${query}`)).body;
const names = (body: Answer['body']): string[] => body['items'].map(({ name }: { name: string }) => name);

describe('activity', () => {
  it('shows the whole structure, sorted by ГО, with totals over everything', async () => {
    const body = await read('activity');
    expect(names(body)).toEqual([
      'Ольга Третьякова',
      'Алексей Воронцов',
      'Олег Дёмин',
      'Игорь Павлов',
      '=1+1 Пётр Исаев',
    ]);
    expect(body).toMatchObject({
      status: 'success',
      page: 1,
      pages: 1,
      total: 5,
      period: { id: 202611, name: 'Ноябрь 2026' },
    });
    expect(body.totals).toMatchObject({ people: 5, active: 3, own: 826, orders: 4 });
    expect(body.parents).toEqual([{ id: me, name: 'Мария Соколова' }]);
    expect(body.items[0]).toMatchObject({ line: 1, own: 700, group: 752.5, active_line1: 1, orders: 1, amount: 3_500_000, missing: 747.5, people: 2, status: { id: 4, name: 'Координатор' } }); // prettier-ignore
    expect(body.items.at(-1)).toMatchObject({ line: 3, status: null, missing: 30, active: false });
  });
  it('knows line 1, branches, one branch, activity, statuses and a closed month', async () => {
    expect(names(await read('activity', '?structure=0'))).toEqual(['Ольга Третьякова', 'Олег Дёмин', 'Игорь Павлов']);
    const branches = await read('activity', '?structure=2');
    expect(branches.branches.map(({ name, people: count, own }: { name: string; people: number; own: number }) => [name, count, own])).toEqual([['Ольга Третьякова', 3, 752.5], ['Олег Дёмин', 1, 44], ['Игорь Павлов', 1, 29.5]]); // prettier-ignore
    const branch = await read('activity', `?node=${people.olga}&sort=own-asc`);
    expect(names(branch)).toEqual(['=1+1 Пётр Исаев', 'Алексей Воронцов', 'Ольга Третьякова']);
    expect(branch.parents.map(({ name }: { name: string }) => name)).toEqual(['Мария Соколова', 'Ольга Третьякова']);
    expect(names(await read('activity', '?active=no'))).toEqual(['Игорь Павлов', '=1+1 Пётр Исаев']);
    expect(names(await read('activity', '?status=4'))).toEqual(['Ольга Третьякова']);
    const october = await read('activity', '?period=202610&active=yes');
    expect(names(october)).toEqual(['Ольга Третьякова', 'Олег Дёмин', 'Алексей Воронцов']);
    expect(october).toMatchObject({ as_of: '2026-11-03T21:00:00.000Z', totals: { own: 239, orders: 3 } });
  });
  it('finds by name, either ё, and by number; pages end', async () => {
    expect(names(await read('activity', `?q=${encodeURIComponent('третьяк')}`))).toEqual(['Ольга Третьякова']);
    expect(names(await read('activity', `?q=${encodeURIComponent('демин')}`))).toEqual(['Олег Дёмин']);
    expect((await read('activity', `?q=${encodeURIComponent('чужой')}`)).total).toBe(0);
    expect(await read('activity', '?page=1000000000')).toMatchObject({ total: 5, items: [] });
  });
});

describe('the others', () => {
  it('inactive: how long, what category, whose telephone', async () => {
    const body = await read('inactive');
    expect(body.items.map((row: { name: string; periods: number; category: string; last_own: number | null }) => [row.name, row.periods, row.category, row.last_own])).toEqual([['Игорь Павлов', 11, 'gone', 29.5], ['=1+1 Пётр Исаев', 2, 'sleeping', 36]]); // prettier-ignore
    expect(body.totals).toMatchObject({ silent: 0, sleeping: 1, gone: 1 });
    expect(names(await read('inactive', '?category=sleeping'))).toEqual(['=1+1 Пётр Исаев']);
    expect((await read('inactive', '?period=202609')).total).toBe(3);
  });
  it('rookies: own volumes of their periods and what is missing', async () => {
    const body = await read('rookie');
    expect(body.items).toEqual([expect.objectContaining({ name: 'Олег Дёмин', registered: '2026-10-31', own: [60, 44, null], qualified: true, missing: 0, sponsor: 'Мария Соколова' })]); // prettier-ignore
    expect(body.totals.qualified).toBe(1);
    const { periods } = (await call(reader, 'GET', '/user/reports/rookie/allowed-periods')).body;
    expect(periods).toHaveLength(6);
    expect(periods[0]).toEqual({ id: 202611, name: 'Ноябрь 2026' });
  });
  it('birthdays: day and month, never the year; contacts only to the own consultant with consent', async () => {
    const body = await read('birthdays', '?month=11');
    expect(body.items).toMatchObject([{ name: 'Алексей Воронцов', day: '11-03', phone: null }, { name: 'Ольга Третьякова', day: '11-20', phone: '+79000000214' }]); // prettier-ignore
    expect(JSON.stringify(body)).not.toMatch(/1981|1990/);
    expect(body.items.map(({ age }: { age: number | null }) => age)).toEqual([null, null]);
    expect(names(await read('birthdays', '?month=11&line=2'))).toEqual(['Алексей Воронцов']);
    expect((await read('birthdays', '?month=5')).total).toBe(0);
  });
  it('birthdays: the age only to the own consultant, and only with the consent to that', async () => {
    const agesOf = async () =>
      (await read('birthdays', '?month=11')).items.map(({ age }: { age: number | null }) => age);
    for (const id of [people.olga, people.alexey])
      await shop.db.execute(sql`insert into consents (user_id, purpose, doc_version, text_hash) values (${id}, 'sponsor_age', '1', 'x')`); // prettier-ignore
    expect(await agesOf()).toEqual([null, 45]);
    await shop.db.execute(
      sql`update consents set withdrawn_at = now() where user_id = ${people.olga} and purpose = 'sponsor_age'`,
    );
    expect(await agesOf()).toEqual([null, null]);
    // What else they have allowed goes on.
    expect((await read('birthdays', '?month=11')).items[1]).toMatchObject({ phone: '+79000000214' });
  });
  it('new statuses: preliminary while the month is open, with a date when it is closed', async () => {
    const open = (await call(reader, 'GET', '/user/reports/new-statuses/get-data')).body;
    expect(open.items).toEqual([expect.objectContaining({ name: 'Ольга Третьякова', from: 'Активный консультант', to: 'Старший консультант', date: null })]); // prettier-ignore
    const closed = (await call(reader, 'GET', '/user/reports/new-statuses/search?period=202610')).body;
    expect(closed.items).toEqual([expect.objectContaining({ name: 'Ольга Третьякова', from: 'Консультант', to: 'Активный консультант', date: '2026-11-04' })]); // prettier-ignore
  });
  it('personal: months of one’s own', async () => {
    const { stat } = (await call(reader, 'GET', '/reports/personal-stat/periods')).body;
    expect(stat.slice(-2)).toEqual([
      expect.objectContaining({ period: 202610, lo: 50, go: 318.5, no: 50, active: 3, rookies: 1, is_open: false }),
      expect.objectContaining({ period: 202611, lo: 47.5, go: 873.5, no: 97.5, active: 3, rookies: 0, is_open: true }),
    ]);
  });
});

it('a person of the tree: place, volumes, the way down, contacts with consent', async () => {
  const { person, parents } = (await call(reader, 'GET', `/api/user/structure/person/${people.olga}`)).body;
  expect(person).toMatchObject({ name: 'Ольга Третьякова', line: 1, own: 700, group: 752.5, people: 2, silent: 0, sponsor: 'Мария Соколова', phone: '+79000000214', registered: '2026-01-10' }); // prettier-ignore
  expect(parents.map(({ id }: { id: number }) => id)).toEqual([me, people.olga]);
  const further = (await call(reader, 'GET', `/api/user/structure/person/${people.alexey}`)).body;
  expect([further['person'].phone, further['person'].email]).toEqual([null, null]);
});

it('a month that waits for its closing is as of one moment, for half a minute', async () => {
  const first = await read('activity', '?period=202608');
  await give(202608, people.peter, 50);
  const again = await read('activity', '?period=202608');
  expect([again.totals.own, again.as_of]).toEqual([first.totals.own, first.as_of]);
  expect(again.as_of < (await read('activity')).as_of).toBe(true);
});

it('tells the best title of the closed months, not the status of the open one', async () => {
  const row = (await read('activity')).items.find(({ name }: { name: string }) => name === 'Ольга Третьякова');
  expect([row.title, row.status.name]).toEqual(['Активный консультант', 'Координатор']);
  const { person } = (await call(reader, 'GET', `/api/user/structure/person/${people.olga}`)).body;
  expect(person.title).toBe('Активный консультант');
});

/** Each as the first line of an answer that a person waits for; the session of whoever asks is one of them. */
it.each([
  '/api/user/reports/activity',
  '/api/user/reports/activity?structure=2',
  '/api/user/reports/inactive?period=202610',
  '/api/user/reports/rookie',
  '/api/user/reports/birthdays?month=11',
  '/user/reports/new-statuses/search?period=202610',
  '/api/user/reports/activity?q=%D0%BE%D0%BB%D1%8C%D0%B3%D0%B0',
  '/reports/personal-stat/periods',
])('%s costs three statements at most', async (path) => {
  await call(reader, 'GET', path);
  const { statements } = await statementsOf(() => call(reader, 'GET', path));
  // Two at least: the session and the people of the page.
  expect([2, 3]).toContain(statements.length);
});

/** Every call that can be asked about a person, by its name in the contract. */
const OF_A_PERSON: Record<string, (id: number, consId: number) => string> = {
  getStructurePerson: (id) => `/api/user/structure/person/${id}`,
  getInactive: (id) => `/api/user/reports/inactive?node=${id}`,
  getActivity: (id) => `/api/user/reports/activity?node=${id}`,
  getRookies: (id) => `/api/user/reports/rookie?node=${id}`,
  getBirthdays: (id) => `/api/user/reports/birthdays?node=${id}`,
  exportInactive: (id) => `/reports/make-export/inactive/parents/${id}`,
  exportInactiveInfo: (id) => `/reports/make-export/inactive/info/${id}`,
  exportActivityOf: (_id, consId) => `/reports/make-export/activity-consultants/parents/${consId}/202611`,
  exportActivity: (id) => `/reports/make-export/activity-consultants?node=${id}`,
  exportRookies: (id) => `/reports/make-export/rookie/list/202611/1?node=${id}`,
  exportBirthdays: (id) => `/make-export/birthdays/11/1/0?node=${id}`,
};

describe('bad input', () => {
  it.each(['?structure=3', '?sort=name-asc', '?period=abc', '?page=-1', '?node=x'])('refuses %s', async (query) => {
    expect((await call(reader, 'GET', `/api/user/reports/activity${query}`)).http).toBe(400);
  });
  it.each([
    ['/api/user/reports/activity?', 5],
    ['/api/user/reports/activity?structure=0&', 3],
    ['/api/user/reports/inactive?', 2],
    ['/api/user/reports/inactive?period=202610&', 2],
    ['/api/user/reports/rookie?', 1],
    ['/api/user/reports/birthdays?month=11&', 2],
    ['/user/reports/new-statuses/get-data?', 1],
    ['/user/reports/new-statuses/search?period=202610&', 1],
  ])('%spage=10⁹ is empty and knows how many there are, page 0 is the first', async (path, total) => {
    const far = (await call(reader, 'GET', `${path}page=1000000000`)).body;
    expect(far).toMatchObject({ status: 'success', page: 1_000_000_000, pages: 1, total, items: [] });
    const first = (await call(reader, 'GET', `${path}page=0`)).body;
    expect([first['page'], first['items'].length]).toEqual([1, total]);
  });
  it('«По веткам» has one page of branches, whatever is asked', async () => {
    const far = await read('activity', '?structure=2&page=1000000000');
    expect(far).toMatchObject({ status: 'success', items: [], branches: [] });
    expect((await read('activity', '?structure=2')).branches).toHaveLength(3);
  });
  it('knows no other report, and a page beyond the last is empty', async () => {
    expect((await call(reader, 'GET', '/api/user/reports/secrets')).http).toBe(404);
    expect((await call(reader, 'GET', '/reports/make-export/secrets')).http).toBe(404);
    expect((await call(reader, 'GET', '/api/user/reports/activity?page=99999999999')).http).toBe(400);
    for (const path of [
      '/reports/make-export/rookie/list/209901/1',
      '/reports/make-export/rookie/list/202611/9',
      '/make-export/birthdays/13/1/0',
      '/reports/make-export/new-statuses?period=200001',
      '/reports/make-export/activity-consultants?sort=drop-asc',
      '/reports/make-export/activity-consultants?format=exe',
    ]) {
      // prettier-ignore
      const answer = await call(reader, 'GET', path);
      expect([path, answer.body['status'], answer.http === 400 || answer.body['code'] === 'validation']).toEqual([path, 'error', true]); // prettier-ignore
    }
  });
  it('says which period, search or person does not exist', async () => {
    expect(await read('activity', '?period=202612')).toMatchObject({ status: 'error', errors: { period: [expect.stringContaining('Такого периода нет')] } }); // prettier-ignore
    expect(await read('activity', '?period=202499')).toMatchObject({ status: 'error', code: 'validation' });
    expect(await read('activity', '?q=ab')).toMatchObject({ errors: { q: ['Введите не меньше 3 букв или цифр'] } });
  });
  it('tells nothing of anybody outside: no report and no export, for no foreign id', async () => {
    const { rows } = await shop.db.execute<{ id: number; cons_id: number }>(sql`select id, cons_id from users where cons_id is not null and id not in (${sql.join([me, ...Object.values(people).slice(0, 5)].map((id) => sql`${id}`), sql`, `)})`); // prettier-ignore
    const foreign = [...rows, { id: 999_999, cons_id: 9_999_999 }];
    expect(foreign.length).toBeGreaterThan(2);
    for (const { id, cons_id: consId } of foreign)
      for (const pathOf of Object.values(OF_A_PERSON)) {
        const path = pathOf(id, consId);
        const answer = await call(reader, 'GET', path);
        expect([path, answer.http, answer.body['code']]).toEqual([path, 404, 'not_found']);
      }
  });
  it('no call of the reports that takes a person is missing from that list', () => {
    const takesPerson = ({ params, query }: { params?: unknown; query?: unknown }): boolean => {
      const names = [params, query].flatMap((shape) => Object.keys((shape as { shape?: object } | undefined)?.shape ?? {})); // prettier-ignore
      return names.includes('node') || names.includes('id');
    };
    const taking = REPORT_CALLS.filter((one) => takesPerson(one) || one === exportActivityOf).map(({ name }) => name);
    expect(Object.keys(OF_A_PERSON).sort()).toEqual(taking.sort());
  });
  it('shows who was moved away no more, though the lists in memory still have them', async () => {
    await shop.db.execute(sql`update users set sponsor_id = ${people.stranger} where id = ${people.igor}`);
    expect(names(await read('activity'))).not.toContain('Игорь Павлов');
    for (const path of [
      `/api/user/reports/activity?node=${people.igor}`,
      `/reports/make-export/activity-consultants?node=${people.igor}`,
      `/api/user/structure/person/${people.igor}`,
    ])
      // prettier-ignore
      expect([path, (await call(reader, 'GET', path)).http]).toEqual([path, 404]);
    await shop.db.execute(sql`update users set sponsor_id = ${me} where id = ${people.igor}`);
  });
  it('writes down that a read-only account has looked', async () => {
    await shop.db.execute(sql`update users set readonly = true where id = ${me}`);
    await read('activity', `?node=${people.olga}`);
    await shop.db.execute(sql`update users set readonly = false where id = ${me}`);
    const { rows } = await shop.db.execute(sql`select act, target_id from audit_log where actor_id = ${me}`);
    expect(rows).toEqual([{ act: 'getActivity', target_id: people.olga }]);
  });
});
