import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { writeOrderNews } from '#server/features/orders/orders.jobs.ts';
import { finishRegistration } from '#server/features/desk-orders/desk-orders.jobs.ts';
import { askShipment, watchShipments } from '#server/features/shipping/shipping.jobs.ts';
import { addPerson, type Answer, browserOf, call } from '#tests/cart/shop-people.ts';
import { act, type Desk, openDesk } from '#tests/desk/desk-people.ts';
import { addOrder, asTestShop, fateOf, openPayingShop, type PayingShop } from '#tests/payments/paying-shop.ts';
import { newKey } from '#tests/platform/calls.ts';
import { fetchFrom } from '#tests/support/fetch-from.ts';
import { type Cdek, openCdek, status } from '#tests/shipping/cdek-double.ts';

// A parcel at its carrier, by a server that answers as СДЭК's documentation says; docs/product/desk.md#carriers.
// Contents: 1 registering, 2 what becomes of it, 3 messages

const HOOK = 'a-word-of-the-hook-1234567890';
let cdek: Cdek;
let shop: PayingShop;
let desk: Desk;
let id: number;
let parcelId: number;
beforeAll(async () => {
  cdek = await openCdek();
  const settings = { CDEK_URL: cdek.server.url, CDEK_ID: 'id', CDEK_SECRET: 'secret', CDEK_POINT: 'TMS1', CDEK_HOOK: HOOK }; // prettier-ignore
  shop = await openPayingShop(undefined, settings);
  desk = await openDesk(shop);
});
afterAll(async () => {
  await shop.close();
  await cdek.server.close();
});
const step = (name: string, body: object, key = newKey()): Promise<Answer> =>
  call(desk.browser, 'POST', `/api/desk/parcels/${name}`, { exp_id: id, parcel_id: parcelId, ...body }, { 'idempotency-key': key }); // prettier-ignore
type Packed = { id: number; parcelId: number };
/** Paid by transfer, packed whole, not registered. */
async function packedOrder(userId: number | null = null): Promise<Packed> {
  const order = await addOrder(shop, { paymentType: 3, userId });
  const paid_on = shop.clock.now.toISOString().slice(0, 10);
  await act(desk.browser, 'mark-paid', { exp_id: order.id, amount: order.dueKop, paid_on, reason: 'Выписка 14' });
  const begun = await step('start', { exp_id: order.id, version: 1 });
  const [parcel] = begun.body.parcels;
  const at = { exp_id: order.id, parcel_id: parcel.id };
  await step('put', { ...at, line_id: parcel.lines[0].line_id, packed: 3 });
  await step('finish', { ...at, version: 1, weight: 520 });
  return { id: order.id, parcelId: parcel.id };
}
beforeEach(async () => {
  Object.assign(cdek.state, { refuses: null, isAway: false, forgetsAnswer: false, afterAsks: 1 });
  cdek.server.heard.length = 0;
  ({ id, parcelId } = await packedOrder());
});
const register = (key?: string) => step('register', { version: 2 }, key);
const trackOf = ({ body }: Answer): string => body.parcels[0].track as string;
const lines = (): string[] => [...shop.lines];
const work = () => ({
  ...shop.parts,
  env: shop.env,
  signal: AbortSignal.timeout(20_000),
  log: { warn: (fields: object, message: string) => void shop.lines.push(`${message} ${JSON.stringify(fields)}`) },
});
const sentOrders = () => cdek.server.heard.filter(({ method, path }) => method === 'POST' && path === '/orders');

// ── 1 Registering ───────────────────────────────────────────────────────────────────────────────
describe('registering', () => {
  it('the number comes from the answer, and the parcel is handed over with it', async () => {
    const done = await register();
    const track = trackOf(done);
    expect(track).toMatch(/^10\d{8}$/);
    const [sent] = sentOrders();
    expect(JSON.parse(sent?.body ?? '')).toEqual({
      type: 1,
      number: `P${id}-1`,
      shipment_point: 'TMS1',
      tariff_code: 136,
      delivery_point: 'N1',
      recipient: { name: 'Анна Петрова', phones: [{ number: '+79000000157' }], email: 'anna@mail.test' },
      packages: [
        {
          number: `P${id}-1`,
          weight: 520,
          length: 22,
          width: 16,
          height: 10,
          items: [{ name: 'Крем «Роса»', ware_key: '10101', payment: { value: 0 }, cost: 490, weight: 120, amount: 3 }],
        },
      ],
    });
    const gone = await step('send', { version: 3, track });
    expect(gone.body).toMatchObject({ order: { status: { id: 4 } }, parcels: [{ state: 'sent', track }] });
    expect(gone.body.events.map(({ note }: { note: string }) => note)).toContain(`P${id}-1 оформлена у перевозчика, трек ${track}`); // prettier-ignore
  });
  it('its label is printed as the carrier drew it, and only for the desk', async () => {
    await register();
    const path = `/api/desk/parcels/${parcelId}/label`;
    const label = await desk.browser(path);
    expect([label.status, label.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(await label.text()).toBe('%PDF-1.4 label');
    const buyer = await browserOf(asTestShop(shop), { userId: await addPerson(asTestShop(shop)) });
    expect((await buyer(path)).status).toBe(403);
    expect((await desk.browser('/api/desk/parcels/999999/label')).status).toBe(404);
  });
  it('what it refuses is said in its words, and the number may be typed', async () => {
    cdek.state.refuses = 'Недопустимый вес для тарифа';
    const said = await register();
    expect(said.body).toMatchObject({ code: 'not_possible', message: 'Перевозчик не принял посылку: Недопустимый вес для тарифа. Исправьте или впишите трек' }); // prettier-ignore
    expect((await step('send', { version: 2, track: `RC${id}RU` })).body.order.status.id).toBe(4);
  });
  it('a lost answer: the key waits, the job finds what was registered and makes no second one', async () => {
    cdek.state.forgetsAnswer = true;
    const key = newKey();
    expect((await register(key)).body.code).toBe('idempotency_in_flight');
    cdek.state.forgetsAnswer = false;
    const { rows } = await shop.db.execute<{ id: string }>(sql`select id from outside_calls order by begun_at desc limit 1`); // prettier-ignore
    await shop.db.execute(sql`update outside_calls set held_until = now() - interval '1 hour'`);
    await finishRegistration.handle(work(), { id: rows[0]!.id });
    expect(trackOf(await register(key))).toMatch(/^10\d{8}$/);
    expect([...cdek.orders.values()].filter(({ number }) => number === `P${id}-1`)).toHaveLength(1);
  });
  it('one that is open, has a number or waits is not registered', async () => {
    await step('reopen', { version: 2 });
    expect((await step('register', { version: 3 })).body.code).toBe('parcel_changed');
    await step('finish', { version: 3, weight: 520 });
    await act(desk.browser, 'hold', { exp_id: id, kind: 'address', until: '2099-01-01', words: 'Уточним адрес', reason: 'Переезд' }); // prettier-ignore
    expect((await step('register', { version: 4 })).body.code).toBe('order_held');
    expect(sentOrders()).toEqual([]);
  });
  it('without settings it is said that the number is typed by hand', async () => {
    const bare = await openPayingShop();
    const other = await openDesk(bare);
    expect((await call(other.browser, 'GET', '/api/desk/carriers')).body.types).toEqual([]);
    expect((await call(desk.browser, 'GET', '/api/desk/carriers')).body.types).toEqual([11]);
    await bare.close();
  });
});

// ── 2 What becomes of it ────────────────────────────────────────────────────────────────────────
describe('on its way', () => {
  const own = () => [...cdek.orders.values()].find(({ number }) => number === `P${id}-1`)!; // Registered before.
  const watch = () => watchShipments.handle(work(), {});
  const state = async () => (await call(desk.browser, 'GET', `/api/desk/orders/${id}`)).body.parcels[0].state as string;
  const told = async (): Promise<string[]> => {
    const { rows } = await shop.db.execute<{ data: Parameters<typeof writeOrderNews.handle>[1] }>(
      sql`select data from pgboss.job where name = ${writeOrderNews.name} and (data->>'orderId')::int = ${id} order by created_on`,
    );
    return rows.map(({ data }) => data.happened.what);
  };
  beforeEach(async () => {
    await step('send', { version: 3, track: trackOf(await register()) });
  });
  it('at its point, then handed over: the order follows, the second receipt is made, the buyer is told once each', async () => {
    own().statuses = [
      status('CREATED', '2026-11-21T10:00:00'),
      status('SENT_TO_RECIPIENT_CITY', '2026-11-21T20:00:00'),
    ];
    await watch();
    expect([await state(), (await fateOf(shop, id)).order.status]).toEqual(['sent', 4]);
    own().statuses.push(status('ACCEPTED_AT_PICK_UP_POINT', '2026-11-22T10:00:00', 'Принят на склад доставки'));
    await watch();
    await watch();
    expect([await state(), (await fateOf(shop, id)).order.status]).toEqual(['at_point', 5]);
    own().statuses.push(status('DELIVERED', '2026-11-23T10:00:00', 'Вручен'));
    await watch();
    await watch();
    const { order, receipts } = await fateOf(shop, id);
    expect([await state(), order.status, receipts.map(({ kind }) => kind)]).toEqual(['handed', 6, ['prepayment', 'settlement']]); // prettier-ignore
    expect(await told()).toEqual(['paid', 'sent', 'at_carrier', 'handed']);
    const { events } = (await call(desk.browser, 'GET', `/api/desk/orders/${id}`)).body;
    const said = events.filter(({ actor }: { actor: string }) => actor === 'Перевозчик');
    expect(said.map(({ note }: { note: string }) => note).toReversed()).toEqual([
      `P${id}-1: CREATED, Томск`,
      `P${id}-1: SENT_TO_RECIPIENT_CITY, Томск`,
      `P${id}-1: Принят на склад доставки, Томск`,
      'Ждёт в пункте перевозчика',
      `P${id}-1: Вручен, Томск`,
      'Вручён перевозчиком',
    ]);
  });
  it('out of order and twice: the latest by its own time decides', async () => {
    const late = status('DELIVERED', '2026-11-23T10:00:00');
    own().statuses = [late, status('ACCEPTED_AT_PICK_UP_POINT', '2026-11-22T10:00:00'), late];
    await watch();
    expect((await fateOf(shop, id)).order.status).toBe(6);
    own().statuses = [status('ACCEPTED_AT_PICK_UP_POINT', '2026-11-22T10:00:00')];
    await askShipment.handle(work(), { parcelId });
    expect([await state(), (await fateOf(shop, id)).order.status]).toEqual(['handed', 6]);
  });
  it('a status that nobody knows is kept, logged, and changes nothing', async () => {
    own().statuses = [status('TAKEN_BY_DRONE', '2026-11-22T10:00:00', 'Передан дрону'), { ...status('CREATED', ''), date_time: 'вчера' }]; // prettier-ignore
    await watch();
    expect([await state(), (await fateOf(shop, id)).order.status]).toEqual(['sent', 4]);
    expect(lines().at(-1)).toBe('unknown status of a carrier {"carrier":"cdek","codes":["TAKEN_BY_DRONE"]}');
    const kept = await shop.db.execute(sql`select code, meaning from carrier_statuses where parcel_id = ${parcelId}`);
    expect(kept.rows).toEqual([{ code: 'TAKEN_BY_DRONE', meaning: null }]);
  });
  it('what was not handed over comes back, and the desk finds it among the problems', async () => {
    own().statuses = [status('NOT_DELIVERED', '2026-11-30T10:00:00', 'Не вручен')];
    await watch();
    expect([await state(), (await fateOf(shop, id)).order.status]).toEqual(['returned', 4]);
    const { orders } = (await call(desk.browser, 'POST', '/api/desk/orders', { queue: 'problems' })).body;
    expect(orders.map((one: { id: number }) => one.id)).toContain(id);
  });
  it('what lies inside it comes as far: waits with it, is handed over with it, each order by itself', async () => {
    // Two orders of one account, packed; the second lies in the parcel of the first.
    const userId = await addPerson(asTestShop(shop));
    const [outer, inner] = [await packedOrder(userId), await packedOrder(userId)];
    const at = (one: Packed) => ({ exp_id: one.id, parcel_id: one.parcelId });
    const done = await step('register', { ...at(outer), version: 2 });
    const inside = [{ parcel_id: inner.parcelId, version: 2 }];
    const gone = await step('send', { ...at(outer), version: 3, track: trackOf(done), inside });
    expect(gone.body.order.status.id).toBe(4);
    const carried = [...cdek.orders.values()].find(({ number }) => number === `P${outer.id}-1`)!;
    const fates = async () =>
      Promise.all(
        [outer, inner].map(async (one) => {
          const { parcels, order } = (await call(desk.browser, 'GET', `/api/desk/orders/${one.id}`)).body;
          return [parcels[0].state, order.status.id];
        }),
      );
    carried.statuses = [status('ACCEPTED_AT_PICK_UP_POINT', '2026-11-22T10:00:00')];
    await watch();
    expect(await fates()).toEqual([['at_point', 5], ['at_point', 5]]); // prettier-ignore
    carried.statuses.push(status('DELIVERED', '2026-11-23T10:00:00'));
    await watch();
    expect(await fates()).toEqual([['handed', 6], ['handed', 6]]); // prettier-ignore
    // Each has its own second receipt; the one inside was never registered by itself.
    for (const one of [outer, inner])
      expect((await fateOf(shop, one.id)).receipts.filter(({ kind }) => kind === 'settlement')).toHaveLength(1);
    expect([...cdek.orders.values()].some(({ number }) => number === `P${inner.id}-1`)).toBe(false);
  });
  it('and comes back with it', async () => {
    const userId = await addPerson(asTestShop(shop));
    const [outer, inner] = [await packedOrder(userId), await packedOrder(userId)];
    const at = { exp_id: outer.id, parcel_id: outer.parcelId };
    const done = await step('register', { ...at, version: 2 });
    await step('send', {
      ...at,
      version: 3,
      track: trackOf(done),
      inside: [{ parcel_id: inner.parcelId, version: 2 }],
    });
    [...cdek.orders.values()].find(({ number }) => number === `P${outer.id}-1`)!.statuses = [
      status('NOT_DELIVERED', '2026-11-30T10:00:00'),
    ];
    await watch();
    const { parcels } = (await call(desk.browser, 'GET', `/api/desk/orders/${inner.id}`)).body;
    expect(parcels[0].state).toBe('returned');
    const { orders } = (await call(desk.browser, 'POST', '/api/desk/orders', { queue: 'problems' })).body;
    expect(orders.map((one: { id: number }) => one.id)).toEqual(expect.arrayContaining([outer.id, inner.id]));
  });
  it('a carrier that is away changes nothing and is asked again', async () => {
    own().statuses = [status('DELIVERED', '2026-11-23T10:00:00')];
    cdek.state.isAway = true;
    await expect(watch()).rejects.toThrow('no answer about parcels: cdek');
    cdek.state.isAway = false;
    await watch();
    expect((await fateOf(shop, id)).order.status).toBe(6);
  });
});

// ── 3 Messages ──────────────────────────────────────────────────────────────────────────────────
describe('a message', () => {
  const post = (secret: string, body: object, carrier = 'cdek') =>
    fetchFrom(shop.app)(`/carriers/webhook/${carrier}/${secret}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const queued = async (): Promise<number> =>
    (await shop.db.execute(sql`select 1 from pgboss.job where name = ${askShipment.name} and (data->>'parcelId')::int = ${parcelId}`)).rows.length; // prettier-ignore
  const about = (uuid: string) => ({
    type: 'ORDER_STATUS',
    date_time: '2026-11-23T10:00:00+0700',
    uuid,
    attributes: { is_return: false, cdek_number: '1', code: 'DELIVERED', status_code: '4' },
  });
  it('is a hint to ask and never believed', async () => {
    await step('send', { version: 3, track: trackOf(await register()) });
    const own = [...cdek.orders.values()].at(-1)!; // Registered a moment ago.
    expect((await post(HOOK, about(own.uuid))).status).toBe(200);
    expect(await queued()).toBe(1);
    // It says «вручен»; the carrier itself does not.
    await askShipment.handle(work(), { parcelId });
    expect((await fateOf(shop, id)).order.status).toBe(4);
  });
  it('with another word, of another carrier, of another kind, or of a parcel that is not ours changes nothing', async () => {
    await register();
    const own = [...cdek.orders.values()].at(-1)!; // Registered a moment ago.
    const codes = [
      await post('a-word-of-the-hook-1234567891', about(own.uuid)),
      await post('x', about(own.uuid)),
      await post(HOOK, about(own.uuid), 'boxberry'),
      await post(HOOK, { type: 'PRINT_FORM', uuid: own.uuid }),
      await post(HOOK, about('uuid-of-another-shop')),
      await post(HOOK, ['нет']),
    ].map((answer) => answer.status);
    expect(codes).toEqual([404, 404, 404, 200, 200, 200]);
    expect(await queued()).toBe(0);
    expect(lines().join('\n')).not.toContain(HOOK);
  });
});
