import {
  letterPage,
  openOrderLink,
  orderName,
  paragraph,
  roubles,
  SELLER_LINE,
} from '#server/features/orders/letter-frame.rules.ts';
import type { OrderHappened } from '#server/features/orders/order-happened.ts';

// What a buyer is written about an order after it was placed (docs/product/orders.md#mail-and-sms). Money in kopecks.

/** The order as it is when the letter is written. */
export type TellOrder = { id: number; url: string; paidKop: number; reason: string | null; deliverTo: string };

type Words = { subject: string; about: string[] };
const REFUND_DAYS = 10;

/** Letter and SMS of one event. They tell and advertise nothing. */
export function newsOfOrder(order: TellOrder, happened: OrderHappened) {
  const { subject, about } = wordsOf(order, happened);
  return {
    subject,
    text: [`${subject}.`, ...about, `Заказ: ${order.url}`, '—', SELLER_LINE].join('\n\n'),
    html: letterPage(subject, [...about.map(paragraph), openOrderLink(order.url), '<hr>', paragraph(SELLER_LINE)]),
    about: about[0] ?? '',
    sms: `${[subject, ...shortOf(happened)].join('. ')}: ${order.url}`,
  };
}

function wordsOf(order: TellOrder, happened: OrderHappened): Words {
  const name = orderName(order.id);
  const why = order.reason === null || order.reason === '' ? [] : [`Причина: ${order.reason}.`];
  switch (happened.what) {
    case 'paid':
      return {
        subject: `Заказ ${name} оплачен`,
        about: [
          order.paidKop > 0 ? `Получили ${roubles(order.paidKop)}.` : 'Заказ оплачен с ваших счетов.',
          `Собираем и отправим: ${order.deliverTo}. Чек и ход заказа — на его странице.`,
        ],
      };
    case 'cancelled':
      return { subject: `Заказ ${name} отменён`, about: [...why, ...moneyOf(happened)] };
    case 'returned':
      return { subject: `Возврат по заказу ${name} принят`, about: [...why, ...moneyOf(happened)] };
    case 'lessened':
      return {
        subject: `Заказ ${name} изменён`,
        about: ['Часть товаров убрана из заказа, остальное в силе.', ...moneyOf(happened)],
      };
    case 'sent':
      return {
        subject: happened.number > 1 ? `Ещё одна посылка заказа ${name} в пути` : `Заказ ${name} отправлен`,
        about: [
          `Едет: ${order.deliverTo}.`,
          ...(happened.track === null ? [] : [`Трек-номер посылки: ${happened.track}.`]),
        ],
      };
    case 'held':
      return { subject: `Заказ ${name} пока ждёт`, about: [happened.words] };
    case 'refund_done':
      return {
        subject: `Деньги по заказу ${name} возвращены`,
        about: [
          `Вернули ${roubles(happened.sourceKop)} тем же способом, каким вы платили. Банк зачисляет их обычно за 1–3 дня.`,
          'Чек возврата — на странице заказа.',
        ],
      };
  }
}

function moneyOf({ sourceKop, accountsKop }: { sourceKop: number; accountsKop: number }): string[] {
  return [
    ...(sourceKop > 0
      ? [`${roubles(sourceKop)} вернём тем же способом, каким вы платили, не позже чем через ${REFUND_DAYS} дней.`]
      : []),
    ...(accountsKop > 0 ? [`${roubles(accountsKop)} уже на ваших счетах в магазине.`] : []),
  ];
}
function shortOf(happened: OrderHappened): string[] {
  switch (happened.what) {
    case 'paid':
    case 'held':
      return [];
    case 'sent':
      return happened.track === null ? [] : [`Трек ${happened.track}`];
    case 'refund_done':
      return [roubles(happened.sourceKop)];
    case 'cancelled':
    case 'returned':
    case 'lessened':
      return happened.sourceKop > 0 ? [`Вернём ${roubles(happened.sourceKop)}`] : [];
  }
}

/** The name of the letter: the same event is sent once, however often its job runs. */
export const newsMessageId = (id: number, publicUrl: string, happened: OrderHappened): string =>
  `<order.${id}.${happened.what}${'ref' in happened ? `.${happened.ref}` : ''}@${new URL(publicUrl).hostname}>`;
