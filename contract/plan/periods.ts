/** A period of the plan is a calendar month in Moscow, written YYYYMM (docs/product/plan.md#periods). */
export const isPeriod = (value: number): boolean =>
  Number.isInteger(value) && value >= 2000_01 && value <= 2999_12 && value % 100 >= 1 && value % 100 <= 12;

const monthsOf = (period: number): number => Math.floor(period / 100) * 12 + (period % 100) - 1;

/** `by` periods later, earlier when it is negative. */
export function shiftPeriod(period: number, by: number): number {
  const months = monthsOf(period) + by;
  return Math.floor(months / 12) * 100 + (months % 12) + 1;
}
/** How many periods lie between: 0 for the same, 1 for the next one. */
export const periodsFrom = (first: number, last: number): number => monthsOf(last) - monthsOf(first);
