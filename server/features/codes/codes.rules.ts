/** docs/product/people.md#codes. `perHour` and `resendMs` count by address and purpose. */
export const CODE_RULES = { validMs: 10 * 60_000, resendMs: 60_000, perHour: 5, tries: 5 } as const;

const plural = new Intl.PluralRules('ru-RU');
const SECONDS: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'секунду', few: 'секунды' };
/** For less than a minute to wait: the one that was sent is on its way, and nobody has tried too often. */
export const sentInWords = (seconds: number): string =>
  `Код уже отправлен. Новый можно запросить через\u00a0${seconds}\u00a0${SECONDS[plural.select(seconds)] ?? 'секунд'}`;

/** When the next one may be asked for. `newestFirst`: times of the last hour. Null: at once. */
export function waitForCode(newestFirst: readonly Date[], now: Date): Date | null {
  const [newest] = newestFirst;
  const oldest = newestFirst[CODE_RULES.perHour - 1];
  if (oldest) return new Date(oldest.getTime() + 3_600_000);
  if (!newest) return null;
  const next = new Date(newest.getTime() + CODE_RULES.resendMs);
  return next > now ? next : null;
}
