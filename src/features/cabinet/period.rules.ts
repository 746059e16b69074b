// The period of the network is the calendar month of Moscow (docs/product/network.md); Moscow has had UTC+3 since 2014.
const MOSCOW_MS = 3 * 3_600_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export type Period = {
  /** 2026-11-01 in UTC, for the name of the month. */
  month: Date;
  /** Days of the month, and which of them it is, from 1. */
  days: number;
  today: number;
  /** Whole days and hours until it ends. */
  left: { days: number; hours: number };
};

/** The period that `now` lies in, and what is left of it. */
export function periodAt(now: Date): Period {
  const there = new Date(now.getTime() + MOSCOW_MS);
  const [year, month] = [there.getUTCFullYear(), there.getUTCMonth()];
  const end = Date.UTC(year, month + 1, 1) - MOSCOW_MS;
  const leftMs = end - now.getTime();
  return {
    month: new Date(Date.UTC(year, month, 1)),
    days: new Date(Date.UTC(year, month + 1, 0)).getUTCDate(),
    today: there.getUTCDate(),
    left: { days: Math.floor(leftMs / DAY_MS), hours: Math.floor((leftMs % DAY_MS) / HOUR_MS) },
  };
}
