import { ORDER_FILTERS, ORDER_FILTER_NAMES, type OrderFilter } from '#contract/order-statuses.ts';
import type { OrderSearch } from '#server/features/orders/order-rows.queries.ts';

export type SearchBody = {
  page: number;
  per_page: number;
  status?: number | string | undefined;
  period?: { from?: string | undefined; to?: string | undefined } | undefined;
  q?: string | undefined;
  sort: 'created_at-desc' | 'created_at-asc';
};

/** What the list asks for. Days of `period` are days in Moscow, both included. */
export function searchOf(userId: number, body: SearchBody): OrderSearch {
  const q = body.q?.trim();
  return {
    userId,
    statuses: statusesOf(body.status),
    from: startOf(body.period?.from),
    to: startOf(body.period?.to, 1),
    q: q === '' ? undefined : q,
    oldestFirst: body.sort === 'created_at-asc',
    limit: body.per_page,
    offset: (body.page - 1) * body.per_page,
  };
}

function statusesOf(status: number | string | undefined): readonly number[] | undefined {
  if (status === undefined) return undefined;
  return typeof status === 'number' ? [status] : ORDER_FILTERS[status as OrderFilter];
}

const DAY_MS = 86_400_000;
/** A day that is none asks for nothing: «2026-02-31». */
function startOf(day: string | undefined, plusDays = 0): Date | undefined {
  const time = day === undefined ? Number.NaN : Date.parse(`${day}T00:00:00+03:00`);
  return Number.isNaN(time) ? undefined : new Date(time + plusDays * DAY_MS);
}

/** Numbers beside the filters. */
export function countsOf(byStatus: ReadonlyMap<number, number>): Record<string, number> {
  const sum = (statuses: readonly number[]) => statuses.reduce((total, one) => total + (byStatus.get(one) ?? 0), 0);
  return {
    all: [...byStatus.values()].reduce((total, count) => total + count, 0),
    ...Object.fromEntries(ORDER_FILTER_NAMES.map((name) => [name, sum(ORDER_FILTERS[name])])),
  };
}
