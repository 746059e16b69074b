import type { DeskPeriod, DeskTrial } from '#contract/desk-finance.ts';
import { periodWords } from '#contract/period-words.ts';
import { NBSP } from '#src/ui/numbers.ts';

type TagWords = { kind: 'leaf' | 'seed' | 'plain' | 'line'; text: string };
export const PERIOD_STATES: Readonly<Record<DeskPeriod['state'], TagWords>> = {
  open: { kind: 'line', text: 'открыт' },
  correcting: { kind: 'seed', text: 'исправляется' },
  closing: { kind: 'seed', text: 'закрывается' },
  closed: { kind: 'plain', text: 'закрыт' },
  paid: { kind: 'leaf', text: 'начислен' },
};
export const ODD_WORDS: Readonly<Record<DeskTrial['odd'][number]['kind'], string>> = {
  grown: 'вырос втрое и больше',
  fallen: 'упал втрое и больше',
  first: 'сразу большой',
};
export const titleOf = (period: number): string => {
  const words = periodWords(period);
  return words.charAt(0).toUpperCase() + words.slice(1);
};
const percents = new Intl.NumberFormat('ru-RU', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
/** Hundredths of a percent: 1234 is «12,34 %». */
export const rateWords = (rate: number): string => `${percents.format(rate / 100)}${NBSP}%`;

const inMoscow = new Intl.DateTimeFormat('ru-RU', {
  day: 'numeric',
  month: 'long',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'Europe/Moscow',
});
/** The plan's days are Moscow's, wherever the staff sits: on a device elsewhere the 10th would be called the 9th. */
const moscowWords = (iso: string): string => `${inMoscow.format(new Date(iso)).replace(' в ', ', ')} по${NBSP}Москве`;

/** What the month waits for, in one sentence. */
export function nextStepOf(
  { state, closes_at, pays_at, paid_at, approvals }: DeskPeriod,
  needed: number,
  now: Date,
): string {
  if (state === 'open') return `Закроется ${moscowWords(closes_at)}`;
  if (state === 'correcting') return `Баллы ещё исправляются. Закроется ${moscowWords(closes_at)}`;
  if (state === 'closing') return 'Снимок ещё пишется';
  if (state === 'paid') return `Начислен ${paid_at ? moscowWords(paid_at) : ''}`.trim();
  if (approvals.length < needed) return `Согласовано ${approvals.length} из ${needed}`;
  return new Date(pays_at) > now ? `Согласован. Начислится с ${moscowWords(pays_at)}` : 'Начисляется';
}
