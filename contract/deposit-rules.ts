import type { PaymentCode } from '#contract/payment-methods.ts';

// The numbers of a deposit that server and page share (docs/product/payments.md#deposits). No library in here.

/** One deposit, kopecks. */
export const DEPOSIT_LIMITS = { minKop: 10_000, maxKop: 10_000_000 } as const;
/** Ways with a page to go to, in the order of the screen. */
export const DEPOSIT_CODES = [5, 1, 7, 9, 10] as const satisfies readonly PaymentCode[];
