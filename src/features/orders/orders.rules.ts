import { ORDER_FILTERS, type OrderFilter } from '#contract/order-statuses.ts';
import type { OrderRow } from '#contract/orders.ts';

// Which orders are asked for. Filters stand in the address, so back restores them.

/** Which order: by number for its owner, by the secret of the link for a guest. */
export type OrderRef = { id: number } | { token: string };
export const orderName = (ref: OrderRef): string => ('token' in ref ? `order:t:${ref.token}` : `order:${ref.id}`);
export const orderAddress = (ref: OrderRef): string =>
  'token' in ref ? `/order/${ref.token}` : `/user/orders/${ref.id}`;
export const returnAddress = (ref: OrderRef): string => `${orderAddress(ref)}/return`;
export const whichOrder = (ref: OrderRef): { public_token: string } | { exp_id: number } =>
  'token' in ref ? { public_token: ref.token } : { exp_id: ref.id };

/** Under which name the phone keeps the answer to this question. */
export const ordersName = (asked: OrdersAsked): string => `orders:${JSON.stringify(toOrdersBody(asked))}`;

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
    ...(filter && Object.hasOwn(ORDER_FILTERS, filter) ? { filter: filter as OrderFilter } : {}),
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
