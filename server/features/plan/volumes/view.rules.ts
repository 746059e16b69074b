import { measurePeriod, type Period, periodAfter } from '#contract/plan/period.ts';
import { termsOf } from '#contract/plan/plan-table.ts';
import type { Tree } from '#contract/plan/tree.ts';
import { type PathRow, placesOf, withNewcomers } from '#server/features/plan/volumes/places.rules.ts';

// The open period in memory: lists by place, some 48 bytes a person (docs/decisions/332). A view is never changed; news make
// another one, and whoever pages through the old one still may.

/** Points and money of a person, as events sum up: half-points, kopecks. */
export type Volume = {
  userId: number;
  half: number;
  amountKop: number;
  /** Orders that brought them. */
  orders?: number;
};
export type View = {
  version: number;
  /** YYYYMM. */
  id: number;
  period: Period;
  amountKop: Float64Array;
  orders: Float64Array;
  places: Int32Array;
  houseId: number | null;
  /** Points of people who stand in no structure (any more), in half-points: with them the events add up. */
  outsideHalf: number;
  /** What it was made of, until the next one is made: what was counted of that one is brought up to date, not counted anew. */
  since?: Since | undefined;
};
/** Places whose numbers may differ, those above them too. */
export type Since = { view: View; touched: ReadonlySet<number> };

/** A view of everything that was read. */
export function viewOf(
  tree: Tree,
  volumes: readonly Volume[],
  { id, version, houseId }: Pick<View, 'id' | 'version' | 'houseId'>,
): View {
  const own = new Float64Array(tree.ids.length);
  const amountKop = new Float64Array(tree.ids.length);
  const orders = new Float64Array(tree.ids.length);
  const places = placesOf(tree);
  const outsideHalf = addTo({ own, amountKop, orders, places }, volumes);
  return {
    version,
    id,
    houseId,
    places,
    amountKop,
    orders,
    outsideHalf,
    period: measured({ tree, own, id, houseId, places }),
  };
}

type NewsOf = { people: readonly PathRow[]; volumes: readonly Volume[] };
/**
 * The view after news: people in the order of their paths, and what has come to or gone from volumes since. `spare`: the one that
 * `before` was made of, which nobody looks at any more: its lists are written over (docs/decisions/570). Lists of a million are
 * cheap to copy and dear to throw away, forty megabytes every two seconds.
 */
export function viewAfter(before: View, news: NewsOf, spare?: View): View {
  const { id, houseId } = before;
  const isKnown = ({ userId }: PathRow) => (before.places[userId] ?? -1) >= 0;
  const people = news.people.filter((row) => !isKnown(row));
  const { tree, own, amountKop, orders, places, into } =
    people.length > 0 ? grown(before, people) : (reused(before, spare) ?? copied(before));
  const changed = new Map<number, number>();
  const outsideHalf = before.outsideHalf + addTo({ own, amountKop, orders, places, changed }, news.volumes);
  const isFew = people.length === 0 && changed.size < FEW;
  const period = isFew
    ? periodAfter(before.period, own, { changed, house: houseOf({ houseId, places }), ...(into && { into }) })
    : measured({ tree, own, id, houseId, places });
  before.since = undefined;
  const since = isFew ? { view: before, touched: withAbove(tree, changed.keys()) } : undefined;
  return { version: before.version + 1, id, houseId, places, amountKop, orders, outsideHalf, period, since };
}
function withAbove({ parent }: Tree, places: Iterable<number>): Set<number> {
  const touched = new Set<number>();
  for (const place of places) for (let at = place; at >= 0 && !touched.has(at); at = parent[at]!) touched.add(at);
  return touched;
}
/** The lists of the view before the last, with what the last one has changed: equal to those of the last. Null: they are not to be had. */
function reused({ since, places, period, amountKop, orders }: View, spare: View | undefined) {
  const { own, group, active, status, percent, tree } = spare?.period ?? {};
  if (!spare || since?.view !== spare || tree !== period.tree || !(own instanceof Float64Array)) return null;
  const into = { group: group!, active: active!, status: status!, percent: percent! }; // There as `own` is.
  for (const at of since.touched) {
    own[at] = period.own[at]!;
    spare.amountKop[at] = amountKop[at]!;
    spare.orders[at] = orders[at]!;
    into.group[at] = period.group[at]!;
    into.active[at] = period.active[at]!;
    into.status[at] = period.status[at]!;
    into.percent[at] = period.percent[at]!;
  }
  return { tree, own, amountKop: spare.amountKop, orders: spare.orders, places, into };
}

/** More people than these, each with some twenty above, and measuring everybody is quicker. */
const FEW = 20_000;

function grown({ period, amountKop, orders, places }: View, people: readonly PathRow[]) {
  const { tree, movedTo } = withNewcomers(period.tree, places, people);
  const column = () => new Float64Array(tree.ids.length);
  const wider = { own: column(), amountKop: column(), orders: column() };
  for (const [at, to] of movedTo.entries()) {
    wider.own[to] = period.own[at]!;
    wider.amountKop[to] = amountKop[at]!;
    wider.orders[to] = orders[at]!;
  }
  return { tree, ...wider, places: placesOf(tree), into: undefined };
}
const copied = ({ period, amountKop, orders, places }: View) => ({
  tree: period.tree,
  own: period.own instanceof Float64Array ? period.own.slice() : Float64Array.from(period.own),
  amountKop: amountKop.slice(),
  orders: orders.slice(),
  places,
  into: undefined,
});
type Sums = Pick<View, 'amountKop' | 'orders' | 'places'> & {
  own: Float64Array;
  /** Takes down by how much each place has changed. */
  changed?: Map<number, number>;
};
function addTo({ own, amountKop, orders, places, changed }: Sums, volumes: readonly Volume[]): number {
  let outsideHalf = 0;
  for (const volume of volumes) {
    const at = places[volume.userId] ?? -1;
    if (at < 0) {
      outsideHalf += volume.half;
      continue;
    }
    own[at] = own[at]! + volume.half;
    changed?.set(at, (changed.get(at) ?? 0) + volume.half);
    amountKop[at] = amountKop[at]! + volume.amountKop;
    orders[at] = orders[at]! + (volume.orders ?? 0);
  }
  return outsideHalf;
}
const measured = ({
  tree,
  own,
  id,
  houseId,
  places,
}: { tree: Tree; own: Float64Array } & Pick<View, 'id' | 'houseId' | 'places'>): Period =>
  measurePeriod(tree, own, { terms: termsOf(id), house: houseOf({ houseId, places }) });
const houseOf = ({ houseId, places }: Pick<View, 'houseId' | 'places'>): number =>
  houseId === null ? -1 : (places[houseId] ?? -1);
