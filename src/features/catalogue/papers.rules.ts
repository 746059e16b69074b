import type { ListRow } from '#contract/catalogue.ts';

/**
 * Supplements whose title, code or pack holds every word of what is typed, in alphabetical order. Only they have a certificate of
 * state registration (docs/product/law.md row 7).
 */
export function withPapers(rows: readonly ListRow[], typed: string): readonly ListRow[] {
  const words = plain(typed).split(/\s+/).filter(Boolean);
  return rows
    .filter(
      (row) =>
        row.is_bad && words.every((word) => plain(`${row.title} ${row.code} ${row.pack} ${row.form}`).includes(word)),
    )
    .toSorted((a, b) => byTitle.compare(a.title, b.title));
}
const byTitle = new Intl.Collator('ru');
const plain = (text: string): string => text.toLowerCase().replaceAll('ё', 'е');
