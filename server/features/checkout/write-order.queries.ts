import { sql } from 'drizzle-orm';
import { ORDER_STATUSES } from '#contract/order-statuses.ts';
import { HOUSE_CONS_ID } from '#contract/tables.ts';
import type { Tx } from '#server/db/open.ts';
import type { orderLines, orders } from '#server/db/tables/orders.ts';

/** Everything of an order that is decided before it is written. Money in kopecks. */
export type NewOrder = Omit<
  typeof orders.$inferInsert,
  'id' | 'version' | 'refundedKop' | 'issueCode' | 'track' | 'cancelReason' | 'statusAt'
> & { createdAt: Date; cartId: number; paidAt: Date | null };
export type NewLine = Omit<
  typeof orderLines.$inferInsert,
  'id' | 'orderId' | 'position' | 'placedQuantity' | 'returnedQuantity'
> & { orderItemId: number };
export type NewConsent = { purpose: string; docVersion: string; textHash: string; ip: string; userAgent: string };
export type Limits = { person: number; address: number };
export type WriteOrder = {
  order: NewOrder;
  lines: readonly NewLine[];
  consents: readonly NewConsent[];
  limits: Limits;
  /** YYYYMM that the points of an order that is paid at once belong to. */
  period: number;
};
/** Not `isEnough`: something ran out meanwhile, nothing was written. Else no `id`: too many unpaid orders. */
export type WrittenOrder = { id: number | null; isEnough: boolean };

/**
 * Writes the order, its lines, first events and consents, takes the stock, empties the cart: one statement, whatever the number of
 * lines (docs/decisions/215). The caller holds the cart and, of a guest, the address, and
 * rolls back when there is no id. Products are locked by id, so two orders never wait for each other.
 */
export async function writeOrder(tx: Tx, asked: WriteOrder): Promise<WrittenOrder> {
  const { order, limits } = asked;
  const at = sql`${order.createdAt.toISOString()}::timestamptz`;
  const { rows } = await tx.execute<WrittenOrder>(sql`
    with asked as (
      select * from jsonb_to_recordset(${JSON.stringify(asked.lines)}::jsonb) as l("orderItemId" int, "cartType" int, "productId" int,
        code text, title text, quantity int, "priceKop" int, "basePriceKop" int, "consPriceKop" int, "vatPercent" int,
        "ballsHalf" int, "weightGrams" int, "isBad" boolean, marked boolean)),
    wanted as (select "productId" as id, sum(quantity)::int as pieces from asked group by 1),
    locked as (
      select p.id, w.pieces, p.published and p.stock_qty >= w.pieces as has
      from products p join wanted w on w.id = p.id order by p.id for no key update of p),
    can as (select bool_and(has) as ok from locked),
    taken as (
      update products p set stock_qty = p.stock_qty - k.pieces from locked k where p.id = k.id and (select ok from can)
      returning p.id, p.stock_qty as rest, p.stock_qty + k.pieces as before),
    news as (
      insert into stock_news (product_id, at) select id, clock_timestamp() from taken where least(rest, 10) < least(before, 10)
      on conflict (product_id) do update set at = clock_timestamp()),
    placed as (${insertOrder(order, limits)}),
    lines as (
      insert into order_lines (order_id, position, cart_type, product_id, code, title, quantity, placed_quantity, price_kop,
        base_price_kop, cons_price_kop, vat_percent, balls_half, weight_grams, is_bad, marked)
      select o.id, row_number() over (order by "orderItemId"), "cartType", "productId", code, title, quantity, quantity, "priceKop",
        "basePriceKop", "consPriceKop", "vatPercent", "ballsHalf", "weightGrams", "isBad", marked from placed o, asked
      returning id, order_id, quantity, price_kop, balls_half),
    earned as (
      insert into points_events (period, user_id, half, amount_kop, kind, order_id, line_id)
      select ${asked.period}::int, w.id, l.balls_half * l.quantity, l.price_kop * l.quantity, 'order', l.order_id, l.id
      from lines l, (select coalesce(${order.pointsUserId ?? null}::int, (select id from users where cons_id = ${HOUSE_CONS_ID})) as id) w
      where ${order.paidAt !== null}::boolean and l.balls_half > 0 and w.id is not null),
    events as (
      insert into order_events (order_id, kind, status, actor, at)
      select o.id, 'status', s.status, 'buyer', ${at}
      from placed o, unnest(${sql.param(historyOf(order.status))}::int[]) with ordinality s(status, place) order by s.place),
    agreed as (
      insert into consents (user_id, guest_id, order_id, purpose, doc_version, text_hash, ip, user_agent, at)
      select ${order.userId ?? null}::int, ${order.guestId ?? null}::uuid, o.id, c.purpose, c."docVersion", c."textHash", c.ip,
        c."userAgent", ${at} from placed o, jsonb_to_recordset(${JSON.stringify(asked.consents)}::jsonb) as c(purpose text,
        "docVersion" text, "textHash" text, ip text, "userAgent" text)),
    emptied as (
      delete from cart_items i using asked a, placed where i.cart_id = ${order.cartId} and i.order_item_id = a."orderItemId"),
    closed as (
      update carts c set version = c.version + 1, spend = null, last_order_id = o.id, updated_at = ${at}
      from placed o where c.id = ${order.cartId})
    select (select id from placed) as id, (select ok from can) as "isEnough"`);
  return rows[0]!; // A select without a table answers one row.
}

/** What a new order has been through already: it is new, then it waits for money or is paid at once. */
const historyOf = (status: number): number[] =>
  status === ORDER_STATUSES.deferred ? [0, ORDER_STATUSES.paid, status] : [0, status];

/** The order's row, unless there are too many unpaid ones of this person or, for a guest, of the address. */
function insertOrder(order: NewOrder, limits: Limits) {
  const at = sql`${order.createdAt.toISOString()}::timestamptz`;
  const json = (value: unknown) => sql`${JSON.stringify(value)}::jsonb`;
  const userId = sql`${order.userId ?? null}::int`;
  const guestId = sql`${order.guestId ?? null}::uuid`;
  return sql`
    insert into orders (user_id, guest_id, public_token, placed_key, cart_kind, cart_id, cart_version, status, status_at, payment_type,
      goods_kop, discount_kop, delivery_kop, spend, debts, debit_use, due_kop, balls_half, weight_grams, items_count, price_type,
      points_user_id, paid_at, paid_kop, recipient_name, recipient_phone, recipient_email, delivery_type, delivery, comment, network_hash, created_at,
      pay_until)
    select ${userId}, ${guestId}, ${order.publicToken ?? null}, ${order.placedKey ?? null}::uuid, ${order.cartKind}, ${order.cartId}::int,
      ${order.cartVersion}::int, ${order.status}::int, ${at}, ${order.paymentType}::int, ${order.goodsKop}::int,
      ${order.discountKop ?? 0}::int, ${order.deliveryKop}::int, ${json(order.spend)}, ${json(order.debts)},
      ${order.debitUse ?? false}::boolean, ${order.dueKop}::int, ${order.ballsHalf}::int, ${order.weightGrams}::int,
      ${order.itemsCount}::int, ${order.priceType}::int, ${order.pointsUserId ?? null}::int,
      ${order.paidAt?.toISOString() ?? null}::timestamptz, ${order.paidKop ?? 0}::int, ${order.recipientName},
      ${order.recipientPhone}, ${order.recipientEmail ?? null}, ${order.deliveryType}::int, ${json(order.delivery)},
      ${order.comment ?? ''}, ${order.networkHash ?? ''}, ${at}, ${order.payUntil.toISOString()}::timestamptz
    where (select ok from can) and (select count(*) from orders o where o.status in (0, 1) and (o.user_id = ${userId} or o.guest_id = ${guestId})) < ${limits.person}::int
      and (${order.userId !== null}::boolean or (select count(*) from orders o
        where o.status in (0, 1) and o.user_id is null and o.network_hash = ${order.networkHash ?? ''}) < ${limits.address}::int)
    returning id`;
}
