import { NOT_MEDICINE, SELLER } from '#contract/content.ts';
import { escapeHtml } from '#server/platform/escape.rules.ts';

/** What a letter or message about a new order tells. Money in kopecks. */
export type OrderNews = {
  id: number;
  /** Opens the order: the guest's link or the account's page. */
  url: string;
  publicUrl: string;
  lines: readonly { title: string; quantity: number; sumKop: number; isBad: boolean }[];
  goodsKop: number;
  delivery: { name: string; to: string; days: string | null; costKop: number };
  spentKop: number;
  debtKop: number;
  dueKop: number;
  isPaid: boolean;
  payUntil: Date;
};

const ROUBLES = new Intl.NumberFormat('ru-RU', { minimumFractionDigits: 0, maximumFractionDigits: 2 });
const roubles = (kopecks: number): string =>
  `${kopecks % 100 === 0 ? ROUBLES.format(kopecks / 100) : (kopecks / 100).toLocaleString('ru-RU', { minimumFractionDigits: 2 })}\u00a0₽`;
const NUMBER = new Intl.NumberFormat('ru-RU');
export const orderName = (id: number): string => `№\u00a0${NUMBER.format(id)}`;
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
  const lines = news.lines.map(({ title, quantity, sumKop }) => `${title} × ${quantity} — ${roubles(sumKop)}`);
  const sums = [
    `Товары: ${roubles(news.goodsKop)}`,
    `${news.delivery.name}${news.delivery.days === null ? '' : `, ${news.delivery.days}`}: ${roubles(news.delivery.costKop)}. ${news.delivery.to}`,
    ...(news.spentKop > 0 ? [`Со счетов: −${roubles(news.spentKop)}`] : []),
    ...(news.debtKop > 0 ? [`Погашение задолженности: ${roubles(news.debtKop)}`] : []),
    news.isPaid ? `Оплачено: ${roubles(news.dueKop)}` : `К оплате: ${roubles(news.dueKop)}`,
  ];
  const pay = news.isPaid
    ? []
    : [`Оплатить можно до ${UNTIL.format(news.payUntil)} (Москва). Потом заказ отменится сам.`];
  const warning = news.lines.some((line) => line.isBad) ? [NOT_MEDICINE] : [];
  const seller = `Продавец: ${SELLER.name}, ОГРН ${SELLER.ogrn}, ${SELLER.address}. ${SELLER.phone}, ${SELLER.email}, ${SELLER.hours}`;
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
      seller,
    ].join('\n\n'),
    html: [
      '<!doctype html><html lang="ru"><head><meta charset="utf-8"><title></title></head>',
      '<body style="font-family:sans-serif;font-size:16px;line-height:1.5;color:#1c1c1c;max-width:560px;margin:24px auto;padding:0 16px">',
      `<h1 style="font-size:22px">${escapeHtml(subject)}</h1>`,
      list(lines),
      ...warning.map((text) => `<p style="font-size:20px;font-weight:bold">${escapeHtml(text)}</p>`),
      list(sums),
      ...pay.map(paragraph),
      `<p><a href="${escapeHtml(news.url)}">Открыть заказ</a></p>`,
      '<hr>',
      '<h2 style="font-size:18px">Если передумали</h2>',
      ...RETURN_MEMO.map(paragraph),
      `<p><a href="${escapeHtml(returns)}">Условия возврата</a></p>`,
      paragraph(seller),
      '</body></html>',
    ].join('\n'),
  };
}
const paragraph = (text: string): string => `<p>${escapeHtml(text)}</p>`;
const list = (texts: readonly string[]): string =>
  `<ul>${texts.map((text) => `<li>${escapeHtml(text)}</li>`).join('')}</ul>`;

/** The same to a phone: the number, the sum and the link alone. */
export const orderSms = ({ id, url, dueKop, isPaid }: OrderNews): string =>
  `Заказ ${orderName(id)} принят${isPaid ? '' : `, к оплате ${roubles(dueKop)}`}: ${url}`;

/** The same for every try of one letter. */
/** Each sending has a name of its own, so that a repeat of the job sends nothing twice. `again`: which repeat the desk asked for. */
export const orderMessageId = (id: number, publicUrl: string, again = 0): string =>
  `<order.${id}${again > 0 ? `.${again}` : ''}@${new URL(publicUrl).hostname}>`;
