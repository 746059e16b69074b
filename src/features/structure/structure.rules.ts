import type { ActivityRow } from '#contract/reports.ts';

/** One line of people as it has come: `rows` in pages, `total` in all, `parents` from the reader down to whose line it is. */
export type Level = {
  rows: readonly ActivityRow[];
  total: number;
  pages: number;
  page: number;
  parents: readonly { id: number; name: string }[];
};
/** A row of the tree as it is drawn. `more`: the rest of a line that has not been asked for. */
export type TreeRow =
  | { kind: 'person'; key: string; depth: number; person: ActivityRow; isOpen: boolean; isAsking: boolean }
  | { kind: 'more'; key: string; depth: number; nodeId: number; left: number; nextPage: number };

type Tree = {
  rootId: number;
  levels: ReadonlyMap<number, Level>;
  open: ReadonlySet<number>;
  asking: ReadonlySet<number>;
};

/** The rows of everything that is open, in the order in which they stand. */
export function flatten({ rootId, levels, open, asking }: Tree): TreeRow[] {
  const rows: TreeRow[] = [];
  const walk = (nodeId: number, depth: number): void => {
    const level = levels.get(nodeId);
    if (!level) return;
    for (const person of level.rows) {
      const isOpen = open.has(person.id);
      rows.push({ kind: 'person', key: String(person.id), depth, person, isOpen, isAsking: asking.has(person.id) });
      if (isOpen) walk(person.id, depth + 1);
    }
    if (level.page < level.pages)
      rows.push({ kind: 'more', key: `more ${nodeId}`, depth, nodeId, left: level.total - level.rows.length, nextPage: level.page + 1 }); // prettier-ignore
  };
  walk(rootId, 1);
  return rows;
}

/** Somebody's row in whatever line has come; undefined while it has not. */
export function personIn(levels: ReadonlyMap<number, Level>, id: number): ActivityRow | undefined {
  for (const { rows } of levels.values()) {
    const found = rows.find((one) => one.id === id);
    if (found) return found;
  }
  return undefined;
}

/** A page of a line joins what is there; the first one begins it anew. */
export const withPage = (level: Level | undefined, page: Level): Level =>
  level === undefined || page.page === 1 ? page : { ...page, rows: [...level.rows, ...page.rows] };

/**
 * What a key does on a row of the tree: an arrow opens, closes, or goes to the row above it in the structure; a star opens every row
 * beside it, as the treegrid of the ARIA practices does. Null leaves the key alone.
 */
export function treeKey(
  key: string,
  rows: readonly TreeRow[],
  at: number,
): { act: 'toggle' } | { act: 'go'; to: number } | { act: 'openAll'; ids: readonly number[] } | null {
  const row = rows[at];
  if (row === undefined) return null;
  if (key === '*') return { act: 'openAll', ids: closedBeside(rows, at) };
  const hasBelow = row.kind === 'person' && row.person.people > 0;
  const isOpen = row.kind === 'person' && row.isOpen;
  if (key === 'ArrowRight') {
    if (hasBelow && !isOpen) return { act: 'toggle' };
    return hasBelow && at + 1 < rows.length ? { act: 'go', to: at + 1 } : null;
  }
  if (key !== 'ArrowLeft') return null;
  if (isOpen) return { act: 'toggle' };
  for (let above = at - 1; above >= 0; above -= 1) if (rows[above]!.depth < row.depth) return { act: 'go', to: above };
  return null;
}

/** Rows of the same line below the same person that can be opened and are not. */
function closedBeside(rows: readonly TreeRow[], at: number): number[] {
  const { depth } = rows[at]!;
  const isAbove = (row: TreeRow) => row.depth < depth;
  const from = rows.findLastIndex((row, n) => n < at && isAbove(row)) + 1;
  const after = rows.findIndex((row, n) => n > at && isAbove(row));
  return rows
    .slice(from, after === -1 ? undefined : after)
    .flatMap((row) => (row.kind === 'person' && row.depth === depth && row.person.people > 0 && !row.isOpen ? [row.person.id] : [])); // prettier-ignore
}

// ── The address ─────────────────────────────────────────────────────────────────────────────────
/** `node`: whose line a phone shows; `person`: whose sheet is open; `period`: which month, YYYYMM, the open one when null. */
export type StructureAsked = { node: number | null; person: number | null; period: number | null };
const idOf = (text: string | null): number | null =>
  text !== null && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null;
const periodOf = (text: string | null): number | null =>
  text !== null && /^20\d\d(0[1-9]|1[0-2])$/.test(text) ? Number(text) : null;
export function readStructure(search: string): StructureAsked {
  const params = new URLSearchParams(search);
  return { node: idOf(params.get('node')), person: idOf(params.get('person')), period: periodOf(params.get('period')) };
}
export function structureAddress({ node, person, period }: StructureAsked): string {
  const params = new URLSearchParams();
  if (period !== null) params.set('period', String(period));
  if (node !== null) params.set('node', String(node));
  if (person !== null) params.set('person', String(person));
  const query = params.toString();
  return `/user/business/structure${query === '' ? '' : `?${query}`}`;
}
