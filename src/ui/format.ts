import { formatNumber, formatTenths, NBSP } from './numbers.ts';

export { formatMoney, formatNumber, formatTenths, NBSP, pluralOf } from './numbers.ts';

/** Grams → «870 г», «1,2 кг». */
export const formatWeight = (grams: number): string =>
  grams < 1000
    ? `${formatNumber(grams)}${NBSP}г`
    : `${new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 2 }).format(grams / 1000)}${NBSP}кг`;

/** «870 кБ», «24,5 МБ»: steps of a tenth, and nothing that is there weighs 0. */
export function formatBytes(bytes: number): string {
  if (bytes < 999_500) return `${formatNumber(Math.max(bytes > 0 ? 1 : 0, Math.round(bytes / 1000)))}${NBSP}кБ`;
  return `${formatTenths(Math.round(bytes / 100_000) / 10)}${NBSP}МБ`;
}

const time = new Intl.DateTimeFormat('ru-RU', { hour: '2-digit', minute: '2-digit' });
const dayTime = new Intl.DateTimeFormat('ru-RU', { day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' });

/** After a word that already stands: «в 14:05» today, «20 ноября в 14:05» otherwise. */
export function formatAt(iso: string, now: Date = new Date()): string {
  const at = new Date(iso);
  return at.toDateString() === now.toDateString() ? `в${NBSP}${time.format(at)}` : dayTime.format(at);
}

const longDay = new Intl.DateTimeFormat('ru-RU', { day: 'numeric', month: 'long' });
/** «данные на 14:02»; a copy older than a day says which day: «данные от 20 ноября, 14:02». */
export function formatAsOf(iso: string, now: Date = new Date()): string {
  const at = new Date(iso);
  return now.getTime() - at.getTime() < 86_400_000
    ? `данные на${NBSP}${time.format(at)}`
    : `данные от${NBSP}${longDay.format(at)}, ${time.format(at)}`;
}
/** Number of an order, a parcel, a payment: «№ 30 377». */
export const numberWords = (number: number): string => `№${NBSP}${String(number).replace(/\B(?=(\d{3})+$)/g, NBSP)}`;
