import { ORDER_FILTERS, ORDER_STATUSES as S, type OrderFilter } from '#contract/order-statuses.ts';
import type { DeskOrder, DeskRow } from '#contract/desk-orders.ts';
import { formatMoney } from '#src/ui/format.ts';

// What the screens of orders at the desk ask for and say. Contents: 1 the address, 2 a row in words, 3 money that was typed

// ── 1 The address ───────────────────────────────────────────────────────────────────────────────
export type DeskAsked = { filter?: OrderFilter | undefined; q?: string | undefined; page?: number | undefined };
/** Parameters that mean nothing are left out. */
export function readDeskAddress(search: string): DeskAsked {
  const params = new URLSearchParams(search);
  const filter = params.get('status');
  const page = Number(params.get('page'));
  return {
    ...(filter && Object.hasOwn(ORDER_FILTERS, filter) ? { filter: filter as OrderFilter } : {}),
    ...(params.get('q') ? { q: params.get('q')!.slice(0, 100) } : {}),
    ...(Number.isInteger(page) && page > 1 && page <= 10_000 ? { page } : {}),
  };
}
export function deskAddress({ filter, q, page }: DeskAsked): string {
  const params = new URLSearchParams({
    ...(filter ? { status: filter } : {}),
    ...(q ? { q } : {}),
    ...(page && page > 1 ? { page: String(page) } : {}),
  });
  const text = params.toString();
  return text === '' ? '/desk/orders' : `/desk/orders?${text}`;
}
export const toDeskBody = ({ filter, q, page = 1 }: DeskAsked) => ({
  page,
  ...(filter ? { status: filter } : {}),
  ...(q ? { q } : {}),
});

// ── 2 A row in words ────────────────────────────────────────────────────────────────────────────
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

// ── 3 Money that was typed ──────────────────────────────────────────────────────────────────────
/** «1 690», «1690,50», «1 690.5 ₽» in kopecks; null when it is no sum. */
export function kopecksOf(typed: string): number | null {
  const found = /^(\d{1,8})(?:[.,](\d{1,2}))?$/.exec(typed.replaceAll(/[\s\u00a0\u202f₽]/g, ''));
  if (!found) return null;
  const kopecks = Number(found[1]) * 100 + Number((found[2] ?? '').padEnd(2, '0'));
  return kopecks > 0 ? kopecks : null;
}
