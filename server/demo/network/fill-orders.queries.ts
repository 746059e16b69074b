import type pg from 'pg';
import { copyRows, type Place } from '#server/demo/network/fill.queries.ts';

// Orders of a generated month by COPY: one for everybody who bought, of one or two lines, paid and received.

export type OrdersWanted = {
  period: number;
  /** Own volumes by number, 0 for who does not buy. */
  halves: Int32Array;
  nameOf: (at: number) => string;
};
/** Above it the points stand in two lines. */
const TWO_LINES_FROM = 60;
const KOP_OF_HALF = 2500;
const NO_SPENDS = JSON.stringify({ 0: { order: 0, delivery: 0 }, 1: { order: 0, delivery: 0 }, 2: { order: 0, delivery: 0 } }); // prettier-ignore
const NO_DEBTS = JSON.stringify({ 0: 0, 1: 0, 2: 0 });
const PICKED_UP = JSON.stringify({
  type: 3, name: 'Самовывоз', costKop: 0, gateType: null, gateId: null, to: 'Центр обслуживания (демо)', schedule: null, days: null,
  isFreeZone: true, source: 'embedded', address: null,
}); // prettier-ignore

type Product = { id: number; code: string; title: string };
async function findProducts(client: pg.Client | pg.PoolClient): Promise<Product[]> {
  const { rows } = await client.query<Product>(`select id, code, title from products where published order by id limit 200`); // prettier-ignore
  return rows;
}
async function nextIds(client: pg.Client | pg.PoolClient): Promise<{ order: number; line: number }> {
  const { rows } = await client.query<{ order: number; line: number }>(
    `select greatest(30000, (select max(id) from orders))::int + 1 as "order", coalesce((select max(id) from order_lines), 0)::int + 1 as line`,
  );
  return rows[0]!; // A select without a table answers one row.
}
type Line = { at: number; order: number; line: number; position: number; half: number };
/** Every line of the month, in the order of the buyers. */
function* linesOf(halves: Int32Array, first: { order: number; line: number }): Generator<Line> {
  let [order, line] = [first.order - 1, first.line];
  for (let at = 0; at < halves.length; at += 1) {
    const half = halves[at]!;
    if (half <= 0) continue;
    order += 1;
    const parts = half < TWO_LINES_FROM ? [half] : [Math.ceil(half / 2), Math.floor(half / 2)];
    for (const [position, part] of parts.entries()) {
      yield { at, order, line, position, half: part };
      line += 1;
    }
  }
}

/** @returns false when the shop has no products to put into orders; nothing is written then */
export async function fillOrders(
  client: pg.Client | pg.PoolClient,
  { firstId }: Place,
  { period, halves, nameOf }: OrdersWanted,
): Promise<boolean> {
  const products = await findProducts(client);
  if (products.length === 0) return false;
  const first = await nextIds(client);
  const productOf = (line: number) => products[line % products.length]!;
  const month = `${Math.floor(period / 100)}-${String(period % 100).padStart(2, '0')}`;
  const dayOf = (at: number) => `${month}-${String(1 + (at % 20)).padStart(2, '0')} 12:00:00+03`;
  await copyRows(
    client,
    `orders (id, user_id, cart_kind, cart_version, status, status_at, payment_type, goods_kop, delivery_kop, spend, debts, due_kop, balls_half,
      weight_grams, items_count, price_type, points_user_id, recipient_name, recipient_phone, delivery_type, delivery, created_at, pay_until,
      paid_at, is_demo)`,
    (function* () {
      let order = first.order - 1;
      for (let at = 0; at < halves.length; at += 1) {
        const half = halves[at]!;
        if (half <= 0) continue;
        order += 1;
        const [kop, day, who] = [half * KOP_OF_HALF, dayOf(at), firstId + at];
        yield `${order}\t${who}\tretail\t0\t6\t${day}\t1\t${kop}\t0\t${NO_SPENDS}\t${NO_DEBTS}\t${kop}\t${half}\t0\t${half < TWO_LINES_FROM ? 1 : 2}\t1\t${who}\t${nameOf(at)}\t+79000000000\t3\t${PICKED_UP}\t${day}\t${day}\t${day}\tt\n`;
      }
    })(),
  );
  await copyRows(
    client,
    `order_lines (id, order_id, position, cart_type, product_id, code, title, quantity, placed_quantity, price_kop, base_price_kop,
      cons_price_kop, vat_percent, balls_half, weight_grams, is_bad, marked)`,
    (function* () {
      for (const { order, line, position, half } of linesOf(halves, first)) {
        const { id, code, title } = productOf(line);
        const kop = half * KOP_OF_HALF;
        yield `${line}\t${order}\t${position}\t0\t${id}\t${code}\t${title}\t1\t1\t${kop}\t${kop}\t${kop}\t22\t${half}\t0\tf\tf\n`;
      }
    })(),
  );
  await copyRows(
    client,
    'points_events (period, user_id, half, amount_kop, kind, order_id, line_id)',
    (function* () {
      for (const { at, order, line, half } of linesOf(halves, first))
        yield `${period}\t${firstId + at}\t${half}\t${half * KOP_OF_HALF}\torder\t${order}\t${line}\n`;
    })(),
  );
  for (const table of ['orders', 'order_lines'])
    await client.query(`select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`);
  return true;
}
