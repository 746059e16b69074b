// The words and numbers of a card: this much is in the first chunk; the rest is in format.ts.

const whole = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 0 });
const cents = new Intl.NumberFormat('ru-RU', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const tenths = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 1 });
const plural = new Intl.PluralRules('ru-RU');

export const NBSP = '\u00a0';

/** Kopecks → «1 290 ₽», kopecks shown only when there are any. */
export function formatMoney(kopecks: number): string {
  return `${kopecks % 100 === 0 ? whole.format(kopecks / 100) : cents.format(kopecks / 100)}${NBSP}₽`;
}
/** One decimal at most: «10,5», «20». */
export const formatTenths = (value: number): string => tenths.format(value);
export const formatNumber = (value: number): string => whole.format(value);

/** Four forms: one «день», few «дня», many «дней», fraction «дня». */
export function pluralOf(count: number, forms: { one: string; few: string; many: string; other: string }): string {
  const form = plural.select(count);
  return forms[form === 'one' || form === 'few' || form === 'many' ? form : 'other'];
}
