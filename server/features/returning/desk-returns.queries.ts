import { and, asc, desc, eq, gt, inArray, lt, sql } from 'drizzle-orm';
import type { ReturnFilter } from '#contract/desk-returns.ts';
import type { ReturnState } from '#contract/returns.ts';
import type { DbOrTx } from '#server/db/open.ts';
import { orders } from '#server/db/tables/orders.ts';
import { users } from '#server/db/tables/people.ts';
import { returns } from '#server/db/tables/returns.ts';
import { operatorPoints } from '#server/db/tables/staff.ts';

// What desk and counter list (docs/product/returns.md#at-the-desk).

const STATES: Readonly<Record<ReturnFilter, readonly ReturnState[]>> = {
  asked: ['asked'],
  approved: ['approved'],
  received: ['received'],
  ended: ['refunded', 'refused', 'withdrawn'],
};
export type FoundReturn = {
  id: number;
  orderId: number;
  number: number;
  state: ReturnState;
  askedAt: Date;
  buyer: string;
  title: string;
  pieces: number;
};
/** What waits stands with the oldest first, what has ended with the newest. */
export async function findDeskReturns(
  db: DbOrTx,
  { filter, after, limit }: { filter: ReturnFilter; after: number | undefined; limit: number },
): Promise<FoundReturn[]> {
  const isEnded = filter === 'ended';
  const beyond = after === undefined ? undefined : isEnded ? lt(returns.id, after) : gt(returns.id, after);
  return db
    .select({
      id: returns.id,
      orderId: returns.orderId,
      number: returns.number,
      state: returns.state,
      askedAt: returns.askedAt,
      buyer: sql<string>`coalesce(nullif(${users.name}, ''), ${orders.recipientName})`,
      title: sql<string>`(select l.title from return_lines r join order_lines l on l.id = r.line_id
        where r.return_id = ${returns.id} order by l.position limit 1)`,
      pieces: sql<number>`(select sum(r.pieces)::int from return_lines r where r.return_id = ${returns.id})`,
    })
    .from(returns)
    .innerJoin(orders, eq(orders.id, returns.orderId))
    .leftJoin(users, eq(users.id, orders.userId))
    .where(and(inArray(returns.state, [...STATES[filter]]), beyond))
    .orderBy((isEnded ? desc : asc)(returns.id))
    .limit(limit);
}
export async function countOpenReturns(db: DbOrTx): Promise<{ asked: number; approved: number; received: number }> {
  const rows = await db
    .select({ state: returns.state, count: sql<number>`count(*)::int` })
    .from(returns)
    .where(inArray(returns.state, ['asked', 'approved', 'received']))
    .groupBy(returns.state);
  const of = (state: ReturnState) => rows.find((row) => row.state === state)?.count ?? 0;
  return { asked: of('asked'), approved: of('approved'), received: of('received') };
}

export type AtPoint = { returnId: number; site: string; name: string; phone: string };
/** Approved returns of orders that were handed over at a point of this operator; or the one with this id, whatever its state. */
export async function findAtPoints(db: DbOrTx, operatorId: number, returnId?: number): Promise<AtPoint[]> {
  return db
    .select({
      returnId: returns.id,
      site: sql<string>`${operatorPoints.deliveryType} || ':' || ${operatorPoints.pointId}`,
      name: orders.recipientName,
      phone: orders.recipientPhone,
    })
    .from(returns)
    .innerJoin(orders, eq(orders.id, returns.orderId))
    .innerJoin(
      operatorPoints,
      and(
        eq(operatorPoints.userId, operatorId),
        eq(operatorPoints.deliveryType, orders.deliveryType),
        sql`${operatorPoints.pointId} = ${orders.delivery}->>'gateId'`,
      ),
    )
    .where(returnId === undefined ? eq(returns.state, 'approved') : eq(returns.id, returnId))
    .orderBy(returns.id);
}
