import { periodsFrom, shiftPeriod } from '#contract/plan/periods.ts';
import type { PeopleFacts } from '#server/features/plan/volumes/sources.queries.ts';
import type { View } from '#server/features/plan/volumes/view.rules.ts';

// What lists of a structure look at (docs/decisions/401).

export type Titles = {
  /** Of the period, by place. */
  reached: Uint8Array;
  /** Highest ever before it, by user id. */
  before: Uint8Array;
};
export type ListSource = {
  view: View;
  facts: PeopleFacts;
  /** Own volumes of a month by user id; undefined where nothing is kept of it. */
  ownHalves: (period: number) => Int32Array | undefined;
  titles?: Titles | undefined;
};
/** How many periods lists look back, the chosen one included. */
export const LOOK_BACK = 13;

/** Months that may be asked for: the open one and twelve before. */
export const isAskable = (open: number, period: number): boolean => {
  const back = periodsFrom(period, open);
  return back >= 0 && back < LOOK_BACK;
};

/** What is known of people beside their volumes, by place: passes over a million places read what lies together. */
export type Placed = {
  /** Of the lines above, 0 for who stands above everybody. */
  depth: Int16Array;
  /** Period of the registration. */
  joined: Int32Array;
  /** Month × 100 + day. */
  birth: Int16Array;
  /** Periods without activity before the view's, at most twelve. */
  silentBefore: Uint8Array;
  /** All places in their order, where nobody has come after the view's month: a list without filters is a piece of them. */
  everybody: Int32Array | null;
};
/** The same for everybody who asks, until somebody comes or the facts are read anew; an order of today changes nothing of it. */
const placed = new WeakMap<View['period']['tree'], WeakMap<PeopleFacts, Map<number, Placed>>>();
const silences = new WeakMap<Placed, WeakMap<View, Uint8Array>>();
const silencesBefore = new WeakMap<PeopleFacts, Map<number, Uint8Array>>();
export const held = <K extends WeakKey, V>(map: WeakMap<K, V>, key: K, make: () => V): V => {
  const known = map.get(key) ?? make();
  map.set(key, known);
  return known;
};

export function placedOf(source: ListSource): Placed {
  const { view, facts } = source;
  const { tree } = view.period;
  const months = held(held(placed, tree, () => new WeakMap<PeopleFacts, Map<number, Placed>>()), facts, () => new Map<number, Placed>()); // prettier-ignore
  const known = months.get(view.id);
  if (known) return known;
  const { ids, parent } = tree;
  const count = ids.length;
  const before = silentBefore(source);
  let isWhole = true;
  const made = { depth: new Int16Array(count), joined: new Int32Array(count), birth: new Int16Array(count), silentBefore: new Uint8Array(count) }; // prettier-ignore
  for (let at = 0; at < count; at += 1) {
    const userId = ids[at]!;
    const above = parent[at]!;
    made.depth[at] = above < 0 ? 0 : made.depth[above]! + 1;
    made.joined[at] = joinedAt(facts, userId, view.id);
    made.birth[at] = facts.birth[userId] ?? 0;
    made.silentBefore[at] = before[userId] ?? 0;
    isWhole &&= made.joined[at]! <= view.id;
  }
  const all = { ...made, everybody: isWhole ? placesUpTo(count) : null };
  months.set(view.id, all);
  return all;
}
function placesUpTo(count: number): Int32Array {
  const places = new Int32Array(count);
  for (let at = 0; at < count; at += 1) places[at] = at;
  return places;
}
/** Periods without activity, by place; of the view's own too. */
export const silentOf = (source: ListSource): Uint8Array =>
  held(
    held(silences, placedOf(source), () => new WeakMap<View, Uint8Array>()),
    source.view,
    () => {
      const { since, period } = source.view;
      const { active } = period;
      const { silentBefore: before } = placedOf(source);
      const last = since && silences.get(placedOf(source))?.get(since.view);
      const silent = last ? last.slice() : new Uint8Array(active.length);
      const measure = (at: number): void => {
        silent[at] = active[at] === 1 ? 0 : 1 + before[at]!;
      };
      if (last) since.touched.forEach(measure);
      else for (let at = 0; at < silent.length; at += 1) measure(at);
      return silent;
    },
  );
/** By user id. A month after the other, so that each is one pass over its volumes. */
function silentBefore({ view, facts, ownHalves }: ListSource): Uint8Array {
  const known = held(silencesBefore, facts, () => new Map<number, Uint8Array>());
  const kept = known.get(view.id);
  if (kept) return kept;
  const { joined } = facts;
  const { activeHalf } = view.period.terms;
  const counts = new Uint8Array(joined.length);
  for (let back = 0; back < LOOK_BACK - 1; back += 1) {
    const month = shiftPeriod(view.id, -1 - back);
    const halves = ownHalves(month) ?? NOBODY;
    for (let id = 0; id < counts.length; id += 1) {
      if (counts[id] !== back || (joined[id] || view.id) > month) continue;
      if (id >= halves.length || halves[id]! < activeHalf) counts[id] = back + 1;
    }
  }
  known.set(view.id, counts);
  return counts;
}
export const NOBODY = new Int32Array(0);
/** Somebody who came after the facts were read joined in this very month. */
export const joinedAt = ({ joined }: PeopleFacts, userId: number, period: number): number => joined[userId] || period;
