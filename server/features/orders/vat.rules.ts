export type VatKind = 'standard' | 'reduced' | 'none';
type Rates = { since: string; percents: Record<VatKind, number> };

/** Rates of VAT with the first day, in Moscow, on which they hold (docs/product/orders.md#vat). The newest last. */
export const VAT_RATES: readonly Rates[] = [
  { since: '2019-01-01', percents: { standard: 20, reduced: 10, none: 0 } },
  { since: '2026-01-01', percents: { standard: 22, reduced: 10, none: 0 } },
];

const DAY = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Moscow' });
/** The day in Moscow as YYYY-MM-DD. */
export const moscowDay = (at: Date): string => DAY.format(at);

/** Per cent of VAT that is in the price of such a product on the day of `at`. @throws before the first known rate. */
export function vatPercent(kind: VatKind, at: Date, rates: readonly Rates[] = VAT_RATES): number {
  const day = moscowDay(at);
  const held = rates.findLast(({ since }) => since <= day);
  if (!held) throw new Error(`no rate of VAT is known for ${day}`);
  return held.percents[kind];
}
