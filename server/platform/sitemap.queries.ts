import { asc, eq, exists, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '#server/db/open.ts';
import { categories, products } from '#server/db/tables/catalogue.ts';

/** Published products, and the categories that show at least one of them, their children's included. */
export async function findPublicAddresses(
  db: Db,
  limit: number,
): Promise<{ products: { slug: string; updatedAt: Date }[]; categories: string[] }> {
  const own = alias(categories, 'own');
  const shown = db
    .select({ one: sql`1` })
    .from(products)
    .innerJoin(own, eq(own.id, products.categoryId))
    .where(sql`${products.published} and (${or(eq(own.id, categories.id), eq(own.parentId, categories.id))})`);
  const [found, kinds] = await Promise.all([
    db
      .select({ slug: products.slug, updatedAt: products.updatedAt })
      .from(products)
      .where(eq(products.published, true))
      .orderBy(asc(products.id))
      .limit(limit),
    db.select({ slug: categories.slug }).from(categories).where(exists(shown)).orderBy(asc(categories.id)),
  ]);
  return { products: found, categories: kinds.map((row) => row.slug) };
}
