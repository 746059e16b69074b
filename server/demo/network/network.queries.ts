import { sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/open.ts';
import type { DemoConsultant, DemoProduct, MonthOrder } from '#server/demo/network/plan-months.ts';

// Months of the demo network in bulk (docs/product/demo.md#network). Contents: 1 whom and what, 2 orders, 3 approvals

// ── 1 Whom and what ─────────────────────────────────────────────────────────────────────────────
export async function findDemoConsultants(db: DbOrTx): Promise<DemoConsultant[]> {
  const { rows } = await db.execute<Omit<DemoConsultant, 'registeredAt'> & { registeredAt: string }>(sql`
    select u.id, u.name, u.phone, u.email, length(t.path) / 4 - 1 as depth, u.registered_at as "registeredAt"
    from users u join tree t on t.user_id = u.id where u.is_demo and u.active and length(t.path) > 4 order by u.id`);
  return rows.map(({ registeredAt, ...row }) => ({ ...row, registeredAt: new Date(registeredAt) }));
}
/** What a consultant buys: products with points. */
export async function findProductsWithPoints(db: DbOrTx): Promise<DemoProduct[]> {
  const { rows } = await db.execute<DemoProduct>(sql`
    select p.id, p.code, p.title, p.actual_price as "priceKop", p.actual_cons_price as "consKop", p.balls_half as half,
      p.weight_grams as grams, p.vat_kind as "vatKind", p.is_bad as "isBad"
    from products p where p.is_demo and p.balls_half > 0 order by p.id`);
  return rows;
}
/** Months in which something was closed or is being closed: they take no order any more. */
export async function findTouchedMonths(db: DbOrTx): Promise<Set<number>> {
  const { rows } = await db.execute<{ id: number }>(sql`select id from periods`);
  return new Set(rows.map(({ id }) => id));
}
/** When bonuses came for the first time. */
export async function findFirstPaid(db: DbOrTx): Promise<Date | null> {
  const { rows } = await db.execute<{ at: string | null }>(sql`select min(paid_at) as at from periods`);
  return rows[0]?.at == null ? null : new Date(rows[0].at);
}
const MARK = 'demo-network';
export async function hasNetworkOrders(db: DbOrTx): Promise<boolean> {
  const { rows } = await db.execute(sql`select 1 from orders where network_hash = ${MARK} limit 1`);
  return rows.length > 0;
}

// ── 2 Orders ────────────────────────────────────────────────────────────────────────────────────
const NO_SPENDS = JSON.stringify({ 0: { order: 0, delivery: 0 }, 1: { order: 0, delivery: 0 }, 2: { order: 0, delivery: 0 } }); // prettier-ignore
const NO_DEBTS = JSON.stringify({ 0: 0, 1: 0, 2: 0 });
const PICKED_UP = JSON.stringify({
  type: 3, name: 'Самовывоз', costKop: 0, gateType: null, gateId: null, to: 'Центр обслуживания (демо)', schedule: null, days: null,
  isFreeZone: true, source: 'embedded', address: null,
}); // prettier-ignore
/** Received three days later; what has not come yet is on its way. */
const RECEIVED_AFTER_MS = 3 * 86_400_000;
/**
 * Paid orders with their lines, points, history and entry in the ledger, a statement each for all of them. They are from before the
 * ledger began: what was paid comes from the house account `opening`. Those of `payer` are left to be paid from КС, month by month.
 */
export type NetworkMonth = {
  period: number;
  orders: readonly MonthOrder[];
  /** Ids of the house accounts that take and give. */
  sales: number;
  opening: number;
  payer: string;
  now: Date;
  /** Percent of the day. */
  vatOf: (product: DemoProduct, at: Date) => number;
};
export async function insertNetworkOrders(
  tx: Tx,
  { period, orders, sales, opening, payer, now, vatOf }: NetworkMonth,
): Promise<void> {
  const rows = orders.map(({ buyer, at, lines }) => ({
    user_id: buyer.id,
    name: buyer.name,
    phone: buyer.phone ?? '+79000000000',
    at: at.toISOString(),
    later: buyer.email === payer,
    received: at.getTime() + RECEIVED_AFTER_MS <= now.getTime(),
    goods: lines.reduce((sum, { product, quantity }) => sum + product.consKop * quantity, 0),
    half: lines.reduce((sum, { product, quantity }) => sum + product.half * quantity, 0),
    grams: lines.reduce((sum, { product, quantity }) => sum + product.grams * quantity, 0),
    count: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    lines: lines.map(({ product, quantity }) => ({ ...product, quantity, vat: vatOf(product, at) })),
  }));
  await tx.execute(sql`
    with asked as (
      select nextval(pg_get_serial_sequence('orders', 'id'))::int as id, a.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as a(user_id int, name text, phone text, at timestamptz, later boolean, received boolean, goods int, half int,
          grams int, count int, lines jsonb)),
    placed as (
      insert into orders (id, user_id, cart_kind, cart_version, status, status_at, payment_type, goods_kop, delivery_kop, spend, debts,
        due_kop, paid_kop, balls_half, weight_grams, items_count, price_type, points_user_id, recipient_name, recipient_phone,
        delivery_type, delivery, network_hash, created_at, pay_until, paid_at, is_demo)
      select id, user_id, 'retail', 0, case when received then 6 else 4 end, case when received then at + interval '3 days' else at + interval '8 hours' end, 1, goods, 0, ${NO_SPENDS}::jsonb, ${NO_DEBTS}::jsonb, goods, 0, half, grams,
        count, 1, user_id, name, phone, 3, ${PICKED_UP}::jsonb, ${MARK}, at, at + interval '1 day', at, true from asked returning id),
    lines as (
      insert into order_lines (order_id, position, cart_type, product_id, code, title, quantity, placed_quantity, price_kop, base_price_kop,
        cons_price_kop, vat_percent, balls_half, weight_grams, is_bad, marked)
      select a.id, l.place, 0, (l.line->>'id')::int, l.line->>'code', l.line->>'title', (l.line->>'quantity')::int, (l.line->>'quantity')::int,
        (l.line->>'consKop')::int, (l.line->>'consKop')::int, (l.line->>'consKop')::int, (l.line->>'vat')::int, (l.line->>'half')::int,
        (l.line->>'grams')::int, (l.line->>'isBad')::boolean, false
      from asked a join placed p on p.id = a.id, jsonb_array_elements(a.lines) with ordinality l(line, place)
      returning id, order_id, balls_half, quantity, price_kop),
    earned as (
      insert into points_events (period, user_id, half, amount_kop, kind, order_id, line_id)
      select ${period}::int, a.user_id, l.balls_half * l.quantity, l.price_kop * l.quantity, 'order', l.order_id, l.id
      from lines l join asked a on a.id = l.order_id),
    events as (
      insert into order_events (order_id, kind, status, actor, at)
      select a.id, 'status', s.status, s.actor, a.at + s.later from asked a join placed p on p.id = a.id,
        (values (0, 'buyer', interval '0'), (2, 'bank', interval '0'), (4, 'shop', interval '8 hours'), (6, 'shop', interval '3 days')) s(status, actor, later)
      where a.received or s.status <> 6),
    moved as (
      insert into ledger_tx (key, kind, ref_type, ref_id, actor, reason, at)
      select 'order:' || a.id || ':paid', 'order_spend', 'order', a.id, 'seed', 'Заказ демонстрационного месяца', a.at
      from asked a join placed p on p.id = a.id where not a.later returning id, ref_id)
    insert into ledger_entries (tx_id, account_id, amount_kop)
    select m.id, e.account, e.sign * a.goods from moved m join asked a on a.id = m.ref_id,
      (values (${sales}::int, 1), (${opening}::int, -1)) e(account, sign)`);
}

/** Orders of the month's buyer that are not paid in the ledger yet, the oldest first. */
export async function findToPay(db: DbOrTx, payer: string, before: Date): Promise<UnpaidOrder[]> {
  const { rows } = await db.execute<Omit<UnpaidOrder, 'paidAt'> & { paidAt: string }>(sql`
    select o.id, o.user_id as "userId", o.goods_kop as "goodsKop", o.paid_at as "paidAt"
    from orders o join users u on u.id = o.user_id
    where o.network_hash = ${MARK} and u.email = ${payer} and o.paid_at < ${before.toISOString()}::timestamptz
      and not exists (select from ledger_tx t where t.key = 'order:' || o.id || ':paid') order by o.paid_at, o.id`);
  return rows.map(({ paidAt, ...row }) => ({ ...row, paidAt: new Date(paidAt) }));
}
export type UnpaidOrder = { id: number; userId: number; goodsKop: number; paidAt: Date };
/** So much of it was paid from КС. */
export async function writeSpend(tx: Tx, id: number, ksKop: number): Promise<void> {
  await tx.execute(sql`
    update orders set spend = jsonb_set(spend, '{1,order}', to_jsonb(${ksKop}::int)), due_kop = goods_kop - ${ksKop}::int,
      payment_type = case when goods_kop = ${ksKop}::int then 0 else payment_type end where id = ${id}`);
}
/** When something last moved on an account of a person; null: never. */
export async function findLastMove(db: DbOrTx, ownerId: number, type: number): Promise<Date | null> {
  const { rows } = await db.execute<{ at: string | null }>(sql`
    select max(t.at) as at from ledger_entries e join ledger_tx t on t.id = e.tx_id join accounts a on a.id = e.account_id
    where a.owner_id = ${ownerId} and a.type = ${type}`);
  return rows[0]?.at == null ? null : new Date(rows[0].at);
}

// ── 3 Approvals ─────────────────────────────────────────────────────────────────────────────────
/** The two people of the demo who let a month be paid. */
export async function insertDemoApprovals(db: DbOrTx, period: number, at: Date): Promise<void> {
  await db.execute(sql`
    insert into period_approvals (period, user_id, sha256, at)
    select p.id, u.id, p.sha256, ${at.toISOString()}::timestamptz from periods p, users u
    where p.id = ${period} and p.state = 'closed' and u.is_demo and u.role = 'staff' on conflict do nothing`);
}
