import { lt, sql } from 'drizzle-orm';
import type { Db } from '#server/db/open.ts';
import { callLimits } from '#server/db/tables/limits.ts';

/** `shareMs`: what one call takes of the allowance of `windowMs`. */
export type Share = { bucket: string; shareMs: number };
export type Counted = { bucket: string; refused: number; fullAt: Date };
type Asked = {
  shares: readonly Share[];
  /** The bucket of an account or a guest is completed here, from the session of the cookie; else with `stranger`. */
  caller: Share | null;
  stranger: string;
  idHash: string | null;
  /** A key that has been carried out already is answered again and is not counted. */
  key: string | null;
  windowMs: number;
  now: Date;
};

/**
 * Counts one call in all its buckets, one statement that commits by itself: whatever becomes of the call, it has been
 * counted. Each row answers whether this call fits (`refused` 0) and when its allowance is whole again. A call that does not
 * fit takes nothing of the allowance.
 */
export async function countCall(
  db: Db,
  { shares, caller, stranger, idHash, key, windowMs, now }: Asked,
): Promise<Counted[]> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const window = sql`${windowMs}::bigint * interval '1 ms'`;
  // A row by a clock that ran ahead of this one (nodes agree to the minute) must not close the call until that time comes.
  const isAhead = sql`held.counted_at > ${at} + interval '1 minute'`;
  const startsFrom = sql`case when ${isAhead} then ${at} else greatest(held.full_at, ${at}) end`;
  const filled = sql`${startsFrom} + (excluded.full_at - ${at})`;
  const fits = sql`${filled} <= ${at} + ${window}`;
  const { rows } = await db.execute<{ bucket: string; refused: number; full_at: string }>(sql`
    with asked as (
      select * from unnest(${sql.param(shares.map((one) => one.bucket))}::text[],
                           ${sql.param(shares.map((one) => one.shareMs))}::bigint[]) as t(bucket, share_ms)
      union all
      select ${caller?.bucket ?? ''} || coalesce(
               (select coalesce('user' || user_id, 'guest' || guest_id) from sessions
                 where id_hash = ${idHash} and expires_at > ${at}), ${stranger}),
             ${caller?.shareMs ?? 0}::bigint
       where ${caller !== null}
    )
    insert into call_limits as held (bucket, full_at, counted_at)
    select bucket, ${at} + share_ms * interval '1 ms', ${at} from asked
     where not exists (select from idempotency_keys where key = ${key}::uuid)
     order by bucket
    on conflict (bucket) do update set
      counted_at = ${at},
      full_at = case when ${fits} then ${filled} else held.full_at end,
      refused = case when ${fits} then 0 else held.refused + 1 end
    returning bucket, refused, full_at::text`);
  return rows.map(({ bucket, refused, full_at }) => ({ bucket, refused, fullAt: new Date(full_at) }));
}

/** For upkeep: an allowance that is whole again needs no row. */
export async function deleteWholeLimits(db: Db, now: Date): Promise<void> {
  await db.delete(callLimits).where(lt(callLimits.fullAt, now));
}
