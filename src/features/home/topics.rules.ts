import type { ListRow } from '#contract/catalogue.ts';

export type Topic = { slug: string; title: string; count: number; face: ListRow | undefined };
type Need = { slug: string; title: string; products: readonly number[] };

/**
 * The shop's topics for the front page (docs/product/catalogue.md#front): how many products each shows, and the pack that stands for
 * it, the fittest that is in stock, has a picture and stands for no topic before it. A topic without a product is left out.
 */
export function topicsOf(
  needs: readonly Need[],
  byId: ReadonlyMap<number, ListRow>,
  isSold: (row: ListRow) => boolean,
): readonly Topic[] {
  const taken = new Set<number>();
  return needs.flatMap(({ slug, title, products }) => {
    const rows = products.flatMap((id) => byId.get(id) ?? []);
    const fit = rows.filter((row) => row.image !== null && isSold(row));
    const face = fit.find((row) => !taken.has(row.id)) ?? fit[0];
    if (face) taken.add(face.id);
    return rows.length === 0 ? [] : [{ slug, title, count: rows.length, face }];
  });
}
