import { asc, eq, max, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/open.ts';
import { needs, productNeeds, productRanks, synonyms } from '#server/db/tables/needs.ts';
import type { NeedsData } from '#server/features/catalogue/needs.rules.ts';

/** Everything the published file of needs is made of, in a fixed order. */
export async function findNeeds(db: DbOrTx): Promise<NeedsData> {
  const topics = await db.select().from(needs).orderBy(asc(needs.position), asc(needs.id));
  const links = await db
    .select({ needId: productNeeds.needId, productId: productNeeds.productId })
    .from(productNeeds)
    .innerJoin(needs, eq(needs.id, productNeeds.needId))
    .orderBy(asc(productNeeds.needId), asc(productNeeds.position), asc(productNeeds.productId));
  const products = new Map<number, number[]>();
  for (const { needId, productId } of links) {
    const of = products.get(needId);
    if (of) of.push(productId);
    else products.set(needId, [productId]);
  }
  const groups = await db.select({ words: synonyms.words }).from(synonyms).orderBy(asc(synonyms.id));
  const ranks = await db
    .select({ productId: productRanks.productId, tier: productRanks.tier })
    .from(productRanks)
    .orderBy(asc(productRanks.productId));
  return {
    needs: topics.map(({ id, slug, title, words }) => ({ slug, title, words, products: products.get(id) ?? [] })),
    synonyms: groups.map(({ words }) => words),
    ranks,
  };
}

export type NewNeed = { slug: string; title: string; words: string[]; productIds: readonly number[] };
/** Topics in the order given, each with its products, the fittest first. */
export async function insertNeeds(tx: Tx, rows: readonly NewNeed[]): Promise<void> {
  for (const [position, { productIds, ...row }] of rows.entries()) {
    const [saved] = await tx
      .insert(needs)
      .values({ ...row, position })
      .returning({ id: needs.id });
    if (!saved) throw new Error(`the need «${row.title}» was not written`);
    const links = productIds.map((productId, place) => ({ needId: saved.id, productId, position: place }));
    if (links.length > 0) await tx.insert(productNeeds).values(links);
  }
}
/** Every topic, also of products that are not published. */
export const findNeedTitles = (tx: Tx): Promise<{ id: number; slug: string; title: string }[]> =>
  tx.select({ id: needs.id, slug: needs.slug, title: needs.title }).from(needs).orderBy(asc(needs.id));
/** After those that are there already. */
export async function addNeeds(
  tx: Tx,
  rows: readonly { slug: string; title: string; words: string[] }[],
): Promise<{ id: number; title: string }[]> {
  if (rows.length === 0) return [];
  const [last] = await tx.select({ at: max(needs.position) }).from(needs);
  const from = (last?.at ?? -1) + 1;
  return tx
    .insert(needs)
    .values(rows.map((row, at) => ({ ...row, position: from + at })))
    .returning({ id: needs.id, title: needs.title });
}
/** These products belong to these topics and to no other; in a topic that is new to it a product stands last. */
export async function setProductNeeds(
  tx: Tx,
  rows: readonly { productId: number; needIds: readonly number[] }[],
): Promise<void> {
  const ids = rows.map(({ productId }) => productId);
  const links = rows.flatMap(({ productId, needIds }) => needIds.map((needId) => ({ needId, productId })));
  await tx.execute(sql`
    delete from product_needs where product_id = any(${sql.param(ids)}::int[])
      and (need_id, product_id) not in (select * from unnest(
        ${sql.param(links.map(({ needId }) => needId))}::int[], ${sql.param(links.map(({ productId }) => productId))}::int[]))`);
  await tx.execute(sql`
    insert into product_needs (need_id, product_id, position)
    select asked.need_id, asked.product_id,
      coalesce((select max(position) from product_needs held where held.need_id = asked.need_id), -1) + asked.place::int
    from unnest(
      ${sql.param(links.map(({ needId }) => needId))}::int[],
      ${sql.param(links.map(({ productId }) => productId))}::int[]
    ) with ordinality as asked (need_id, product_id, place)
    on conflict do nothing`);
}
export async function insertSynonyms(tx: Tx, groups: readonly (readonly string[])[]): Promise<void> {
  if (groups.length > 0) await tx.insert(synonyms).values(groups.map((words) => ({ words: [...words] })));
}

/** Tier by product. */
export async function findRanks(db: DbOrTx): Promise<Map<number, number>> {
  const rows = await db.select().from(productRanks);
  return new Map(rows.map((row) => [row.productId, row.tier]));
}
/** The whole ranking at once: what is not named has no tier any more. */
export async function replaceRanks(tx: Tx, rows: readonly { productId: number; tier: number }[]): Promise<void> {
  await tx.delete(productRanks);
  for (let from = 0; from < rows.length; from += 5000)
    await tx.insert(productRanks).values(rows.slice(from, from + 5000));
}
export async function countPublished(db: DbOrTx): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`select count(*)::int as n from products where published`);
  return rows[0]?.n ?? 0;
}
