import { and, eq, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/open.ts';
import { sponsorMoves } from '#server/db/tables/staff.ts';
import type { NamedRow } from '#server/features/desk-users/person-rows.queries.ts';

const isWaiting = eq(sponsorMoves.state, 'waiting');

export const countMovesTo = (db: DbOrTx, toId: number): Promise<number> =>
  db.$count(sponsorMoves, and(isWaiting, eq(sponsorMoves.toId, toId)));
export async function insertMove(tx: Tx, move: Omit<typeof sponsorMoves.$inferInsert, 'id' | 'state'>): Promise<void> {
  await tx.insert(sponsorMoves).values(move);
}
/** Of each person the sponsor that will be: moves that wait count as done, but not that of `exceptId`. */
const willBe = (exceptId: number | null) => sql`
  select u.id, coalesce(m.to_id, u.sponsor_id) as sponsor_id from users u
  left join sponsor_moves m on m.user_id = u.id and m.state = 'waiting' and m.user_id is distinct from ${exceptId}::int`;
/** Would somebody stand under themselves? Walks up from the sponsor that is to be. */
export async function wouldLoop(
  db: DbOrTx,
  { userId, toId, exceptId = null }: { userId: number; toId: number; exceptId?: number | null },
): Promise<boolean> {
  const { rows } = await db.execute<{ loops: boolean }>(sql`
    with recursive up(id) as (
      select ${toId}::int
      union
      select w.sponsor_id from up join lateral (${willBe(exceptId)} where u.id = up.id) w on true where w.sponsor_id is not null)
    select exists(select from up where id = ${userId}) as loops`);
  return rows[0]?.loops === true;
}

export type Movers = { people: number; consultants: number; first: NamedRow[] };
/** The person and everybody below, as the structure stands. */
export async function findMovers(db: DbOrTx, userId: number, shown: number): Promise<Movers> {
  const { rows } = await db.execute<{ people: number; consultants: number; first: NamedRow[] | null }>(sql`
    with recursive below(id, depth) as (
      select ${userId}::int, 0
      union
      select u.id, b.depth + 1 from users u join below b on u.sponsor_id = b.id),
    named as (select u.id, u.name, u.cons_id, b.depth from below b join users u on u.id = b.id)
    select count(*)::int as people, (count(*) filter (where cons_id is not null))::int as consultants,
      (select json_agg(json_build_object('id', id, 'name', name, 'consId', cons_id) order by depth, id)
        from (select * from named order by depth, id limit ${shown}) f) as first
    from named`);
  const row = rows[0];
  return { people: row?.people ?? 0, consultants: row?.consultants ?? 0, first: row?.first ?? [] };
}
