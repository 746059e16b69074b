import { NOT_MEDICINE } from '#contract/content.ts';
import {
  letterPage,
  list,
  openOrderLink,
  orderName,
  paragraph,
  roubles,
  SELLER_LINE,
} from '#server/features/orders/letter-frame.rules.ts';
import { escapeHtml } from '#server/platform/escape.rules.ts';

/** What a letter or message about a new order tells. Money in kopecks. */
export type OrderNews = {
  id: number;
  /** Opens the order: the guest's link or the account's page. */
  url: string;
  publicUrl: string;
  lines: readonly { title: string; quantity: number; sumKop: number; isBad: boolean }[];
  /** A shipment: the deferred orders that go with it. */
  carries: readonly number[];
  goodsKop: number;
  delivery: { name: string; to: string; days: string | null; costKop: number };
  spentKop: number;
  debtKop: number;
  dueKop: number;
  isPaid: boolean;
  payUntil: Date;
};

const UNTIL = new Intl.DateTimeFormat('ru-RU', {
  timeZone: 'Europe/Moscow',
  day: 'numeric',
  month: 'long',
  hour: '2-digit',
  minute: '2-digit',
});

/** How to give things back, in writing with every order (docs/product/law.md row 9). */
const RETURN_MEMO = [
  'Отказаться от заказа можно в любое время до передачи и в течение 7 дней после неё.',
  'Деньги возвращаем не позже чем через 10 дней после вашего требования; из них вычитается только обратная дорога.',
  'Вернуть можно товар, у которого сохранены вид и свойства. Косметика, парфюмерия, предметы гигиены, БАД и продукты надлежащего качества обратно не принимаются; при недостатках — принимаются всегда.',
];

/** The letter after placing: what was ordered, what it costs, where to pay, how to give back. It advertises nothing. */
export function orderLetter(news: OrderNews): { subject: string; text: string; html: string } {
  const isShipment = news.carries.length > 0;
  const lines = isShipment
    ? [`Отправляем вместе отложенные заказы: ${news.carries.map(orderName).join(', ')}`]
    : news.lines.map(({ title, quantity, sumKop }) => `${title} × ${quantity} — ${roubles(sumKop)}`);
  const sums = [
    ...(isShipment ? [] : [`Товары: ${roubles(news.goodsKop)}`]),
    `${news.delivery.name}${news.delivery.days === null ? '' : `, ${news.delivery.days}`}: ${roubles(news.delivery.costKop)}. ${news.delivery.to}`,
    ...(news.spentKop > 0 ? [`Со счетов: −${roubles(news.spentKop)}`] : []),
    ...(news.debtKop > 0 ? [`Погашение задолженности: ${roubles(news.debtKop)}`] : []),
    news.isPaid ? `Оплачено: ${roubles(news.dueKop)}` : `К оплате: ${roubles(news.dueKop)}`,
  ];
  const pay = news.isPaid
    ? []
    : [`Оплатить можно до ${UNTIL.format(news.payUntil)} (Москва). Потом заказ отменится сам.`];
  const warning = news.lines.some((line) => line.isBad) ? [NOT_MEDICINE] : [];
  const subject = `Заказ ${orderName(news.id)} принят`;
  const returns = `${news.publicUrl}/kompaniya/vozvrat`;
  return {
    subject,
    text: [
      `${subject}.`,
      lines.join('\n'),
      ...warning,
      sums.join('\n'),
      ...pay,
      `Заказ: ${news.url}`,
      '—',
      'Если передумали',
      RETURN_MEMO.join('\n'),
      `Подробно: ${returns}`,
      SELLER_LINE,
    ].join('\n\n'),
    html: letterPage(subject, [
      list(lines),
      ...warning.map((text) => `<p style="font-size:20px;font-weight:bold">${escapeHtml(text)}</p>`),
      list(sums),
      ...pay.map(paragraph),
      openOrderLink(news.url),
      '<hr>',
      '<h2 style="font-size:18px">Если передумали</h2>',
      ...RETURN_MEMO.map(paragraph),
      `<p><a href="${escapeHtml(returns)}">Условия возврата</a></p>`,
      paragraph(SELLER_LINE),
    ]),
  };
}
/** The same to a phone: the number, the sum and the link alone. */
export const orderSms = ({ id, url, dueKop, isPaid }: OrderNews): string =>
  `Заказ ${orderName(id)} принят${isPaid ? '' : `, к оплате ${roubles(dueKop)}`}: ${url}`;

/** Each sending has a name of its own, so that a repeat of the job sends nothing twice. `again`: which repeat the desk asked for. */
export const orderMessageId = (id: number, publicUrl: string, again = 0): string =>
  `<order.${id}${again > 0 ? `.${again}` : ''}@${new URL(publicUrl).hostname}>`;
