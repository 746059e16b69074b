import { sql } from 'drizzle-orm';
import type { CounterOrder } from '#contract/counter.ts';
import { pickupPoints } from '#server/db/tables/delivery.ts';
import { operatorPoints } from '#server/db/tables/staff.ts';
import { writeOrderNews } from '#server/features/orders/orders.jobs.ts';
import { addConsultant, type Answer, type Browser, browserOf, call } from '#tests/cart/shop-people.ts';
import { act, type Desk, openDesk } from '#tests/desk/desk-people.ts';
import { addOrder, asTestShop, openPayingShop, type PayingShop } from '#tests/payments/paying-shop.ts';
import { newKey } from '#tests/platform/calls.ts';

// A shop with two points of its own and whoever works there; orders come to them by the calls of the desk.

export const TOMSK = '3:CO-4';
export const OMSK = '3:CO-9';
const POINT = {
  deliveryType: 3,
  gateType: 'service_center' as const,
  name: 'Центр обслуживания',
  countryId: 1,
  lat: 56.5,
  lon: 85,
  schedule: 'ежедневно 10–20',
  utcOffset: 7,
};
export type Operator = { id: number; browser: Browser };
export async function openCounter() {
  const shop = await openPayingShop();
  await shop.db.insert(pickupPoints).values([
    { ...POINT, id: 'CO-4', address: 'пр. Ленина, 80' },
    { ...POINT, id: 'CO-9', address: 'ул. Мира, 3' },
  ]);
  const operator = async (name: string, ...points: string[]): Promise<Operator> => {
    const id = await addConsultant(asTestShop(shop), { name, isPunktVydachi: true });
    for (const pointId of points) await shop.db.insert(operatorPoints).values({ userId: id, deliveryType: 3, pointId });
    return { id, browser: await browserOf(asTestShop(shop), { userId: id }) };
  };
  const desk = await openDesk(shop);
  return { shop, desk, sergey: await operator('Сергей Ким', 'CO-4'), olga: await operator('Ольга Ли', 'CO-9') };
}
export type Counter = Awaited<ReturnType<typeof openCounter>>;

const delivery = (pointId: string) => ({
  type: 3,
  name: 'Самовывоз из Центра обслуживания',
  costKop: 22_000,
  gateType: 'service_center',
  gateId: pointId,
  to: 'Томск, пр. Ленина, 80',
  schedule: null,
  days: null,
  isFreeZone: false,
  source: 'embedded',
  address: null,
});
export const step = (desk: Desk, name: string, body: object): Promise<Answer> =>
  call(desk.browser, 'POST', `/api/desk/parcels/${name}`, body, { 'idempotency-key': newKey() });

/** Paid by a transfer, packed and sent to its point by the desk. */
export async function sentOrder({ shop, desk }: Counter, { pointId = 'CO-4', ...more } = {}): Promise<number> {
  const order = await addOrder(shop, { paymentType: 3, deliveryType: 3, delivery: delivery(pointId), ...more });
  const paidOn = shop.clock.now.toISOString().slice(0, 10);
  const body = { exp_id: order.id, amount: order.dueKop, paid_on: paidOn, reason: 'Выписка 14' };
  await act(desk.browser, 'mark-paid', body);
  const begun = await step(desk, 'start', { exp_id: order.id, version: 1 });
  const { id: parcel_id, lines } = begun.body.parcels[0];
  await step(desk, 'put', { exp_id: order.id, parcel_id, line_id: lines[0].line_id, packed: 3 });
  await step(desk, 'finish', { exp_id: order.id, parcel_id, version: 1 });
  const sent = await step(desk, 'send', { exp_id: order.id, parcel_id, version: 2 });
  if (sent.body.order.status.id !== 4) throw new Error(JSON.stringify(sent.body));
  return order.id;
}
export const ask = (by: Operator, name: string, body: object, key = newKey()): Promise<Answer> =>
  call(by.browser, 'POST', `/api/punkt/${name}`, body, { 'idempotency-key': key });
export const accept = (by: Operator, id: number, more = {}): Promise<Answer> =>
  ask(by, 'accept', { site: TOMSK, code: `P${id}-1`, ...more });
export async function readyOrder(counter: Counter, more = {}): Promise<number> {
  const id = await sentOrder(counter, more);
  await accept(counter.sergey, id);
  return id;
}
export async function issueCode({ shop }: Counter, id: number): Promise<string> {
  const { rows } = await shop.db.execute<{ code: string }>(sql`select issue_code as code from orders where id = ${id}`);
  return rows[0]?.code ?? '';
}
export const wrongCode = (code: string): string => (code === '0000' ? '1111' : '0000');
export const seen = async (by: Operator, id: number): Promise<CounterOrder> =>
  (await call(by.browser, 'GET', `/api/punkt/orders/${id}`)).body.order as CounterOrder;

/** Runs the jobs of the letters of an order; what lies in the outbox then, the oldest first. */
export async function told({ shop }: Counter, orderId: number): Promise<{ subject: string; text: string }[]> {
  const { rows } = await shop.db.execute<{ data: Parameters<typeof writeOrderNews.handle>[1] }>(
    sql`select data from pgboss.job where name = ${writeOrderNews.name} and (data->>'orderId')::int = ${orderId} order by created_on`,
  );
  const work = { ...shop.parts, env: shop.env, signal: AbortSignal.timeout(60_000) };
  for (const { data } of rows) await writeOrderNews.handle(work, data);
  const sent = await shop.db.execute<{ subject: string; text: string }>(
    sql`select subject, text from mail_outbox where message_id like ${`<order.${orderId}.%`} order by id`,
  );
  return sent.rows.map(({ subject, text }) => ({ subject: plain(subject), text: plain(text) }));
}
const plain = (text: string): string => text.replaceAll('\u00a0', ' ');
export const eventsOf = async ({ shop }: { shop: PayingShop }, id: number): Promise<string[]> =>
  (await shop.db.execute<{ note: string }>(sql`select note from order_events where order_id = ${id} order by id`)).rows
    .map(({ note }) => note)
    .filter((note) => note !== '');
