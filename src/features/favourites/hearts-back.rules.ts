// Hearts that were out of stock and are back (docs/product/catalogue.md#looked-at). Only this phone remembers, and only of its person.

/** How long it is news. */
const NEWS_MS = 7 * 86_400_000;
export type HeartsStock = {
  v: 1;
  /** Hearts that were out of stock when last seen. */
  out: number[];
  /** Those of them that have come back since, and when that was noticed, ISO. */
  back: Record<string, string>;
};
export const NO_HEARTS: HeartsStock = { v: 1, out: [], back: {} };

/** More are not watched. */
const MOST = 200;

/**
 * What is remembered after another look at the hearts. One that is not among them stays as it was: they may not have been read yet.
 * @param hearts with their stock as the catalogue has it now: 0 = none
 */
export function lookAtHearts(
  before: HeartsStock,
  hearts: readonly { id: number; stock: number }[],
  now: Date,
): HeartsStock {
  const out = new Set(before.out);
  const back = Object.fromEntries(
    Object.entries(before.back).filter(([, since]) => now.getTime() - Date.parse(since) < NEWS_MS),
  );
  for (const { id, stock } of hearts) {
    if (stock > 0 && out.delete(id)) back[id] = now.toISOString();
    else if (stock === 0) {
      out.add(id);
      delete back[id];
    }
  }
  return { v: 1, out: [...out].slice(-MOST), back };
}

/** What stands on the phone; anything else counts as nothing. */
export function readHeartsStock(kept: unknown): HeartsStock {
  const { v, out, back } = (kept ?? {}) as Partial<HeartsStock>;
  const isWhole =
    v === 1 &&
    Array.isArray(out) &&
    out.every(Number.isInteger) &&
    typeof back === 'object' &&
    back !== null &&
    Object.values(back).every((at) => typeof at === 'string' && !Number.isNaN(Date.parse(at)));
  return isWhole ? { v, out, back } : NO_HEARTS;
}
