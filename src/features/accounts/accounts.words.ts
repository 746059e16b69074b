import type { HistoryKind, HistoryRow } from '#contract/bonus-history.ts';
import { periodWords } from '#contract/period-words.ts';
import { numberWords } from '#src/ui/format.ts';

export const KIND_WORDS: Readonly<Record<HistoryKind, string>> = {
  deposit: 'Пополнения',
  spend: 'Оплата заказов',
  refund: 'Возвраты',
  bonus: 'Бонусы и комиссия',
  retail: 'Розничная разница',
  gift: 'Подарки',
  transfer: 'Переводы',
  expire: 'Сгорание',
  correction: 'Исправления',
};
export const SHORT_NAMES: readonly string[] = ['ЛС', 'КС', 'БС'];
const FULL_NAMES: readonly string[] = ['Личный счёт, ЛС', 'Комиссионный счёт, КС', 'Бонусный счёт, БС'];
export const accountName = (type: number): string => FULL_NAMES[type] ?? '';
export const monthTitle = (period: number): string => {
  const words = periodWords(period);
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const day = new Intl.DateTimeFormat('ru-RU', { day: 'numeric', month: 'long', timeZone: 'Europe/Moscow' });
export const dayOf = (iso: string): string => day.format(new Date(iso));
const cents = new Intl.NumberFormat('ru-RU', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
/** Kopecks as a statement writes them, always with both figures: «1 250,00». */
export const sumWords = (kopecks: number): string => cents.format(kopecks / 100);
/** With its sign: «+1 000,00», «−2 000,00». */
export const changeWords = (kopecks: number): string =>
  `${kopecks > 0 ? '+' : kopecks < 0 ? '−' : ''}${cents.format(Math.abs(kopecks) / 100)}`;

/** What a row is about, in words; null where there is nothing to name. */
export function refWords({ ref, expires_at: until }: HistoryRow): string | null {
  if (ref?.type === 'order') return `Заказ ${numberWords(ref.id)}`;
  if (ref?.type === 'payment') return `Платёж ${numberWords(ref.id)}`;
  if (ref?.type === 'transfer') return `Перевод ${numberWords(ref.id)}`;
  if (ref?.type === 'period') return 'Откуда эта сумма';
  return until === null ? null : `до ${dayOf(until)}`;
}
/** «завтра», «12 февраля». */
export function burnsWords(expiresAt: string, now: Date): string {
  const left = Date.parse(expiresAt) - now.getTime();
  if (left < 86_400_000 && dayOf(expiresAt) === dayOf(now.toISOString())) return 'сегодня';
  return dayOf(expiresAt) === dayOf(new Date(now.getTime() + 86_400_000).toISOString()) ? 'завтра' : dayOf(expiresAt);
}
