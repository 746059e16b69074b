import type { ShopProcess } from '#tests/e2e/support/shop-process.ts';
import { expect } from '#tests/e2e/support/test.ts';

/** YYYYMM in Moscow, so many months before this one. */
export function periodBack(back: number, now = new Date()): number {
  const at = new Date(now.getTime() + 3 * 3_600_000);
  const months = at.getUTCFullYear() * 12 + at.getUTCMonth() - back;
  return Math.floor(months / 12) * 100 + (months % 12) + 1;
}
const LOUD = `u.cons_id is not null and u.active and u.email is distinct from 'inactive@rostok.test'`;

/**
 * Three months of the demo network without its orders: points of three people out of four, the month before last closed; two newcomers, a
 * birthday and somebody who rises, all of them below Мария Соколова.
 */
export async function fillNetwork(shop: ShopProcess): Promise<void> {
  for (const back of [2, 1, 0])
    await shop.sql(
      `insert into points_events (period, user_id, half, amount_kop, kind, order_id)
       select $1::int, u.id, 60 + u.id * 37 % 150, (60 + u.id * 37 % 150) * 2500, 'order', 9000000 + $2::int * 1000 + u.id
       from users u where ${LOUD} and (u.id + $2::int) % 4 > 0`,
      [periodBack(back), back],
    );
  const below = await shop.sql<{ id: number; line: number }>(
    `select t.user_id as id, (length(t.path) - length(me.path)) / 4 as line from tree me
     join users m on m.id = me.user_id and m.email = 'cons@rostok.test'
     join tree t on t.path > me.path and t.path < me.path || '\\xff'::bytea
     join users u on u.id = t.user_id and u.email not in ('inactive@rostok.test', 'newcomer@rostok.test')
     where not exists (select from users k where k.sponsor_id = t.user_id and k.cons_id is not null) order by t.path`,
  );
  const leaves = below.map(({ id }) => id);
  await shop.sql('update users set registered_at = now() where id = any($1)', [leaves.slice(0, 2)]);
  await shop.sql(`update users set birthday = make_date(1984, extract(month from now() at time zone 'Europe/Moscow')::int, 5) where id = $1`, [leaves[2]]); // prettier-ignore
  await shop.sql('update users set status_id = 1 where id = $1', [leaves[3]]);
  await shop.sql(`insert into points_events (period, user_id, half, amount_kop, kind, order_id) values ($1, $2, 2400, 6000000, 'order', 9999999)`, [periodBack(0), leaves[3]]); // prettier-ignore
  await shop.sql(`insert into pgboss.job (name, data) values ('plan.close-periods', '{}')`);
  await expect
    .poll(() => shop.sql(`select id from periods where id = $1 and state = 'closed'`, [periodBack(2)]), {
      timeout: 120_000,
    }) // prettier-ignore
    .toHaveLength(1);
}

/** Names of a person's structure by line, as the shop has them. */
export const peopleBelow = (shop: ShopProcess, role: string) =>
  shop.sql<{ id: number; name: string; line: number; people: number }>(
    `select t.user_id as id, u.name, ((length(t.path) - length(me.path)) / 4)::int as line,
       (select count(*)::int from tree b where b.path > t.path and b.path < t.path || '\\xff'::bytea) as people
     from tree me join users m on m.id = me.user_id and m.email = $1
     join tree t on t.path > me.path and t.path < me.path || '\\xff'::bytea join users u on u.id = t.user_id order by t.path`,
    [`${role}@rostok.test`],
  );
