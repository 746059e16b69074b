const BASE_MS = 1_000;
const CAP_VISIBLE_MS = 60_000;
const CAP_HIDDEN_MS = 600_000;
const DAY_MS = 86_400_000;

/** Full jitter: a random wait between 0 and the cap of this try (offline.md F10). `random` is in [0, 1). */
export function backoffMs(tries: number, random: number, isVisible: boolean): number {
  const cap = Math.min(isVisible ? CAP_VISIBLE_MS : CAP_HIDDEN_MS, BASE_MS * 2 ** Math.min(tries, 20));
  return Math.floor(random * cap);
}

/** More than 12 counted tries over more than 7 days, or older than 14 days of server time: park and ask (offline.md §2.3). */
export function isStale(record: { countedTries: number; serverAt: number | null }, serverNow: number | null): boolean {
  if (record.serverAt === null || serverNow === null) return false;
  const age = serverNow - record.serverAt;
  return age > 14 * DAY_MS || (record.countedTries > 12 && age > 7 * DAY_MS);
}
