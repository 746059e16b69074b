// The hello bonus (docs/product/delivery.md#hello): 500 ₽ for the first order of a newcomer. No library in here.

export const HELLO_BONUS = { amountKop: 50_000, requiredKop: 300_000, withinDays: 30 } as const;
const DAY_MS = 86_400_000;

export type HelloAsked = {
  /** When the account was registered; null for a guest, who has none. */
  registeredAt: Date | null;
  hasOrdered: boolean;
  isBaseCart: boolean;
  /** Of the goods after discounts, kopecks. */
  sumKop: number;
  now: Date;
};
/** Sums in kopecks. */
export type HelloCondition = { type: 'min_sum'; required: number; current: number; left: number; met: boolean };

/** What is still missing for it; null for whoever cannot earn it any more. Wholesale buyers and staff are not asked. */
export function helloCondition({
  registeredAt,
  hasOrdered,
  isBaseCart,
  sumKop,
  now,
}: HelloAsked): HelloCondition | null {
  if (!registeredAt || hasOrdered || !isBaseCart) return null;
  if (now.getTime() - registeredAt.getTime() > HELLO_BONUS.withinDays * DAY_MS) return null;
  const left = Math.max(0, HELLO_BONUS.requiredKop - sumKop);
  return { type: 'min_sum', required: HELLO_BONUS.requiredKop, current: sumKop, left, met: left === 0 };
}
