import { sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/open.ts';
import type { Person } from '#tests/plan/networks.ts';

// The network as the tables of people and events tell it, without the structure and without the engine.

/** Consultants with their sponsors and own volumes of a period, half-points. */
export async function peopleOf(db: DbOrTx, period: number): Promise<Person[]> {
  const { rows } = await db.execute<Person>(sql`
    select u.id, s.id as "sponsorId", coalesce(sum(e.half), 0)::int as own
    from users u left join users s on s.id = u.sponsor_id and s.cons_id is not null
      left join points_events e on e.user_id = u.id and e.period = ${period}
    where u.cons_id is not null group by u.id, s.id`);
  return rows;
}
/** Group volumes by a recursive query from every person downwards. */
export async function groupsByRecursion(db: DbOrTx, period: number): Promise<Record<number, number>> {
  const { rows } = await db.execute<{ id: number; half: number }>(sql`
    with recursive below as (
      select id as top, id from users where cons_id is not null
      union all
      select b.top, u.id from below b join users u on u.sponsor_id = b.id where u.cons_id is not null)
    select b.top as id, coalesce(sum(e.half), 0)::int as half
    from below b left join points_events e on e.user_id = b.id and e.period = ${period} group by b.top`);
  return Object.fromEntries(rows.map(({ id, half }) => [id, half]));
}
