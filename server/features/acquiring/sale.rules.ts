import { transferPurpose } from '#contract/requisites.ts';
import type { ReceiptItem } from '#contract/receipts.ts';
import type { OrderRecord } from '#server/features/orders/order-rows.queries.ts';
import { vatPercent } from '#server/features/orders/vat.rules.ts';
import { itemsSum, receiptItems, type Sale, type SaleLine } from '#server/features/payments/receipt.rules.ts';

type Line = { id: number; title: string; quantity: number; priceKop: number; vatPercent: number; marked: boolean };
type SoldOrder = Pick<OrderRecord, 'id' | 'spend' | 'debts' | 'delivery' | 'deliveryKop' | 'createdAt'>;

/** What an order sells, as its receipts need it: frozen prices and rates, what accounts pay, debts that it collects. */
export function saleOf(order: SoldOrder, lines: readonly Line[]): Sale {
  const { spend, debts, delivery, deliveryKop } = order;
  return {
    lines: lines.filter(({ quantity }) => quantity > 0).map(saleLine),
    delivery: {
      name: `Доставка: ${delivery.name}`,
      costKop: deliveryKop,
      // A service of the shop, at the rate of the day on which the order was placed.
      vat: vatPercent('standard', order.createdAt),
    },
    spentKop: spend[0].order + spend[1].order + spend[2].order,
    spentDeliveryKop: spend[0].delivery + spend[1].delivery + spend[2].delivery,
    debtKop: debts[0] + debts[1] + debts[2],
  };
}
const saleLine = ({ id, title, quantity, priceKop, vatPercent: vat, marked }: Line): SaleLine => ({
  id,
  name: title,
  quantity,
  sumKop: priceKop * quantity,
  // Goods of the shop are never sold abroad at 0 %: nothing means «без НДС».
  vat: vat === 0 ? null : vat,
  marked,
});

/** Lines for so much money. Where the order has changed since, and they do not sum to it, one line says what it was for. */
export function prepaidItems(sale: Sale, orderId: number, amountKop: number): ReceiptItem[] {
  const items = receiptItems(sale, 'full_prepayment');
  if (itemsSum(items) === amountKop) return items;
  const money = { quantity: 1, priceKop: amountKop, sumKop: amountKop };
  const vat = sale.delivery?.vat ?? null;
  return [
    { name: transferPurpose(orderId), ...money, vat, subject: 'payment', mode: 'full_prepayment', marked: false },
  ];
}
