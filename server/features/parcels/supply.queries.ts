import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/open.ts';
import { boxes } from '#server/db/tables/parcels.ts';

/**
 * The supply that leaves for a point on this day of Moscow and is not shut yet: the first parcel makes it. Parcels of one point queue up here.
 */
export async function supplyOfDay(tx: Tx, site: string, now: Date): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`supply ${site}`}, 16))`);
  const day = sql`(${now.toISOString()}::timestamptz at time zone 'Europe/Moscow')::date`;
  const [found] = await tx
    .select({ id: boxes.id })
    .from(boxes)
    .where(
      and(
        eq(boxes.site, site),
        isNull(boxes.acceptedAt),
        isNull(boxes.closedAt),
        sql`(${boxes.sentAt} at time zone 'Europe/Moscow')::date = ${day}`,
      ),
    );
  if (found) return found.id;
  const [made] = await tx.insert(boxes).values({ site, createdAt: now, sentAt: now }).returning({ id: boxes.id });
  return made!.id; // One row in, one row out.
}
