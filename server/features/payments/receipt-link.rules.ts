import type { Order } from '#contract/orders.ts';
import type { StoredReceipt } from '#server/features/payments/payments.queries.ts';

const TITLES = {
  prepayment: 'Чек предоплаты',
  settlement: 'Чек полного расчёта',
  refund: 'Чек возврата',
} as const satisfies Record<StoredReceipt['kind'], string>;

/** A receipt as an order's page names it. Its address is a secret of its own and shows no contact. */
export const receiptLink = ({ kind, token, at, sumKop }: StoredReceipt): Order['receipts'][number] => ({
  title: TITLES[kind],
  url: `/pay/receipt/${token}`,
  at: at.toISOString(),
  sum: sumKop,
});
