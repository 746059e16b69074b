import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { byPlace, readCellNames, readPlaceName } from '#server/features/parcels/places.rules.ts';
import { addPerson, addProduct, type Answer, browserOf, call } from '#tests/cart/shop-people.ts';
import { act, type Desk, openDesk } from '#tests/desk/desk-people.ts';
import { addOrder, asTestShop, openPayingShop, type PayingShop } from '#tests/payments/paying-shop.ts';
import { newKey } from '#tests/platform/calls.ts';

// Shelves, the walk along them, and boxes; docs/product/desk.md#warehouse.

let shop: PayingShop;
let desk: Desk;
let productId: number;
beforeAll(async () => {
  shop = await openPayingShop();
  productId = await addProduct(asTestShop(shop), { code: '10101', article: 'Zz-7', ean: '4600000000008' });
  desk = await openDesk(shop);
});
afterAll(() => shop.close());

const send = (path: string, body: object): Promise<Answer> =>
  call(desk.browser, 'POST', `/api/desk/${path}`, body, { 'idempotency-key': newKey() });
const shelf = async (name: string) => (await send('shelves', { shelf: name })).body;
const cellOf = async (name: string, cell: string) =>
  (await shelf(name)).cells.find((one: { cell: string }) => one.cell === cell) as { id: number; products: { code: string }[] }; // prettier-ignore
const lines = async (act_: string) =>
  (await shop.db.execute<{ actor_id: number; before: unknown; after: unknown }>(sql`select actor_id, before, after from audit_log where act = ${act_} order by id`)).rows; // prettier-ignore

describe('names', () => {
  it('a run of cells keeps its noughts, and what is no name makes none', () => {
    expect(readCellNames('08–11, 14 а')).toEqual(['08', '09', '10', '11', '14', 'А']);
    expect(['12-08', '1-900', '', 'слишком-длинное', '<b>'].map(readCellNames)).toEqual([null, null, null, null, null]);
    expect([' а-1 ', 'B12', 'полка 1', ''].map(readPlaceName)).toEqual(['А-1', 'B12', null, null]);
  });
  it('a walk goes by numbers, not by signs, and ends with what has no place', () => {
    const walk = [null, { shelf: 'A-10', cell: '1' }, { shelf: 'A-2', cell: '11' }, { shelf: 'A-2', cell: '2' }];
    expect(walk.toSorted(byPlace)).toEqual([walk[3], walk[2], walk[1], null]);
  });
});

describe('shelves and cells', () => {
  it('are added once, shown in the order of the walk, and stand in the journal', async () => {
    expect((await send('shelves/add', { shelf: 'я-1', cells: '9-11' })).body).toMatchObject({ shelf: 'Я-1', added: 3 });
    expect((await send('shelves/add', { shelf: 'Я-1', cells: '10, 12' })).body).toMatchObject({ added: 1 });
    expect((await shelf('Я-1')).cells.map(({ cell }: { cell: string }) => cell)).toEqual(['9', '10', '11', '12']);
    expect((await shelf('Я-1')).shelves).toContainEqual({ shelf: 'Я-1', cells: 4, products: 0 });
    expect(await lines('deskAddCells')).toEqual([
      { actor_id: desk.id, before: null, after: { Полка: 'Я-1', Ячейки: ['9', '10', '11'] } },
      { actor_id: desk.id, before: null, after: { Полка: 'Я-1', Ячейки: ['12'] } },
    ]);
    expect((await send('shelves/add', { shelf: '', cells: '1' })).body.errors).toHaveProperty('shelf');
    expect((await send('shelves/add', { shelf: 'Я-1', cells: '9-1' })).body.errors).toHaveProperty('cells');
  });
  it('a scanned product lies in one cell; laid into another it says where it was; a Russian layout is understood', async () => {
    const [from, to] = [await cellOf('Я-1', '9'), await cellOf('Я-1', '11')];
    expect((await send('shelves/place', { code: 'яя-7', cell_id: from.id })).body).toMatchObject({
      product: { code: '10101', place: { shelf: 'Я-1', cell: '9' } },
    });
    expect((await send('shelves/place', { code: '04600000000008', cell_id: to.id })).body).toMatchObject({
      was: { shelf: 'Я-1', cell: '9' },
      product: { place: { shelf: 'Я-1', cell: '11' } },
    });
    expect((await cellOf('Я-1', '9')).products).toEqual([]);
    expect((await cellOf('Я-1', '11')).products).toMatchObject([{ code: '10101' }]);
    expect((await lines('deskPlaceProduct')).at(-1)).toMatchObject({ before: { Место: 'полка Я-1, ячейка 9' }, after: { Место: 'полка Я-1, ячейка 11' } }); // prettier-ignore
    expect((await send('shelves/place', { code: '99999', cell_id: to.id })).body).toMatchObject({
      code: 'scan_unknown',
    });
    expect((await send('shelves', { q: '10101' })).body.found).toMatchObject([{ place: { shelf: 'Я-1', cell: '11' } }]);
  });
  it('what a scanner typed is found by indexes, not by reading the whole catalogue', async () => {
    const plan = await shop.db.transaction(async (tx) => {
      await tx.execute(sql`set local enable_seqscan = off`);
      return tx.execute<Record<string, string>>(sql`explain select id from products where upper(code) = 'RS-10' or upper(article) = 'RS-10' or ean in ('4600000000008')`); // prettier-ignore
    });
    const steps = plan.rows.map((row) => row['QUERY PLAN']).join('\n');
    for (const name of ['products_code_scanned', 'products_article_scanned', 'products_ean'])
      expect(steps).toContain(name);
  });
  it('a cell that holds something stays, an empty one goes; a name that is taken or was changed meanwhile is refused', async () => {
    const [full, empty] = [await cellOf('Я-1', '11'), await cellOf('Я-1', '9')];
    expect((await send('shelves/remove', { cell_id: full.id })).body).toMatchObject({ code: 'not_possible', message: 'В ячейке 11 лежат товары: 1. Сначала переложите их' }); // prettier-ignore
    const was = { shelf: 'Я-1', cell: '11' };
    expect((await send('shelves/rename', { cell_id: full.id, was, shelf: 'Я-1', cell: '10' })).body.code).toBe('duplicate'); // prettier-ignore
    expect((await send('shelves/rename', { cell_id: full.id, was: { ...was, cell: '1' }, shelf: 'Я-2', cell: '1' })).body.code).toBe('not_possible'); // prettier-ignore
    expect((await send('shelves/rename', { cell_id: full.id, was, shelf: 'я-2', cell: '1' })).body.shelf).toBe('Я-2');
    expect((await cellOf('Я-2', '1')).products).toMatchObject([{ code: '10101' }]);
    expect((await send('shelves/remove', { cell_id: empty.id })).body.status).toBe('success');
    expect((await send('shelves/remove', { cell_id: empty.id })).http).toBe(404);
    expect((await lines('deskRemoveCell')).length + (await lines('deskRenameCell')).length).toBe(2);
  });
  it('a cell of a pickup point is none of the warehouse, and who may not see orders may not see shelves', async () => {
    const { rows } = await shop.db.execute<{ id: number }>(sql`insert into cells (site, shelf, cell) values ('3:CO-1', 'А', '01') returning id`); // prettier-ignore
    expect((await send('shelves/remove', { cell_id: rows[0]!.id })).http).toBe(404);
    expect((await send('shelves/place', { code: '10101', cell_id: rows[0]!.id })).http).toBe(404);
    const client = await browserOf(asTestShop(shop), { userId: await addPerson(asTestShop(shop), {}) });
    const answer = await call(client, 'POST', '/api/desk/shelves/add', { shelf: 'А', cells: '1' }, { 'idempotency-key': newKey() }); // prettier-ignore
    expect(answer.http).toBe(403);
  });
});

async function paid(): Promise<number> {
  const order = await addOrder(shop, { paymentType: 3 });
  const paidOn = shop.clock.now.toISOString().slice(0, 10);
  await act(desk.browser, 'mark-paid', {
    exp_id: order.id,
    amount: order.dueKop,
    paid_on: paidOn,
    reason: 'Выписка 14',
  });
  await shop.db.execute(sql`update order_lines set product_id = ${productId} where order_id = ${order.id}`);
  return order.id;
}

describe('a walk for several orders', () => {
  it('names a product once, with all its pieces and their parcels; what lies in a parcel is not taken again', async () => {
    const [one, two, idle] = [await paid(), await paid(), await paid()];
    for (const id of [one, two]) await send('parcels/start', { exp_id: id, version: 1 });
    const all = (await send('parcels/picking-list', { exp_ids: [one, two, idle] })).body;
    expect(all).toMatchObject({ parcels: [`P${one}-1`, `P${two}-1`], without: [idle] });
    const [pick] = all.picks;
    const each = pick.parcels[0].pieces as number;
    expect(pick).toMatchObject({
      code: '10101',
      place: { shelf: 'Я-2', cell: '1' },
      pieces: each * 2,
      parcels: [{ code: `P${one}-1`, pieces: each }, { code: `P${two}-1`, pieces: each }], // prettier-ignore
    });
    const parcelId = (await call(desk.browser, 'GET', `/api/desk/orders/${one}`)).body.parcels[0].id as number;
    await send('parcels/scan', { exp_id: one, parcel_id: parcelId, code: '10101' });
    expect((await send('parcels/picking-list', { exp_ids: [one, two] })).body.picks[0].pieces).toBe(each * 2 - 1);
  });
});

describe('boxes', () => {
  const packed = async (): Promise<{ id: number; parcel: { id: number; version: number } }> => {
    const id = await paid();
    const read = async () => (await call(desk.browser, 'GET', `/api/desk/orders/${id}`)).body.parcels[0];
    await shop.db.execute(sql`update orders set delivery_type = 3, delivery = delivery || '{"type":3,"gateId":"CO-1","name":"Самовывоз","to":"Центр, Ленина 1"}' where id = ${id}`); // prettier-ignore
    await send('parcels/start', { exp_id: id, version: 1 });
    const parcel = await read();
    for (const { line_id, pieces } of parcel.lines)
      await send('parcels/put', { exp_id: id, parcel_id: parcel.id, line_id, packed: pieces });
    await send('parcels/finish', { exp_id: id, parcel_id: parcel.id, version: (await read()).version, weight: 500 });
    return { id, parcel: await read() };
  };
  const sent = async (): Promise<number> => {
    const { id, parcel } = await packed();
    await send('parcels/send', { exp_id: id, parcel_id: parcel.id, version: parcel.version });
    return id;
  };
  const boxes = async () => (await send('boxes', {})).body.boxes;
  it('what goes to one point on one day is one box until it is closed; then the next begins', async () => {
    const [one, two] = [await sent(), await sent()];
    const [box, ...none] = await boxes();
    expect(none).toEqual([]);
    expect(box).toMatchObject({ code: `B${box.id}`, to: 'Самовывоз, Центр, Ленина 1', weight: 1000, closed_at: null });
    expect(box.parcels.map(({ code }: { code: string }) => code)).toEqual([`P${one}-1`, `P${two}-1`]);
    expect((await send('boxes/close', { box_id: box.id })).body.status).toBe('success');
    expect((await send('boxes/close', { box_id: box.id })).body.status).toBe('success');
    expect(await lines('deskCloseBox')).toHaveLength(1);
    const three = await sent();
    const [next, before] = await boxes();
    expect([before.id, before.closed_at !== null]).toEqual([box.id, true]);
    expect(next.parcels).toMatchObject([{ code: `P${three}-1` }]);
  });
  it('a box that the point has counted is closed by nobody, one that is not there neither', async () => {
    const [box] = await boxes();
    await shop.db.execute(sql`update boxes set accepted_at = now() where id = ${box.id}`);
    expect((await send('boxes/close', { box_id: box.id })).body.code).toBe('not_possible');
    expect((await send('boxes/close', { box_id: 999_999 })).http).toBe(404);
    // It stands behind those that are on their way.
    expect((await boxes()).at(-1).id).toBe(box.id);
  });
});
