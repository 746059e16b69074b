import { and, asc, desc, eq, gte, ilike, inArray, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { ORDER_STATUSES } from '#contract/order-statuses.ts';
import type { DbOrTx, Tx } from '#server/db/open.ts';
import { orderEvents, orderLines, orders } from '#server/db/tables/orders.ts';
import { products } from '#server/db/tables/catalogue.ts';

// Reading orders. Contents: 1 the list, 2 one order, 3 holding one for a change

export type OrderRecord = typeof orders.$inferSelect;
export type OrderLine = typeof orderLines.$inferSelect;

// ── 1 The list ──────────────────────────────────────────────────────────────────────────────────
export type OrderSearch = {
  userId: number;
  statuses?: readonly number[] | undefined;
  from?: Date | undefined;
  /** Not included. */
  to?: Date | undefined;
  /** Number of an order, or words of a product's name. */
  q?: string | undefined;
  oldestFirst: boolean;
  limit: number;
  offset: number;
};
type FoundOrder = OrderRecord & { firstTitle: string; firstQuantity: number };

export async function findOrders(db: DbOrTx, asked: OrderSearch): Promise<{ rows: FoundOrder[]; total: number }> {
  const where = and(matches(asked), asked.statuses ? inArray(orders.status, [...asked.statuses]) : undefined);
  const order = asked.oldestFirst ? asc : desc;
  const rows = await db
    .select({
      order: orders,
      total: sql<number>`count(*) over ()::int`,
      first: sql<{
        title: string;
        quantity: number;
      } | null>`(select json_build_object('title', l.title, 'quantity', l.quantity)
        from order_lines l where l.order_id = ${orders}.id order by l.quantity = 0, l.position limit 1)`,
    })
    .from(orders)
    .where(where)
    .orderBy(order(orders.createdAt), order(orders.id))
    .limit(asked.limit)
    .offset(asked.offset);
  return {
    rows: rows.map(({ order: one, first }) => ({
      ...one,
      firstTitle: first?.title ?? '',
      firstQuantity: first?.quantity ?? 0,
    })),
    // A page past the end has no row that could tell.
    total: rows[0]?.total ?? (asked.offset === 0 ? 0 : await countOrders(db, where)),
  };
}
const countOrders = (db: DbOrTx, where: SQL | undefined): Promise<number> => db.$count(orders, where);

/** How many orders of this search each status has, whatever the chosen filter. */
export async function countByStatus(db: DbOrTx, asked: OrderSearch): Promise<Map<number, number>> {
  const rows = await db
    .select({ status: orders.status, count: sql<number>`count(*)::int` })
    .from(orders)
    .where(matches(asked))
    .groupBy(orders.status);
  return new Map(rows.map((row) => [row.status, row.count]));
}

function matches({ userId, from, to, q }: OrderSearch): SQL | undefined {
  return and(
    eq(orders.userId, userId),
    from && gte(orders.createdAt, from),
    to && lt(orders.createdAt, to),
    q === undefined ? undefined : wordsMatch(q),
  );
}
const asPattern = (text: string): string => `%${text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
function wordsMatch(q: string): SQL | undefined {
  const digits = q.replaceAll(/[\s№]/g, '');
  const byNumber = /^\d{1,9}$/.test(digits) ? eq(orders.id, Number(digits)) : undefined;
  const byTitle = sql`exists(select from ${orderLines} where ${orderLines.orderId} = ${orders.id}
    and ${ilike(orderLines.title, asPattern(q))})`;
  return or(byNumber, byTitle);
}

// ── 2 One order ─────────────────────────────────────────────────────────────────────────────────
export type OrderLineRecord = OrderLine & { slug: string; pack: string; image: string | null };
export type OrderWhole = {
  order: OrderRecord;
  lines: OrderLineRecord[];
  events: { status: number; at: Date }[];
};
/** By number, or by the token of a guest's link. */
export type WhichOrder = { id: number } | { token: string };
const is = (which: WhichOrder): SQL => ('id' in which ? eq(orders.id, which.id) : eq(orders.publicToken, which.token));

export async function findOrder(db: DbOrTx, which: WhichOrder): Promise<OrderWhole | undefined> {
  const [order] = await db.select().from(orders).where(is(which));
  if (!order) return undefined;
  const lines = await db
    .select({
      line: orderLines,
      slug: products.slug,
      pack: products.pack,
      image: sql<string | null>`(select pp.sha256 from product_pictures pp where pp.product_id = ${products.id}
        order by pp.position limit 1)`,
    })
    .from(orderLines)
    .innerJoin(products, eq(products.id, orderLines.productId))
    .where(eq(orderLines.orderId, order.id))
    .orderBy(orderLines.position);
  const events = await db
    .select({ status: orderEvents.status, at: orderEvents.at })
    .from(orderEvents)
    .where(and(eq(orderEvents.orderId, order.id), eq(orderEvents.kind, 'status')))
    .orderBy(orderEvents.id);
  return {
    order,
    lines: lines.map(({ line, ...more }) => ({ ...line, ...more })),
    events: events.flatMap(({ status, at }) => (status === null ? [] : [{ status, at }])),
  };
}

/** Takes their links from guests' orders that have been ended (received, cancelled, returned) since before `before`. */
export async function forgetGuestLinks(db: DbOrTx, before: Date): Promise<void> {
  const { received, cancelled, returned } = ORDER_STATUSES;
  await db
    .update(orders)
    .set({ publicToken: null })
    .where(
      and(
        isNotNull(orders.publicToken),
        inArray(orders.status, [received, cancelled, returned]),
        lt(orders.statusAt, before),
      ),
    );
}

/** Whose order it is; null for a guest's. */
export async function findOwner(db: DbOrTx, orderId: number): Promise<number | null | undefined> {
  return (await db.select({ userId: orders.userId }).from(orders).where(eq(orders.id, orderId)))[0]?.userId;
}

// ── 3 Holding one for a change ──────────────────────────────────────────────────────────────────
/** The order, held to the end of the transaction: changes of one order queue up here. */
export async function lockOrder(tx: Tx, which: WhichOrder): Promise<OrderRecord | undefined> {
  return (await tx.select().from(orders).where(is(which)).for('no key update'))[0];
}
export async function findLines(db: DbOrTx, orderId: number): Promise<OrderLine[]> {
  return db.select().from(orderLines).where(eq(orderLines.orderId, orderId)).orderBy(orderLines.position);
}
/** Unpaid orders whose time is over, the oldest first; not those whose money came wrong and waits for the desk. */
export async function findOverdue(db: DbOrTx, now: Date, limit: number): Promise<number[]> {
  const rows = await db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        inArray(orders.status, [0, 1]),
        lt(orders.payUntil, now),
        isNull(orders.paidAt),
        sql`not exists (select from payments p where p.order_id = ${orders.id} and p.status = 'needs_review')`,
      ),
    )
    .orderBy(orders.payUntil)
    .limit(limit);
  return rows.map((row) => row.id);
}
