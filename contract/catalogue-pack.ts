import type { Label, ListRow, ListShard } from '#contract/catalogue.ts';
import { UNKNOWN_CONTENT } from '#contract/free-of.ts';
import { productSlug } from '#contract/slug.ts';

// Published shards are columns with differences instead of numbers: 10,000 rows as plain objects are 710 kB br, packed
// they fit the 250 kB of docs/product/start.md#catalogue-of-10000 (docs/decisions/041). No library in here: the worker loads
// this too.

const FLAGS: readonly [bit: number, label: Label][] = [
  [2, 'Новинка'],
  [4, 'Хит'],
  [8, 'Акция'],
];
const IS_BAD = 1;
const KEY_LENGTH = 16;
/** Stands in the packed column for a product without a picture. */
const NO_PICTURE = '0'.repeat(KEY_LENGTH);

/**
 * Pictures are named by the first 16 hex digits of their original's sha256 everywhere on the wire: rows, galleries,
 * thumbs, cards and `/pictures/<key>/…`. 64 bits: two of a million pictures collide with a chance of 3·10⁻⁸, and a whole
 * hash per row would alone cost more than the list may weigh.
 */
export const pictureKey = (sha256: string): string => sha256.slice(0, KEY_LENGTH);

export const stepsOf = (numbers: readonly number[]): number[] =>
  numbers.map((value, i) => value - (numbers[i - 1] ?? 0));
/** Back from differences: the product ids of a price shard in order. */
export function fromSteps(steps: readonly number[]): number[] {
  let sum = 0;
  return steps.map((step) => (sum += step));
}

/** Rows in id order → columns. `unpackList(packList(rows))` gives the rows back. */
export function packList(rows: readonly ListRow[]): ListShard {
  const packs = distinct(rows.map((row) => row.pack));
  const forms = distinct(rows.map((row) => row.form));
  const numeric = (code: string) => (/^[1-9]\d{0,8}$/.test(code) ? Number(code) : null);
  return {
    v: 1,
    id: stepsOf(rows.map((row) => row.id)),
    code: rows.map((row) => {
      const value = numeric(row.code);
      return value === null ? row.code : value - row.id;
    }),
    title: rows.map((row) => row.title),
    slug: sparse(rows, (row) => (row.slug === productSlug(row.title, row.code) ? undefined : row.slug)),
    packs,
    pack: rows.map((row) => packs.indexOf(row.pack)),
    forms,
    form: rows.map((row) => forms.indexOf(row.form)),
    category_id: rows.map((row) => row.category_id),
    flags: rows.map((row) =>
      FLAGS.reduce((bits, [bit, label]) => bits | (row.labels.includes(label) ? bit : 0), row.is_bad ? IS_BAD : 0),
    ),
    created_at: stepsOf(rows.map((row) => Date.parse(row.created_at) / 1000)),
    image: rows.map((row) => (row.image ?? NO_PICTURE).slice(0, KEY_LENGTH).padEnd(KEY_LENGTH, '0')).join(''),
    article: sparse(rows, (row) => row.article),
    ...(rows.some((row) => row.holds !== undefined) && { holds: rows.map((row) => row.holds ?? UNKNOWN_CONTENT) }),
  };
}

/** Columns → rows; null when the columns do not fit each other: such a shard must not replace good data. */
export function unpackList(shard: ListShard): ListRow[] | null {
  if (!isWholeList(shard)) return null;
  const ids = fromSteps(shard.id);
  const times = fromSteps(shard.created_at);
  const slugs = new Map(shard.slug);
  const articles = new Map(shard.article);
  const rows: ListRow[] = [];
  for (let i = 0; i < ids.length; i += 1) {
    const id = ids[i]!;
    const code = typeof shard.code[i] === 'number' ? String(id + (shard.code[i] as number)) : (shard.code[i] as string);
    const flags = shard.flags[i]!;
    const image = shard.image.slice(i * KEY_LENGTH, (i + 1) * KEY_LENGTH);
    const row: Omit<ListRow, 'slug'> = {
      id,
      code,
      title: shard.title[i]!,
      pack: shard.packs[shard.pack[i]!]!,
      form: shard.forms[shard.form[i]!]!,
      category_id: shard.category_id[i]!,
      is_bad: (flags & IS_BAD) !== 0,
      labels: flags < 2 ? [] : FLAGS.filter(([bit]) => (flags & bit) !== 0).map(([, label]) => label),
      created_at: `${new Date(times[i]! * 1000).toISOString().slice(0, 19)}Z`,
      image: image === NO_PICTURE ? null : image,
    };
    const article = articles.get(i);
    if (article !== undefined) row.article = article;
    const holds = shard.holds?.[i];
    if (holds !== undefined) row.holds = holds;
    rows.push(withSlug(row, slugs.get(i)));
  }
  return rows;
}

/**
 * Made when somebody asks: a start of the app unpacks every product it holds and shows the addresses of a dozen. One function for
 * all rows: an object with a getter of its own shares its shape with no other (docs/decisions/353-rows-of-one-shape.md).
 */
const MADE_SLUG: PropertyDescriptor & ThisType<ListRow> = {
  get() {
    return productSlug(this.title, this.code);
  },
  enumerable: true,
  configurable: true,
};
function withSlug(row: Omit<ListRow, 'slug'>, given: string | undefined): ListRow {
  return given === undefined
    ? (Object.defineProperty(row, 'slug', MADE_SLUG) as ListRow)
    : Object.assign(row, { slug: given });
}

/** True when every row of the columns can be unpacked. All that the worker asks before it stores a shard. */
export function isWholeList(shard: ListShard): boolean {
  const n = shard.id.length;
  const columns = [shard.code, shard.title, shard.pack, shard.form, shard.category_id, shard.flags, shard.created_at];
  if (shard.holds && shard.holds.length !== n) return false;
  return (
    columns.every((column) => column.length === n) &&
    shard.image.length === n * KEY_LENGTH &&
    shard.pack.every((at) => shard.packs[at] !== undefined) &&
    shard.form.every((at) => shard.forms[at] !== undefined) &&
    fromSteps(shard.created_at).every((time) => Math.abs(time * 1000) <= MAX_TIME)
  );
}

/** The last moment of the year 9999, where ISO text still has four digits. */
const MAX_TIME = 253_402_300_799_000;
const distinct = (values: readonly string[]): string[] => [...new Set(values)].sort();
function sparse(
  rows: readonly ListRow[],
  valueOf: (row: ListRow) => string | undefined,
): [index: number, value: string][] {
  return rows.flatMap((row, i): [number, string][] => {
    const value = valueOf(row);
    return value === undefined ? [] : [[i, value]];
  });
}
