import { sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/open.ts';

/** Pictures loaded by an earlier import are known by their address and not loaded again. */
export async function recallPictures(db: DbOrTx, source: string): Promise<void> {
  await db.execute(sql`update import_pictures i set sha256 = k.sha256 from (
      select distinct on (pp.source_url) pp.source_url, pp.sha256
      from product_sources s join product_pictures pp on pp.product_id = s.product_id
      where s.source = ${source} and not pp.placeholder and pp.source_url is not null
      order by pp.source_url
    ) k where k.source_url = i.url and i.sha256 is null`);
}

/** The next addresses (after `after`, in order) that are not loaded yet, with the first line that names each. */
export async function findUnloaded(db: DbOrTx, after: string, limit: number): Promise<{ url: string; line: number }[]> {
  const { rows } = await db.execute<{
    url: string;
    line: number;
  }>(sql`select url, min(line) as line from import_pictures
    where sha256 is null and url collate "C" > ${after} group by url order by url collate "C" limit ${limit}`);
  return rows;
}
export async function countUnloaded(db: DbOrTx): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(
    sql`select count(distinct url)::int as n from import_pictures where sha256 is null`,
  );
  return rows[0]?.n ?? 0;
}
export async function rememberLoaded(db: DbOrTx, loaded: readonly { url: string; sha256: string }[]): Promise<void> {
  if (loaded.length === 0) return;
  await db.execute(sql`update import_pictures i set sha256 = k.sha256
    from jsonb_to_recordset(${JSON.stringify(loaded)}::jsonb) as k(url text, sha256 text) where k.url = i.url`);
}

/**
 * Gives every product of the feed the pictures that are loaded, in the feed's order. A product whose new pictures have
 * not been loaded keeps its old ones; one with pictures that a person put there by hand is left alone.
 * @returns how many products changed.
 */
export async function linkPictures(db: DbOrTx, source: string): Promise<number> {
  await db.execute(sql`create temporary table import_relink on commit drop as
    with wanted as (
      select s.product_id, array_agg(i.sha256 order by i.position) as shas
      from import_pictures i join product_sources s on s.source = ${source} and s.offer_id = i.offer_id
      where i.sha256 is not null group by s.product_id
    ), has as (
      select pp.product_id, array_agg(pp.sha256 order by pp.position) as shas, bool_or(pp.source_url is null and not pp.placeholder) as by_hand
      from product_pictures pp join product_sources s on s.product_id = pp.product_id where s.source = ${source} group by pp.product_id
    )
    select w.product_id from wanted w left join has h on h.product_id = w.product_id
    where h.product_id is null or (not h.by_hand and h.shas <> w.shas)`);
  await db.execute(sql`delete from product_pictures where product_id in (select product_id from import_relink)`);
  await db.execute(sql`insert into product_pictures (product_id, position, sha256, source_url, placeholder)
    select s.product_id, row_number() over (partition by s.product_id order by i.position) - 1, i.sha256, i.url, false
    from import_relink r join product_sources s on s.product_id = r.product_id and s.source = ${source}
    join import_pictures i on i.offer_id = s.offer_id where i.sha256 is not null`);
  const { rows } = await db.execute<{ n: number }>(sql`select count(*)::int as n from import_relink`);
  await db.execute(sql`drop table import_relink`);
  return rows[0]?.n ?? 0;
}

/** Products whose pictures the feed has withdrawn altogether lose them (a drawn one follows). */
export async function dropWithdrawnPictures(db: DbOrTx, source: string): Promise<void> {
  await db.execute(sql`delete from product_pictures pp using product_sources s, import_offers o
    where s.source = ${source} and s.product_id = pp.product_id and o.offer_id = s.offer_id and o.data is not null
    and pp.source_url is not null and not pp.placeholder
    and not exists (select 1 from import_pictures i where i.offer_id = o.offer_id)`);
}

export type Bare = { productId: number; title: string; code: string; categoryTitle: string };
/** Products of this source without any picture, in id order. */
export async function findBare(db: DbOrTx, source: string, after: number, limit: number): Promise<Bare[]> {
  const { rows } = await db.execute<{ id: number; title: string; code: string; category: string }>(sql`
    select p.id, p.title, p.code, c.title as category
    from product_sources s join products p on p.id = s.product_id join categories c on c.id = p.category_id
    where s.source = ${source} and p.id > ${after} and not exists (select 1 from product_pictures pp where pp.product_id = p.id)
    order by p.id limit ${limit}`);
  return rows.map((row) => ({ productId: row.id, title: row.title, code: row.code, categoryTitle: row.category }));
}
export async function insertPlaceholders(
  db: DbOrTx,
  rows: readonly { productId: number; sha256: string }[],
): Promise<void> {
  if (rows.length === 0) return;
  await db.execute(sql`insert into product_pictures (product_id, position, sha256, source_url, placeholder)
    select "productId", 0, sha256, null, true from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x("productId" integer, sha256 text)`);
}
/** How many products of this source show a drawn picture instead of one of their own. */
export async function countPlaceholders(db: DbOrTx, source: string): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`select count(*)::int as n from product_sources s
    join product_pictures pp on pp.product_id = s.product_id where s.source = ${source} and pp.placeholder`);
  return rows[0]?.n ?? 0;
}
