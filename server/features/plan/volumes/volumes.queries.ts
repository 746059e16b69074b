import { sql } from 'drizzle-orm';
import { HOUSE_CONS_ID } from '#contract/tables.ts';
import type { Db, Tx } from '#server/db/open.ts';
import type { PathRow } from '#server/features/plan/volumes/places.rules.ts';
import type { Volume } from '#server/features/plan/volumes/view.rules.ts';

// What the copy in memory is made of (docs/decisions/332). A reading counts what was written by transactions older than every
// running one, its horizon; the next reading begins there. So nothing is counted twice, and nothing that commits late is lost.

export type Whole = { horizon: string; houseId: number | null; volumes: Volume[] };
export type News = {
  horizon: string;
  people: PathRow[];
  volumes: Volume[];
  /** Somebody moved or left: only reading all of it helps. */
  isBroken: boolean;
};
const AT_ONCE = 20_000;
const SNAPSHOT = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const;

/** Everything of a period. `take` is given the people piece by piece, in the order of their paths. */
export function readWhole(db: Db, period: number, take: (row: PathRow) => void): Promise<Whole> {
  return db.transaction(async (tx) => {
    const horizon = await horizonOf(tx);
    for (let after: Buffer = Buffer.alloc(0), more = true; more;) {
      const { rows } = await tx.execute<{ userId: number; path: Buffer }>(sql`
        select user_id as "userId", path from tree where path > ${after} and xid < ${horizon}::xid8 order by path limit ${AT_ONCE}`);
      for (const row of rows) take(row);
      after = rows.at(-1)?.path ?? after;
      more = rows.length === AT_ONCE;
    }
    const { rows: house } = await tx.execute<{ id: number }>(
      sql`select id from users where cons_id = ${HOUSE_CONS_ID}`,
    );
    return { horizon, houseId: house[0]?.id ?? null, volumes: await volumesOf(tx, { period, to: horizon }) };
  }, SNAPSHOT);
}

/** The volumes of a period as they stand, for a tree that is known already. */
export const readVolumes = (db: Db, period: number): Promise<Volume[]> =>
  db.transaction(async (tx) => volumesOf(tx, { period, to: await horizonOf(tx) }), SNAPSHOT);

/** What has come since a horizon. */
export function readNews(db: Db, { period, since }: { period: number; since: string }): Promise<News> {
  return db.transaction(async (tx) => {
    const horizon = await horizonOf(tx);
    const { rows: breaks } = await tx.execute(sql`
      select 1 from tree_breaks where xid >= ${since}::xid8 and xid < ${horizon}::xid8 limit 1`);
    const { rows: people } = await tx.execute<{ userId: number; path: Buffer }>(sql`
      select user_id as "userId", path from tree where xid >= ${since}::xid8 and xid < ${horizon}::xid8 order by path`);
    const volumes = await volumesOf(tx, { period, from: since, to: horizon });
    return { horizon, people, volumes, isBroken: breaks.length > 0 };
  }, SNAPSHOT);
}

async function horizonOf(tx: Tx): Promise<string> {
  const { rows } = await tx.execute<{ xmin: string }>(
    sql`select pg_snapshot_xmin(pg_current_snapshot())::text as xmin`,
  );
  return rows[0]!.xmin; // A select without a table answers one row.
}
async function volumesOf(
  tx: Tx,
  { period, from, to }: { period: number; from?: string; to: string },
): Promise<Volume[]> {
  const since = from === undefined ? sql`` : sql`and xid >= ${from}::xid8`;
  const { rows } = await tx.execute<Volume>(sql`
    select user_id as "userId", sum(half)::float8 as half, sum(amount_kop)::float8 as "amountKop",
      (count(distinct order_id) filter (where kind = 'order'))::float8 as orders
    from points_events where period = ${period} and kind <> 'late_return' ${since} and xid < ${to}::xid8 group by user_id`);
  return rows;
}
