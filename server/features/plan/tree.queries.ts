import { type SQL, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/open.ts';
import { LOCKS } from '#server/db/open.ts';

// The structure as it is stored (docs/product/network.md#structure). Contents: 1 reading it, 2 comparing it with the sponsors,
// 3 rebuilding it

// ── 1 Reading it ────────────────────────────────────────────────────────────────────────────────
/** Ids of everybody above and of the person, the highest first; null for who is not in the structure. */
export async function findPath(db: DbOrTx, userId: number): Promise<number[] | null> {
  const { rows } = await db.execute<{ path: Buffer }>(sql`select path from tree where user_id = ${userId}`);
  return rows[0] ? idsOf(rows[0].path) : null;
}
export const idsOf = (path: Buffer): number[] =>
  Array.from({ length: path.length / 4 }, (_, line) => path.readInt32BE(line * 4));

/** Whether one of the two stands in the structure of the other, or is the same. */
export async function isBelow(db: DbOrTx, { userId, aboveId }: { userId: number; aboveId: number }): Promise<boolean> {
  return (await findPath(db, userId))?.includes(aboveId) ?? false;
}
/** How many people move with this one, the person included; 0 for who is not in the structure. */
export async function countStructure(db: DbOrTx, userId: number): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`
    select count(*)::int as n from tree t, (select path as p from tree where user_id = ${userId}) own
    where t.path >= own.p and t.path < own.p || '\\xff'::bytea`);
  return rows[0]!.n; // An aggregate has one row.
}

export type TreeRow = { userId: number; path: Buffer };
const AT_ONCE = 20_000;
/** Everybody in pre-order, in pieces: a million paths need not be in memory at once. */
export async function* readTree(db: DbOrTx): AsyncGenerator<TreeRow[]> {
  for (let after: Buffer = Buffer.alloc(0), more = true; more;) {
    const { rows } = await db.execute<TreeRow>(
      sql`select user_id as "userId", path from tree where path > ${after} order by path limit ${AT_ONCE}`,
    );
    if (rows.length > 0) yield rows;
    after = rows.at(-1)?.path ?? after;
    more = rows.length === AT_ONCE;
  }
}

// ── 2 Comparing it with the sponsors ────────────────────────────────────────────────────────────
/** What the sponsors say: the same walk that the migration made, from those without a consultant above them downwards. */
const TOLD = sql`
  with recursive told as (
    select u.id, int4send(u.id) as path from users u
    where u.cons_id is not null and not exists (select from users s where s.id = u.sponsor_id and s.cons_id is not null)
    union all
    select u.id, t.path || int4send(u.id) from told t join users u on u.sponsor_id = t.id where u.cons_id is not null)`;

export type TreeFault = { userId: number; what: 'missing' | 'foreign' | 'wrong' | 'circle' };
/** Where the structure differs from what the sponsors say. A circle of sponsors is reached from nowhere. */
export async function findTreeFaults(db: DbOrTx): Promise<TreeFault[]> {
  const { rows } = await db.execute<TreeFault>(sql`
    ${TOLD}
    select coalesce(u.id, t.user_id) as "userId",
      case when u.id is null then 'foreign' when told.id is null then 'circle' when t.path is null then 'missing' else 'wrong' end as what
    from (select id from users where cons_id is not null) u
      left join told on told.id = u.id full join tree t on t.user_id = u.id
    where u.id is null or told.id is null or t.path is distinct from told.path
    order by 1`);
  return rows;
}

/** Ids of a circle of sponsors, from the person round to the person again; null when there is none above them. */
export async function findCircle(db: DbOrTx, userId: number): Promise<number[] | null> {
  const { rows } = await db.execute<{ path: number[] }>(sql`
    with recursive up as (
      select id, sponsor_id, array[id] as path, false as again from users where id = ${userId}
      union all
      select u.id, u.sponsor_id, up.path || u.id, u.id = any(up.path) from up join users u on u.id = up.sponsor_id
      where not up.again and u.cons_id is not null)
    select path from up where again limit 1`);
  const path = rows[0]?.path;
  return path ? path.slice(path.indexOf(path.at(-1)!)) : null;
}

// ── 3 Rebuilding it ─────────────────────────────────────────────────────────────────────────────
/** Newcomers wait until this transaction ends; reading goes on. */
export const lockTree = async (tx: Tx): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCKS.tree})`);
};
/** Makes the structure what the sponsors say, touching only rows that differ; whoever keeps a copy reads it again. */
export async function rewriteTree(tx: Tx): Promise<number> {
  const differ: SQL = sql`${TOLD}
    delete from tree t where not exists (select from told where told.id = t.user_id and told.path = t.path)`;
  const { rowCount: gone } = await tx.execute(differ);
  const { rowCount: come } = await tx.execute(sql`
    insert into tree (user_id, path) ${TOLD} select id, path from told where not exists (select from tree t where t.user_id = told.id)`);
  await tx.execute(sql`insert into tree_breaks (user_id, what) values (null, 'rebuilt')`);
  return (gone ?? 0) + (come ?? 0);
}
