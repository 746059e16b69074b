const MOSCOW_MS = 3 * 3_600_000;
const dayOf = (at: Date): string => new Date(at.getTime() + MOSCOW_MS).toISOString().slice(0, 10);

/** The end of a day in Moscow; null for a day that is none. */
export function lastMoment(day: string): Date | null {
  const end = Date.parse(`${day}T23:59:59+03:00`);
  return Number.isNaN(end) || dayOf(new Date(end)) !== day ? null : new Date(end);
}

/**
 * The moment of a payment of which the statement knows only the day, in Moscow: its noon, but neither before the order nor later
 * than now. Null for a day on which it could not have been paid, and for a day that is none («2026-02-31»).
 */
export function paidAtOf(day: string, { placedAt, now }: { placedAt: Date; now: Date }): Date | null {
  const noon = Date.parse(`${day}T12:00:00+03:00`);
  if (Number.isNaN(noon) || dayOf(new Date(noon)) !== day) return null;
  if (day < dayOf(placedAt) || day > dayOf(now)) return null;
  return new Date(Math.min(Math.max(noon, placedAt.getTime()), now.getTime()));
}
