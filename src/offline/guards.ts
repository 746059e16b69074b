import type { CategoriesShard, CategoryNode, FirstShard, ListRow, PriceShard } from '#contract/catalogue.ts';

// zod stays out of the worker and of the first chunk (docs/product/start.md#first-load).
// tests/offline/catalogue-guards.test.ts proves that these guards and the schemas of contract/catalogue.ts accept and refuse
// the same values. Here: what the first screen needs; the other shards are in guards-shards.ts.

export type Guard<T> = (value: unknown) => value is T;

export const text = ((value) => typeof value === 'string') as Guard<string>;
export const flag = ((value) => typeof value === 'boolean') as Guard<boolean>;
export const int = ((value) => Number.isSafeInteger(value)) as Guard<number>;
export const only = <T extends string | number>(...values: T[]) => ((value) => values.includes(value as T)) as Guard<T>;
export const nullable = <T>(guard: Guard<T>) => ((value) => value === null || guard(value)) as Guard<T | null>;
export const optional = <T>(guard: Guard<T>) =>
  ((value) => value === undefined || guard(value)) as Guard<T | undefined>;
export const listOf = <T>(guard: Guard<T>) =>
  ((value) => Array.isArray(value) && value.every((item) => guard(item))) as Guard<T[]>;
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const recordOf = <T>(guard: Guard<T>) =>
  ((value) => isRecord(value) && Object.values(value).every((item) => guard(item))) as Guard<Record<string, T>>;
export const shape = <T>(fields: { [K in keyof Required<T>]: Guard<T[K]> }) => {
  const entries = Object.entries(fields) as [string, Guard<unknown>][];
  return ((value) => isRecord(value) && entries.every(([name, guard]) => guard(value[name]))) as Guard<T>;
};

export const v1 = only(1 as const);
const isListRow = shape<ListRow>({
  id: int,
  code: text,
  slug: text,
  title: text,
  pack: text,
  form: text,
  category_id: int,
  is_bad: flag,
  labels: listOf(only('Новинка', 'Хит', 'Акция')),
  created_at: text,
  image: nullable(text),
  article: optional(text),
  holds: optional(int),
});
export const isPriceShard = shape<PriceShard>({
  v: v1,
  priceType: only(0 as const, 1 as const),
  id_step: listOf(int),
  price: listOf(int),
  old_price: listOf(int),
  stock: listOf(int),
  cons_price: optional(listOf(int)),
  balls_half: optional(listOf(int)),
});
export const isFirstShard = shape<FirstShard>({
  v: v1,
  total: int,
  rows: listOf(isListRow),
  prices: isPriceShard,
  thumbs: recordOf(text),
});

const isCategory = shape<CategoryNode>({
  id: int,
  parent_id: nullable(int),
  slug: text,
  title: text,
  short: text,
  count: int,
});
export const isCategoriesShard = shape<CategoriesShard>({ v: v1, categories: listOf(isCategory) });
