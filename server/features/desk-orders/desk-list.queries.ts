import { and, eq, ilike, inArray, or, type SQL, sql } from 'drizzle-orm';
import { KEPT_DAYS } from '#contract/delivery-words.ts';
import { DESK_COUNT_MOST, type DeskQueue, type DeskSort } from '#contract/desk-orders.ts';
import { ORDER_STATUSES } from '#contract/order-statuses.ts';
import type { DbOrTx } from '#server/db/open.ts';
import { orderLines, orders } from '#server/db/tables/orders.ts';
import { users } from '#server/db/tables/people.ts';
import type { DeskSearch } from '#server/features/desk-orders/desk-search.rules.ts';
import type { OrderRecord } from '#server/features/orders/order-rows.queries.ts';

// Contents: 1 the page, 2 how many, 3 what matches, 4 queues, 5 money that waits for a person. Why it is quick: docs/decisions/321.

// ── 1 The page ──────────────────────────────────────────────────────────────────────────────────
export type DeskPage = {
  search: DeskSearch;
  queue?: DeskQueue | undefined;
  sort?: DeskSort | undefined;
  after?: number | undefined;
  limit: number;
  now: Date;
};
export type DeskFound = { order: OrderRecord; accountName: string | null };

/** What comes after the order `after`: all orders in the order of `sort`, a queue with whoever waits longest first. */
export async function findDeskOrders(db: DbOrTx, page: DeskPage): Promise<DeskFound[]> {
  const { rows } = await db.execute<{ id: number }>(idsOf(page));
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const found = await db
    .select({ order: orders, accountName: users.name })
    .from(orders)
    .leftJoin(users, eq(users.id, orders.userId))
    .where(inArray(orders.id, ids));
  const at = new Map(ids.map((id, place) => [id, place]));
  return found.toSorted((a, b) => (at.get(a.order.id) ?? 0) - (at.get(b.order.id) ?? 0));
}

/** The numbers of a page. Also what `EXPLAIN` is asked about. */
export function idsOf({ search, queue, sort = 'number-desc', after, limit, now }: DeskPage): SQL {
  if (queue !== undefined)
    return sql`select id from (${queueIds(queue, now)}) q where ${after === undefined ? sql`true` : sql`id > ${after}`}
      order by id limit ${limit}`;
  const { order, behind } = SORTS[sort];
  const rest = after === undefined ? sql`true` : behind(after);
  if (search.words !== null) {
    const status = search.statuses ? inArray(orders.status, [...search.statuses]) : undefined;
    return sql`select ${orders.id} as id from ${orders} left join ${users} on ${users.id} = ${orders.userId}
      where ${and(rest, matches(search), status)} order by ${order(SUM, sql`${orders.id}`)} limit ${limit}`;
  }
  const walk = (where: SQL): SQL =>
    sql`select ${orders.id} as id, ${SUM} as sum from ${orders} where ${where} and ${rest} order by ${order(SUM, sql`${orders.id}`)} limit ${limit}`;
  if (!search.statuses) return sql`select id from (${walk(sql`true`)}) p`;
  // Each status has its own walk along the index; a common filter of several would sort what it finds.
  const walks = search.statuses.map((status) => sql`(${walk(sql`${orders.status} = ${status}`)})`);
  return sql`select id from (${sql.join(walks, sql` union all `)}) p order by ${order(sql`sum`, sql`id`)} limit ${limit}`;
}

/** Goods and delivery: what the indexes `orders_sum` and `orders_desk_sum` are made of. */
const SUM = sql`(${orders.goodsKop} + ${orders.deliveryKop})`;
const sumOf = (id: number): SQL => sql`(select goods_kop + delivery_kop from orders where id = ${id})`;
/** How each is walked, and what lies behind an order in it. Equal sums go by number. */
const SORTS: Record<DeskSort, { order: (sum: SQL, id: SQL) => SQL; behind: (after: number) => SQL }> = {
  'number-desc': { order: (_, id) => sql`${id} desc`, behind: (after) => sql`${orders.id} < ${after}` },
  'number-asc': { order: (_, id) => sql`${id}`, behind: (after) => sql`${orders.id} > ${after}` },
  'sum-desc': {
    order: (sum, id) => sql`${sum} desc, ${id} desc`,
    behind: (after) => sql`(${SUM}, ${orders.id}) < (${sumOf(after)}, ${after})`,
  },
  'sum-asc': {
    order: (sum, id) => sql`${sum}, ${id}`,
    behind: (after) => sql`(${SUM}, ${orders.id}) > (${sumOf(after)}, ${after})`,
  },
};

// ── 2 How many ──────────────────────────────────────────────────────────────────────────────────
const STATUSES = Object.values(ORDER_STATUSES);
/** How many orders of this search each status has, whatever the chosen filter; without words never more than `DESK_COUNT_MOST`. */
export async function countDeskOrders(db: DbOrTx, search: DeskSearch): Promise<Map<number, number>> {
  if (search.words === null) {
    // Each status by its own number: the planner knows which are rare and walks the index.
    const counts = STATUSES.map(
      (status) => sql`select ${status}::int as status, count(*)::int as count from (
        select from orders where status = ${status} limit ${DESK_COUNT_MOST}) o`,
    );
    const { rows } = await db.execute<{ status: number; count: number }>(sql.join(counts, sql` union all `));
    return new Map(rows.map((row) => [row.status, row.count]));
  }
  const rows = await db
    .select({ status: orders.status, count: sql<number>`count(*)::int` })
    .from(orders)
    .leftJoin(users, eq(users.id, orders.userId))
    .where(matches(search))
    .groupBy(orders.status);
  return new Map(rows.map((row) => [row.status, row.count]));
}
/** How many orders wait in each queue, whatever is searched for; never more than `DESK_COUNT_MOST`. */
export async function countQueues(db: DbOrTx, now: Date): Promise<Record<DeskQueue, number>> {
  const count = (queue: DeskQueue) =>
    sql`(select count(*)::int from (${queueIds(queue, now)} limit ${DESK_COUNT_MOST}) q)`;
  const { rows } = await db.execute<Record<DeskQueue, number>>(sql`
    select ${count('new')} as new, ${count('pack')} as pack, ${count('ship')} as ship, ${count('problems')} as problems`);
  return rows[0]!; // A select without `from` has one row.
}

// ── 3 What matches ──────────────────────────────────────────────────────────────────────────────
const asPattern = (text: string): string => `%${text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
function matches({ number, phone, words }: DeskSearch): SQL | undefined {
  if (words === null) return undefined;
  const pattern = asPattern(words);
  return or(
    number === null ? undefined : eq(orders.id, number),
    phone === null ? undefined : ilike(orders.recipientPhone, asPattern(phone)),
    ilike(orders.recipientName, pattern),
    ilike(orders.recipientEmail, pattern),
    ilike(users.name, pattern),
    sql`exists(select from ${orderLines} where ${orderLines.orderId} = ${orders.id}
      and (${ilike(orderLines.title, pattern)} or ${orderLines.code} = ${words}))`,
  );
}

// ── 4 Queues ────────────────────────────────────────────────────────────────────────────────────
/** Each reads an index that holds its own orders and nothing else (docs/product/desk.md#queues). */
function queueIds(queue: DeskQueue, now: Date): SQL {
  switch (queue) {
    case 'new':
      return sql`select id from orders where status = 2 order by id`;
    case 'pack':
      return sql`select distinct order_id as id from parcels where state = 'packing' order by id`;
    case 'ship':
      return sql`select distinct order_id as id from parcels where state = 'packed' order by id`;
    case 'problems':
      return sql`(select order_id as id from payments where status = 'needs_review'
        union select order_id from refunds where state = 'failed'
        union select p.order_id from parcels p join orders o on o.id = p.order_id where p.state = 'returned' and o.status in (4, 5)
        union select id from orders where status = 8 and status_at <= ${keptSince(now)}
        union select order_id from order_holds where closed_at is null and (kind = 'stock' or until < ${now.toISOString()}::timestamptz)) order by id`;
  }
}

const keptSince = (now: Date): SQL => sql`${new Date(now.getTime() - KEPT_DAYS * DAY_MS).toISOString()}::timestamptz`;
const DAY_MS = 86_400_000;

// ── 5 Money that waits for a person ─────────────────────────────────────────────────────────────
export type DeskCaseRow = { orderId: number; kind: 'review' | 'refund'; amountKop: number; at: Date };
const MOST_CASES = 50;
export async function findCases(db: DbOrTx): Promise<DeskCaseRow[]> {
  const { rows } = await db.execute<{ order_id: number; kind: 'review' | 'refund'; amount: number; at: string }>(sql`
    select order_id, 'review' as kind, captured_kop::float8 as amount, coalesce(paid_at, created_at)::text as at
      from payments where status = 'needs_review'
    union all
    select order_id, 'refund', amount_kop::float8, created_at::text from refunds where state = 'failed'
    order by at limit ${MOST_CASES}`);
  return rows.map(({ order_id: orderId, kind, amount, at }) => ({
    orderId,
    kind,
    amountKop: amount,
    at: new Date(at),
  }));
}
