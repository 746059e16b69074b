import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/open.ts';
import { boxes, cells, parcels } from '#server/db/tables/parcels.ts';

// What is on its way to a point, and the cells it comes to lie in. Contents: 1 supplies, 2 cells

// ── 1 Supplies ──────────────────────────────────────────────────────────────────────────────────
export type SupplyRow = {
  supplyId: number;
  sentAt: string;
  parcelId: number;
  orderId: number;
  number: number;
  state: string;
  name: string;
  pieces: number;
  shelf: string | null;
  cell: string | null;
};
/** Open ones with all their parcels, the oldest first. */
export async function findSupplies(db: DbOrTx, site: string): Promise<SupplyRow[]> {
  const { rows } = await db.execute<SupplyRow>(sql`
    select b.id as "supplyId", to_char(b.sent_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "sentAt", p.id as "parcelId",
      p.order_id as "orderId", p.number, p.state, o.recipient_name as name, c.shelf, c.cell,
      (select coalesce(sum(l.pieces), 0)::int from parcel_lines l where l.parcel_id = p.id) as pieces
    from boxes b join parcels p on p.box_id = b.id join orders o on o.id = p.order_id left join cells c on c.id = p.cell_id
    where b.site = ${site} and b.sent_at is not null and b.accepted_at is null and p.state <> 'cancelled'
    order by b.id, p.order_id, p.number`);
  return rows;
}
export async function countSupplies(db: DbOrTx, site: string): Promise<number> {
  return db.$count(boxes, and(eq(boxes.site, site), isNotNull(boxes.sentAt), isNull(boxes.acceptedAt)));
}
/** Held, so that a parcel that is scanned at this moment comes before or after the end of its supply. */
export async function lockSupply(tx: Tx, id: number): Promise<typeof boxes.$inferSelect | undefined> {
  return (await tx.select().from(boxes).where(eq(boxes.id, id)).for('update'))[0];
}
export async function acceptSupply(tx: Tx, id: number, at: Date): Promise<void> {
  await tx.update(boxes).set({ acceptedAt: at }).where(eq(boxes.id, id));
}
export async function leaveSupply(tx: Tx, parcelId: number): Promise<void> {
  await tx.update(parcels).set({ boxId: null }).where(eq(parcels.id, parcelId));
}

type Cell = { shelf: string; cell: string };
// ── 2 Cells ─────────────────────────────────────────────────────────────────────────────────────
/** The cell that was named, made if it is new. */
export async function cellNamed(tx: Tx, site: string, { shelf, cell }: Cell): Promise<number> {
  const [row] = await tx
    .insert(cells)
    .values({ site, shelf, cell })
    .onConflictDoUpdate({ target: [cells.site, cells.shelf, cells.cell], set: { shelf } })
    .returning({ id: cells.id });
  return row!.id; // One row in, one row out.
}
/** Where parcels of this order lie already, else a cell that holds nothing, else a new one (`cellAt` names the n-th). Scans of one point queue up here. */
export async function freeCell(
  tx: Tx,
  { site, orderId, cellAt }: { site: string; orderId: number; cellAt: (n: number) => Cell },
): Promise<{ id: number } & Cell> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`cells ${site}`}, 16))`);
  const { rows } = await tx.execute<{ id: number } & Cell>(sql`
    (select c.id, c.shelf, c.cell, 0 as rank from parcels p join cells c on c.id = p.cell_id
      where p.order_id = ${orderId} and p.state = 'at_point' and c.site = ${site} limit 1)
    union all
    (select c.id, c.shelf, c.cell, 1 from cells c where c.site = ${site}
      and not exists (select from parcels p where p.cell_id = c.id and p.state = 'at_point') order by c.shelf, c.cell limit 1)
    order by rank limit 1`);
  const [found] = rows;
  if (found) return { id: found.id, shelf: found.shelf, cell: found.cell };
  for (let n = await tx.$count(cells, eq(cells.site, site)); ; n += 1) {
    const next = cellAt(n);
    const made = await tx
      .insert(cells)
      .values({ site, ...next })
      .onConflictDoNothing()
      .returning({ id: cells.id });
    if (made[0]) return { id: made[0].id, ...next };
  }
}
export async function findCell(db: DbOrTx, id: number): Promise<Cell | undefined> {
  return (await db.select({ shelf: cells.shelf, cell: cells.cell }).from(cells).where(eq(cells.id, id)))[0];
}
