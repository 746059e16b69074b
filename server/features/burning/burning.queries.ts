import { sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/open.ts';

// Gifts that burn soon, one news a person and day (docs/product/money.md#gifts).

export type Burning = { ownerId: number; day: string };
const day = sql.raw(`to_char(g.expires_at at time zone 'Europe/Moscow', 'YYYY-MM-DD')`);
/** Whose gifts burn until `till`, by the day, and have not been told of; at most `limit`. */
export async function findUntold(
  db: DbOrTx,
  { at, till, limit }: { at: Date; till: Date; limit: number },
): Promise<Burning[]> {
  const { rows } = await db.execute<Burning>(sql`
    select distinct a.owner_id as "ownerId", ${day} as day from grants g join accounts a on a.id = g.account_id
    where g.left_kop > 0 and g.left_kop > g.held_kop and g.told_for is distinct from g.expires_at and a.closed_at is null
      and g.expires_at > ${at.toISOString()}::timestamptz and g.expires_at <= ${till.toISOString()}::timestamptz
    order by 1, 2 limit ${limit}`);
  return rows;
}
/** From now on these gifts are told of. False: another process was faster. The rows are held. */
export async function markTold(tx: Tx, { ownerId, day: on }: Burning): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    update grants g set told_for = g.expires_at from accounts a
    where a.id = g.account_id and a.owner_id = ${ownerId} and ${day} = ${on} and g.told_for is distinct from g.expires_at
      and g.left_kop > g.held_kop returning g.id`);
  return rows.length > 0;
}
export type BurningNews = { amountKop: number; firstAt: Date; email: string | null; phone: string | null };
/** What of that day's gifts is still free, when the first of them burns, and where the letter goes. Undefined: there is nothing to tell any more. */
export async function findBurningNews(
  db: DbOrTx,
  { ownerId, day: on }: Burning,
  at: Date,
): Promise<BurningNews | undefined> {
  const { rows } = await db.execute<Omit<BurningNews, 'firstAt'> & { firstMs: number }>(sql`
    select sum(g.left_kop - g.held_kop)::float8 as "amountKop", u.email, u.phone,
      extract(epoch from min(g.expires_at))::float8 * 1000 as "firstMs"
    from grants g join accounts a on a.id = g.account_id join users u on u.id = a.owner_id
    where a.owner_id = ${ownerId} and ${day} = ${on} and g.left_kop > g.held_kop and g.expires_at > ${at.toISOString()}::timestamptz
    group by u.id`);
  return rows.map(({ firstMs, ...news }) => ({ ...news, firstAt: new Date(firstMs) }))[0];
}
