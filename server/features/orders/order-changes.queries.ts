import { eq, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/open.ts';
import { orderEvents, orders } from '#server/db/tables/orders.ts';

// Writing to an order that is held (`lockOrder`). Contents: 1 its row and history, 2 stock, 3 points

// ── 1 Its row and history ───────────────────────────────────────────────────────────────────────
export type OrderPatch = Partial<Omit<typeof orders.$inferInsert, 'id'>>;
export async function updateOrder(tx: Tx, orderId: number, patch: OrderPatch): Promise<void> {
  await tx.update(orders).set(patch).where(eq(orders.id, orderId));
}
export type NewEvent = Omit<typeof orderEvents.$inferInsert, 'id'>;
export async function insertEvent(tx: Tx, event: NewEvent): Promise<void> {
  await tx.insert(orderEvents).values(event);
}
/** New status with its line in the history, in one statement. */
export async function writeStatus(
  tx: Tx,
  {
    orderId,
    status,
    actor,
    note = '',
    at,
  }: { orderId: number; status: number; actor: string; note?: string; at: Date },
): Promise<void> {
  const moment = sql`${at.toISOString()}::timestamptz`;
  await tx.execute(sql`
    with moved as (update orders set status = ${status}, status_at = ${moment} where id = ${orderId} returning id)
    insert into order_events (order_id, kind, status, actor, note, at)
    select id, 'status', ${status}::int, ${actor}, ${note}, ${moment} from moved`);
}

/** Paid, with its line in the history, in one statement. */
export async function writePaid(
  tx: Tx,
  {
    orderId,
    status,
    paidKop,
    at,
    actor,
  }: { orderId: number; status: number; paidKop: number; at: Date; actor: string },
): Promise<void> {
  const moment = sql`${at.toISOString()}::timestamptz`;
  await tx.execute(sql`
    with paid as (
      update orders set status = ${status}, status_at = ${moment}, paid_at = ${moment}, paid_kop = ${paidKop}::int
      where id = ${orderId} returning id),
    bought as (
      insert into order_events (order_id, kind, status, actor, at) select id, 'status', 2, ${actor}, ${moment} from paid)
    insert into order_events (order_id, kind, status, actor, at)
    select id, 'status', ${status}::int, 'shop', ${moment} from paid where ${status}::int <> 2`);
}

// ── 2 Stock ─────────────────────────────────────────────────────────────────────────────────────
export type GivenBack = { productId: number; pieces: number };
/** Pieces return to the shelf; products are locked by id, as placing does. True: something that was sold out is back. */
export async function giveBackStock(tx: Tx, given: readonly GivenBack[]): Promise<boolean> {
  const { rows } = await tx.execute<{ is_back: boolean | null }>(sql`
    with given as (
      select id, sum(pieces)::int as pieces from unnest(${sql.param(given.map((one) => one.productId))}::int[],
        ${sql.param(given.map((one) => one.pieces))}::int[]) g(id, pieces) where pieces > 0 group by id),
    locked as (select p.id from products p join given g on g.id = p.id order by p.id for no key update of p),
    back as (
      update products p set stock_qty = p.stock_qty + g.pieces from locked k join given g on g.id = k.id where p.id = k.id
      returning p.id, p.stock_qty as rest, p.stock_qty - g.pieces as before),
    news as (
      insert into stock_news (product_id, at) select id, clock_timestamp() from back where least(before, 10) < least(rest, 10)
      on conflict (product_id) do update set at = clock_timestamp())
    select bool_or(before <= 0 and rest > 0) as is_back from back`);
  return rows[0]?.is_back === true;
}

// ── 3 Points ────────────────────────────────────────────────────────────────────────────────────
/**
 * One event for each line with points (docs/product/orders.md#points). Points of nobody are the house account's, a shop without
 * one has no network and writes none. A repeat writes nothing. `period`: of the money; `arrival`: of this moment, for money of a
 * month that is closed.
 */
export async function insertPoints(
  tx: Tx,
  { orderId, period, arrival, houseConsId }: { orderId: number; period: number; arrival: number; houseConsId: number },
): Promise<void> {
  await tx.execute(sql`
    insert into points_events (period, user_id, half, amount_kop, kind, order_id, line_id)
    select case when exists (select from periods p where p.id = ${period}) then ${arrival}::int else ${period}::int end,
      coalesce(o.points_user_id, h.id), l.balls_half * l.quantity, l.price_kop * l.quantity, 'order', o.id, l.id
    from orders o join order_lines l on l.order_id = o.id left join users h on h.cons_id = ${houseConsId}
    where o.id = ${orderId} and l.quantity > 0 and l.balls_half > 0 and coalesce(o.points_user_id, h.id) is not null
    on conflict do nothing`);
}
/**
 * What pieces of an order have earned leaves the period that they came into (docs/product/orders.md#points): one event for each
 * line and return. Of a closed month it is late: the month stays as it is, its bonuses will be corrected.
 */
export async function insertPointsBack(
  tx: Tx,
  asked: { orderId: number; returnId: number; lines: readonly { lineId: number; pieces: number }[] },
): Promise<void> {
  await tx.execute(sql`
    insert into points_events (period, user_id, half, amount_kop, kind, order_id, line_id, return_id)
    select e.period, e.user_id, -l.balls_half * g.pieces, -l.price_kop * g.pieces,
      case when exists (select from periods p where p.id = e.period) then 'late_return' else 'return' end, l.order_id, l.id, ${asked.returnId}::int
    from unnest(${sql.param(asked.lines.map((one) => one.lineId))}::int[], ${sql.param(asked.lines.map((one) => one.pieces))}::int[]) g(line_id, pieces)
      join order_lines l on l.id = g.line_id and l.order_id = ${asked.orderId}
      join points_events e on e.line_id = l.id and e.kind = 'order'
    where g.pieces > 0
    on conflict do nothing`);
}
