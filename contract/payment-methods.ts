import type { Role } from '#contract/roles.ts';
import { PAYMENT_TYPES } from '#contract/tables.ts';

// The ways to pay (docs/product/payments.md#codes). No library in here: the checkout shows them without a signal too.

/** A code that somebody can pay by; 0 is «not chosen» and is none of them. */
export const PAYMENT_CODES = [5, 1, 7, 2, 9, 10, 8, 3] as const;
export type PaymentCode = (typeof PAYMENT_CODES)[number];
export const isPaymentCode = (code: number): code is PaymentCode => PAYMENT_CODES.some((one) => one === code);

/** `link`: the person goes to a page of the provider. `account`: at once, from ЛС. `transfer`: by a bank, within days. */
export type PaymentWay = 'link' | 'account' | 'transfer';
type Method = {
  name: string;
  way: PaymentWay;
  /** Shown in the first group, «Сразу», or under «Ещё». */
  isFirst: boolean;
  hint?: string;
};
export const PAYMENT_METHODS: Readonly<Record<PaymentCode, Method>> = {
  [PAYMENT_TYPES.qr]: { name: 'СБП (QR-код)', way: 'link', isFirst: true, hint: 'Через приложение банка' },
  [PAYMENT_TYPES.cart]: { name: 'Банковской картой', way: 'link', isFirst: true },
  [PAYMENT_TYPES.sberPay]: { name: 'SberPay', way: 'link', isFirst: true },
  [PAYMENT_TYPES.personalAccount]: { name: 'С личного счёта', way: 'account', isFirst: true },
  [PAYMENT_TYPES.yookassa]: { name: 'ЮKassa', way: 'link', isFirst: false },
  [PAYMENT_TYPES.robokassa]: { name: 'Robokassa', way: 'link', isFirst: false },
  [PAYMENT_TYPES.gazprom]: { name: 'Газпромбанк', way: 'link', isFirst: false },
  [PAYMENT_TYPES.bankRequisite]: {
    name: 'По реквизитам (квитанция)',
    way: 'transfer',
    isFirst: false,
    hint: 'Зачисление до 5 дней, заказ ждёт',
  },
};
export const NO_PAYMENT_NAME = 'Способ оплаты не выбран';
export const paymentName = (code: number): string =>
  isPaymentCode(code) ? PAYMENT_METHODS[code].name : NO_PAYMENT_NAME;

/** Whoever pays; null is a guest. */
export type Payer = { role: Role; isPunktVydachi: boolean } | null;
const EVERYBODY: readonly PaymentCode[] = [5, 1, 7, 9, 10, 8, 3];
const WHOLESALE: readonly PaymentCode[] = [1, 9, 3];

/**
 * Codes that this person may pay by, in the order of the screen. Whether a provider stands behind a code is the shop's
 * matter (`getPaymentMethods`), whether ЛС covers the whole due is the order's (`coversDue`).
 */
export function codesFor(payer: Payer): PaymentCode[] {
  const base = payer?.role === 'optovik' ? WHOLESALE : EVERYBODY;
  const hasAccount = payer !== null && (payer.role === 'cons' || payer.isPunktVydachi);
  return PAYMENT_CODES.filter((code) => base.includes(code) || (code === PAYMENT_TYPES.personalAccount && hasAccount));
}

/** The browser is sent to the provider's page at once. СБП is a code to be scanned, or a bank's application: the order's own page shows both. */
export const leavesForPage = (code: number): boolean =>
  code !== PAYMENT_TYPES.qr && isPaymentCode(code) && PAYMENT_METHODS[code].way === 'link';

/** ЛС pays an order only as a whole: part of it is an account's spend, not a way to pay. Kopecks. */
export const coversDue = (availableKop: number, dueKop: number): boolean => dueKop > 0 && availableKop >= dueKop;

const HOUR_S = 3600;
/** How long an attempt waits for its money; a transfer as long as the order does. */
export const PENDING_SECONDS: Readonly<Record<PaymentWay, number>> = {
  link: HOUR_S,
  account: HOUR_S,
  transfer: 5 * 24 * HOUR_S,
};
