import { asc, eq, max, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '#server/db/open.ts';
import { categories, products } from '#server/db/tables/catalogue.ts';

export type PublicAddresses = {
  products: { slug: string; updatedAt: Date }[];
  /** With the time of the newest change among their products, their children's included. */
  categories: { slug: string; updatedAt: Date }[];
};

/** Published products, and the categories that show at least one of them, their children's included. */
export async function findPublicAddresses(db: Db, limit: number): Promise<PublicAddresses> {
  const own = alias(categories, 'own');
  const [found, kinds] = await Promise.all([
    db
      .select({ slug: products.slug, updatedAt: products.updatedAt })
      .from(products)
      .where(eq(products.published, true))
      .orderBy(asc(products.id))
      .limit(limit),
    db
      .select({ slug: categories.slug, updatedAt: max(products.updatedAt) })
      .from(categories)
      .innerJoin(own, or(eq(own.id, categories.id), eq(own.parentId, categories.id)))
      .innerJoin(products, sql`${products.categoryId} = ${own.id} and ${products.published}`)
      .groupBy(categories.id)
      .orderBy(asc(categories.id)),
  ]);
  return {
    products: found,
    categories: kinds.flatMap(({ slug, updatedAt }) => (updatedAt ? [{ slug, updatedAt }] : [])),
  };
}
