import { and, desc, eq, gte, isNull, lt, or, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/open.ts';
import { shifts } from '#server/db/tables/counter.ts';
import { users } from '#server/db/tables/people.ts';

// Shifts of a point and what happened on a day (docs/product/counter.md#shift).

export type ShiftRow = typeof shifts.$inferSelect & { operator: string };
export async function findOpenShift(db: DbOrTx, site: string): Promise<ShiftRow | undefined> {
  const [row] = await db
    .select({ shift: shifts, operator: users.name })
    .from(shifts)
    .innerJoin(users, eq(users.id, shifts.openedBy))
    .where(and(eq(shifts.site, site), isNull(shifts.closedAt)));
  return row && { ...row.shift, operator: row.operator };
}
/** Two tablets that open it at once: the second finds it open. */
export async function openShift(tx: Tx, row: { site: string; openedBy: number; openedAt: Date }): Promise<void> {
  await tx.insert(shifts).values(row).onConflictDoNothing();
}
/** False: somebody has closed it meanwhile. */
export async function closeShift(
  tx: Tx,
  id: number,
  end: { closedAt: Date; closedBy: number; expected: number; counted: number; note: string },
): Promise<boolean> {
  const closed = await tx
    .update(shifts)
    .set(end)
    .where(and(eq(shifts.id, id), isNull(shifts.closedAt)))
    .returning({ id: shifts.id });
  return closed.length === 1;
}
/** Parcels that lie at a point by the shop's books. */
export async function countParcelsAt(db: DbOrTx, site: string): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from parcels p join cells c on c.id = p.cell_id where c.site = ${site} and p.state = 'at_point'`);
  return rows[0]?.count ?? 0;
}
/** Those that were open at any time of the day. */
export async function findShiftsOf(db: DbOrTx, site: string, day: { from: Date; to: Date }): Promise<ShiftRow[]> {
  const rows = await db
    .select({ shift: shifts, operator: users.name })
    .from(shifts)
    .innerJoin(users, eq(users.id, shifts.openedBy))
    .where(
      and(
        eq(shifts.site, site),
        lt(shifts.openedAt, day.to),
        or(isNull(shifts.closedAt), gte(shifts.closedAt, day.from)),
      ),
    )
    .orderBy(desc(shifts.openedAt));
  return rows.map(({ shift, operator }) => ({ ...shift, operator }));
}

export type DayEvent = {
  orderId: number;
  at: string;
  what: 'accepted' | 'handed' | 'returned';
  operator: string | null;
  pieces: number;
};
/** What came, was handed over and went back, the latest first. Each of the three walks its own index. */
export async function findDay(db: DbOrTx, site: string, { from, to }: { from: Date; to: Date }): Promise<DayEvent[]> {
  const start = sql`${from.toISOString()}::timestamptz`;
  const end = sql`${to.toISOString()}::timestamptz`;
  const { rows } = await db.execute<DayEvent>(sql`
    with happened as (
      select order_id, arrived_at as at, 'accepted' as what, arrived_by as by from point_orders
        where site = ${site} and arrived_at >= ${start} and arrived_at < ${end}
      union all select order_id, handed_at, 'handed', handed_by from point_orders
        where site = ${site} and handed_at >= ${start} and handed_at < ${end}
      union all select order_id, left_at, 'returned', left_by from point_orders
        where site = ${site} and left_at >= ${start} and left_at < ${end})
    select h.order_id as "orderId", to_char(h.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at, h.what, u.name as operator,
      (select coalesce(sum(l.quantity - l.returned_quantity), 0)::int from order_lines l where l.order_id = h.order_id) as pieces
    from happened h left join users u on u.id = h.by order by h.at desc, h.order_id`);
  return rows;
}
