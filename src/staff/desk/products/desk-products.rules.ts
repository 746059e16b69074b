import {
  DESK_PRODUCTS_SHOWN,
  DESK_PRODUCTS_SORTS,
  type DeskProductChange,
  type DeskProductField,
  type DeskProductFields,
  type DeskProductRow,
  type ProductConflict,
  type ProductFaults,
} from '#contract/desk-products.ts';

// What the screens of products ask for and hold. Contents: 1 the address, 2 typed text, 3 the draft. Money in kopecks.

// ── 1 The address ───────────────────────────────────────────────────────────────────────────────
type Shown = (typeof DESK_PRODUCTS_SHOWN)[number];
type SortKey = (typeof DESK_PRODUCTS_SORTS)[number];
export type ProductsAsked = { q?: string; show?: Shown; sort?: SortKey; desc?: boolean; page?: number };
export const SHOWN_WORDS: Record<Shown, string> = {
  published: 'В каталоге',
  hidden: 'Скрытые',
  withheld: 'БАД без сведений',
  out: 'Нет в наличии',
  struck: 'Со старой ценой',
};
export const SORT_WORDS: Record<SortKey, string> = {
  code: 'По коду',
  title: 'По названию',
  price: 'По цене',
  stock: 'По остатку',
  updated: 'По изменению',
};
/** Parameters that mean nothing are left out. */
export function readProductsAddress(search: string): ProductsAsked {
  const params = new URLSearchParams(search);
  const q = params.get('q')?.slice(0, 100);
  const show = DESK_PRODUCTS_SHOWN.find((one) => one === params.get('show'));
  const sort = DESK_PRODUCTS_SORTS.find((one) => one === params.get('sort'));
  const page = Number(params.get('page'));
  return {
    ...(q ? { q } : {}),
    ...(show ? { show } : {}),
    ...(sort && sort !== 'code' ? { sort } : {}),
    ...(params.get('desc') === '1' ? { desc: true } : {}),
    ...(Number.isInteger(page) && page > 1 && page <= 100_000 ? { page } : {}),
  };
}
export function productsAddress({ q, show, sort, desc, page }: ProductsAsked): string {
  const params = new URLSearchParams({
    ...(q ? { q } : {}),
    ...(show ? { show } : {}),
    ...(sort ? { sort } : {}),
    ...(desc ? { desc: '1' } : {}),
    ...(page ? { page: String(page) } : {}),
  });
  const text = params.toString();
  return text === '' ? '/desk/products' : `/desk/products?${text}`;
}

// ── 2 Typed text ────────────────────────────────────────────────────────────────────────────────
/** Fields that are typed as text and are something else: their text stays in the draft as it was typed. */
export type TypedField = 'price' | 'cons_price' | 'old_price' | 'stock' | 'weight_grams' | 'age_from' | 'composition';
const TYPED: readonly DeskProductField[] = [
  'price',
  'cons_price',
  'old_price',
  'stock',
  'weight_grams',
  'age_from',
  'composition',
] satisfies TypedField[];
export const isTyped = (field: DeskProductField): field is TypedField => TYPED.includes(field);

/** The value as it stands in its box. */
export function boxText(field: TypedField, value: DeskProductFields[TypedField]): string {
  if (value === null) return '';
  if (Array.isArray(value)) return value.join('\n');
  if (field !== 'price' && field !== 'cons_price' && field !== 'old_price') return String(value);
  return value % 100 === 0 ? String(value / 100) : (value / 100).toFixed(2).replace('.', ',');
}
type Read = { value: number | string[] | null } | { fault: string };
/** What was typed, read; the shop judges it again. */
export function readBox(field: TypedField, text: string): Read {
  const bare = text.replaceAll(/[\s\u00a0₽]/g, '');
  if (field === 'composition')
    return {
      value: text
        .split('\n')
        .map((part) => part.trim())
        .filter(Boolean),
    };
  if (bare === '' && field === 'old_price') return { value: null };
  if (field === 'price' || field === 'cons_price' || field === 'old_price') {
    const parts = /^(\d{1,7})(?:[.,](\d{1,2}))?$/.exec(bare);
    if (!parts) return { fault: 'Цена в рублях, например 490 или 490,50' };
    return { value: Number(parts[1]) * 100 + Number((parts[2] ?? '').padEnd(2, '0')) };
  }
  return /^\d{1,7}$/.test(bare) ? { value: Number(bare) } : { fault: 'Нужно целое число' };
}

// ── 3 The draft ─────────────────────────────────────────────────────────────────────────────────
/** `edits`: what shall be, typed fields as text; `was`: what stood there when the first letter was typed. */
export type ProductDraft = {
  title: string;
  was: Partial<DeskProductFields>;
  edits: Partial<Record<DeskProductField, unknown>>;
};
export type Draft = Readonly<Record<string, ProductDraft>>;
const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** What a box or a switch holds, as a value; the text itself while it says nothing sound. */
const valueOf = (field: DeskProductField, edit: unknown): unknown => {
  if (!isTyped(field)) return edit;
  const read = readBox(field, String(edit));
  return 'fault' in read ? edit : read.value;
};
/** An edit that gives a field the value it has is none. */
export function withEdit(draft: Draft, row: DeskProductRow, field: DeskProductField, edit: unknown): Draft {
  const mine = draft[row.id] ?? { title: row.title, was: {}, edits: {} };
  const was = { ...mine.was, [field]: field in mine.was ? mine.was[field] : row[field] };
  if (!isSame(valueOf(field, edit), was[field])) {
    return { ...draft, [row.id]: { title: row.title, was, edits: { ...mine.edits, [field]: edit } } };
  }
  const { [field]: _was, ...wasRest } = was;
  const { [field]: _edit, ...editsRest } = mine.edits;
  const { [row.id]: _mine, ...others } = draft;
  return Object.keys(editsRest).length === 0
    ? others
    : { ...others, [row.id]: { title: row.title, was: wasRest, edits: editsRest } };
}

/** What is sent, or where it cannot be read yet. */
export function changesOf(draft: Draft): { changes: DeskProductChange[]; faults: ProductFaults } {
  const faults: ProductFaults = {};
  const changes = Object.entries(draft).map(([id, { was, edits }]) => {
    const set: Record<string, unknown> = {};
    for (const [name, edit] of Object.entries(edits)) {
      const field = name as DeskProductField;
      const read = isTyped(field) ? readBox(field, String(edit)) : { value: edit };
      if ('fault' in read) faults[id] = { ...faults[id], [field]: read.fault };
      else set[field] = read.value;
    }
    return { id: Number(id), was, set };
  });
  return { changes, faults };
}

/** «Оставить моё»: the values of now are the ones that were seen. */
export function keepingMine(draft: Draft, conflicts: readonly ProductConflict[]): Draft {
  const next = { ...draft };
  for (const { id, now } of conflicts) {
    const mine = next[id];
    if (mine) next[id] = { ...mine, was: { ...mine.was, ...(now as Partial<DeskProductFields>) } };
  }
  return next;
}
/** «Взять новое»: what is quarrelled about leaves the draft. */
export function takingTheirs(draft: Draft, conflicts: readonly ProductConflict[]): Draft {
  const next: Record<string, ProductDraft> = { ...draft };
  for (const { id, now } of conflicts) {
    const mine = next[id];
    if (!mine) continue;
    const left = (part: object) => Object.fromEntries(Object.entries(part).filter(([name]) => !(name in now)));
    const edits = left(mine.edits);
    if (Object.keys(edits).length === 0) delete next[id];
    else next[id] = { ...mine, was: left(mine.was), edits };
  }
  return next;
}
/** A draft as the device held it: anything that is none is dropped. */
export function readDraft(values: Readonly<Record<string, unknown>> | undefined): Draft {
  return Object.fromEntries(
    Object.entries(values ?? {}).filter(
      (pair): pair is [string, ProductDraft] => /^\d+$/.test(pair[0]) && isDraft(pair[1]),
    ),
  );
}
function isDraft(value: unknown): value is ProductDraft {
  const { title, was, edits } = (value ?? {}) as Partial<ProductDraft>;
  return typeof title === 'string' && typeof was === 'object' && was !== null && typeof edits === 'object' && edits !== null; // prettier-ignore
}
