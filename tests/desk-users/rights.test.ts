import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  act,
  cardOf,
  type Desk,
  journalOf,
  mayOf,
  openDeskOf,
  reason,
  rightsWith,
  runJobs,
} from '#tests/desk-users/desk-users-people.ts';
import { addConsultant, addPerson, browserOf, call } from '#tests/cart/shop-people.ts';
import { putOnAccount } from '#tests/orders/order-people.ts';
import { newKey } from '#tests/platform/calls.ts';
import { openShop, type TestShop } from '#tests/support/open-shop.ts';

// docs/product/rights.md. Contents: 1 given and taken, 2 what nobody may, 3 two at once, 4 only looking, 5 roles

let shop: TestShop;
let desk: Desk;
const start = new Date('2026-11-21T09:00:00Z');
beforeAll(async () => {
  shop = await openShop();
  desk = await openDeskOf(shop);
});
beforeEach(() => {
  shop.clock.now = start;
});
afterAll(() => shop.close());

const ONE_RIGHT = ['desk.products', 'desk.content', 'desk.promos', 'desk.orders', 'desk.finance', 'desk.audit'];
/** At the desk with `desk.users` and nothing else. */
const openLesser = (more = {}) => openDeskOf(shop, { withheld: ONE_RIGHT, name: 'Пётр Ильин', ...more });

// ── 1 Given and taken ───────────────────────────────────────────────────────────────────────────
describe('a right', () => {
  it('given to a consultant opens the desk at the next call, is taken away again, and both stand in the journal', async () => {
    const id = await addConsultant(shop);
    const browser = await browserOf(shop, { userId: id });
    expect((await call(browser, 'POST', '/api/desk/orders', {})).http).toBe(403);
    const key = newKey();
    const body = { role: 'cons', permissions: await rightsWith(desk, id, ['desk.orders']) };
    const given = await act(desk, 'rights', id, body, key);
    expect(given.body.permissions).toContain('desk.orders');
    expect((await call(browser, 'POST', '/api/desk/orders', {})).http).toBe(200);
    const data = (await call(browser, 'GET', '/user/data')).body;
    expect([data.acl.includes('desk'), data.user.granted]).toEqual([true, ['desk.orders']]);
    const taken = await act(desk, 'rights', id, {
      role: 'cons',
      permissions: await rightsWith(desk, id, [], ['desk.orders', 'reports.view']),
    });
    expect(taken.body.permissions).not.toContain('reports.view');
    expect((await call(browser, 'POST', '/api/desk/orders', {})).http).toBe(403);
    const after = (await call(browser, 'GET', '/user/data')).body;
    expect([after.acl.includes('desk'), after.acl.includes('reports'), after.user.withheld]).toEqual([
      false,
      false,
      ['reports.view'],
    ]);
    expect(await journalOf(shop, id)).toEqual([
      {
        actor_id: desk.id,
        act: 'deskSetRights',
        reason,
        before: { 'Сверх роли': [] },
        after: { 'Сверх роли': ['Вести заказы'] },
      },
      {
        actor_id: desk.id,
        act: 'deskSetRights',
        reason,
        before: { 'Сверх роли': ['Вести заказы'], 'Отнято у роли': [] },
        after: { 'Сверх роли': [], 'Отнято у роли': ['Смотреть отчёты'] },
      },
    ]);
    expect(taken.body.journal[0]).toMatchObject({ act: 'deskSetRights', actor: 'Елена Юрьева', reason });
  });

  it('asked for twice under one key is given once', async () => {
    const id = await addPerson(shop);
    const { permissions, person } = await cardOf(desk, id);
    const body = {
      user_id: id,
      version: person.version,
      reason,
      role: 'client',
      permissions: [...permissions, 'desk.audit'],
    };
    const headers = { 'idempotency-key': newKey() };
    const both = await Promise.all(
      [1, 2].map(() => call(desk.browser, 'POST', '/api/desk/users/rights', body, headers)),
    );
    const later = await call(desk.browser, 'POST', '/api/desk/users/rights', body, headers);
    expect(both.every(({ http }) => http === 200 || http === 409)).toBe(true);
    expect([later.http, later.replayed]).toEqual([200, true]);
    expect(await journalOf(shop, id)).toHaveLength(1);
  });

  it('to go below zero is credit on ЛС, and whoever loses it keeps the debt', async () => {
    const id = await addPerson(shop);
    const browser = await browserOf(shop, { userId: id });
    await putOnAccount(shop, id, 0, 100);
    await act(desk, 'rights', id, { role: 'client', permissions: await rightsWith(desk, id, ['account.debit']) });
    expect(await mayOf(browser)).toContain('account.debit');
    expect((await call(browser, 'GET', '/user/accounts')).body.accounts[0]).toMatchObject({ credit: 500_000 });
    await act(desk, 'rights', id, { role: 'client', permissions: await rightsWith(desk, id, [], ['account.debit']) });
    expect((await call(browser, 'GET', '/user/accounts')).body.accounts[0]).toMatchObject({ credit: 0, amount: 100 });
  });
});

// ── 2 What nobody may ───────────────────────────────────────────────────────────────────────────
describe('refused', () => {
  it('giving what one lacks: a permission, credit, and a role that brings it', async () => {
    const lesser = await openLesser();
    const id = await addPerson(shop);
    for (const name of ['desk.finance', 'account.debit']) {
      const given = await act(lesser, 'rights', id, {
        role: 'client',
        permissions: await rightsWith(lesser, id, [name]),
      });
      expect([given.body.code, given.body.message]).toEqual([
        'rights_missing',
        'Дать можно только то право, которое есть у вас',
      ]);
    }
    const all = (await cardOf(lesser, desk.id)).permissions;
    expect((await act(lesser, 'rights', id, { role: 'staff', permissions: all })).body.code).toBe('rights_missing');
    const own = await act(lesser, 'rights', id, {
      role: 'staff',
      permissions: await rightsWith(lesser, id, ['desk.users']),
    });
    expect(own.body).toMatchObject({ person: { role: 'staff' }, own: expect.arrayContaining(['desk.finance']) });
    expect(own.body.permissions.filter((name: string) => name.startsWith('desk.'))).toEqual(['desk.users']);
  });

  it('acting on somebody who may more, in any way', async () => {
    const lesser = await openLesser();
    expect((await cardOf(lesser, desk.id)).closed).toContain('права, которых нет у вас');
    const acts: [string, object][] = [
      ['rights', { role: 'client', permissions: [] }],
      ['readonly', { readonly: true }],
      ['contact', { email: 'thief@mail.test' }],
      ['operator', { is_operator: true, points: [] }],
    ];
    for (const [name, body] of acts)
      expect([name, (await act(lesser, name, desk.id, body)).body.code]).toEqual([name, 'rights_missing']);
    expect(await journalOf(shop, desk.id)).toEqual([]);
  });

  it('taking one’s own desk.users, role or hands away, and adding to oneself', async () => {
    const lesser = await openLesser();
    const own = (await cardOf(lesser, lesser.id)).permissions as string[];
    const without = own.filter((name) => name !== 'desk.users');
    for (const body of [
      { role: 'staff', permissions: without },
      { role: 'client', permissions: own },
      { role: 'staff', permissions: [...own, 'desk.finance'] },
    ])
      expect((await act(lesser, 'rights', lesser.id, body)).body.code).toBe('rights_missing');
    expect((await act(lesser, 'readonly', lesser.id, { readonly: true })).body.code).toBe('not_possible');
    expect((await act(lesser, 'contact', lesser.id, { email: 'new@mail.test' })).body.code).toBe('not_possible');
    expect(await mayOf(lesser.browser)).toContain('desk.users');
  });

  it('what no role may have, no reason, nobody, an order’s number, no change at all', async () => {
    const id = await addPerson(shop);
    const permissions = (await cardOf(desk, id)).permissions as string[];
    const more = (body: object, who = id) => act(desk, 'rights', who, { role: 'client', permissions, ...body });
    expect((await more({ permissions: [...permissions, 'optovik.cart'] })).body.errors.permissions).toHaveLength(1);
    expect((await more({ permissions: ['root'] })).body.code).toBe('validation');
    expect((await more({ role: 'cons' })).body.errors.role).toEqual([
      'Консультантом становятся сами, по договору в кабинете',
    ]);
    expect((await more({ reason: ' . ' })).body.errors.reason).toHaveLength(1);
    expect((await more({ version: undefined })).body.code).toBe('validation');
    expect((await more({})).body.message).toBe('Вы ничего не изменили');
    expect((await more({ version: 0 }, 999_999)).http).toBe(404);
    for (const path of ['999999', '9999999999', '0'])
      expect((await call(desk.browser, 'GET', `/api/desk/users/${path}`)).http).toBe(404);
    expect((await call(desk.browser, 'GET', '/api/desk/users/abc')).http).toBe(400);
    expect(await journalOf(shop, id)).toEqual([]);
  });

  it('markup in a reason stays text; the journal cannot be rewritten', async () => {
    const id = await addPerson(shop);
    const nasty = '<img src=x onerror=alert(1)> & «так»';
    const permissions = await rightsWith(desk, id, ['desk.content']);
    const done = await act(desk, 'rights', id, { role: 'client', permissions, reason: nasty });
    expect(done.body.journal[0].reason).toBe(nasty);
    await expect(shop.db.execute("update audit_log set reason = 'другое'")).rejects.toMatchObject({
      cause: { code: '23000' },
    });
  });
});

// ── 3 Two at once ───────────────────────────────────────────────────────────────────────────────
describe('two at the desk', () => {
  it('who decided on an older sight of the card is told', async () => {
    const other = await openDeskOf(shop, { name: 'Игорь Крылов' });
    const id = await addPerson(shop);
    const { person, permissions } = await cardOf(other, id);
    await act(desk, 'rights', id, { role: 'client', permissions: [...permissions, 'desk.orders'] });
    const late = { role: 'client', version: person.version, permissions: [...permissions, 'desk.promos'] };
    expect((await act(other, 'rights', id, late)).body.code).toBe('person_changed');
    expect((await cardOf(desk, id)).permissions).not.toContain('desk.promos');
  });

  it('who take desk.users from each other at the same moment: one does, the other has it no more', async () => {
    const pair = [await openDeskOf(shop, { name: 'Первый' }), await openDeskOf(shop, { name: 'Второй' })] as const;
    const asked = await Promise.all(
      [pair, [pair[1], pair[0]] as const].map(async ([by, { id }]) => {
        const permissions = await rightsWith(by, id, [], ['desk.users']);
        return { by, body: { user_id: id, version: 0, reason, role: 'staff', permissions } };
      }),
    );
    const both = await Promise.all(
      asked.map(({ by, body }) =>
        call(by.browser, 'POST', '/api/desk/users/rights', body, { 'idempotency-key': newKey() }),
      ),
    );
    expect(both.map(({ http }) => http).toSorted()).toEqual([200, 403]);
    const left = await Promise.all(pair.map(async ({ browser }) => (await mayOf(browser)).includes('desk.users')));
    expect(left.filter(Boolean)).toHaveLength(1);
  });

  it('whose right was just taken away is refused at the next call, reading and writing', async () => {
    const other = await openDeskOf(shop, { name: 'Игорь Крылов' });
    const id = await addPerson(shop);
    const { permissions, person } = await cardOf(other, id);
    await act(desk, 'rights', other.id, {
      role: 'staff',
      permissions: await rightsWith(desk, other.id, [], ['desk.users']),
    });
    const body = {
      user_id: id,
      version: person.version,
      reason,
      role: 'client',
      permissions: [...permissions, 'desk.orders'],
    };
    const refused = await call(other.browser, 'POST', '/api/desk/users/rights', body, { 'idempotency-key': newKey() });
    expect([refused.http, refused.body.code]).toEqual([403, 'forbidden']);
    expect((await call(other.browser, 'POST', '/api/desk/users', {})).http).toBe(403);
    expect(await journalOf(shop, id)).toEqual([]);
  });
});

// ── 4 Only looking ──────────────────────────────────────────────────────────────────────────────
describe('«только просмотр»', () => {
  it('holds from the next call on, until the end of its day in Moscow, and is taken off by the job', async () => {
    const id = await addConsultant(shop);
    const browser = await browserOf(shop, { userId: id });
    const set = await act(desk, 'readonly', id, { readonly: true, until: '2026-11-23' });
    expect(set.body.person).toMatchObject({
      state: 'readonly',
      readonly: { reason, until: '2026-11-23T20:59:59.999Z' },
    });
    expect((await call(browser, 'POST', '/cart/change', { items: [] })).body.code).toBe('readonly');
    shop.clock.now = new Date('2026-11-23T20:59:00Z');
    await runJobs(shop, 'desk-users.end-readonly');
    expect(await mayOf(browser)).not.toContain('cart.edit');
    shop.clock.now = new Date('2026-11-23T21:00:00Z');
    await runJobs(shop, 'desk-users.end-readonly');
    expect(await mayOf(browser)).toContain('cart.edit');
    expect((await cardOf(desk, id)).person).toMatchObject({ state: 'active', readonly: null });
  });
  it('wants a day that is to come, and is taken off by hand', async () => {
    const id = await addPerson(shop);
    for (const until of ['2026-11-20', '2026-02-31', 'завтра'])
      expect((await act(desk, 'readonly', id, { readonly: true, until })).body.errors.until).toHaveLength(1);
    await act(desk, 'readonly', id, { readonly: true });
    expect((await act(desk, 'readonly', id, { readonly: true })).body.code).toBe('not_possible');
    expect((await act(desk, 'readonly', id, { readonly: false })).body.person.readonly).toBeNull();
    expect((await journalOf(shop, id)).map(({ after }) => after)).toEqual([
      { 'Только просмотр': 'да, без срока' },
      { 'Только просмотр': 'нет' },
    ]);
  });
  it('of whoever is at the desk closes the desk too', async () => {
    const other = await openDeskOf(shop, { name: 'Игорь Крылов' });
    await act(desk, 'readonly', other.id, { readonly: true });
    expect((await call(other.browser, 'POST', '/api/desk/users', {})).body.code).toBe('readonly');
  });
});

// ── 5 Roles ─────────────────────────────────────────────────────────────────────────────────────
describe('a role', () => {
  it('of a consultant ends when nobody stands under them; the number and the counter go', async () => {
    const id = await addConsultant(shop, { isPunktVydachi: true });
    const under = await addPerson(shop, { sponsorId: id });
    const asked = {
      role: 'client',
      permissions: [
        'cart.edit',
        'order.create',
        'order.pay',
        'account.view',
        'order.cancel',
        'addresses.edit',
        'education.view',
        'support.call_cons',
      ],
    };
    expect((await act(desk, 'rights', id, asked)).body.errors.role[0]).toContain('есть люди');
    await act(desk, 'sponsor', under, { sponsor: String((await addConsultantNumber()).consId) });
    shop.clock.now = new Date('2026-12-04T00:10:00+03:00');
    await runJobs(shop, 'plan.close-periods');
    const done = await act(desk, 'rights', id, asked);
    expect(done.body.person).toMatchObject({ role: 'client', cons_id: null, is_operator: false });
    const data = (await call(await browserOf(shop, { userId: id }), 'GET', '/user/data')).body;
    expect([data.user.price_type, data.acl.includes('punkt')]).toEqual([0, false]);
  });
  it('of an account that has confirmed nothing stays', async () => {
    const id = await addPerson(shop, { role: 'user' });
    const body = { role: 'client', permissions: await rightsWith(desk, id, []) };
    expect((await act(desk, 'rights', id, body)).body.errors.role).toEqual([
      'Сначала человек подтверждает свой адрес кодом',
    ]);
  });
  let last = 3_000_000;
  async function addConsultantNumber() {
    last += 1;
    return { consId: last, id: await addPerson(shop, { role: 'cons', consId: last, name: 'Иван Новиков' }) };
  }
});
