import { moscowDay } from '#server/features/orders/vat.rules.ts';

/** The calendar month in Moscow that a payment belongs to, as YYYYMM (docs/product/orders.md#points). */
export const periodOf = (at: Date): number => Number(moscowDay(at).slice(0, 7).replace('-', ''));
