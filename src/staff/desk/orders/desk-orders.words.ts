import type { DeskOrder, DeskQueue, DeskRow } from '#contract/desk-orders.ts';
import { ORDER_STATUSES as S } from '#contract/order-statuses.ts';
import { formatMoney } from '#src/ui/format.ts';

// An order at the desk in words.

const BY: Readonly<Record<number, string>> = {
  1: 'картой',
  2: 'с личного счёта',
  3: 'по реквизитам',
  5: 'по СБП',
  7: 'через SberPay',
  8: 'через Газпромбанк',
  9: 'через ЮKassa',
  10: 'через Robokassa',
};
/** «оплачен картой», «ждёт оплаты по СБП», «возврат 1 290 ₽». */
export function paymentWords({ payment, status }: Pick<DeskRow, 'payment' | 'status'>): string {
  if (payment.refunded > 0) return `возврат ${formatMoney(payment.refunded)}`;
  const by = BY[payment.type] ?? 'счетами';
  if (payment.paid) return `оплачен ${by}`;
  return status.id === S.cancelled ? 'не оплачен' : `ждёт оплаты ${by}`;
}
export type TagKind = 'leaf' | 'seed' | 'plain' | 'line';
const KINDS: Readonly<Record<number, TagKind>> = {
  [S.paid]: 'seed',
  [S.packing]: 'seed',
  [S.sent]: 'seed',
  [S.ready]: 'leaf',
  [S.received]: 'leaf',
  [S.cancelled]: 'line',
  [S.returned]: 'line',
};
export const tagOf = (status: number): TagKind => KINDS[status] ?? 'plain';

export const QUEUE_WORDS: Readonly<Record<DeskQueue, string>> = {
  new: 'Новые',
  pack: 'Собрать',
  ship: 'Отправить',
  problems: 'Вопросы',
};

export const ATTEMPT_WORDS: Readonly<Record<DeskOrder['attempts'][number]['status'], string>> = {
  created: 'ссылки ещё не просили',
  pending: 'ждём деньги',
  succeeded: 'оплачена',
  canceled: 'снята',
  expired: 'время вышло',
  needs_review: 'не та сумма',
  refunded: 'деньги вернули',
};
export const REFUND_WORDS: Readonly<Record<DeskOrder['refunds'][number]['state'], string>> = {
  created: 'отправляем в банк',
  pending: 'банк возвращает',
  succeeded: 'вернули',
  failed: 'ждёт решения',
};

const BACK: Readonly<Record<number, string>> = { ...BY, 1: 'на карту', 2: 'на личный счёт' };
/** Where money goes back to: beside a line, and in the total; `paymentType` says how the order was paid. */
export const refundTargets = (paymentType: number) =>
  [
    { key: 'source', one: BACK[paymentType] ?? 'как платили', all: `Вернётся ${BACK[paymentType] ?? 'как платили'}` },
    { key: 'ls', one: 'ЛС', all: 'На личный счёт' },
    { key: 'ks', one: 'КС', all: 'На комиссионный счёт' },
    { key: 'bs', one: 'БС', all: 'На бонусный счёт' },
  ] as const;
