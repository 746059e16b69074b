import type { CallReply } from '#contract/call.ts';
import type { punktFetchOrders, WaitingOrder } from '#contract/counter.ts';
import { NOTHING_SHOWN, type Shown } from '#src/platform/api/kept-answer.ts';

type Counter = CallReply<typeof punktFetchOrders>;

/**
 * The pieces of a point as one (docs/decisions/442): as old as its oldest, a copy if any of them is. An order that moved from one to the next
 * meanwhile stands there once, as the newest of them tells of it.
 */
export function joinPieces(pieces: readonly Shown<Counter>[]): Shown<Counter> {
  const [first, ...others] = pieces;
  if (!first?.data) return first ?? NOTHING_SHOWN;
  const site = first.data.point?.site;
  const rest = others.filter(({ data }) => data !== null && data.point?.site === site);
  if (rest.length === 0) return first;
  const all = [first, ...rest];
  const orders = new Map<number, WaitingOrder>();
  for (const { data } of all.toSorted((a, b) => timeOf(a) - timeOf(b)))
    for (const order of data?.orders ?? []) orders.set(order.id, order);
  return {
    ...first,
    data: { ...first.data, orders: [...orders.values()].toSorted((a, b) => a.id - b.id) },
    at: all.toSorted((a, b) => timeOf(a) - timeOf(b))[0]?.at ?? null,
    isCopy: all.some(({ isCopy }) => isCopy),
    isAsking: all.some(({ isAsking }) => isAsking),
  };
}
const timeOf = ({ at }: Shown<Counter>): number => Date.parse(at ?? '') || 0;
