import type { CategoryNode, ListRow } from '#contract/catalogue.ts';
import { stepsOf } from '#contract/catalogue-pack.ts';
import type { NeedsShard } from '#contract/needs.ts';
import { demoProducts } from '#server/demo/products/build.ts';
import { CATEGORIES } from '#server/demo/products/categories.ts';
import { NEEDS, SYNONYMS } from '#server/demo/products/needs.ts';
import { wireTime } from '#server/features/catalogue/shards.rules.ts';
import type { SearchedText } from '#src/offline/search/text-index.ts';

export type DemoCatalogue = {
  rows: ListRow[];
  categories: CategoryNode[];
  needs: NeedsShard;
  details: SearchedText[];
};

/** The demo shop as a phone holds it, without a database. */
export function demoCatalogue(): DemoCatalogue {
  const products = demoProducts(new Date('2026-11-22T21:00:00Z'));
  const idOf = new Map(products.map((one, at) => [one.code, at + 1]));
  return {
    rows: products.map((one, at) => ({
      id: at + 1,
      code: one.code,
      slug: `p-${one.code}`,
      title: one.title,
      pack: one.pack ?? '',
      form: one.form ?? '',
      category_id: one.categoryId,
      is_bad: one.isBad ?? false,
      labels: [],
      created_at: wireTime(one.createdAt ?? new Date(0)),
      image: null,
    })),
    categories: CATEGORIES.map(([id, title, short]) => ({
      id,
      parent_id: id > 100 ? Math.floor(id / 100) : null,
      slug: String(id),
      title,
      short,
      count: 0,
    })),
    needs: {
      v: 1,
      needs: NEEDS.map(([title, words, codes], at) => ({
        slug: String(at),
        title,
        words: words.split(', '),
        products: stepsOf(codes.split(' ').map((code) => idOf.get(code)!)),
      })),
      synonyms: SYNONYMS.map((group) => group.split(' ')),
      popular: [[], [], []],
    },
    details: products.map((one, at) => ({
      id: at + 1,
      subtitle: one.subtitle ?? '',
      description_html: one.descriptionHtml ?? '',
      composition: one.composition ?? [],
    })),
  };
}
