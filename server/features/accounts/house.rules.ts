import { PAYMENT_TYPES } from '#contract/tables.ts';

/**
 * The shop's own accounts: what a person's money comes from and goes to. The number is the account's id, and the migrations
 * make the rows; a new name needs both (docs/product/money.md#house).
 */
export const HOUSE = {
  /** What orders have brought. */
  sales: 1,
  /** What gifts on БС cost the shop. */
  gifts: 2,
  /** What the network has earned. */
  commission: 3,
  /** What was mended by hand. */
  corrections: 4,
  /** What people had before the ledger began. */
  opening: 5,
  /** Bonuses below 50 ₽ that wait for the next month: what the house still owes. */
  carry: 6,
  // Money that came from outside: 20 + the code of the payment method. Below zero by what has come and not gone back.
  card: 20 + PAYMENT_TYPES.cart,
  requisites: 20 + PAYMENT_TYPES.bankRequisite,
  qr: 20 + PAYMENT_TYPES.qr,
  sberPay: 20 + PAYMENT_TYPES.sberPay,
  gazprom: 20 + PAYMENT_TYPES.gazprom,
  yookassa: 20 + PAYMENT_TYPES.yookassa,
  robokassa: 20 + PAYMENT_TYPES.robokassa,
} as const;
export type House = keyof typeof HOUSE;

/** The house account of a payment method that takes money from outside. @throws for 0 and 2, which take none. */
export function gatewayOf(paymentType: number): House {
  const found = (Object.keys(HOUSE) as House[]).find((name) => paymentType > 0 && HOUSE[name] === 20 + paymentType);
  if (!found) throw new Error(`payment method ${paymentType} takes no money from outside`);
  return found;
}
