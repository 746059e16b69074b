import type { CategoryNode, ListRow } from '#contract/catalogue.ts';
import { pathOf } from '#src/features/catalogue/listing-url.rules.ts';

// «Порошок» is a drink, a supplement and a detergent: forms are told apart by the kind of goods, the top category.

const NONE: CategoryNode = { id: 0, parent_id: null, slug: '', title: 'Прочее', short: 'Прочее', count: 0 };
type Kinds = {
  /** Top category of a category; `NONE` for one that is not in the tree. */
  kindOf: (categoryId: number) => CategoryNode;
  /** Names the form in the address: alone where only one kind has it, else with the kind: `dom:спрей`. */
  keyOf: (form: string, kind: CategoryNode) => string;
};
const known = new WeakMap<readonly ListRow[], { categories: readonly CategoryNode[]; kinds: Kinds }>();

/** Once per revision of the catalogue: the same form keeps its key whatever is chosen beside it. */
export function formKinds(rows: readonly ListRow[], categories: readonly CategoryNode[]): Kinds {
  const kept = known.get(rows);
  if (kept?.categories === categories) return kept.kinds;
  const tops = new Map<number, CategoryNode>();
  const kindOf = (categoryId: number): CategoryNode => {
    const found = tops.get(categoryId) ?? pathOf(categories, categoryId)[0] ?? NONE;
    tops.set(categoryId, found);
    return found;
  };
  const first = new Map<string, number>();
  const shared = new Set<string>();
  for (const { form, category_id } of rows) {
    const { id } = kindOf(category_id);
    if ((first.get(form) ?? id) !== id) shared.add(form);
    first.set(form, id);
  }
  const keyOf = (form: string, kind: CategoryNode) => (shared.has(form) && kind.slug ? `${kind.slug}:${form}` : form);
  const kinds = { kindOf, keyOf };
  known.set(rows, { categories, kinds });
  return kinds;
}

/** The form's own name, as it stands on a chip: `dom:спрей` → «спрей». */
export const formName = (key: string): string => key.slice(key.indexOf(':') + 1);
