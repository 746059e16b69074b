import type { View } from '#server/features/plan/volumes/view.rules.ts';

/** What a list of a structure may be sorted by. */
export type VolumeColumn = 'own' | 'group' | 'amount' | 'status' | 'place';
export type PageAsked = {
  /** Whose structure; the person is not part of the list. */
  viewerId: number;
  /** 0: line 1 only, 1: the whole structure. */
  structure: 0 | 1;
  active?: boolean;
  status?: number;
  by: VolumeColumn;
  isDescending: boolean;
  limit: number;
  /** Of the last row of the page before. */
  after?: { value: number; place: number };
};
export type PersonVolumes = {
  userId: number;
  place: number;
  /** Generation below the viewer, 1 for the first. */
  line: number;
  ownHalf: number;
  groupHalf: number;
  amountKop: number;
  status: number;
  percent: number;
  isActive: boolean;
};
export type Page = {
  rows: PersonVolumes[];
  /** Of all rows that the filter lets through. */
  totals: { people: number; active: number; ownHalf: number; amountKop: number };
};

/** A person's numbers, `line` counted from `from`; null for who is not in the structure. */
export function personIn(view: View, userId: number, from = -1): PersonVolumes | null {
  const place = view.places[userId] ?? -1;
  return place < 0 ? null : rowAt(view, place, from);
}

/**
 * One page of a structure: one pass over its places, which lie together, keeping the best few (docs/decisions/332). Equal values
 * stand in the order of the structure. Null for a viewer who is not in it.
 */
export function pageOf(view: View, asked: PageAsked): Page | null {
  const { tree, active, own } = view.period;
  const viewer = view.places[asked.viewerId] ?? -1;
  if (viewer < 0) return null;
  const totals = { people: 0, active: 0, ownHalf: 0, amountKop: 0 };
  const value = valueOf(view, asked.by);
  const sign = asked.isDescending ? -1 : 1;
  const isBefore = (a: number, b: number) => sign * (value(a) - value(b)) || a - b;
  const isAfterLast = ({ after }: PageAsked, place: number) =>
    !after || (sign * (value(place) - after.value) || place - after.place) > 0;
  const best: number[] = [];
  const end = viewer + tree.size[viewer]!;
  for (let at = viewer + 1; at < end; at = asked.structure === 0 ? at + tree.size[at]! : at + 1) {
    if (!passes(view, asked, at)) continue;
    totals.people += 1;
    totals.active += active[at]!;
    totals.ownHalf += own[at]!;
    totals.amountKop += view.amountKop[at]!;
    if (isAfterLast(asked, at)) insert(best, at, { isBefore, limit: asked.limit });
  }
  return { rows: best.map((place) => rowAt(view, place, viewer)), totals };
}

const passes = ({ period: { active, status } }: View, asked: PageAsked, at: number): boolean =>
  (asked.active === undefined || asked.active === (active[at] === 1)) &&
  (asked.status === undefined || asked.status === status[at]);

function valueOf({ period: { own, group, status }, amountKop }: View, by: VolumeColumn): (at: number) => number {
  if (by === 'place') return (at) => at;
  const column = { own, group, amount: amountKop, status }[by];
  return (at) => column[at]!;
}

/** Keeps the first `limit` places in order; most places are refused by one comparison with the last. */
function insert(
  best: number[],
  place: number,
  { isBefore, limit }: { isBefore(a: number, b: number): number; limit: number },
): void {
  if (best.length === limit && (limit === 0 || isBefore(place, best[limit - 1]!) > 0)) return;
  let [low, high] = [0, best.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(best[middle]!, place) < 0) low = middle + 1;
    else high = middle;
  }
  best.splice(low, 0, place);
  if (best.length > limit) best.pop();
}

function rowAt({ period, amountKop }: View, place: number, from: number): PersonVolumes {
  const { tree, own, group, active, status, percent } = period;
  let line = 0;
  for (let at = place; at !== from && at >= 0; at = tree.parent[at]!) line += 1;
  return {
    userId: tree.ids[place]!,
    place,
    line,
    ownHalf: own[place]!,
    groupHalf: group[place]!,
    amountKop: amountKop[place]!,
    status: status[place]!,
    percent: percent[place]!,
    isActive: active[place] === 1,
  };
}
