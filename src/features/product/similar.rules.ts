import { fromSteps } from '#contract/catalogue-pack.ts';
import type { ListRow } from '#contract/catalogue.ts';
import type { Catalogue } from '#src/features/catalogue/catalogue.types.ts';

const MOST = 12;
export type Similar = { title: string; rows: readonly ListRow[] };

/**
 * Other goods of the first topic that this product belongs to, the fittest first; where a shop has no topics, its neighbours in the
 * category. What stands in «Берут вместе» already is left out.
 */
export function similarTo(
  row: ListRow,
  catalogue: Pick<Catalogue, 'rows' | 'byId' | 'needs'>,
  besides: readonly number[],
): Similar {
  const left = new Set([row.id, ...besides]);
  const need = catalogue.needs?.needs.find(({ products }) => fromSteps(products).includes(row.id));
  const rows = need
    ? fromSteps(need.products).flatMap((id) => catalogue.byId.get(id) ?? [])
    : catalogue.rows.filter(({ category_id }) => category_id === row.category_id);
  return {
    title: need ? `${need.title}: ещё товары` : 'Похожие товары',
    rows: rows.filter(({ id }) => !left.has(id)).slice(0, MOST),
  };
}
