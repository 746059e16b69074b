import { photoPath } from '#contract/photos.ts';
import { isOpen, type OrderReturn, mayFollow, returnCode, RETURN_DAYS, type ReturnRule } from '#contract/returns.ts';
import type { ReturnRecord } from '#server/features/returns/returns.queries.ts';

// What may go back and until when (docs/product/returns.md#what-may-go-back). Contents: 1 days, 2 pieces, 3 on the wire

// ── 1 Days ──────────────────────────────────────────────────────────────────────────────────────
const MOSCOW_MS = 3 * 3_600_000;
const DAY_MS = 86_400_000;
/** The last moment, in Moscow, of the day that is so many days after the one of `at`. */
export function endOfDay(at: Date, daysLater: number): Date {
  const day = Math.floor((at.getTime() + MOSCOW_MS) / DAY_MS);
  return new Date((day + daysLater + 1) * DAY_MS - MOSCOW_MS - 1000);
}
/** The money is back within ten days of the asking (docs/product/law.md, row 9). */
export const REFUND_DAYS = 10;
export const dueOf = ({ state, askedAt }: Pick<ReturnRecord, 'state' | 'askedAt'>): Date | null =>
  isOpen(state) ? endOfDay(askedAt, REFUND_DAYS) : null;

/** By law where the maker has set neither a guarantee nor a shelf life. */
const GUARANTEE_MONTHS = 24;
/** In months, of words such as «24 месяца», «2 года»; what cannot be read counts as if nothing was said. */
export function guaranteeMonths(shelfLife: string): number {
  const found = /(\d{1,3})\s*(мес|год|лет)/.exec(shelfLife.toLowerCase());
  if (!found) return GUARANTEE_MONTHS;
  return Number(found[1]) * (found[2] === 'мес' ? 1 : 12);
}
/** Roots of the catalogue whose sound goods need not be taken back: supplements, food, drinks, beauty, scents, sport, sets. */
const LIMITED_ROOTS: ReadonlySet<number> = new Set([1, 2, 3, 4, 5, 7, 8]);
type Sold = { isBad: boolean; rootId: number; shelfLife: string };
/** The shelf life counts from the hand-over: when the thing was made nobody knows by then, and doubt is the buyer's. */
export function ruleOf({ isBad, rootId, shelfLife }: Sold, receivedAt: Date): ReturnRule {
  const guarantee = new Date(receivedAt);
  guarantee.setUTCMonth(guarantee.getUTCMonth() + guaranteeMonths(shelfLife));
  return {
    isLimited: isBad || LIMITED_ROOTS.has(rootId),
    unwantedUntil: endOfDay(receivedAt, RETURN_DAYS),
    guaranteeUntil: guarantee,
  };
}

// ── 2 Pieces ────────────────────────────────────────────────────────────────────────────────────
/** Pieces of a line that open returns already speak for. */
export const spokenFor = (returns: readonly Pick<ReturnRecord, 'state' | 'lines'>[], lineId: number): number =>
  returns
    .filter(({ state }) => isOpen(state))
    .flatMap(({ lines }) => lines)
    .reduce((sum, line) => sum + (line.lineId === lineId ? line.pieces : 0), 0);

// ── 3 On the wire ───────────────────────────────────────────────────────────────────────────────
/** `token`: of a guest's link, without which the browser of a guest sees no photograph. */
export function toOrderReturn(one: ReturnRecord, token: string | null): OrderReturn {
  const query = token === null ? '' : `?token=${token}`;
  return {
    id: one.id,
    number: one.number,
    code: returnCode(one.orderId, one.number),
    state: one.state,
    at: one.stateAt.toISOString(),
    asked_at: one.askedAt.toISOString(),
    lines: one.lines.map(({ lineId, title, pieces, reason, isUnopened, received }) => ({
      line_id: lineId,
      title,
      pieces,
      reason,
      unopened: isUnopened,
      received,
    })),
    words: one.words,
    photos: one.photos.map((id) => `${photoPath(id)}${query}`),
    answer: one.answer,
    refund: one.sourceKop === null ? null : { source: one.sourceKop, accounts: one.accountsKop ?? 0 },
    can_withdraw: mayFollow(one.state, 'withdrawn'),
  };
}
