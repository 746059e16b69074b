import * as z from 'zod/mini';
import { Kopecks } from '#contract/money.ts';

// Returns of an order (docs/product/returns.md), for whoever reads one. Times in ISO. Contents: 1 states, 2 reasons, 3 what may go back, 4 shape

// ── 1 States ────────────────────────────────────────────────────────────────────────────────────
export const RETURN_STATES = ['asked', 'approved', 'received', 'refunded', 'refused', 'withdrawn'] as const;
export type ReturnState = (typeof RETURN_STATES)[number];
/** Where each may go from where it is. */
export const RETURN_NEXT: Readonly<Record<ReturnState, readonly ReturnState[]>> = {
  asked: ['approved', 'refused', 'withdrawn'],
  // Goods may be left with the buyer: then the money goes back without them.
  approved: ['received', 'refunded', 'refused', 'withdrawn'],
  // What has come is looked at: it may be another thing than was said.
  received: ['refunded', 'refused'],
  refunded: [],
  refused: [],
  withdrawn: [],
};
export const mayFollow = (from: ReturnState, to: ReturnState): boolean => RETURN_NEXT[from].includes(to);
/** Its pieces are spoken for: nobody asks for them a second time. */
export const isOpen = (state: ReturnState): boolean => RETURN_NEXT[state].length > 0;
export const RETURN_STATE_NAMES: Readonly<Record<ReturnState, string>> = {
  asked: 'На рассмотрении',
  approved: 'Одобрен, ждём товар',
  received: 'Товар у нас',
  refunded: 'Деньги возвращены',
  refused: 'Отказ',
  withdrawn: 'Отозван',
};

// ── 2 Reasons ───────────────────────────────────────────────────────────────────────────────────
export const RETURN_REASONS = ['unwanted', 'defect', 'damaged', 'wrong'] as const;
export type ReturnReason = (typeof RETURN_REASONS)[number];
export const RETURN_REASON_NAMES: Readonly<Record<ReturnReason, string>> = {
  unwanted: 'Не подошло, передумали',
  defect: 'Товар с недостатком',
  damaged: 'Повреждено в дороге',
  wrong: 'Привезли не то',
};

// ── 3 What may go back ──────────────────────────────────────────────────────────────────────────
/** Days after the one of the hand-over in which a sound thing may be refused. */
export const RETURN_DAYS = 7;
export const RETURN_PHOTOS_MAX = 5;
/**
 * Of one line. `isLimited`: supplements, food, cosmetics and hygiene, which the law does not make anybody take back when they are sound
 * (docs/product/law.md, row 10).
 */
export type ReturnRule = { isLimited: boolean; unwantedUntil: Date; guaranteeUntil: Date };
/** Why a line may not go back for this reason, in words; null: it may. */
export function whyNotBack(
  { isLimited, unwantedUntil, guaranteeUntil }: ReturnRule,
  { reason, isUnopened, now }: { reason: ReturnReason; isUnopened: boolean; now: Date },
): string | null {
  if (reason !== 'unwanted')
    return now <= guaranteeUntil ? null : 'Срок, в который принимаем товар с недостатком, закончился';
  if (now > unwantedUntil)
    return `Прошло больше ${RETURN_DAYS} дней после получения. Вернуть можно только товар с недостатком`;
  if (isLimited && !isUnopened)
    return 'Такой товар по закону возвращают только с недостатком. Если упаковка не вскрыта, отметьте это: решит магазин';
  return null;
}
/** What a return of this reason must tell in words. */
export const needsWords = (reason: ReturnReason): boolean => reason !== 'unwanted';

// ── 4 Shape ─────────────────────────────────────────────────────────────────────────────────────
/** What a person writes on the parcel or says at the counter: `R30377-1`. */
export const returnCode = (orderId: number, number: number): string => `R${orderId}-${number}`;

export const ReturnLine = z.object({
  line_id: z.int(),
  title: z.string(),
  pieces: z.int(),
  reason: z.enum(RETURN_REASONS),
  /** Of a sound thing: its package was not opened. */
  unopened: z.boolean(),
  /** How many of them have come; null: none is expected yet. */
  received: z.nullable(z.int()),
});
/** As its buyer sees it. */
export const OrderReturn = z.object({
  id: z.int(),
  number: z.int(),
  code: z.string(),
  state: z.enum(RETURN_STATES),
  at: z.string(),
  asked_at: z.string(),
  lines: z.array(ReturnLine),
  /** In the buyer's words. */
  words: z.string(),
  photos: z.array(z.string()),
  /** What the shop has answered. */
  answer: z.string(),
  /** What went back: the way it came, and onto the accounts. */
  refund: z.nullable(z.object({ source: Kopecks, accounts: Kopecks })),
  can_withdraw: z.boolean(),
});
export type OrderReturn = z.infer<typeof OrderReturn>;
