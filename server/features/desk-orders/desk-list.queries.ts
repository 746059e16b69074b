import { and, desc, eq, ilike, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/open.ts';
import { orderLines, orders } from '#server/db/tables/orders.ts';
import { users } from '#server/db/tables/people.ts';
import type { DeskSearch } from '#server/features/desk-orders/desk-search.rules.ts';
import type { OrderRecord } from '#server/features/orders/order-rows.queries.ts';

// Contents: 1 the page, 2 how many, 3 what matches, 4 money that waits for a person

// ── 1 The page ──────────────────────────────────────────────────────────────────────────────────
export type DeskFound = { order: OrderRecord; accountName: string | null };
export async function findDeskOrders(
  db: DbOrTx,
  { search, limit, offset }: { search: DeskSearch; limit: number; offset: number },
): Promise<DeskFound[]> {
  return db
    .select({ order: orders, accountName: users.name })
    .from(orders)
    .leftJoin(users, eq(users.id, orders.userId))
    .where(and(matches(search), search.statuses ? inArray(orders.status, [...search.statuses]) : undefined))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(limit)
    .offset(offset);
}

// ── 2 How many ──────────────────────────────────────────────────────────────────────────────────
/** How many orders of this search each status has, whatever the chosen filter. */
export async function countDeskOrders(db: DbOrTx, search: DeskSearch): Promise<Map<number, number>> {
  const rows = await db
    .select({ status: orders.status, count: sql<number>`count(*)::int` })
    .from(orders)
    .leftJoin(users, eq(users.id, orders.userId))
    .where(matches(search))
    .groupBy(orders.status);
  return new Map(rows.map((row) => [row.status, row.count]));
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

// ── 4 Money that waits for a person ─────────────────────────────────────────────────────────────
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
