import { sql } from 'drizzle-orm';
import { ORDER_STATUSES } from '#contract/order-statuses.ts';
import { HOUSE_CONS_ID } from '#contract/tables.ts';
import type { Tx } from '#server/db/open.ts';
import { preparedSql } from '#server/db/pipeline.ts';
import type { orderLines, orders } from '#server/db/tables/orders.ts';

/** Everything of an order that is decided before it is written. Money in kopecks. */
export type NewOrder = Omit<
  typeof orders.$inferInsert,
  'id' | 'version' | 'refundedKop' | 'issueCode' | 'track' | 'cancelReason' | 'statusAt'
> & { createdAt: Date; cartId: number | null; paidAt: Date | null };
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
  const { order, lines, limits } = asked;
  const rows = await written(tx, {
    order: JSON.stringify(order),
    lines: JSON.stringify(lines),
    products: lines.map((line) => line.productId),
    consents: JSON.stringify(asked.consents),
    history: historyOf(order.status),
    ofPerson: limits.person,
    ofAddress: limits.address,
    period: asked.period,
    houseConsId: HOUSE_CONS_ID,
  });
  return rows[0]!; // A select without a table answers one row.
}

/** What a new order has been through already: it is new, then it waits for money or is paid at once. */
const historyOf = (status: number): number[] =>
  status === ORDER_STATUSES.deferred ? [0, ORDER_STATUSES.paid, status] : [0, status];

const value = sql.placeholder;
/** The order as `NewOrder` names it. */
const GIVEN = sql`
  select * from jsonb_to_record(${value('order')}::jsonb) as g("userId" int, "guestId" uuid, "publicToken" text, "placedKey" uuid,
    "cartKind" text, "cartId" int, "cartVersion" int, status int, "paymentType" int, "goodsKop" int, "discountKop" int,
    "deliveryKop" int, spend jsonb, debts jsonb, "debitUse" boolean, "dueKop" int, "ballsHalf" int, "weightGrams" int,
    "itemsCount" int, "priceType" int, "pointsUserId" int, "paidAt" timestamptz, "paidKop" int, "recipientName" text,
    "recipientPhone" text, "recipientEmail" text, "deliveryType" int, delivery jsonb, comment text, "networkHash" text,
    "createdAt" timestamptz, "payUntil" timestamptz)`;

/** The order's row, unless there are too many unpaid ones of this person or, for a guest, of the address. */
const INSERTED = sql`
  insert into orders (user_id, guest_id, public_token, placed_key, cart_kind, cart_id, cart_version, status, status_at, payment_type,
    goods_kop, discount_kop, delivery_kop, spend, debts, debit_use, due_kop, balls_half, weight_grams, items_count, price_type,
    points_user_id, paid_at, paid_kop, recipient_name, recipient_phone, recipient_email, delivery_type, delivery, comment, network_hash,
    created_at, pay_until)
  select "userId", "guestId", "publicToken", "placedKey", "cartKind", "cartId", "cartVersion", status, "createdAt", "paymentType",
    "goodsKop", coalesce("discountKop", 0), "deliveryKop", spend, debts, coalesce("debitUse", false), "dueKop", "ballsHalf",
    "weightGrams", "itemsCount", "priceType", "pointsUserId", "paidAt", coalesce("paidKop", 0), "recipientName", "recipientPhone",
    "recipientEmail", "deliveryType", delivery, coalesce(comment, ''), coalesce("networkHash", ''), "createdAt", "payUntil"
  from given g
  where (select ok from can)
    and (select count(*) from orders o where o.status in (0, 1) and (o.user_id = g."userId" or o.guest_id = g."guestId"))
      < ${value('ofPerson')}::int
    and (g."userId" is not null or (select count(*) from orders o
      where o.status in (0, 1) and o.user_id is null and o.network_hash = coalesce(g."networkHash", '')) < ${value('ofAddress')}::int)
  returning id`;

/** Planned once a connection: planning it cost as much as carrying it out. The products are named as a list too, for their index. */
const written = preparedSql<WrittenOrder>(
  'write_order',
  sql`
    with given as (${GIVEN}),
    asked as (
      select * from jsonb_to_recordset(${value('lines')}::jsonb) as l("orderItemId" int, "cartType" int, "productId" int,
        code text, title text, quantity int, "priceKop" int, "basePriceKop" int, "consPriceKop" int, "vatPercent" int,
        "ballsHalf" int, "weightGrams" int, "isBad" boolean, marked boolean)),
    wanted as (select "productId" as id, sum(quantity)::int as pieces from asked group by 1),
    locked as (
      select p.id, w.pieces, p.published and p.stock_qty >= w.pieces as has
      from products p join wanted w on w.id = p.id where p.id = any(${value('products')}::int[]) order by p.id
      for no key update of p),
    can as (select bool_and(has) as ok from locked),
    taken as (
      update products p set stock_qty = p.stock_qty - k.pieces from locked k
      where p.id = k.id and p.id = any(${value('products')}::int[]) and (select ok from can)
      returning p.id, p.stock_qty as rest, p.stock_qty + k.pieces as before),
    news as (
      insert into stock_news (product_id, at) select id, clock_timestamp() from taken where least(rest, 10) < least(before, 10)
      on conflict (product_id) do update set at = clock_timestamp()),
    placed as (${INSERTED}),
    lines as (
      insert into order_lines (order_id, position, cart_type, product_id, code, title, quantity, placed_quantity, price_kop,
        base_price_kop, cons_price_kop, vat_percent, balls_half, weight_grams, is_bad, marked)
      select o.id, row_number() over (order by "orderItemId"), "cartType", "productId", code, title, quantity, quantity, "priceKop",
        "basePriceKop", "consPriceKop", "vatPercent", "ballsHalf", "weightGrams", "isBad", marked from placed o, asked
      returning id, order_id, quantity, price_kop, balls_half),
    earned as (
      insert into points_events (period, user_id, half, amount_kop, kind, order_id, line_id)
      select ${value('period')}::int, w.id, l.balls_half * l.quantity, l.price_kop * l.quantity, 'order', l.order_id, l.id
      from lines l, (select coalesce("pointsUserId", (select id from users where cons_id = ${value('houseConsId')}::int)) as id
        from given where "paidAt" is not null) w
      where l.balls_half > 0 and w.id is not null),
    events as (
      insert into order_events (order_id, kind, status, actor, at)
      select o.id, 'status', s.status, 'buyer', g."createdAt"
      from placed o, given g, unnest(${value('history')}::int[]) with ordinality s(status, place) order by s.place),
    agreed as (
      insert into consents (user_id, guest_id, order_id, purpose, doc_version, text_hash, ip, user_agent, at)
      select g."userId", g."guestId", o.id, c.purpose, c."docVersion", c."textHash", c.ip, c."userAgent", g."createdAt"
      from placed o, given g, jsonb_to_recordset(${value('consents')}::jsonb) as c(purpose text, "docVersion" text, "textHash" text,
        ip text, "userAgent" text)),
    emptied as (
      delete from cart_items i using asked a, placed, given g where i.cart_id = g."cartId" and i.order_item_id = a."orderItemId"),
    closed as (
      update carts c set version = c.version + 1, spend = null, last_order_id = o.id, updated_at = g."createdAt"
      from placed o, given g where c.id = g."cartId")
    select (select id from placed) as id, (select ok from can) as "isEnough"`,
);
