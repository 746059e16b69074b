import { shiftPeriod } from '#contract/plan/periods.ts';

const startOf = (period: number): Date => {
  const text = String(period);
  return new Date(`${text.slice(0, 4)}-${text.slice(4)}-01T00:00:00+03:00`);
};
/** A calendar month in Moscow: from its first moment up to the first of the next. */
export const monthWithin = (period: number): { from: Date; till: Date } => ({
  from: startOf(period),
  till: startOf(shiftPeriod(period, 1)),
});
