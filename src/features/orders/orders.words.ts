import { ORDER_STATUS_NAMES, ORDER_STATUSES } from '#contract/order-statuses.ts';
import type { Order, OrderRow } from '#contract/orders.ts';
import { DELIVERY_TYPES } from '#contract/tables.ts';
import { formatMoney, NBSP } from '#src/ui/format.ts';

// One order in words: its status, its facts, its road (docs/product/orders.md#statuses).

// ── One order in words ──────────────────────────────────────────────────────────────────────────
const S = ORDER_STATUSES;
const dayOnly = new Intl.DateTimeFormat('ru-RU', { day: 'numeric', month: 'long' });
const dayTime = new Intl.DateTimeFormat('ru-RU', { day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' });
/** A day stays with its month on one line. */
const tiedDay = (text: string): string => text.replace(/^(\d+) /, `$1${NBSP}`);
export const dayWords = (iso: string): string => tiedDay(dayOnly.format(new Date(iso)));
export const momentWords = (iso: string): string => tiedDay(dayTime.format(new Date(iso)).replace(' в ', ', '));

export type Tone = 'wait' | 'go' | 'off';
export const toneOf = (status: number): Tone =>
  status === S.new || status === S.awaiting ? 'wait' : status === S.cancelled || status === S.returned ? 'off' : 'go';

/** «Отправлен 17 ноября», «Ждёт оплаты». */
export function statusWords({ status }: Pick<OrderRow, 'status'>): string {
  const day = dayWords(status.at);
  switch (status.id) {
    case S.new:
    case S.awaiting:
      return 'Ждёт оплаты';
    case S.packing:
      return `Собирается с${NBSP}${day}`;
    case S.ready:
      return `Готов к${NBSP}выдаче с${NBSP}${day}`;
    case S.deferred:
      return `Отложен на складе с${NBSP}${day}`;
    default:
      return `${status.name} ${day}`;
  }
}
/** The second line: until when to pay, where it goes, or what it held. */
export function factWords(row: OrderRow): string {
  const { status, payment, delivery, refunded } = row;
  if (toneOf(status.id) === 'wait' && payment.pay_until)
    return `До${NBSP}${momentWords(payment.pay_until)}. Потом отменится сам`;
  if (toneOf(status.id) === 'off' && refunded > 0) return `Вернули ${formatMoney(refunded)}`;
  return [delivery.name, delivery.to].filter(Boolean).join(', ');
}
/** «Крем дневной «Роса» × 2 и ещё 2 товара». */
export function contentsWords({
  first_item: first,
  items_count: count,
}: Pick<OrderRow, 'first_item' | 'items_count'>): string {
  if (first.quantity === 0) return first.title;
  const more = count - 1;
  return `${first.title} ×${NBSP}${first.quantity}${more > 0 ? ` и${NBSP}ещё ${more}` : ''}`;
}

// ── The road ────────────────────────────────────────────────────────────────────────────────────
export type Stop = { name: string; at: string | null; state: 'done' | 'now' | 'next' };
/** Where our own people hand it over, and tell when it is there. */
const OUR_POINTS: ReadonlySet<number> = new Set([DELIVERY_TYPES.pickup, DELIVERY_TYPES.logisticCenter]);
type Road = Pick<Order, 'history' | 'status'> & { delivery: Pick<Order['delivery'], 'type'> };
/** Where the order has been, with its times, and what is still ahead of one that goes on. */
export function roadOf({ history, status, delivery }: Road): Stop[] {
  const past: Stop[] = history.map(({ name, at }, i) => ({
    name,
    at,
    state: i === history.length - 1 ? 'now' : 'done',
  }));
  if (toneOf(status.id) === 'off' || status.id === S.received) return past;
  const ahead = [S.paid, S.packing, S.sent, ...(OUR_POINTS.has(delivery.type) ? [S.ready] : []), S.received];
  return [
    ...past,
    ...ahead
      .filter((id) => id > status.id || (status.id === S.deferred && id > S.paid))
      .map((id) => ({ name: ORDER_STATUS_NAMES[id], at: null, state: 'next' as const })),
  ];
}

/** Something of its price is held on the buyer's accounts: a guest has none to speak of. */
const isHeld = ({ spend }: Pick<Order, 'spend'>): boolean =>
  Object.values(spend).some((one) => one.order + one.delivery > 0);
export const untilWords = (order: Pick<Order, 'spend'>, until: string): string =>
  `Оплатите до\u00a0${momentWords(until)}. Потом заказ отменится${isHeld(order) ? ', деньги на\u00a0ваших счетах вернутся' : ''}.`;
export const nothingTakenWords = (order: Pick<Order, 'spend'>): string =>
  `Деньги не\u00a0списаны.${isHeld(order) ? ' То, что удержано на\u00a0ваших счетах, вернётся сразу.' : ''}`;
