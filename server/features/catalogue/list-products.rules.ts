import type * as z from 'zod/mini';
import type { CallReply } from '#contract/call.ts';
import type { ListQuery, listProducts } from '#contract/catalogue.ts';
import { type CatalogueIndex, type Entry, normalise } from '#server/features/catalogue/catalogue-index.rules.ts';

export type ListAsked = z.output<typeof ListQuery>;
export type ListAnswer = Omit<CallReply<typeof listProducts>, 'status'> | 'unknown_category';

/**
 * One page of the list with its facets. Prices in filter and facets are client prices in kopecks, whoever asks. Each facet
 * counts what would be found if it alone were not chosen. Sorting by consultants' price must be refused before.
 */
export function listFrom(index: CatalogueIndex, asked: ListAsked, priceType: 0 | 1): ListAnswer {
  const branch = asked.category === undefined || asked.category === '' ? null : index.branchOf(asked.category);
  if (branch === undefined) return 'unknown_category';
  const words = normalise(asked.q ?? '')
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => ` ${word}`);
  const tests = testsOf(asked);
  const base = index
    .sorted(asked.sort)
    .filter(
      (entry) =>
        (branch === null || branch.has(entry.row.categoryId)) && words.every((word) => entry.words.includes(word)),
    );
  const except = (left: keyof Tests) => base.filter((entry) => KEYS.every((key) => key === left || tests[key](entry)));

  const found = base.filter((entry) => KEYS.every((key) => tests[key](entry)));
  const from = (asked.page - 1) * asked.per_page;
  return {
    items: found.slice(from, from + asked.per_page).map((entry) => entry.cards[priceType]),
    total: found.length,
    facets: {
      forms: countForms(except('form')),
      in_stock: except('stock').filter((entry) => entry.cards[0].in_stock).length,
      price: priceRange(except('price')),
    },
    version: index.rev,
  };
}

type Tests = Record<'form' | 'stock' | 'price' | 'bad', (entry: Entry) => boolean>;
const KEYS = ['form', 'stock', 'price', 'bad'] as const satisfies (keyof Tests)[];
function testsOf({ filters = {} }: ListAsked): Tests {
  const { form, price, in_stock: inStock, is_bad: isBad } = filters;
  const forms = form === undefined || form.length === 0 ? null : new Set(typeof form === 'string' ? [form] : form);
  return {
    form: ({ row }) => forms === null || forms.has(row.form),
    // An unticked «in stock» shows everything; it does not ask for what is out of stock.
    stock: ({ cards }) => inStock !== true || cards[0].in_stock,
    price: ({ row }) => price === undefined || (row.actualPrice >= price[0] && row.actualPrice <= price[1]),
    bad: ({ row }) => isBad === undefined || row.isBad === isBad,
  };
}

function countForms(entries: readonly Entry[]): { form: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { row } of entries) if (row.form !== '') counts.set(row.form, (counts.get(row.form) ?? 0) + 1);
  return [...counts]
    .map(([form, count]) => ({ form, count }))
    .sort((a, b) => b.count - a.count || (a.form < b.form ? -1 : 1));
}
function priceRange(entries: readonly Entry[]): [number, number] {
  let [min, max] = [Infinity, 0];
  for (const { row } of entries) {
    min = Math.min(min, row.actualPrice);
    max = Math.max(max, row.actualPrice);
  }
  return entries.length === 0 ? [0, 0] : [min, max];
}
