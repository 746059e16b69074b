import { eq, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/open.ts';
import { boxes } from '#server/db/tables/parcels.ts';

export type BoxRow = {
  id: number;
  sentAt: number;
  closedAt: number | null;
  acceptedAt: number | null;
  delivery: string;
  to: string;
  orderId: number;
  number: number;
  name: string;
  pieces: number;
  weight: number;
};
/** Parcels of the boxes that are on their way, then of the last ones that were accepted; the newest box first. */
export async function findBoxes(db: DbOrTx, limit: number): Promise<BoxRow[]> {
  const { rows } = await db.execute<BoxRow>(sql`
    with mine as (
      select id, sent_at, closed_at, accepted_at from boxes where sent_at is not null
      order by (accepted_at is not null), id desc limit ${limit})
    select b.id, (extract(epoch from b.sent_at) * 1000)::float8 as "sentAt", (extract(epoch from b.closed_at) * 1000)::float8 as "closedAt",
      (extract(epoch from b.accepted_at) * 1000)::float8 as "acceptedAt", o.delivery->>'name' as delivery, o.delivery->>'to' as "to",
      p.order_id as "orderId", p.number, o.recipient_name as name, coalesce(p.weight_grams, 0) as weight,
      (select coalesce(sum(pl.pieces), 0)::int from parcel_lines pl where pl.parcel_id = p.id) as pieces
    from mine b join parcels p on p.box_id = b.id join orders o on o.id = p.order_id
    where p.state <> 'cancelled'
    order by (b.accepted_at is not null), b.id desc, p.order_id, p.number`);
  return rows;
}
/** Held, so that a parcel that is sent at this moment comes before or after its end. */
export async function lockBox(tx: Tx, id: number): Promise<typeof boxes.$inferSelect | undefined> {
  const [found] = await tx.select({ site: boxes.site }).from(boxes).where(eq(boxes.id, id));
  // The lock under which a parcel finds its box (`supplyOfDay`).
  if (found) await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`supply ${found.site}`}, 16))`);
  return (await tx.select().from(boxes).where(eq(boxes.id, id)).for('update'))[0];
}
export async function closeBox(tx: Tx, id: number, at: Date): Promise<void> {
  await tx.update(boxes).set({ closedAt: at }).where(eq(boxes.id, id));
}
