import type { DeskProductField, DeskProductFields, DeskProductRow, ProductFaults } from '#contract/desk-products.ts';
import type { AuditState } from '#server/db/tables/audit.ts';
import { knownLabels } from '#server/features/catalogue/catalogue.rules.ts';
import { missingForSale } from '#server/features/catalogue/compliance.rules.ts';
import type { ChangingRow } from '#server/features/catalogue/catalogue-changes.queries.ts';
import { roubles } from '#server/features/orders/letter-frame.rules.ts';

// Products at the desk (docs/product/desk.md#products): what of a row may be changed, what it must keep to, and its words in the journal.

/** The fields of the desk, as the database has them. Kopecks. */
export const fieldsOf = (row: ChangingRow): DeskProductFields => ({
  title: row.title,
  category_id: row.categoryId,
  variant_group: row.variantGroup,
  subtitle: row.subtitle,
  ean: row.ean,
  price: row.actualPrice,
  cons_price: row.actualConsPrice,
  old_price: row.oldPrice,
  stock: row.stockQty,
  published: row.published,
  labels: knownLabels(row.labels),
  is_bad: row.isBad,
  age_from: row.ageFrom,
  form: row.form,
  pack: row.pack,
  volume: row.volume,
  weight_grams: row.weightGrams,
  composition: row.composition,
  usage: row.usage,
  contraindications: row.contraindications,
  storage: row.storage,
  shelf_life: row.shelfLife,
  description_html: row.descriptionHtml,
  maker: row.maker,
  sgr: row.sgr,
});

/** The columns of these fields. */
export const columnsOf = (fields: DeskProductFields): Omit<ChangingRow, NotAtTheDesk> => ({
  title: fields.title,
  categoryId: fields.category_id,
  variantGroup: fields.variant_group === '' ? null : fields.variant_group,
  subtitle: fields.subtitle,
  ean: fields.ean,
  actualPrice: fields.price,
  actualConsPrice: fields.cons_price,
  oldPrice: fields.old_price,
  stockQty: fields.stock,
  published: fields.published,
  labels: fields.labels,
  isBad: fields.is_bad,
  ageFrom: fields.age_from,
  form: fields.form,
  pack: fields.pack,
  volume: fields.volume,
  weightGrams: fields.weight_grams,
  composition: fields.composition.filter((part) => part !== ''),
  usage: fields.usage,
  contraindications: fields.contraindications,
  storage: fields.storage,
  shelfLife: fields.shelf_life,
  descriptionHtml: fields.description_html,
  maker: fields.maker,
  sgr: fields.sgr,
});
type NotAtTheDesk =
  | 'id'
  | 'code'
  | 'article'
  | 'slug'
  | 'ballsHalf'
  | 'dimsMm'
  | 'qtyInPack'
  | 'createdAt'
  | 'updatedAt'
  | 'marked'
  | 'vatKind'
  | 'nutrients'
  | 'docs'
  | 'params'
  | 'related'
  | 'firstShownAt'
  | 'isDemo';

/** What the law still wants on the page of a supplement; empty for everything else. */
export const missingOf = (row: ChangingRow): string[] =>
  row.isBad ? missingForSale(row, { hasDescription: row.descriptionHtml !== '', weightGrams: row.weightGrams }) : [];

export const deskRowOf = (row: ChangingRow, category: string): DeskProductRow => ({
  id: row.id,
  code: row.code,
  slug: row.slug,
  category,
  updated_at: row.updatedAt.toISOString(),
  missing: missingOf(row),
  ...fieldsOf(row),
});

/** Fields are compared as what they say: lists and objects by their content. */
export const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

export type PriceOfDay = { price: number; since: Date };
/** A crossed-out price was asked for at least this long without a break (docs/product/law.md row 11). */
export const STRIKE_MS = 14 * 86_400_000;
/**
 * Client prices that may be struck out at `now`, in kopecks, the highest first. `history` is in the order of time; a row may repeat the price
 * before it, when only the consultants' price moved.
 */
export function strikable(history: readonly PriceOfDay[], now: Date): number[] {
  const found = new Set<number>();
  let run: PriceOfDay | undefined;
  const end = (at: Date) => {
    if (run && at.getTime() - run.since.getTime() >= STRIKE_MS) found.add(run.price);
  };
  for (const row of history) {
    if (run?.price === row.price) continue;
    end(row.since);
    run = row;
  }
  end(now);
  return [...found].toSorted((a, b) => b - a);
}

export type Judged = { row: ChangingRow; next: DeskProductFields; set: ReadonlySet<DeskProductField> };
/** Words for the fields that cannot become what was asked for; empty = they can. `prices`: those that may be struck out. */
export function faultsOf({ row, next, set }: Judged, prices: readonly number[]): ProductFaults[string] {
  const faults: ProductFaults[string] = {};
  if (next.cons_price > next.price && (set.has('cons_price') || set.has('price')))
    faults[set.has('cons_price') ? 'cons_price' : 'price'] = 'Цена консультанта не бывает выше цены клиента';
  if (set.has('old_price') && next.old_price !== null) {
    if (next.old_price <= next.price) faults['old_price'] = 'Зачёркнутая цена должна быть выше цены';
    else if (!prices.includes(next.old_price))
      faults['old_price'] =
        prices.length === 0
          ? 'Зачеркнуть нечего: ни одна цена не держалась 14 дней подряд'
          : `По этой цене товар не продавался 14 дней подряд. Можно: ${prices.map(roubles).join(', ')}`;
  }
  const missing = next.published ? missingOf({ ...row, ...columnsOf(next) }) : [];
  if (missing.length > 0)
    faults[set.has('published') ? 'published' : (ownerOf(missing, set) ?? 'published')] =
      `Без этого БАД показывать нельзя: ${missing.join(', ')}`;
  return faults;
}
/** The field whose change has left something missing. */
const OWNERS: Readonly<Record<string, DeskProductField>> = {
  СГР: 'sgr',
  производитель: 'maker',
  'адрес производителя': 'maker',
  состав: 'composition',
  'объём или масса': 'volume',
  описание: 'description_html',
  противопоказания: 'contraindications',
  'срок годности': 'shelf_life',
  'условия хранения': 'storage',
};
const ownerOf = (missing: readonly string[], set: ReadonlySet<DeskProductField>): DeskProductField | undefined =>
  missing.map((name) => OWNERS[name]).find((field) => field !== undefined && set.has(field));

/** A struck price ends with a rise up to it (docs/product/prices.md#old-prices). */
export const settled = (fields: DeskProductFields, set: ReadonlySet<DeskProductField>): DeskProductFields =>
  !set.has('old_price') && fields.old_price !== null && fields.old_price <= fields.price
    ? { ...fields, old_price: null }
    : fields;

const NAMES: Readonly<Record<DeskProductField, string>> = {
  title: 'Название',
  category_id: 'Раздел',
  variant_group: 'Группа вариантов',
  subtitle: 'Подзаголовок',
  ean: 'Штрихкод',
  price: 'Цена',
  cons_price: 'Цена консультанта',
  old_price: 'Зачёркнутая цена',
  stock: 'Остаток',
  published: 'Показ',
  labels: 'Метки',
  is_bad: 'БАД',
  age_from: 'Возраст',
  form: 'Форма',
  pack: 'Упаковка',
  volume: 'Объём',
  weight_grams: 'Вес',
  composition: 'Состав',
  usage: 'Применение',
  contraindications: 'Противопоказания',
  storage: 'Хранение',
  shelf_life: 'Срок годности',
  description_html: 'Описание',
  maker: 'Производитель',
  sgr: 'СГР',
};
const MOST_LETTERS = 300;
export type CategoryRow = { id: number; parentId: number | null; title: string };
/** «Витамины / Минералы» by id, in the order given. */
export function categoryNames(rows: readonly CategoryRow[]): Map<number, string> {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const nameOf = ({ parentId, title }: CategoryRow, depth = 0): string => {
    const above = parentId === null || depth > MOST_DEEP ? undefined : byId.get(parentId);
    return above ? `${nameOf(above, depth + 1)} / ${title}` : title;
  };
  return new Map(rows.map((row) => [row.id, nameOf(row)]));
}
/** A circle of categories ends. */
const MOST_DEEP = 8;
/** These fields as the journal tells them. */
export function stateOf(
  fields: DeskProductFields,
  names: readonly DeskProductField[],
  categories: ReadonlyMap<number, string>,
): AuditState {
  return Object.fromEntries(
    names.map((name) => [
      NAMES[name],
      name === 'category_id' ? (categories.get(fields.category_id) ?? null) : inWords(name, fields),
    ]),
  );
}
function inWords(name: DeskProductField, fields: DeskProductFields): string | string[] | null {
  const value = fields[name];
  if (value === null || value === '') return null;
  if (name === 'price' || name === 'cons_price' || name === 'old_price') return roubles(value as number);
  if (name === 'published') return value ? 'в каталоге' : 'скрыт';
  if (name === 'weight_grams') return `${value as number} г`;
  if (typeof value === 'boolean') return value ? 'да' : 'нет';
  if (Array.isArray(value)) return value;
  const text = typeof value === 'object' ? Object.values(value).filter(Boolean).join(', ') : String(value);
  return text.length > MOST_LETTERS ? `${text.slice(0, MOST_LETTERS)}…` : text;
}
