import type { ListAsked, ListColumn } from '#server/features/plan/volumes/list-types.rules.ts';
import { type ListSource, placedOf, silentOf } from '#server/features/plan/volumes/list-source.rules.ts';

// The order of a list: the best few while they are found, or all of them at once.

type Compare = (a: number, b: number) => number;
/** Equal ones stand in the order of the structure. */
export function compareOf(source: ListSource, { by, isDescending }: Pick<ListAsked, 'by' | 'isDescending'>): Compare {
  const values = columnOf(source, by);
  if (!values) return (a, b) => (isDescending ? b - a : a - b);
  return isDescending ? (a, b) => values[b]! - values[a]! || a - b : (a, b) => values[a]! - values[b]! || a - b;
}
/** What a list is sorted by, by place; null: by the place itself. */
function columnOf(source: ListSource, by: ListColumn): ArrayLike<number> | null {
  const { view } = source;
  const { own, group } = view.period;
  if (by === 'place') return null;
  if (by === 'status') return shownStatusOf(view);
  if (by === 'silent') return silentOf(source);
  if (by === 'joined' || by === 'birth') return placedOf(source)[by];
  return by === 'line' ? placedOf(source).depth : { own, group, orders: view.orders, amount: view.amountKop }[by]; // prettier-ignore
}
const shownStatuses = new WeakMap<ListSource['view'], Uint8Array>();
/** Statuses as the list shows them: whoever is not active has none, and stands below the lowest. Once for each view. */
function shownStatusOf(view: ListSource['view']): Uint8Array {
  const known = shownStatuses.get(view);
  if (known) return known;
  const { active, status } = view.period;
  const shown = Uint8Array.from({ length: status.length }, (_, at) => (active[at] ? status[at]! + 1 : 0));
  shownStatuses.set(view, shown);
  return shown;
}

/** The first `most` of the places, which are in the order of the structure, in the order of the list: one pass, few comparisons. */
export function bestOf(
  places: Int32Array,
  source: ListSource,
  asked: Pick<ListAsked, 'by' | 'isDescending'>,
  most: number,
): number[] {
  const values = columnOf(source, asked.by);
  if (!values) return Array.from(asked.isDescending ? places.slice(-most).reverse() : places.slice(0, most));
  const compare = compareOf(source, asked);
  const sign = asked.isDescending ? 1 : -1;
  const best: number[] = [];
  // Nobody who comes later and is equal to the last one kept comes before it.
  let least = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < places.length; i += 1) {
    const at = places[i]!;
    if (best.length === most && sign * values[at]! <= least) continue;
    insert(best, at, most, compare);
    if (best.length === most) least = sign * values[best[most - 1]!]!;
  }
  return best;
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
  const values = columnOf(source, asked.by);
  if (!values) return void (asked.isDescending && found.reverse());
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let i = 0; i < found.length; i += 1) {
    const value = values[found[i]!]!;
    if (value < least) least = value;
    if (value > most) most = value;
  }
  const stride = source.view.period.tree.ids.length;
  if ((most - least + 1) * stride > Number.MAX_SAFE_INTEGER) return void found.sort(compareOf(source, asked));
  const keys = new Float64Array(found.length);
  for (let i = 0; i < keys.length; i += 1) {
    const at = found[i]!;
    keys[i] = (asked.isDescending ? most - values[at]! : values[at]! - least) * stride + at;
  }
  keys.sort();
  for (let i = 0; i < keys.length; i += 1) found[i] = keys[i]! % stride;
}
