import { DESK_QUEUES, DESK_SORTS, type DeskQueue, type DeskSort } from '#contract/desk-orders.ts';
import { ORDER_FILTERS, type OrderFilter } from '#contract/order-statuses.ts';

// What the screens of orders at the desk ask for. Contents: 1 the address, 2 money that was typed

const INT4_MAX = 2_147_483_647;
// ── 1 The address ───────────────────────────────────────────────────────────────────────────────
export type DeskAsked = {
  queue?: DeskQueue | undefined;
  filter?: OrderFilter | undefined;
  q?: string | undefined;
  /** The newest first when undefined. */
  sort?: DeskSort | undefined;
  /** The number that the page before ended with. */
  after?: number | undefined;
};
/** Parameters that mean nothing are left out. */
export function readDeskAddress(search: string): DeskAsked {
  const params = new URLSearchParams(search);
  const filter = params.get('status');
  const queue = DESK_QUEUES.find((name) => name === params.get('queue'));
  const sort = DESK_SORTS.find((name) => name === params.get('sort'));
  const after = Number(params.get('after'));
  const hasAfter = Number.isInteger(after) && after > 0 && after <= INT4_MAX;
  return {
    ...(queue ? { queue } : {}),
    ...(!queue && filter && Object.hasOwn(ORDER_FILTERS, filter) ? { filter: filter as OrderFilter } : {}),
    ...(!queue && params.get('q') ? { q: params.get('q')!.slice(0, 100) } : {}),
    ...(!queue && sort ? { sort } : {}),
    ...(hasAfter ? { after } : {}),
  };
}
export function deskAddress({ queue, filter, q, sort, after }: DeskAsked): string {
  const params = new URLSearchParams({
    ...(queue ? { queue } : {}),
    ...(filter ? { status: filter } : {}),
    ...(q ? { q } : {}),
    ...(sort ? { sort } : {}),
    ...(after ? { after: String(after) } : {}),
  });
  const text = params.toString();
  return text === '' ? '/desk/orders' : `/desk/orders?${text}`;
}
export const toDeskBody = ({ queue, filter, q, sort, after }: DeskAsked) => ({
  ...(after ? { after } : {}),
  ...(sort ? { sort } : {}),
  ...(queue ? { queue } : {}),
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
