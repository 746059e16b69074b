import { categorySlug } from '#server/features/catalogue/slug.rules.ts';
import { NEEDS, SYNONYMS } from '#server/demo/products/needs.ts';
import type { SeedAsked } from '#server/demo/seed-step.ts';
import { findDemoProducts } from '#server/demo/seed.queries.ts';
import type { Db, Tx } from '#server/db/open.ts';
import { insertNeeds, insertSynonyms } from '#server/features/catalogue/needs.queries.ts';
import { countRanks } from '#server/features/catalogue/ranks.commands.ts';

/** Topics with their goods and the words that mean the same: a desk edits them later, the catalogue carries them. */
export async function seedNeeds(): Promise<(tx: Tx) => Promise<string>> {
  return async (tx) => {
    const products = await findDemoProducts(tx);
    const taken = new Set<string>();
    const rows = NEEDS.map(([title, words, codes], at) => {
      const slug = categorySlug(title, at + 1, (one) => taken.has(one));
      taken.add(slug);
      // An owner may have removed a demo product: the need keeps the rest.
      const productIds = codes.split(' ').flatMap((code) => products.get(code)?.id ?? []);
      return { slug, title, words: words.split(', '), productIds };
    });
    await insertNeeds(tx, rows);
    await insertSynonyms(
      tx,
      SYNONYMS.map((group) => group.split(' ')),
    );
    return `потребности — ${rows.length}, синонимы — ${SYNONYMS.length}`;
  };
}

/** What the demo's orders say of demand; a live shop counts it every week. */
export async function seedRanks(_db: Db, { now }: SeedAsked): Promise<(tx: Tx) => Promise<string>> {
  return async (tx) => `популярность — ${await countRanks(tx, now)}`;
}
