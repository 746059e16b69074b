import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DeskOrder } from '#contract/desk-orders.ts';
import { type Answer, call } from '#tests/cart/shop-people.ts';
import { act, type Desk, openDesk } from '#tests/desk/desk-people.ts';
import { addOrder, fateOf, openPayingShop, type PayingShop } from '#tests/payments/paying-shop.ts';
import { newKey } from '#tests/platform/calls.ts';

// «Честный знак» while an order is packed; docs/product/desk.md#marking.

let shop: PayingShop;
let desk: Desk;
let id: number;
let parcelId: number;
let lineId: number;
beforeAll(async () => {
  shop = await openPayingShop();
  desk = await openDesk(shop);
});
afterAll(() => shop.close());

const read = async (): Promise<DeskOrder> =>
  (await call(desk.browser, 'GET', `/api/desk/orders/${id}`)).body as DeskOrder;
const step = (name: string, body: object): Promise<Answer> =>
  call(desk.browser, 'POST', `/api/desk/parcels/${name}`, { exp_id: id, parcel_id: parcelId, ...body }, { 'idempotency-key': newKey() }); // prettier-ignore
const scan = (code: string) => step('scan', { code });
const mark = (serial: string, gtin = '04600000000008') => `01${gtin}21${serial}\u001D93abcd`;
const serial = (n: number | string) => `unit-${id}-${n}`;
const version = async () => (await read()).parcels[0]!.version; // Every test has begun one.
const finish = async () => step('finish', { version: await version(), weight: 410 });
/** Three creams, paid by card; a carrier brings them unless it says otherwise. */
async function begin(more: Parameters<typeof addOrder>[1] = {}): Promise<void> {
  const order = await addOrder(shop, { paymentType: 3, ...more });
  ({ id } = order);
  await shop.db.execute(sql`update order_lines set marked = true where order_id = ${id}`);
  const paidOn = shop.clock.now.toISOString().slice(0, 10);
  await act(desk.browser, 'mark-paid', { exp_id: id, amount: order.dueKop, paid_on: paidOn, reason: 'Выписка 14' });
  const begun = await call(desk.browser, 'POST', '/api/desk/parcels/start', { exp_id: id, version: 1 }, { 'idempotency-key': newKey() }); // prettier-ignore
  parcelId = begun.body.parcels[0].id;
  lineId = begun.body.parcels[0].lines[0].line_id;
}
beforeEach(() => begin());
const line = ({ body }: Answer) => body.parcels[0].lines[0];
const marksOf = async () => (await shop.db.execute(sql`select 1 from marking_codes where line_id = ${lineId}`)).rows.length; // prettier-ignore

describe('scanning', () => {
  it('a code puts its piece in, or belongs to one that was put in by the code of its product', async () => {
    expect(line(await scan(mark(serial(1))))).toMatchObject({ packed: 1, marks: 1 });
    expect(line(await scan('10101'))).toMatchObject({ packed: 2, marks: 1 });
    expect(line(await scan(mark(serial(2))))).toMatchObject({ packed: 2, marks: 2 });
    expect(line(await scan(mark(serial(3))))).toMatchObject({ packed: 3, marks: 3 });
    expect((await scan(mark(serial(4)))).body).toMatchObject({ code: 'scan_full' });
    expect(await marksOf()).toBe(3);
  });
  it('a scanner with a Russian layout is understood', async () => {
    const typed = mark(serial(1)).replaceAll('unit', 'гтше').replace('abcd', 'фисв').replaceAll('\u001D', '\u241D');
    expect(line(await scan(typed))).toMatchObject({ packed: 1, marks: 1 });
  });
  it('twice, sold before and another product are refused, and nothing of it stays', async () => {
    await scan(mark(serial(1)));
    expect((await scan(mark(serial(1)).replace('93abcd', '93abce'))).body).toMatchObject({ code: 'marks_wrong', message: 'Эта упаковка уже отсканирована' }); // prettier-ignore
    expect((await scan(mark(serial(2), '04600000000015'))).body.message).toContain('это код другого товара');
    expect(await marksOf()).toBe(1);
    const [sold, before] = [mark(serial(1)), id];
    await begin();
    const refused = await scan(sold);
    expect(refused.body.code).toBe('marks_wrong');
    expect(refused.body.message.replaceAll(/\D/g, '')).toContain(String(before));
    expect((await read()).parcels[0]?.lines[0]).toMatchObject({ packed: 0, marks: 0 });
  });
  it('where nothing needs a code it is a strange one', async () => {
    await shop.db.execute(sql`update order_lines set marked = false where order_id = ${id}`);
    expect((await scan(mark(serial(1)))).body.code).toBe('scan_unknown');
  });
  it('of one unit at two tables at once one is taken', async () => {
    const answers = await Promise.all([scan(mark(serial(1))), scan(mark(serial(1)))]);
    expect(answers.map(({ body }) => body.code ?? 'ok').sort()).toEqual(['marks_wrong', 'ok']);
    expect((await read()).parcels[0]?.lines[0]).toMatchObject({ packed: 1, marks: 1 });
  });
});

describe('closing', () => {
  it('a carrier’s parcel wants all codes; they stand on the receipt that settles it', async () => {
    for (let i = 0; i < 3; i += 1) await scan('10101');
    await scan(mark(serial(1)));
    const refused = await finish();
    expect(refused.body).toMatchObject({ code: 'parcel_incomplete' });
    expect(refused.body.message).toContain('Нет кодов «Честного знака»: Крем «Роса» × 2');
    await scan(mark(serial(2)));
    await scan(mark(serial(3)));
    await finish();
    expect((await step('send', { version: await version(), track: `TRACK${id}1` })).body.order.status.id).toBe(4);
    const received = await act(desk.browser, 'received', { exp_id: id, reason: 'Вручено по данным перевозчика' });
    expect(received.body.order.status.id).toBe(6);
    const settled = (await fateOf(shop, id)).receipts.find(({ kind }) => kind === 'settlement');
    expect(settled?.sumKop).toBe(169_000);
    const units = settled?.items.flatMap(({ mark: one, quantity }) => (one === undefined ? [] : [[quantity, one.includes(`unit-${id}`)]])); // prettier-ignore
    expect(units).toEqual([[1, true], [1, true], [1, true]]); // prettier-ignore
  });
  it('fewer pieces by hand, and money back, forget codes that nobody can place any more', async () => {
    for (const n of [1, 2, 3]) await scan(mark(serial(n)));
    expect(line(await step('put', { line_id: lineId, packed: 3 }))).toMatchObject({ packed: 3, marks: 3 });
    expect(line(await step('put', { line_id: lineId, packed: 2 }))).toMatchObject({ packed: 2, marks: 0 });
    for (const n of [1, 2, 3]) await scan(mark(serial(n)));
    expect(await marksOf()).toBe(3);
    const { order } = await read();
    await act(desk.browser, 'refund', { exp_id: id, version: order.version, lines: [{ line_id: lineId, pieces: 1 }], reason: 'Разбит флакон' }); // prettier-ignore
    expect(await marksOf()).toBe(0);
    // The unit may be sold to somebody else.
    const free = mark(serial(1));
    await begin();
    expect((await scan(free)).body.status).toBe('success');
  });
});
