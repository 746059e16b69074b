import type { LiveQuote } from '#contract/delivery-prices.ts';
import type { QuoteRow } from '#server/features/delivery/delivery.queries.ts';

/** A stored quote as the offer takes it. */
export function liveOf(row: QuoteRow | null): LiveQuote | null {
  if (!row) return null;
  const { costKop, costGateKop, daysMin, daysMax } = row;
  const days = daysMin === null || daysMax === null ? null : { min: daysMin, max: daysMax };
  return { kind: 'price', costKop, costGateKop, days };
}
export function toQuoteRow(live: Extract<LiveQuote, { kind: 'price' }>): QuoteRow {
  const { costKop, costGateKop, days } = live;
  return { costKop, costGateKop, daysMin: days?.min ?? null, daysMax: days?.max ?? null };
}
