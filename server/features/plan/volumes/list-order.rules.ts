import type { ListAsked, ListColumn } from '#server/features/plan/volumes/list-types.rules.ts';
import { depthOf, joinedAt, type ListSource, silentOf } from '#server/features/plan/volumes/list-source.rules.ts';

// The order of a list: the best few while they are found, or all of them at once.

type Compare = (a: number, b: number) => number;
/** Equal ones stand in the order of the structure. */
export function compareOf(source: ListSource, { by, isDescending }: Pick<ListAsked, 'by' | 'isDescending'>): Compare {
  const value = valueOf(source, by);
  return isDescending ? (a, b) => value(b) - value(a) || a - b : (a, b) => value(a) - value(b) || a - b;
}
function valueOf(source: ListSource, by: ListColumn): (at: number) => number {
  const { view, facts } = source;
  const { own, group, status, tree } = view.period;
  if (by === 'place') return (at) => at;
  if (by === 'joined') return (at) => joinedAt(facts, tree.ids[at]!, view.id);
  if (by === 'birth') return (at) => facts.birth[tree.ids[at]!] ?? 0;
  if (by === 'line' || by === 'silent') {
    const list = by === 'line' ? depthOf(source) : silentOf(source);
    return (at) => list[at]!;
  }
  const column = { own, group, orders: view.orders, amount: view.amountKop, status }[by];
  return (at) => column[at]!;
}
/** Keeps the first `most` places in order; most places are refused by one comparison with the last. */
export function insert(best: number[], at: number, most: number, compare: Compare): void {
  if (best.length === most && compare(at, best[most - 1]!) > 0) return;
  let [low, high] = [0, best.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compare(best[middle]!, at) < 0) low = middle + 1;
    else high = middle;
  }
  best.splice(low, 0, at);
  if (best.length > most) best.pop();
}

/**
 * The same order as `compareOf`. A value and its place make one number, so that a million are sorted as plain numbers: no function is
 * called a million times, and no list of objects is made beside them.
 */
export function sortPlaces(found: Int32Array, source: ListSource, asked: Pick<ListAsked, 'by' | 'isDescending'>): void {
  const value = valueOf(source, asked.by);
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const at of found) {
    least = Math.min(least, value(at));
    most = Math.max(most, value(at));
  }
  const stride = source.view.period.tree.ids.length;
  if ((most - least + 1) * stride > Number.MAX_SAFE_INTEGER) return void found.sort(compareOf(source, asked));
  const keys = new Float64Array(found.length);
  for (const [i, at] of found.entries())
    keys[i] = (asked.isDescending ? most - value(at) : value(at) - least) * stride + at;
  keys.sort();
  for (const [i, key] of keys.entries()) found[i] = key % stride;
}
