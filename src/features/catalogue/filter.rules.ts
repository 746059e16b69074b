import type { CategoryNode, ListRow } from '#contract/catalogue.ts';
import { fromSteps } from '#contract/catalogue-pack.ts';
import { FREE_OF, forbiddenBits, UNKNOWN_ADVICE, UNKNOWN_CONTENT } from '#contract/free-of.ts';
import type { NeedsShard } from '#contract/needs.ts';
import type { Catalogue, Price } from '#src/features/catalogue/catalogue.types.ts';
import { formKinds } from '#src/features/catalogue/form-kinds.rules.ts';
import { type Listing, pathOf, sortOf } from '#src/features/catalogue/listing-url.rules.ts';
import { branchOf, orderRows, type PriceOf } from '#src/features/catalogue/listing.rules.ts';

// What the address asks of the list, and how many products each further choice would leave (docs/product/catalogue.md#filters).
// Loaded with the whole catalogue. Contents: 1 in and out, 2 one row against the choices, 3 the walk, 4 counts.

// ── 1 In and out ────────────────────────────────────────────────────────────────────────────────
/** A topic and the products that belong to it. */
type ListNeed = { slug: string; title: string; ids: ReadonlySet<number> };
export type FormChoice = { key: string; form: string; kind: CategoryNode; count: number };
export type Choice = { key: string; count: number };
/** How many products each choice would show, all the other choices kept. */
export type ListResult = {
  rows: readonly ListRow[];
  /** Of the category at hand, kinds of goods in the order of the catalogue, in each the most usual first; zeros stay. */
  forms: readonly FormChoice[];
  inStock: number;
  only: readonly Choice[];
  /** Empty where the catalogue does not say what its products hold. */
  free: readonly Choice[];
  /** Topics that the category has products of. */
  needs: readonly (Choice & { title: string })[];
  byCategory: ReadonlyMap<number, number>;
  /** All categories together. */
  everywhere: number;
  /** Kopecks, over what is shown without the price filter; null when there is nothing. */
  priceRange: readonly [number, number] | null;
};

type Input = {
  catalogue: Pick<Catalogue, 'rows' | 'categories' | 'byId' | 'needs'>;
  priceOf: PriceOf;
  listing: Listing;
  /** Sorts and price filter by the consultant's own price are for those who see it (docs/product/prices.md#who-sees-what). */
  isCons: boolean;
  category: CategoryNode | null;
  /** Ids found by the search, best first; null without a query. */
  found: readonly number[] | null;
};

// ── 2 One row against the choices ───────────────────────────────────────────────────────────────
const HERE = 1;
const STOCK = 2;
const FORM = 4;
const PRICE = 8;
const OTHER = 16;
const NEED = 32;

/** `only=` of the address. */
export const ONLY: Readonly<Record<string, (row: ListRow, price: Price | undefined) => boolean>> = {
  sale: (_row, price) => price !== undefined && price.oldPrice !== null,
  new: (row) => row.labels.includes('Новинка'),
  hit: (row) => row.labels.includes('Хит'),
};
/** A row of an older revision says nothing of what it holds: it is free of nothing. */
const holdsOf = (row: ListRow): number => row.holds ?? UNKNOWN_CONTENT | UNKNOWN_ADVICE;

function tester({ catalogue, listing, category, isCons }: Input, needs: readonly ListNeed[]) {
  const branch = category && branchOf(catalogue.categories, category);
  const kinds = formKinds(catalogue.rows, catalogue.categories);
  const forms = new Set(listing.forms);
  const forbidden = forbiddenBits(listing.free);
  const only = listing.only.flatMap((key) => ONLY[key] ?? []);
  const chosen = needs.filter(({ slug }) => listing.needs.includes(slug));
  // «от 900 до 100» means the same as «от 100 до 900».
  const [from, to] = [listing.priceMin ?? 0, listing.priceMax ?? Infinity];
  const min = Math.min(from, to) * 100;
  const max = Math.max(from, to) * 100 + 99;
  const amountOf = (price: Price | undefined) => (isCons ? (price?.consPrice ?? price?.price) : price?.price) ?? 0;
  return (row: ListRow, price: Price | undefined) => {
    const amount = amountOf(price);
    const key = kinds.keyOf(row.form, kinds.kindOf(row.category_id));
    let missed = branch && !branch.has(row.category_id) ? HERE : 0;
    if (listing.inStock && !((price?.stock ?? 0) > 0)) missed |= STOCK;
    if (forms.size > 0 && !forms.has(key) && !forms.has(row.form)) missed |= FORM;
    if (amount < min || amount > max) missed |= PRICE;
    if ((forbidden !== 0 && (holdsOf(row) & forbidden) !== 0) || !only.every((is) => is(row, price))) missed |= OTHER;
    if (chosen.length > 0 && !chosen.some(({ ids }) => ids.has(row.id))) missed |= NEED;
    return { missed, amount, key };
  };
}

// ── 3 The walk ──────────────────────────────────────────────────────────────────────────────────
export function listProducts(input: Input): ListResult {
  const { catalogue, priceOf, listing, isCons, found } = input;
  const needs = catalogue.needs ? needsOf(catalogue.needs) : [];
  const sort = sortOf(listing, isCons);
  const isFound = found && sort ? new Set(found) : null;
  const all = sort
    ? orderRows(catalogue.rows, priceOf, sort)
    : found
      ? found.flatMap((id) => catalogue.byId.get(id) ?? [])
      : catalogue.rows;
  const test = tester(input, needs);
  const counts = new Counts();
  for (const row of all) {
    if (isFound && !isFound.has(row.id)) continue;
    const price = priceOf(row.id);
    counts.add(row, price, test(row, price));
  }
  return {
    rows: counts.shown,
    forms: formChoices(input, counts),
    inStock: counts.inStock,
    only: Object.keys(ONLY).map((key) => ({ key, count: counts.only.get(key) ?? 0 })),
    free: counts.isLabelled ? freeChoices(counts.held) : [],
    needs: needs
      .filter(({ slug, ids }) => listing.needs.includes(slug) || countIn(ids, counts.here) > 0)
      .map(({ slug, title, ids }) => ({ key: slug, title, count: countIn(ids, counts.forNeeds) })),
    byCategory: addUp(catalogue.categories, counts.categories),
    everywhere: counts.everywhere,
    priceRange: counts.high < 0 ? null : [counts.low, counts.high],
  };
}

class Counts {
  readonly shown: ListRow[] = [];
  /** By key: what the choice would show, and what the category has of it before other choices. */
  readonly forms = new Map<string, number>();
  readonly formsOfAll = new Map<string, { row: ListRow; count: number }>();
  readonly categories = new Map<number, number>();
  readonly only = new Map<string, number>();
  /** How many of the shown rows have these bits: a handful of different numbers among thousands of rows. */
  readonly held = new Map<number, number>();
  readonly forNeeds = new Set<number>();
  /** Of the category, before other choices. */
  readonly here = new Set<number>();
  isLabelled = false;
  inStock = 0;
  everywhere = 0;
  low = Infinity;
  high = -1;

  add(
    row: ListRow,
    price: Price | undefined,
    { missed, amount, key }: { missed: number; amount: number; key: string },
  ): void {
    if (row.holds !== undefined) this.isLabelled = true;
    if ((missed & HERE) === 0) {
      this.here.add(row.id);
      const known = this.formsOfAll.get(key);
      if (known) known.count += 1;
      else this.formsOfAll.set(key, { row, count: 1 });
    }
    // Whatever fails two choices is brought back by no single one.
    if ((missed & (missed - 1)) !== 0) return;
    const isAlone = (bit: number) => missed === 0 || missed === bit;
    if (isAlone(HERE)) {
      this.everywhere += 1;
      raise(this.categories, row.category_id);
    }
    if (isAlone(FORM)) raise(this.forms, key);
    if (isAlone(STOCK) && (price?.stock ?? 0) > 0) this.inStock += 1;
    if (isAlone(NEED)) this.forNeeds.add(row.id);
    if (isAlone(PRICE)) {
      this.low = Math.min(this.low, amount);
      this.high = Math.max(this.high, amount);
    }
    if (missed !== 0) return;
    this.shown.push(row);
    raise(this.held, holdsOf(row));
    for (const name of Object.keys(ONLY)) if (ONLY[name]?.(row, price)) raise(this.only, name);
  }
}
const raise = <K>(counts: Map<K, number>, key: K): void => void counts.set(key, (counts.get(key) ?? 0) + 1);

// ── 4 Counts ────────────────────────────────────────────────────────────────────────────────────
function formChoices({ catalogue, listing }: Input, counts: Counts): FormChoice[] {
  const { kindOf } = formKinds(catalogue.rows, catalogue.categories);
  const place = new Map(catalogue.categories.map(({ id }, at) => [id, at]));
  const choices = [...counts.formsOfAll].map(([key, { row, count }]) => ({
    key,
    form: row.form,
    kind: kindOf(row.category_id),
    all: count,
    count: counts.forms.get(key) ?? 0,
  }));
  choices.sort(
    (a, b) =>
      (place.get(a.kind.id) ?? Infinity) - (place.get(b.kind.id) ?? Infinity) ||
      b.all - a.all ||
      (a.form < b.form ? -1 : 1),
  );
  const here = choices.filter(({ form }) => form !== '');
  // A form that was chosen elsewhere stays to be taken away.
  const lost = listing.forms.filter((key) => !here.some((one) => one.key === key || one.form === key));
  return [
    ...here.map(({ all: _all, ...choice }) => choice),
    ...lost.map((key) => ({ key, form: key.slice(key.indexOf(':') + 1), kind: kindOf(0), count: 0 })),
  ];
}

/** Of what is shown now, how much each further «Без» would leave. */
const freeChoices = (held: ReadonlyMap<number, number>): Choice[] =>
  FREE_OF.map(({ key }) => {
    const bits = forbiddenBits([key]);
    let count = 0;
    for (const [has, rows] of held) if ((has & bits) === 0) count += rows;
    return { key, count };
  });

const read = new WeakMap<NeedsShard, readonly ListNeed[]>();
/** Once per revision. */
function needsOf(shard: NeedsShard): readonly ListNeed[] {
  const known =
    read.get(shard) ??
    shard.needs.map(({ slug, title, products }) => ({ slug, title, ids: new Set(fromSteps(products)) }));
  read.set(shard, known);
  return known;
}

function countIn(ids: ReadonlySet<number>, rows: ReadonlySet<number>): number {
  let count = 0;
  for (const id of ids) if (rows.has(id)) count += 1;
  return count;
}

function addUp(categories: readonly CategoryNode[], own: ReadonlyMap<number, number>): Map<number, number> {
  const sums = new Map<number, number>();
  for (const [id, count] of own)
    for (const node of pathOf(categories, id)) sums.set(node.id, (sums.get(node.id) ?? 0) + count);
  return sums;
}
