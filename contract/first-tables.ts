// The constants that the first chunk of the app needs; all of them are in tables.ts, which comes later.

export const CART_TYPES = { base: 0, welcome: 1, allRange: 37 } as const;
/** The six of docs/product/asked-for.md#constants, and what is bought most (docs/decisions/260). */
export const SORTS = [
  'title-asc',
  'actual_price-asc',
  'actual_price-desc',
  'actual_cons_price-asc',
  'actual_cons_price-desc',
  'created_at-desc',
  'popularity-desc',
] as const;
export type Sort = (typeof SORTS)[number];
export const CONS_SORTS: readonly Sort[] = ['actual_cons_price-asc', 'actual_cons_price-desc'];
export const DEFAULT_SORT: Sort = 'created_at-desc';
export const LIMITS = {
  toastMs: 5000,
  cartDebounceMs: 500,
  cookieNoticeDelayMs: 1000,
  popupCartMs: 4000,
  nameMax: 40,
  phoneTextMax: 22,
  cookieAcceptedDays: 30,
  refDays: 14,
  deltaMax: 999,
  quantityMax: 999,
  lineMax: 99,
} as const;
