import { ORDER_FILTERS, type OrderFilter } from '#contract/order-statuses.ts';

// What the screens of orders at the desk ask for. Contents: 1 the address, 2 money that was typed

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

// ── 2 Money that was typed ──────────────────────────────────────────────────────────────────────
/** «1 690», «1690,50», «1 690.5 ₽» in kopecks; null when it is no sum. */
export function kopecksOf(typed: string): number | null {
  const found = /^(\d{1,8})(?:[.,](\d{1,2}))?$/.exec(typed.replaceAll(/[\s\u00a0\u202f₽]/g, ''));
  if (!found) return null;
  const kopecks = Number(found[1]) * 100 + Number((found[2] ?? '').padEnd(2, '0'));
  return kopecks > 0 ? kopecks : null;
}
