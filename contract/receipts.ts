/** One line of a receipt of 54-ФЗ (docs/product/payments.md#receipts). All money in whole kopecks. */
export type ReceiptItem = {
  /** At most 128 characters. */
  name: string;
  quantity: number;
  priceKop: number;
  /** Exactly `priceKop` × `quantity`. */
  sumKop: number;
  /** Percent; null is «без НДС». */
  vat: number | null;
  subject: 'commodity' | 'service' | 'payment';
  /** `advance`: money for nothing in particular yet, a deposit. */
  mode: 'advance' | 'full_prepayment' | 'full_payment' | 'credit_payment';
  marked: boolean;
  /** Code of «Честный знак» of this one unit (docs/product/counter.md#marking). */
  mark?: string;
};
