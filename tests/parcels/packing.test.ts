import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DeskOrder } from '#contract/desk-orders.ts';
import { orderLines } from '#server/db/tables/orders.ts';
import { users } from '#server/db/tables/people.ts';
import { addPerson, type Answer, browserOf, call } from '#tests/cart/shop-people.ts';
import { act, type Desk, journalOf, openDesk } from '#tests/desk/desk-people.ts';
import { addOrder, asTestShop, openPayingShop, type PayingShop } from '#tests/payments/paying-shop.ts';
import { newKey } from '#tests/platform/calls.ts';

// Packing, sending and waiting, by the calls of the desk; docs/product/desk.md#parcels.

let shop: PayingShop;
let desk: Desk;
let other: Desk;
let id: number;
beforeAll(async () => {
  shop = await openPayingShop();
  desk = await openDesk(shop);
  const otherId = await addPerson(asTestShop(shop), { role: 'staff', name: 'Роман Ильин' });
  other = { id: otherId, browser: await browserOf(asTestShop(shop), { userId: otherId }) };
});
afterAll(() => shop.close());
beforeEach(async () => {
  id = await paid();
});

const paid = async (more = {}): Promise<number> =>
  (await addOrder(shop, { status: 2, paidAt: shop.clock.now, paidKop: 169_000, ...more })).id;
const read = async (order = id): Promise<DeskOrder> =>
  (await call(desk.browser, 'GET', `/api/desk/orders/${order}`)).body as DeskOrder;
const parcelOf = async (at = 0) => (await read()).parcels[at]!; // A test that has made one.
const step = (name: string, body: object, { by = desk, key = newKey() } = {}): Promise<Answer> =>
  call(by.browser, 'POST', `/api/desk/parcels/${name}`, body, { 'idempotency-key': key });
const start = async (more = {}) => step('start', { exp_id: id, version: (await read()).order.version }, more);
const onParcel = async (name: string, body = {}, more = {}) => {
  const { id: parcel_id, version } = await parcelOf();
  return step(name, { exp_id: id, parcel_id, version, ...body }, more);
};
const scan = async (code: string, more = {}) =>
  step('scan', { exp_id: id, parcel_id: (await parcelOf()).id, code }, more);
const pack = async () => {
  await start();
  for (let i = 0; i < 3; i += 1) await scan('10101');
  return onParcel('finish', { weight: 410 });
};

describe('packing', () => {
  it('from paid to the carrier: each step stands in history and journal with its name', async () => {
    const begun = await start();
    expect(begun.body).toMatchObject({ order: { status: { id: 3 } }, can: { pack: false, cancel: false } });
    expect(begun.body.parcels).toMatchObject([
      { code: `P${id}-1`, state: 'packing', packer: { name: 'Елена Юрьева', is_mine: true }, lines: [{ code: '10101', pieces: 3, packed: 0 }] }, // prettier-ignore
    ]);
    expect((await onParcel('finish')).body).toMatchObject({ code: 'parcel_incomplete', message: 'Не хватает: Крем «Роса» × 3' }); // prettier-ignore
    for (let i = 1; i <= 3; i += 1) expect((await scan('10101')).body.parcels[0].lines[0].packed).toBe(i);
    expect((await onParcel('finish', { weight: 410 })).body.parcels[0]).toMatchObject({ state: 'packed', weight: 410 });
    const sent = await onParcel('send', { track: '10 0874 532 123' });
    expect(sent.body).toMatchObject({
      order: { status: { id: 4 }, delivery: { track: '100874532123' } },
      parcels: [{ state: 'sent', track: '100874532123' }],
    });
    const told = sent.body.events.map(({ kind, note }: { kind: string; note: string }) => `${kind} ${note}`.trim());
    expect(told.slice(0, 4)).toEqual([
      'status',
      `parcel P${id}-1 отправлена, трек 100874532123`,
      `parcel P${id}-1 собрана`,
      'status',
    ]);
    expect((await journalOf(shop, id)).map(({ act: name, actor_id: who }) => [name, who])).toEqual([
      ['deskStartPacking', desk.id],
      ['deskFinishParcel', desk.id],
      ['deskSendParcel', desk.id],
    ]);
  });
  it('a scanner with a Russian layout is understood; a strange code and one piece too many are said', async () => {
    await start();
    await shop.db.update(orderLines).set({ code: 'RD-15' }).where(eq(orderLines.orderId, id));
    expect((await scan('кв-15\r')).body.parcels[0].lines[0].packed).toBe(1);
    expect((await scan('99999')).body).toMatchObject({
      code: 'scan_unknown',
      message: 'Код 99999: такого товара в этой посылке нет. Отложите его',
    });
    await scan('RD-15');
    await scan('RD-15');
    expect((await scan('RD-15')).body).toMatchObject({
      code: 'scan_full',
      message: 'Крем «Роса»: все 3 уже лежат. Лишнюю штуку отложите',
    });
    expect((await parcelOf()).lines[0]?.packed).toBe(3);
  });
  it('a scan whose answer was lost and that is sent again counts once; three at once count three', async () => {
    await start();
    const key = newKey();
    await scan('10101', { key });
    await scan('10101', { key });
    expect((await parcelOf()).lines[0]?.packed).toBe(1);
    const { id: parcel_id } = await parcelOf();
    const answers = await Promise.all([1, 2, 3].map(() => step('scan', { exp_id: id, parcel_id, code: '10101' })));
    expect(answers.filter(({ body }) => body.code === 'scan_full')).toHaveLength(1);
    expect((await parcelOf()).lines[0]?.packed).toBe(3);
  });
  it('without a code pieces are put by hand, never more than there are', async () => {
    await start();
    const { id: parcel_id, lines } = await parcelOf();
    const put = (packed: number, line_id = lines[0]!.line_id) =>
      step('put', { exp_id: id, parcel_id, line_id, packed });
    expect((await put(2)).body.parcels[0].lines[0].packed).toBe(2);
    expect((await put(4)).body.code).toBe('scan_full');
    expect((await put(1, 999_999)).http).toBe(404);
    expect((await put(-1)).body.code).toBe('validation');
  });
  it('two people at one parcel: the second is told who packs it, and may take it', async () => {
    await start();
    const refused = await scan('10101', { by: other });
    expect(refused.body).toMatchObject({ code: 'parcel_taken' });
    expect(refused.body.message).toContain('Елена Юрьева');
    expect((await onParcel('take', {}, { by: other })).body.parcels[0].packer).toEqual({ name: 'Роман Ильин', is_mine: true }); // prettier-ignore
    expect((await scan('10101')).body.code).toBe('parcel_taken');
    expect((await scan('10101', { by: other })).body.status).toBe('success');
  });
  it('two desks begin at once: one parcel, and the other is told', async () => {
    const { version } = (await read()).order;
    const answers = await Promise.all([desk, other].map((by) => step('start', { exp_id: id, version }, { by })));
    expect(answers.map(({ body }) => body.code ?? 'ok').sort()).toEqual(['ok', 'parcel_changed']);
    expect((await read()).parcels).toHaveLength(1);
  });
});

describe('several parcels', () => {
  it('what is not there yet travels by itself; the order leaves with the last', async () => {
    await start();
    expect((await onParcel('split')).body.code).toBe('parcel_incomplete');
    await scan('10101');
    await scan('10101');
    const divided = await onParcel('split');
    expect(divided.body.parcels.map((one: { lines: object[] }) => one.lines)).toMatchObject([
      [{ pieces: 2, packed: 2 }],
      [{ pieces: 1, packed: 0 }],
    ]);
    await onParcel('finish');
    const first = await onParcel('send', { track: 'RA000000001RU' });
    expect(first.body).toMatchObject({
      order: { status: { id: 3 } },
      parcels: [{ state: 'sent' }, { state: 'packing' }],
    });
    const second = await parcelOf(1);
    const at = (version: number) => ({ exp_id: id, parcel_id: second.id, version });
    const lineId = second.lines[0]!.line_id;
    await step('put', { ...at(1), line_id: lineId, packed: 1 });
    await step('finish', at(1));
    const last = await step('send', { ...at(2), track: 'RA000000002RU' });
    expect(last.body.order).toMatchObject({ status: { id: 4 }, delivery: { track: 'RA000000001RU' } });
  });
  it('money for a piece that is missing goes back: it is not packed any more, and the rest may leave', async () => {
    const placed = await addOrder(shop, { status: 1, paymentType: 3 });
    id = placed.id;
    await act(desk.browser, 'mark-paid', {
      exp_id: id,
      amount: placed.dueKop,
      paid_on: '2026-11-21',
      reason: 'Выписка',
    });
    await start();
    await scan('10101');
    await scan('10101');
    const { order } = await read();
    const refunded = await act(desk.browser, 'refund', {
      exp_id: id,
      version: order.version,
      lines: [{ line_id: order.items[0]?.line_id, pieces: 1 }],
      reason: 'Не нашли на полке',
    });
    expect(refunded.body.parcels[0].lines).toMatchObject([{ pieces: 2, packed: 2 }]);
    expect((await onParcel('finish')).body.parcels[0].state).toBe('packed');
    const rest = await read();
    const all = await act(desk.browser, 'refund', {
      exp_id: id,
      version: rest.order.version,
      lines: [{ line_id: rest.order.items[0]?.line_id, pieces: 2 }],
      reason: 'Передумал',
    });
    expect(all.body).toMatchObject({ order: { status: { id: 9 } }, parcels: [{ state: 'cancelled' }] });
  });
});

describe('refusals', () => {
  it('a status that cannot follow: not paid, packed already, sent already', async () => {
    const unpaid = await paid({ status: 1, paidAt: null });
    expect((await step('start', { exp_id: unpaid, version: 1 })).body.code).toBe('order_closed');
    await start();
    expect((await onParcel('send', { track: '1234567' })).body).toMatchObject({ code: 'parcel_changed', message: 'Посылка сейчас: собирается. Посмотрите ещё раз' }); // prettier-ignore
    expect((await start()).body.code).toBe('parcel_changed');
    for (let i = 0; i < 3; i += 1) await scan('10101');
    await onParcel('finish');
    expect((await scan('10101')).body.code).toBe('parcel_changed');
    await onParcel('send', { track: '1234567' });
    expect((await onParcel('reopen')).body.code).toBe('parcel_changed');
  });
  it('a parcel on the screen that has changed since, and the parcel of another order', async () => {
    await start();
    const { id: parcel_id, version } = await parcelOf();
    await onParcel('take');
    expect((await step('finish', { exp_id: id, parcel_id, version })).body.code).toBe('parcel_changed');
    const stranger = await paid();
    expect((await step('finish', { exp_id: stranger, parcel_id, version: version + 1 })).http).toBe(404);
    expect((await step('start', { exp_id: stranger, version: 7 })).body.code).toBe('order_changed');
  });
  it('a track number of another order, one that is none, and none at all', async () => {
    await pack();
    await onParcel('send', { track: 'RA777777777RU' });
    const first = id;
    id = await paid();
    await pack();
    const taken = await onParcel('send', { track: 'кф777777777кг' });
    expect(taken.body).toMatchObject({
      code: 'track_taken',
      errors: { track: [expect.stringContaining(`№ ${first}`)] },
    });
    for (const track of ['', 'нет', '123'])
      expect((await onParcel('send', { track })).body).toMatchObject({ code: 'validation', errors: { track: [expect.any(String)] } }); // prettier-ignore
    expect((await parcelOf()).state).toBe('packed');
    id = await paid({ deliveryType: 3 });
    await pack();
    expect((await onParcel('send')).body).toMatchObject({ order: { status: { id: 4 } }, parcels: [{ track: null }] });
  });
  it('rights that were taken away while the page was open, and a stranger', async () => {
    await start();
    const lost = await openDesk(shop);
    expect((await onParcel('take', {}, { by: lost })).body.status).toBe('success');
    await shop.db.update(users).set({ readonly: true }).where(eq(users.id, lost.id));
    expect((await scan('10101', { by: lost })).http).toBe(403);
    const buyer = await browserOf(asTestShop(shop), { userId: await addPerson(asTestShop(shop)) });
    expect((await scan('10101', { by: { id: 0, browser: buyer } })).http).toBe(403);
    expect((await parcelOf()).lines[0]?.packed).toBe(0);
  });
});

describe('waiting', () => {
  const hold = (body = {}) =>
    act(desk.browser, 'hold', {
      exp_id: id,
      kind: 'address',
      until: '2026-11-25',
      words: 'Уточним дом и напишем вам.',
      reason: 'Нет номера дома',
      ...body,
    });
  it('an order that waits is not packed nor sent; the reasons are said; taken off, it goes on', async () => {
    const held = await hold();
    expect(held.body).toMatchObject({
      can: { pack: false },
      holds: [{ kind: 'address', owner: 'Елена Юрьева', words: 'Уточним дом и напишем вам.', until: '2026-11-25T20:59:59.000Z', is_late: false }], // prettier-ignore
    });
    expect((await start()).body).toMatchObject({ code: 'order_held', message: 'Заказ ждёт: уточняем адрес. Снимите ожидание и продолжайте' }); // prettier-ignore
    expect((await hold()).body.code).toBe('duplicate');
    const hold_id = held.body.holds[0].id;
    const release = () => act(desk.browser, 'release', { exp_id: id, hold_id, reason: 'Дозвонились' });
    expect((await release()).body.holds).toEqual([]);
    expect((await release()).http).toBe(404);
    expect((await start()).body.status).toBe('success');
    await hold({ kind: 'stock' });
    expect((await scan('10101')).body.code).toBe('order_held');
  });
  it.each([
    { until: '2026-11-20' },
    { until: '2026-02-31' },
    { until: 'завтра' },
    { words: ' ' },
    { kind: 'toString' },
  ])('what cannot be waited for: %j', async (body) => expect((await hold(body)).body.code).toBe('validation'));
  it('a deadline that has passed is seen; an order on its way does not wait', async () => {
    await hold();
    const now = shop.clock.now;
    shop.clock.now = new Date('2026-11-26T09:00:00Z');
    expect((await read()).holds[0]?.is_late).toBe(true);
    shop.clock.now = now;
    const sent = await paid({ status: 4 });
    expect((await hold({ exp_id: sent })).body.code).toBe('order_closed');
  });
  it('a note stands in the history, markup and all, and only there', async () => {
    const { body } = await act(desk.browser, 'note', { exp_id: id, reason: '<b>Звонить</b> после 18' });
    expect(body.events[0]).toMatchObject({ kind: 'note', note: '<b>Звонить</b> после 18', actor: 'Елена Юрьева' });
    expect(body.order.history).toHaveLength(0);
  });
  it('«Получен» is said by the desk only where our counter does not hand over', async () => {
    await pack();
    await onParcel('send', { track: 'RB1234567' });
    const received = await act(desk.browser, 'received', { exp_id: id, reason: 'Статус перевозчика' });
    expect(received.body).toMatchObject({ order: { status: { id: 6 } }, parcels: [{ state: 'handed' }] });
    id = await paid({ status: 5, deliveryType: 3 });
    expect((await act(desk.browser, 'received', { exp_id: id, reason: 'Сказал' })).body.code).toBe('order_closed');
  });
});
