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
export type TellOrder = {
  id: number;
  url: string;
  paidKop: number;
  reason: string | null;
  deliverTo: string;
  /** Of issue: only whoever the letter goes to reads it. */
  code?: string | null;
  proxy?: { name: string; code: string } | null;
  schedule?: string | null;
};

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
    sms: `${[subject, ...shortOf(order, happened)].join('. ')}: ${order.url}`,
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
          ...(happened.inside === undefined ? [] : [`Лежит в одной посылке с заказом ${orderName(happened.inside)}.`]),
          ...(happened.track === null ? [] : [`Трек-номер посылки: ${happened.track}.`]),
        ],
      };
    case 'at_carrier':
      return {
        subject: `Заказ ${name} ждёт вас`,
        about: [`${order.deliverTo}. Срок хранения и код, если он нужен, сообщит перевозчик.`],
      };
    case 'ready':
    case 'waiting':
    case 'sent_back':
    case 'handed':
    case 'proxy':
      return atPointWords(order, happened);
    case 'deferred_soon':
    case 'deferred_over':
    case 'joined':
    case 'leaves':
      return deferredWords(order, happened);
    case 'held':
      return { subject: `Заказ ${name} пока ждёт`, about: [happened.words] };
    case 'replaced':
      return { subject: `Замена в заказе ${name}`, about: [happened.words, ...onAccounts(happened.accountsKop)] };
    case 'goodwill':
      return goodwillWords(name, happened);
    case 'return_asked':
    case 'return_approved':
    case 'return_refused':
    case 'return_received':
    case 'return_paid':
      return returnWords(name, happened);
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

const goodwillWords = (
  name: string,
  { words, accountsKop, sourceKop = 0 }: Extract<OrderHappened, { what: 'goodwill' }>,
): Words =>
  sourceKop > 0
    ? {
        subject: `Возвращаем вам ${roubles(sourceKop)}`,
        about: [words, `По заказу ${name}, тем же способом, каким вы платили. Товары остаются у вас.`],
      }
    : { subject: `${roubles(accountsKop)} на ваш счёт`, about: [words, `По заказу ${name}.`] };

const MOSCOW_DAY = new Intl.DateTimeFormat('ru-RU', { day: 'numeric', month: 'long', timeZone: 'Europe/Moscow' });
const dayOf = (iso: string): string => MOSCOW_DAY.format(new Date(iso));
type AtPoint = Extract<OrderHappened, { what: 'ready' | 'waiting' | 'sent_back' | 'handed' | 'proxy' }>;
/** What happens at the counter (docs/product/counter.md#code). */
function atPointWords(order: TellOrder, happened: AtPoint): Words {
  const name = orderName(order.id);
  const code = `Код для выдачи: ${order.code ?? ''}. Назовите его оператору и никому больше не говорите.`;
  const place = [order.deliverTo, order.schedule].filter(Boolean).join('. ');
  switch (happened.what) {
    case 'ready':
      return { subject: `Заказ ${name} ждёт вас`, about: [code, `${place}. Хранится до ${dayOf(happened.until)} включительно.`] }; // prettier-ignore
    case 'waiting':
      return happened.isOver
        ? { subject: `Заказ ${name} скоро уедет обратно`, about: [`Срок хранения вышел. Ещё можно забрать до ${dayOf(happened.until)}.`, code, place] } // prettier-ignore
        : { subject: `Заказ ${name} ждёт до ${dayOf(happened.until)}`, about: [code, place] };
    case 'sent_back':
      return { subject: `Заказ ${name} едет обратно на склад`, about: ['Срок хранения в пункте вышел. Когда посылка вернётся, мы вернём деньги или отправим её снова: напишите нам.'] }; // prettier-ignore
    case 'handed':
      return {
        subject: `Заказ ${name} получен`,
        about: [HANDED_WORDS[happened.by], 'Чек полного расчёта — на странице заказа.'],
      };
    case 'proxy':
      return {
        subject: `Заказ ${name} заберёт другой человек`,
        about: [`${order.proxy?.name ?? ''}, код для выдачи: ${order.proxy?.code ?? ''}. Передайте его только этому человеку.`], // prettier-ignore
      };
  }
}

type Deferred = Extract<OrderHappened, { what: 'deferred_soon' | 'deferred_over' | 'joined' | 'leaves' }>;
/** What becomes of an order that waits for the next one (docs/product/orders.md#deferred). */
function deferredWords({ id, deliverTo }: TellOrder, happened: Deferred): Words {
  const name = orderName(id);
  switch (happened.what) {
    case 'deferred_soon':
      return {
        subject: `Заказ ${name} ждёт на складе до ${dayOf(happened.until)}`,
        about: [
          'Оформите следующий заказ, и мы отправим их вместе: за отложенный доплачивать не нужно. Или отправьте его сейчас: «Мои заказы», «Отправить отложенные».',
        ],
      };
    case 'deferred_over':
      return {
        subject: `Срок хранения заказа ${name} вышел`,
        about: [
          'Отправим его с вашим следующим заказом, или отправьте его сами: «Мои заказы», «Отправить отложенные». Если не будет ни того, ни другого, вернём деньги на ваш личный счёт.',
        ],
      };
    case 'joined':
      return {
        subject: `Заказ ${name} едет с заказом ${orderName(happened.ref)}`,
        about: [`Отправим вместе: ${deliverTo}. Доплачивать за доставку не нужно.`],
      };
    case 'leaves':
      return { subject: `Заказ ${name} больше не отложен`, about: [`Собираем и отправим: ${deliverTo}.`] };
  }
}

const HANDED_WORDS = {
  buyer: 'Спасибо, что забрали заказ.',
  proxy: 'Заказ забрал человек, которому вы дали код.',
  carrier: 'Перевозчик его вручил. Если это не так, напишите нам.',
} as const;

type AboutReturn = Extract<OrderHappened, { code: string }>;
function returnWords(order: string, happened: AboutReturn): Words {
  const name = `Возврат ${happened.code}`;
  switch (happened.what) {
    case 'return_asked':
      return {
        subject: `${name} принят на рассмотрение`,
        about: [`Заказ ${order}. Ответим, как передать товар. Ход возврата — на странице заказа.`],
      };
    case 'return_approved':
      return { subject: `${name} одобрен`, about: [happened.words] };
    case 'return_refused':
      return { subject: `${name}: отказ`, about: [happened.words] };
    case 'return_received':
      return { subject: `${name}: товар у нас`, about: ['Проверим его и вернём деньги.'] };
    case 'return_paid':
      return { subject: `${name}: деньги возвращаем`, about: moneyOf(happened) };
  }
}
const onAccounts = (kopecks: number): string[] =>
  kopecks > 0 ? [`${roubles(kopecks)} уже на ваших счетах в магазине.`] : [];
function moneyOf({ sourceKop, accountsKop }: { sourceKop: number; accountsKop: number }): string[] {
  return [
    ...(sourceKop > 0
      ? [`${roubles(sourceKop)} вернём тем же способом, каким вы платили, не позже чем через ${REFUND_DAYS} дней.`]
      : []),
    ...onAccounts(accountsKop),
  ];
}
function shortOf(order: TellOrder, happened: OrderHappened): string[] {
  switch (happened.what) {
    case 'paid':
    case 'held':
    case 'replaced':
    case 'goodwill':
    case 'handed':
    case 'at_carrier':
    case 'sent_back':
    case 'deferred_soon':
    case 'deferred_over':
    case 'joined':
    case 'leaves':
    case 'return_asked':
    case 'return_approved':
    case 'return_refused':
    case 'return_received':
      return [];
    case 'ready':
    case 'waiting':
      return [`Код ${order.code ?? ''}, до ${dayOf(happened.until)}`];
    case 'proxy':
      return order.proxy ? [`${order.proxy.name}, код ${order.proxy.code}`] : [];
    case 'sent':
      return happened.track === null ? [] : [`Трек ${happened.track}`];
    case 'refund_done':
      return [roubles(happened.sourceKop)];
    case 'cancelled':
    case 'returned':
    case 'lessened':
    case 'return_paid':
      return happened.sourceKop > 0 ? [`Вернём ${roubles(happened.sourceKop)}`] : [];
  }
}

/** The name of the letter: the same event is sent once, however often its job runs. */
export const newsMessageId = (id: number, publicUrl: string, happened: OrderHappened): string =>
  `<order.${id}.${happened.what}${'ref' in happened ? `.${happened.ref}` : ''}@${new URL(publicUrl).hostname}>`;
