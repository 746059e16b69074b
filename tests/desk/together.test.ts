import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DeskOrder } from '#contract/desk-orders.ts';
import { writeOrderNews } from '#server/features/orders/orders.jobs.ts';
import { addPerson, type Answer, call } from '#tests/cart/shop-people.ts';
import { type Desk, openDesk } from '#tests/desk/desk-people.ts';
import { addOrder, asTestShop, openPayingShop, type PayingShop } from '#tests/payments/paying-shop.ts';
import { newKey } from '#tests/platform/calls.ts';

// Orders of one person that travel together; docs/product/desk.md#together.

let shop: PayingShop;
let desk: Desk;
let userId: number;
beforeAll(async () => {
  shop = await openPayingShop();
  desk = await openDesk(shop);
});
afterAll(() => shop.close());
beforeEach(async () => {
  userId = await addPerson(asTestShop(shop));
});

const paid = async (more: Parameters<typeof addOrder>[1] = {}): Promise<number> =>
  (await addOrder(shop, { userId, status: 2, paidAt: shop.clock.now, paidKop: 169_000, ...more })).id;
const kept = { type: 22, name: 'Отложенная доставка', costKop: 0, gateType: null, gateId: null, to: 'Хранится на складе', schedule: null, days: null, isFreeZone: true, source: 'embedded', address: null }; // prettier-ignore
const deferred = (more: object = {}) => paid({ status: 8, deliveryType: 22, delivery: kept, ...more });
const read = async (id: number): Promise<DeskOrder> =>
  (await call(desk.browser, 'GET', `/api/desk/orders/${id}`)).body as DeskOrder;
const send = (path: string, body: object): Promise<Answer> =>
  call(desk.browser, 'POST', `/api/desk/${path}`, body, { 'idempotency-key': newKey() });
const join = async (id: number, joined: number[]) =>
  send('orders/join', { exp_id: id, version: (await read(id)).order.version, joined });
const parcelOf = async (id: number) => (await read(id)).parcels[0]!; // A test that has made one.
async function packed(id: number, weight = 400): Promise<void> {
  await send('parcels/start', { exp_id: id, version: (await read(id)).order.version });
  const parcel = await parcelOf(id);
  for (const { line_id, pieces } of parcel.lines)
    await send('parcels/put', { exp_id: id, parcel_id: parcel.id, line_id, packed: pieces });
  await send('parcels/finish', { exp_id: id, parcel_id: parcel.id, version: (await parcelOf(id)).version, weight });
}
/** Sends the parcel of the first order with those of the others inside it. */
async function sendWith(id: number, others: number[], track = `RU${id}77`): Promise<Answer> {
  const inside = await Promise.all(others.map(async (one) => parcelOf(one)));
  const { id: parcel_id, version } = await parcelOf(id);
  const body = { exp_id: id, parcel_id, version, track };
  return send('parcels/send', { ...body, inside: inside.map((one) => ({ parcel_id: one.id, version: one.version })) });
}
async function lettersOf(orderId: number): Promise<string[]> {
  const work = { ...shop.parts, env: shop.env, signal: AbortSignal.timeout(20_000) };
  const { rows } = await shop.db.execute<{ data: Parameters<typeof writeOrderNews.handle>[1] }>(
    sql`select data from pgboss.job where name = ${writeOrderNews.name} and (data->>'orderId')::int = ${orderId} order by created_on`,
  );
  for (const { data } of rows) await writeOrderNews.handle(work, data);
  const found = await shop.db.execute<{ text: string }>(sql`select subject || ' ' || text as text from mail_outbox where message_id like ${`<order.${orderId}.%`} order by id`); // prettier-ignore
  return found.rows.map(({ text }) => text.replaceAll(/\s+/g, ' '));
}

describe('a deferred order', () => {
  it('takes the way and the address of the one it goes with, and its buyer is told', async () => {
    const [waits, next] = [await deferred(), await paid()];
    expect((await read(next)).together.deferred).toMatchObject([{ exp_id: waits, pieces: 3 }]);
    const { body } = await join(next, [waits]);
    expect(body).toMatchObject({ order: { id: next }, together: { deferred: [] } });
    const joined = await read(waits);
    expect(joined.order).toMatchObject({ status: { id: 2 }, delivery: { type: 11 } });
    expect(joined.events[0]).toMatchObject({ actor: 'Елена Юрьева', kind: 'status' });
    const { rows } = await shop.db.execute(sql`select delivery->>'costKop' as cost, delivery->>'to' as "to", due_kop from orders where id = ${waits}`); // prettier-ignore
    expect(rows[0]).toMatchObject({ cost: '0', to: 'Томск' });
    expect((await lettersOf(waits)).at(-1)).toContain('едет с заказом');
    const journal = await shop.db.execute(sql`select 1 from audit_log where act = 'deskJoinDeferred' and target_id = ${next} and actor_id = ${desk.id}`); // prettier-ignore
    expect(journal.rows).toHaveLength(1);
  });
  it('of another person, with another telephone, on hold or not deferred any more stays where it is', async () => {
    const next = await paid();
    const stranger = await addPerson(asTestShop(shop));
    const strange = await deferred({ userId: stranger });
    const phone = await deferred({ recipientPhone: '+79000000999' });
    const held = await deferred();
    await send('orders/hold', { exp_id: held, kind: 'buyer', until: '2099-01-01', words: 'Ждёт, как просили', reason: 'Просил' }); // prettier-ignore
    expect((await join(next, [strange])).body.code).toBe('not_possible');
    expect((await join(next, [phone])).body.code).toBe('not_possible');
    expect((await join(next, [held])).body.code).toBe('order_held');
    expect((await join(next, [await paid()])).body.code).toBe('order_closed');
    expect((await join(await paid({ status: 4 }), [await deferred()])).body.code).toBe('order_closed');
    expect((await join(next, [999_999])).http).toBe(404);
    // All or none: one that may go does not go with one that may not.
    const good = await deferred();
    await join(next, [good, strange]);
    for (const id of [good, strange, phone, held]) expect((await read(id)).order.status.id).toBe(8);
  });
});

describe('one parcel', () => {
  it('carries the others under its number: each order has left, each buyer reads in what', async () => {
    const [one, two] = [await paid(), await paid()];
    for (const id of [one, two]) await packed(id);
    expect((await read(one)).together.parcels).toMatchObject([{ code: `P${two}-1`, pieces: 3 }]);
    expect((await sendWith(one, [two], 'RU12345')).body.order).toMatchObject({ status: { id: 4 } });
    const other = await read(two);
    expect(other.parcels[0]).toMatchObject({ inside: one });
    expect((await read(one)).parcels[0]).not.toHaveProperty('inside');
    expect(other.order).toMatchObject({ status: { id: 4 }, delivery: { track: 'RU12345' } });
    expect(other.parcels[0]).toMatchObject({ state: 'sent', track: 'RU12345' });
    expect(other.events.map(({ note }) => note)).toContain(`P${two}-1 отправлена внутри P${one}-1, трек RU12345`);
    expect((await lettersOf(two)).at(-1)).toContain('Лежит в одной посылке с заказом');
    expect((await lettersOf(one)).at(-1)).not.toContain('Лежит в одной посылке');
    // Its number is nobody else's.
    const third = await paid();
    await packed(third);
    expect((await sendWith(third, [], 'RU12345')).body.code).toBe('track_taken');
  });
  it('is refused for another address, another person, a parcel that has changed, a hold and too much weight', async () => {
    const one = await paid();
    await packed(one, 20_000);
    const strange = await paid({ userId: await addPerson(asTestShop(shop)) });
    const away = await paid();
    await shop.db.execute(sql`update orders set delivery = delivery || '{"to":"Омск"}' where id = ${away}`);
    const [heavy, held, open] = [await paid(), await paid(), await paid()];
    for (const id of [strange, away, held]) await packed(id);
    await packed(heavy, 15_000);
    await send('orders/hold', { exp_id: held, kind: 'call', until: '2099-01-01', words: 'Не дозвонились', reason: 'Звонок' }); // prettier-ignore
    await send('parcels/start', { exp_id: open, version: 1 });
    const codes: unknown[] = [];
    for (const id of [strange, away, held, heavy, open]) codes.push((await sendWith(one, [id])).body.code);
    expect(codes).toEqual(['not_possible', 'not_possible', 'order_held', 'not_possible', 'parcel_changed']);
    expect((await read(one)).together.parcels.map(({ code }) => code)).toEqual([`P${heavy}-1`]);
    const { id: parcel_id, version } = await parcelOf(one);
    const stale = { parcel_id: (await parcelOf(heavy)).id, version: 1 };
    const late = await send('parcels/send', { exp_id: one, parcel_id, version, track: 'RU55555', inside: [stale] });
    expect(late.body.code).toBe('parcel_changed');
    expect((await read(one)).order.status.id).toBe(3);
  });
  it('two desks that put each other’s parcels inside do not wait for ever: one goes', async () => {
    const [one, two] = [await paid(), await paid()];
    for (const id of [one, two]) await packed(id);
    const answers = await Promise.all([sendWith(one, [two], 'RU70001'), sendWith(two, [one], 'RU70002')]);
    expect(answers.map(({ body }) => body.code ?? 'sent').toSorted()).toEqual(['parcel_changed', 'sent']);
  });
});
