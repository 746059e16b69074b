/** The month of `now` in Moscow and those before it, the youngest first, as YYYYMM. */
export function monthsBack(now: Date, count: number): number[] {
  const there = new Date(now.getTime() + 3 * 3_600_000);
  const index = there.getUTCFullYear() * 12 + there.getUTCMonth();
  return Array.from({ length: count }, (_, back) => Math.floor((index - back) / 12) * 100 + ((index - back) % 12) + 1);
}
