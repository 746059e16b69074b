import type { CategoryNode, ListRow } from '#contract/catalogue.ts';
import type { Suggestions } from '#src/offline/search/suggest.ts';

/** One line under the field. `query` asks for it; `href` leads there. */
export type SearchOption = { key: string; label: string } & (
  | { kind: 'last' | 'fixed' | 'all'; query: string }
  | { kind: 'need'; query: string }
  | { kind: 'category'; href: string }
  | { kind: 'product'; href: string; row: ListRow }
);

const LAST_WHILE_TYPING = 2;
const LAST_AT_ONCE = 6;

type Asked = {
  text: string;
  /** Null before the first answer, and without a catalogue. */
  suggestions: Suggestions | null;
  last: readonly string[];
  byId: ReadonlyMap<number, ListRow>;
  categories: readonly CategoryNode[];
  countWord: (count: number) => string;
};

/** Before a letter: what was searched for last. Then: mended words, last queries, topics, categories, products, all of them. */
export function optionsFor({ text, suggestions, last, byId, categories, countWord }: Asked): SearchOption[] {
  const typed = text.trim().toLocaleLowerCase('ru');
  if (typed === '') return lastOptions(last.slice(0, LAST_AT_ONCE));
  // Nothing is offered for an illness, and nothing that was asked before stands beside it.
  if (!suggestions || suggestions.isIllness) return [];
  const begun = last.filter((query) => {
    const low = query.toLocaleLowerCase('ru');
    return low.startsWith(typed) && low !== typed;
  });
  const { corrected, needs, products, total } = suggestions;
  return [
    ...(corrected === null ? [] : [{ kind: 'fixed' as const, key: 'fixed', label: corrected, query: corrected }]),
    ...lastOptions(begun.slice(0, LAST_WHILE_TYPING)),
    ...needs.map(({ slug, title }) => ({ kind: 'need' as const, key: `need-${slug}`, label: title, query: title })),
    ...suggestions.categories.flatMap((id) => {
      const node = categories.find((one) => one.id === id);
      return node
        ? [{ kind: 'category' as const, key: `category-${id}`, label: node.title, href: `/katalog/${node.slug}` }]
        : [];
    }),
    ...products.flatMap((id) => {
      const row = byId.get(id);
      return row
        ? [{ kind: 'product' as const, key: `product-${id}`, label: row.title, href: `/produkt/${row.slug}`, row }]
        : [];
    }),
    ...(total > products.length
      ? [
          {
            kind: 'all' as const,
            key: 'all',
            label: `Показать все: ${countWord(total)}`,
            query: corrected ?? text.trim(),
          },
        ]
      : []),
  ];
}
const lastOptions = (queries: readonly string[]): SearchOption[] =>
  queries.map((query) => ({ kind: 'last', key: `last-${query}`, label: query, query }));
