import type { FastifyReply } from 'fastify';
import type { ReceiptItem } from '#contract/receipts.ts';
import { money, orderNumber } from '#server/features/acquiring/money-words.rules.ts';
import type { StoredReceipt } from '#server/features/payments/payments.queries.ts';
import { escapeHtml } from '#server/platform/escape.rules.ts';
import { pair, sendPage } from '#server/platform/small-page.ts';

const KINDS = {
  prepayment: 'Приход, предоплата',
  settlement: 'Приход, полный расчёт',
  refund: 'Возврат прихода',
} as const;
const MOSCOW = new Intl.DateTimeFormat('ru-RU', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Europe/Moscow' });

/** A receipt as it was made. No contact of the buyer stands on it: whoever has the address may show it. */
export function sendReceiptPage(reply: FastifyReply, receipt: StoredReceipt, seller: string, isDemo: boolean) {
  const title = isDemo ? 'Кассовый чек (демо)' : 'Кассовый чек';
  const rows = receipt.items.map(rowOf).join('\n');
  const body = `<h1>${title}</h1>
<dl>
${pair('Продавец', seller)}
${receipt.orderId === null ? '' : pair('Заказ', orderNumber(receipt.orderId))}
${pair('Признак', receipt.orderId === null ? 'Приход, аванс' : KINDS[receipt.kind])}
${pair('Дата', `${MOSCOW.format(receipt.at)} МСК`)}
</dl>
<table>
<thead><tr><th scope="col">Наименование</th><th scope="col">Сумма</th></tr></thead>
<tbody>
${rows}
</tbody>
</table>
<dl>${pair('Итого', money(receipt.sumKop), 'sum')}</dl>`;
  return sendPage(reply, { title, body });
}
const rowOf = (item: ReceiptItem): string =>
  `<tr><td>${escapeHtml(item.name)}<br><small>${item.quantity} × ${money(item.priceKop)}, ${taxOf(item)}</small></td><td>${money(item.sumKop)}</td></tr>`;

function taxOf({ vat, mode }: ReceiptItem): string {
  if (vat === null) return 'без НДС';
  return (mode === 'full_prepayment' || mode === 'advance') && vat > 0 ? `НДС ${vat}/${100 + vat}` : `НДС ${vat} %`;
}
