import { sql } from 'drizzle-orm';
import { type DbOrTx, LOCKS } from '#server/db/open.ts';
import type { StagedProduct } from '#server/features/import/staged.rules.ts';

// The feed waits in temporary tables of one session, so that memory does not grow with it and nothing is written
// before the whole file has been read. They vanish with the session.

/** Held by the session of a running import: a second one is refused instead of waiting. */
export async function tryImportLock(db: DbOrTx): Promise<boolean> {
  const { rows } = await db.execute<{ ok: boolean }>(sql`select pg_try_advisory_lock(${LOCKS.import}) as ok`);
  return rows[0]?.ok === true;
}

/** Said aloud: a closed connection frees it too, but a moment later. */
export async function freeImportLock(db: DbOrTx): Promise<void> {
  await db.execute(sql`select pg_advisory_unlock(${LOCKS.import})`);
}

export async function createStaging(db: DbOrTx): Promise<void> {
  await db.execute(sql`create temporary table import_offers (
    n integer primary key, offer_id text not null unique, line integer not null, category_key text, digest text, data jsonb)`);
  await db.execute(sql`create temporary table import_pictures (
    offer_id text not null, position integer not null, url text not null, line integer not null, sha256 text,
    primary key (offer_id, position))`);
  await db.execute(sql`create index on import_pictures (url)`);
}

export type StagedRow = {
  n: number;
  offerId: string;
  line: number;
  categoryKey: string | null;
  digest: string | null;
  data: StagedProduct | null;
};
export type StagedPicture = { offerId: string; position: number; url: string; line: number };

/** A refused offer is staged without data: it was in the feed, so it is not «missing». */
export async function stageOffers(
  db: DbOrTx,
  offers: readonly StagedRow[],
  pictures: readonly StagedPicture[],
): Promise<void> {
  if (offers.length > 0) {
    await db.execute(sql`insert into import_offers (n, offer_id, line, category_key, digest, data)
      select n, "offerId", line, "categoryKey", digest, data from jsonb_to_recordset(${JSON.stringify(offers)}::jsonb)
      as x(n integer, "offerId" text, line integer, "categoryKey" text, digest text, data jsonb)`);
  }
  if (pictures.length === 0) return;
  await db.execute(sql`insert into import_pictures (offer_id, position, url, line)
    select "offerId", position, url, line from jsonb_to_recordset(${JSON.stringify(pictures)}::jsonb)
    as x("offerId" text, position integer, url text, line integer)`);
}
export async function analyzeStaging(db: DbOrTx): Promise<void> {
  await db.execute(sql`analyze import_offers`);
  await db.execute(sql`analyze import_pictures`);
}

export type StagedOffer = {
  n: number;
  offerId: string;
  line: number;
  categoryKey: string;
  digest: string;
  /** Null when the digest is the known one and nothing has to be written. */
  data: StagedProduct | null;
  known: {
    productId: number;
    withheld: 'missing' | 'compliance' | null;
    code: string;
    slug: string;
    published: boolean;
    price: number;
    consPrice: number;
  } | null;
};

/**
 * Offers number `after + 1` to `after + count`, with what the shop knows of them. A range: a LIMIT made PostgreSQL join all
 * first.
 */
export async function readStaged(db: DbOrTx, source: string, after: number, count: number): Promise<StagedOffer[]> {
  const { rows } = await db.execute<{
    n: number;
    offer_id: string;
    line: number;
    category_key: string;
    digest: string;
    data: StagedProduct | null;
    product_id: number | null;
    withheld: 'missing' | 'compliance' | null;
    code: string;
    slug: string;
    published: boolean;
    price: number;
    cons: number;
  }>(sql`
    select o.n, o.offer_id, o.line, o.category_key, o.digest,
      case when s.digest = o.digest and s.withheld is distinct from 'missing' then null else o.data end as data,
      s.product_id, s.withheld, p.code, p.slug, p.published, p.actual_price as price, p.actual_cons_price as cons
    from import_offers o
    left join product_sources s on s.source = ${source} and s.offer_id = o.offer_id
    left join products p on p.id = s.product_id
    where o.data is not null and o.n > ${after} and o.n <= ${after + count} order by o.n`);
  return rows.map((row) => ({
    n: row.n,
    offerId: row.offer_id,
    line: row.line,
    categoryKey: row.category_key,
    digest: row.digest,
    data: row.data,
    known:
      row.product_id === null
        ? null
        : {
            productId: row.product_id,
            withheld: row.withheld,
            code: row.code,
            slug: row.slug,
            published: row.published,
            price: row.price,
            consPrice: row.cons,
          },
  }));
}

/** How many staged offers the shop does not know yet: so many codes are needed at most. */
export async function countUnknown(db: DbOrTx, source: string): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`select count(*)::int as n from import_offers o
    where o.data is not null and not exists (select 1 from product_sources s where s.source = ${source} and s.offer_id = o.offer_id)`);
  return rows[0]?.n ?? 0;
}

/** Refused after staging: stays as seen, loses its data and pictures. */
export async function unstageOffers(db: DbOrTx, offerIds: readonly string[]): Promise<void> {
  if (offerIds.length === 0) return;
  const ids = sql.param([...offerIds]);
  await db.execute(sql`update import_offers set data = null where offer_id = any(${ids}::text[])`);
  await db.execute(sql`delete from import_pictures where offer_id = any(${ids}::text[])`);
}
export async function countKnownPictures(db: DbOrTx): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(
    sql`select count(distinct url)::int as n from import_pictures where sha256 is not null`,
  );
  return rows[0]?.n ?? 0;
}
