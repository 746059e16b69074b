import { ORDER_FILTERS, type OrderFilter, ORDER_STATUSES } from '#contract/order-statuses.ts';
import type { Order, OrderRow } from '#contract/orders.ts';
import { formatMoney, NBSP } from '#src/ui/format.ts';

// What a list and a page of orders say. Pure. Filters stand in the address, so back restores them.

/** Which order: by number for its owner, by the secret of the link for a guest. */
export type OrderRef = { id: number } | { token: string };
export const orderName = (ref: OrderRef): string => ('token' in ref ? `order:t:${ref.token}` : `order:${ref.id}`);
export const whichOrder = (ref: OrderRef): { public_token: string } | { exp_id: number } =>
  'token' in ref ? { public_token: ref.token } : { exp_id: ref.id };

// ── The list ────────────────────────────────────────────────────────────────────────────────────
export type OrdersAsked = {
  filter?: OrderFilter | undefined;
  q?: string | undefined;
  month?: string | undefined;
  pages?: number | undefined;
};
export const FILTER_WORDS: Record<OrderFilter, string> = {
  awaiting: 'Ждут оплаты',
  moving: 'В пути',
  ready: 'Готовы к выдаче',
  deferred: 'Отложены',
  received: 'Получены',
  cancelled: 'Отменены и возвраты',
};
export const PER_PAGE = 20;
/** The most that the call gives at once. */
const MOST = 50;

export function readOrdersAddress(search: string): OrdersAsked {
  const params = new URLSearchParams(search);
  const filter = params.get('status');
  const month = params.get('month');
  const pages = Number(params.get('pages'));
  return {
    ...(filter && filter in ORDER_FILTERS ? { filter: filter as OrderFilter } : {}),
    ...(params.get('q') ? { q: params.get('q')!.slice(0, 100) } : {}),
    ...(month && /^\d{4}-(0[1-9]|1[0-2])$/.test(month) ? { month } : {}),
    ...(Number.isInteger(pages) && pages > 1 ? { pages: Math.min(pages, Math.floor(MOST / PER_PAGE) + 1) } : {}),
  };
}
export function ordersAddress({ filter, q, month, pages }: OrdersAsked): string {
  const params = new URLSearchParams({
    ...(filter ? { status: filter } : {}),
    ...(q ? { q } : {}),
    ...(month ? { month } : {}),
    ...(pages && pages > 1 ? { pages: String(pages) } : {}),
  });
  const text = params.toString();
  return text === '' ? '/user/orders' : `/user/orders?${text}`;
}
export function toOrdersBody({ filter, q, month, pages = 1 }: OrdersAsked) {
  return {
    page: 1,
    per_page: Math.min(MOST, pages * PER_PAGE),
    ...(filter ? { status: filter } : {}),
    ...(q ? { q } : {}),
    ...(month ? { period: { from: `${month}-01`, to: lastDay(month) } } : {}),
  };
}
function lastDay(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return `${month}-${String(new Date(Date.UTC(year, number, 0)).getUTCDate()).padStart(2, '0')}`;
}
/** The last twelve months, the present one first. */
export function monthsBack(now: Date): { id: string; name: string }[] {
  return Array.from({ length: 12 }, (_, back) => {
    const at = new Date(now.getFullYear(), now.getMonth() - back, 15);
    return { id: `${at.getFullYear()}-${String(at.getMonth() + 1).padStart(2, '0')}`, name: monthName(at) };
  });
}
const longMonth = new Intl.DateTimeFormat('ru-RU', { month: 'long', year: 'numeric' });
export const monthName = (at: Date): string => {
  const words = longMonth.format(at).replace(/\s*г\.$/, '');
  return words.charAt(0).toUpperCase() + words.slice(1);
};
/** Orders under the month in which they were made, in the order of the list. */
export function byMonth<Row extends Pick<OrderRow, 'created_at'>>(
  rows: readonly Row[],
): { name: string; rows: Row[] }[] {
  const months: { name: string; rows: Row[] }[] = [];
  for (const row of rows) {
    const name = monthName(new Date(row.created_at));
    const last = months.at(-1);
    if (last?.name === name) last.rows.push(row);
    else months.push({ name, rows: [row] });
  }
  return months;
}

// ── One order in words ──────────────────────────────────────────────────────────────────────────
const S = ORDER_STATUSES;
const dayOnly = new Intl.DateTimeFormat('ru-RU', { day: 'numeric', month: 'long' });
const dayTime = new Intl.DateTimeFormat('ru-RU', { day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' });
export const dayWords = (iso: string): string => dayOnly.format(new Date(iso));
export const momentWords = (iso: string): string => dayTime.format(new Date(iso)).replace(' в ', ', ');
/** «№ 30 377». */
export const numberWords = (number: number): string => `№${NBSP}${String(number).replace(/\B(?=(\d{3})+$)/g, NBSP)}`;

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
  const more = count - 1;
  return `${first.title} ×${NBSP}${first.quantity}${more > 0 ? ` и${NBSP}ещё ${more}` : ''}`;
}

// ── The road ────────────────────────────────────────────────────────────────────────────────────
export type Stop = { name: string; at: string | null; state: 'done' | 'now' | 'next' };
/** Where the order has been, with its times, and what is still ahead of one that goes on. */
export function roadOf({ history, status }: Pick<Order, 'history' | 'status'>): Stop[] {
  const past: Stop[] = history.map(({ name, at }, i) => ({
    name,
    at,
    state: i === history.length - 1 ? 'now' : 'done',
  }));
  if (toneOf(status.id) === 'off' || status.id === S.received) return past;
  const ahead = [
    [S.paid, 'Оплачен'],
    [S.sent, 'Отправлен'],
    [S.received, 'Получен'],
  ] as const;
  return [
    ...past,
    ...ahead
      .filter(([id]) => id > status.id || (status.id === S.deferred && id > S.paid))
      .map(([, name]) => ({ name, at: null, state: 'next' as const })),
  ];
}
