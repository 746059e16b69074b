import { inactivePeriods } from '#contract/plan/activity.ts';
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

/** Lines are the same for everybody who asks for a structure, periods without activity for everybody who asks for a view. */
const depths = new WeakMap<View['period']['tree'], Int16Array>();
const silences = new WeakMap<View, Uint8Array>();
/** Of the months before a view's, by user id: they do not change with an order of today. */
const silencesBefore = new WeakMap<PeopleFacts, Map<number, Uint8Array>>();

export function depthOf({ view }: ListSource): Int16Array {
  const { tree } = view.period;
  const known = depths.get(tree);
  if (known) return known;
  const depth = new Int16Array(tree.ids.length);
  for (let at = 0; at < depth.length; at += 1) depth[at] = tree.parent[at]! < 0 ? 0 : depth[tree.parent[at]!]! + 1;
  depths.set(tree, depth);
  return depth;
}
export function silentOf(source: ListSource): Uint8Array {
  const known = silences.get(source.view);
  if (known) return known;
  const { tree, active } = source.view.period;
  const before = silentBefore(source);
  const silent = new Uint8Array(active.length);
  for (let at = 0; at < silent.length; at += 1) silent[at] = active[at] === 1 ? 0 : 1 + (before[tree.ids[at]!] ?? 0);
  silences.set(source.view, silent);
  return silent;
}
function silentBefore({ view, facts, ownHalves }: ListSource): Uint8Array {
  const known = silencesBefore.get(facts) ?? new Map<number, Uint8Array>();
  silencesBefore.set(facts, known);
  const kept = known.get(view.id);
  if (kept) return kept;
  const period = shiftPeriod(view.id, -1);
  const first = shiftPeriod(view.id, 1 - LOOK_BACK);
  const counts = Uint8Array.from(facts.joined, (joined, userId) => {
    const ownIn = (month: number) => ownHalves(month)?.[userId] ?? 0;
    return inactivePeriods({ period, registered: Math.max(joined || view.id, first) }, ownIn, view.period.terms);
  });
  known.set(view.id, counts);
  return counts;
}
/** Somebody who came after the facts were read joined in this very month. */
export const joinedAt = ({ joined }: PeopleFacts, userId: number, period: number): number => joined[userId] || period;
