import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deskSearchOf } from '#server/features/desk-orders/desk-search.rules.ts';
import { paidAtOf } from '#server/features/desk-orders/paid-at.rules.ts';
import { piecesOf } from '#server/features/desk-orders/refund-lines.rules.ts';
import { type Desk, openDesk } from '#tests/desk/desk-people.ts';
import { addPerson, call } from '#tests/cart/shop-people.ts';
import { addOrder, asTestShop, openPayingShop, type PayingShop } from '#tests/payments/paying-shop.ts';

// Finding an order at the desk; docs/product/desk.md#finding.

let shop: PayingShop;
let desk: Desk;
const ids: Record<string, number> = {};
beforeAll(async () => {
  shop = await openPayingShop();
  desk = await openDesk(shop);
  const userId = await addPerson(asTestShop(shop), { name: 'Олег Дёмин' });
  ids['guest'] = (
    await addOrder(shop, { recipientName: 'Вера 100%', recipientPhone: '+79130001122', issueCode: '4821' })
  ).id;
  ids['account'] = (await addOrder(shop, { userId, recipientName: 'Сосед', recipientEmail: 'oleg@mail.test' })).id;
  ids['done'] = (await addOrder(shop, { status: 6, recipientName: 'Анна' })).id;
});
afterAll(() => shop.close());

const list = async (body: object) => (await call(desk.browser, 'POST', '/api/desk/orders', body)).body;
const found = async (q: string) => ((await list({ q })).orders as { id: number }[]).map(({ id }) => id);

describe('the list', () => {
  it('all of the shop, the newest first, with counts that do not follow the filter', async () => {
    const all = await list({});
    expect(all.orders.map((row: { id: number }) => row.id)).toEqual([ids['done'], ids['account'], ids['guest']]);
    expect(all.orders[1]).toMatchObject({ buyer: 'Олег Дёмин', is_guest: false, sum: 169_000 });
    const received = await list({ status: 'received' });
    expect([received.orders.length, received.counts.received, received.counts.all]).toEqual([1, 1, 3]);
    expect((await list({ after: ids['account'] })).orders).toMatchObject([{ id: ids['guest'] }]);
    expect((await list({ after: ids['guest'], q: 'роса' })).orders).toEqual([]);
  });
  it.each([
    ['+7 (913) 000-11-22', ['guest']],
    ['8 913 000 11 22', ['guest']],
    ['1122', ['guest']],
    ['дёмин', ['account']],
    ['oleg@mail', ['account']],
    ['100%', ['guest']],
    ['_', []],
    ['роса', ['done', 'account', 'guest']],
    ['ничего такого', []],
  ])('%j finds %j', async (q, names) => {
    expect(await found(q)).toEqual(names.map((name) => ids[name]));
  });
  it('sorted by number from the oldest, also within what was searched for', async () => {
    const sorted = async (body: object) => ((await list(body)).orders as { id: number }[]).map(({ id }) => id);
    expect(await sorted({ sort: 'number-asc' })).toEqual([ids['guest'], ids['account'], ids['done']]);
    expect(await sorted({ sort: 'sum-asc', q: 'роса' })).toEqual([ids['guest'], ids['account'], ids['done']]);
    expect(await sorted({ sort: 'sum-desc', q: 'роса', after: ids['account'] })).toEqual([ids['guest']]);
  });
  it('a number finds its order, written as people write it', async () => {
    const id = ids['account'] ?? 0;
    for (const q of [`${id}`, `№ ${id}`, ` ${String(id).slice(0, 2)} ${String(id).slice(2)} `])
      expect(await found(q)).toEqual([id]);
  });
  it('an order that there is not is 404; no page, status or search that is none', async () => {
    for (const id of ['999999', '9999999999'])
      expect((await call(desk.browser, 'GET', `/api/desk/orders/${id}`)).http).toBe(404);
    for (const body of [
      { after: 0 },
      { queue: 'all' },
      { status: 'toString' },
      { sort: 'name-asc' },
      { q: 'x'.repeat(101) },
    ])
      expect((await list(body)).code).toBe('validation');
  });
  it('one order has its contacts and never the code of issue', async () => {
    const { body } = await call(desk.browser, 'GET', `/api/desk/orders/${ids['guest']}`);
    expect(body).toMatchObject({ buyer: null, order: { issue_code: null, recipient: { phone: '+79130001122' } } });
    expect(body.attempts).toMatchObject([{ attempt: 1, status: 'created', amount: 169_000 }]);
  });
});

describe('rules', () => {
  it('digits are a telephone from four on, a number while they fit', () => {
    expect(deskSearchOf({ q: '123' })).toMatchObject({ number: 123, phone: null });
    expect(deskSearchOf({ q: '79130001122' })).toMatchObject({ number: null, phone: '9130001122' });
    expect(deskSearchOf({ q: 'A-10' })).toMatchObject({ number: null, phone: null, words: 'A-10' });
    expect(deskSearchOf({ q: ' ' }).words).toBeNull();
  });
  it('a day of the statement is noon in Moscow, inside the life of the order', () => {
    const placedAt = new Date('2026-11-20T21:30:00Z'); // the 21st in Moscow
    const now = new Date('2026-11-23T05:00:00Z');
    const at = (day: string) => paidAtOf(day, { placedAt, now })?.toISOString() ?? null;
    expect(at('2026-11-21')).toBe('2026-11-21T09:00:00.000Z');
    expect(at('2026-11-23')).toBe('2026-11-23T05:00:00.000Z');
    expect([at('2026-11-20'), at('2026-11-24'), at('2026-11-31')]).toEqual([null, null, null]);
  });
  it('pieces that go back: a line named twice is asked for twice', () => {
    const lines = [
      { id: 1, quantity: 3, returnedQuantity: 1 },
      { id: 2, quantity: 1, returnedQuantity: 1 },
    ];
    const twice = [1, 1].map((line_id) => ({ line_id, pieces: 1 }));
    expect(piecesOf(lines, twice)).toEqual({ ok: true, pieces: [{ lineId: 1, pieces: 2 }], isWhole: true });
    expect(piecesOf(lines, [...twice, ...twice])).toMatchObject({ ok: false });
    expect(piecesOf(lines, [{ line_id: 1, pieces: 1 }])).toMatchObject({ isWhole: false });
  });
});
