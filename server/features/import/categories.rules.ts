import { oneLine, short } from '#server/features/import/feed-values.rules.ts';
import type { Note } from '#server/features/import/note.ts';
import { ID_MAX } from '#server/features/import/offer.rules.ts';
import type { RawCategory } from '#server/features/import/yml-tree.ts';

export type FeedCategory = { key: string; parentKey: string | null; title: string; position: number };
export type CategoryPlan = { ordered: FeedCategory[]; refused: { line: number; reason: string }[]; notes: Note[] };

const TITLE_MAX = 200;
/** Deeper branches hang on the deepest allowed ancestor: no screen shows more levels. */
const DEPTH_MAX = 8;

/**
 * Puts the feed's categories in an order in which every parent comes before its children, whatever the feed's order.
 * A broken parent (unknown, or going round in a circle) makes a top-level category and a note; a category without id or
 * title, or with an id already used, is refused.
 */
export function planCategories(raw: readonly RawCategory[]): CategoryPlan {
  const refused: CategoryPlan['refused'] = [];
  const notes: Note[] = [];
  const known = new Map<string, RawCategory & { title: string }>();
  for (const category of raw) {
    const title = oneLine(category.title);
    const no = (reason: string) =>
      refused.push({ line: category.line, reason: `категория «${short(category.id || title)}»: ${reason}` });
    if (category.id === '') no('нет id');
    else if (category.id.length > ID_MAX) no(`id длиннее ${ID_MAX} знаков`);
    else if (known.has(category.id)) no(`такой id уже есть в строке ${known.get(category.id)?.line}`);
    else if (title === '') no('нет названия');
    else if (title.length > TITLE_MAX) no(`название длиннее ${TITLE_MAX} знаков`);
    else known.set(category.id, { ...category, title });
  }

  const parents = new Map<string, string | null>();
  // Root of each branch so far (union-find): a chain of 20,000 costs no more than a flat list.
  const roots = new Map<string, string>();
  for (const { id, parentId, line } of known.values()) {
    const parent = parentOf(id, parentId, line);
    parents.set(id, parent);
    if (parent !== null) roots.set(id, rootOf(parent));
  }
  const depths = new Map<string, number>();
  const byDepth = [...known.values()]
    .map(({ id, title }, position) => ({ key: id, title, position, depth: depthOf(id) }))
    .sort((a, b) => a.depth - b.depth || a.position - b.position);
  // Itself or its nearest ancestor that may still have children.
  const holders = new Map<string, string>();
  const ordered = byDepth.map(({ key, title, position, depth }) => {
    const parent = parents.get(key) ?? null;
    const parentKey = parent === null ? null : (holders.get(parent) ?? null);
    holders.set(key, depth < DEPTH_MAX || parentKey === null ? key : parentKey);
    return { key, parentKey, title, position };
  });
  return { ordered, refused, notes };

  function parentOf(id: string, parentId: string, line: number): string | null {
    if (parentId === '' || parentId === '0') return null;
    const isKnown = known.has(parentId);
    // Its own branch leads back to it: whoever would close the circle is cut loose.
    if (isKnown && rootOf(parentId) !== id) return parentId;
    const why = isKnown ? 'родители идут по кругу' : `нет родителя «${short(parentId)}»`;
    notes.push({ kind: 'category', line, text: `категория «${short(id)}»: ${why}, поставлена верхней` });
    return null;
  }
  function rootOf(id: string): string {
    let root = id;
    for (let up = roots.get(root); up !== undefined; up = roots.get(root)) root = up;
    for (let at = id; at !== root;) {
      const up = roots.get(at) ?? root;
      roots.set(at, root);
      at = up;
    }
    return root;
  }
  function depthOf(id: string): number {
    const chain: string[] = [];
    let up: string | null = id;
    while (up !== null && !depths.has(up)) {
      chain.push(up);
      up = parents.get(up) ?? null;
    }
    let depth = up === null ? 0 : (depths.get(up) ?? 0);
    for (const one of chain.reverse()) depths.set(one, (depth += 1));
    return depths.get(id) ?? 1;
  }
}
