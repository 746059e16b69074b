import type { CategoryNode, Label, ListRow } from '#contract/catalogue.ts';

// What stands on the front page: of the catalogue's own order and labels, the same for everybody (docs/product/catalogue.md#front).

/** As many as the file of the first cards holds: the front chooses among them, so it shows the same before and after the whole list. */
const FIRST = 24;
const ON_THE_SHEET = 3;
const IN_A_ROW = 12;

/** The category of the top level that each category lies in. */
export function topsOf(categories: readonly CategoryNode[]): ReadonlyMap<number, CategoryNode> {
  const byId = new Map(categories.map((node) => [node.id, node]));
  const tops = new Map<number, CategoryNode>();
  for (const node of categories) {
    const seen = new Set<number>();
    let top = node;
    // A circle in a foreign tree ends where it began.
    for (let up = byId.get(top.parent_id ?? 0); up && !seen.has(up.id); up = byId.get(up.parent_id ?? 0)) {
      seen.add(up.id);
      top = up;
    }
    tops.set(node.id, top);
  }
  return tops;
}

/**
 * Packs that stand on the squared paper: the newest with a picture, of different departments where there are so many.
 * @param newest in the order of the list, the newest first
 */
export function packsOnSheet(
  newest: readonly ListRow[],
  tops: ReadonlyMap<number, CategoryNode>,
  isSold: (row: ListRow) => boolean,
): readonly ListRow[] {
  const fit = newest.slice(0, FIRST).filter((row) => row.image !== null && isSold(row));
  const taken = new Set<number | undefined>();
  const different = fit.filter((row) => {
    const top = tops.get(row.category_id)?.id;
    return !taken.has(top) && taken.add(top);
  });
  return [...different, ...fit.filter((row) => !different.includes(row))].slice(0, ON_THE_SHEET);
}

/** The pack that stands for each department: a «Хит» of it with a picture, else its newest. Keyed by the category's id. */
export function facesOf(
  newest: readonly ListRow[],
  tops: ReadonlyMap<number, CategoryNode>,
): ReadonlyMap<number, ListRow> {
  const faces = new Map<number, ListRow>();
  for (const wanted of [(row: ListRow) => row.labels.includes('Хит'), () => true])
    for (const row of newest) {
      const top = tops.get(row.category_id)?.id;
      if (top !== undefined && !faces.has(top) && row.image !== null && wanted(row)) faces.set(top, row);
    }
  return faces;
}

/** Those of one label that are in stock, the newest first. */
export const labelled = (
  newest: readonly ListRow[],
  label: Label,
  isSold: (row: ListRow) => boolean,
): readonly ListRow[] => newest.filter((row) => row.labels.includes(label) && isSold(row)).slice(0, IN_A_ROW);
