import { rookiePeriod } from '#contract/plan/activity.ts';
import { toNextStatus } from '#contract/plan/ladder.ts';
import { shiftPeriod } from '#contract/plan/periods.ts';
import type { Branch, List, ListAsked, ListColumn, ListRow } from '#server/features/plan/volumes/list-types.rules.ts';
import { bestOf, sortPlaces } from '#server/features/plan/volumes/list-order.rules.ts';
import { passesOf, titleBefore } from '#server/features/plan/volumes/list-passes.rules.ts';
import {
  joinedAt,
  type ListSource,
  LOOK_BACK,
  placedOf,
  silentOf,
} from '#server/features/plan/volumes/list-source.rules.ts';
import { type Range, totalsOf } from '#server/features/plan/volumes/list-totals.rules.ts';
import type { View } from '#server/features/plan/volumes/view.rules.ts';

// Lists of a structure: passes over its places, which lie together (docs/decisions/401). Contents: 1 which people, 2 a page,
// 3 all of them, 4 rows and branches

// ── 1 Which people ──────────────────────────────────────────────────────────────────────────────
/** Where the list begins and ends, and whether it steps over whole branches. Null: not the viewer's to see. */
function rangeOf({ period, places }: View, asked: ListAsked): Range | null {
  const viewer = places[asked.viewerId] ?? -1;
  const node = places[asked.nodeId] ?? -1;
  const { size } = period.tree;
  if (viewer < 0 || node < viewer || node >= viewer + size[viewer]!) return null;
  // A branch is listed with its head, one's own structure without oneself.
  const isWithHead = asked.structure === 1 && node !== viewer;
  return { viewer, node, from: isWithHead ? node : node + 1, end: node + size[node]! };
}
/** One thread answers one question after another: the places of the last one are overwritten by the next. */
let scratch = new Int32Array(0);
/** Places of everybody who is part of the list, in the order of the structure; to be used before the next question. */
function placesIn(source: ListSource, asked: ListAsked, { viewer, from, end }: Range): Int32Array {
  const { tree } = source.view.period;
  const { everybody } = placedOf(source);
  if (everybody && isUnfiltered(asked)) return everybody.subarray(from, end);
  if (scratch.length < tree.ids.length) scratch = new Int32Array(tree.ids.length);
  const passes = passesOf(source, asked.filter, viewer);
  const found = scratch;
  let count = 0;
  const { ids } = asked.filter;
  if (ids) {
    const wanted = placesOfIds(source.view, ids, { from, end });
    // Line 1 alone, where it was asked for: whose sponsor is the one whose branch it is.
    const isInList = (at: number) => asked.structure !== 0 || tree.parent[at] === from - 1;
    for (const at of wanted) if (isInList(at) && passes(at)) found[count++] = at;
  } else if (asked.structure === 0) {
    for (let at = from; at < end; at += tree.size[at]!) if (passes(at)) found[count++] = at;
  } else {
    for (let at = from; at < end; at += 1) if (passes(at)) found[count++] = at;
  }
  return found.subarray(0, count);
}
const isUnfiltered = ({ structure, filter }: ListAsked): boolean =>
  structure !== 0 && Object.values(filter).every((value) => value === undefined);
function placesOfIds({ places }: View, ids: readonly number[], { from, end }: Pick<Range, 'from' | 'end'>): number[] {
  const found = new Set(ids.map((id) => places[id] ?? -1).filter((at) => at >= from && at < end));
  return [...found].sort((a, b) => a - b);
}

// ── 2 A page ──────────────────────────────────────────────────────────────────────────────────────
/** Up to so many are kept in order while they are found; a page further back sorts all of them once. */
const KEPT_MOST = 500;

/** One page of a list. Null for a viewer outside the structure, or a node that is not theirs. */
export function listOf(source: ListSource, asked: ListAsked, page: { from: number; limit: number }): List | null {
  const range = rangeOf(source.view, asked);
  if (!range) return null;
  const places = placesIn(source, asked, range);
  const totals = totalsOf(source, asked, { range, places });
  const parents = parentsOf(source, asked);
  if (asked.structure === 2)
    return { parents, totals, rows: [], ...branchesOf(source, asked, { range, places, page }) };
  const rows = pageOf(source, asked, places, page).map((at) => rowOf(source, asked, at));
  return { parents, totals, count: totals.people, rows, branches: [] };
}
function pageOf(
  source: ListSource,
  asked: ListAsked,
  places: Int32Array,
  { from, limit }: { from: number; limit: number },
): readonly number[] {
  if (from >= places.length) return [];
  if (from + limit <= KEPT_MOST) return bestOf(places, source, asked, from + limit).slice(from);
  const sorted = places.slice();
  sortPlaces(sorted, source, asked);
  return Array.from(sorted.subarray(from, from + limit));
}

// ── 3 All of them ───────────────────────────────────────────────────────────────────────────────
/** Places of the whole list in its order, for an export. */
export function placesOfList(source: ListSource, asked: ListAsked): Int32Array | null {
  const whole: ListAsked = asked.structure === 2 ? { ...asked, structure: 1 } : asked;
  const range = rangeOf(source.view, whole);
  if (!range) return null;
  const found = placesIn(source, whole, range).slice();
  if (asked.structure !== 2) sortPlaces(found, source, asked);
  return found;
}
export const rowsAt = (source: ListSource, asked: ListAsked, places: Int32Array): ListRow[] =>
  Array.from(places, (at) => rowOf(source, asked, at));

// ── 4 Rows and branches ─────────────────────────────────────────────────────────────────────────
function rowOf(source: ListSource, { viewerId }: ListAsked, at: number): ListRow {
  const { view } = source;
  const { tree, own, group, status, active, terms } = view.period;
  const { depth } = placedOf(source);
  const userId = tree.ids[at]!;
  return {
    userId,
    line: depth[at]! - depth[view.places[viewerId]!]!,
    ownHalf: own[at]!,
    groupHalf: group[at]!,
    amountKop: view.amountKop[at]!,
    orders: view.orders[at]!,
    status: status[at]!,
    isActive: active[at] === 1,
    activeLine1: activeInLine1(view, at),
    toNextHalf: toNextStatus(status[at]!, group[at]!, terms),
    silent: silentOf(source)[at]!,
    last: lastPointsOf(source, at),
    rookieHalves: rookieHalvesOf(source, at),
    title: source.titles ? { from: titleBefore(source.titles, userId), to: source.titles.reached[at]! } : null,
    people: tree.size[at]! - 1,
  };
}
function activeInLine1({ period: { tree, active } }: View, place: number): number {
  let count = 0;
  const end = place + tree.size[place]!;
  for (let at = place + 1; at < end; at += tree.size[at]!) count += active[at]!;
  return count;
}
const ownHalfOf = ({ view, ownHalves }: ListSource, at: number, month: number): number =>
  month === view.id ? view.period.own[at]! : (ownHalves(month)?.[view.period.tree.ids[at]!] ?? 0);

function lastPointsOf(source: ListSource, at: number): { period: number; half: number } | null {
  for (let back = 0; back < LOOK_BACK; back += 1) {
    const period = shiftPeriod(source.view.id, -back);
    const half = ownHalfOf(source, at, period);
    if (half > 0) return { period, half };
  }
  return null;
}
/** From the month of the registration to the chosen one, as long as the person counts as a newcomer; none for others. */
function rookieHalvesOf(source: ListSource, at: number): number[] {
  const { view, facts } = source;
  const joined = joinedAt(facts, view.period.tree.ids[at]!, view.id);
  const count = rookiePeriod(joined, view.id, view.period.terms);
  return Array.from({ length: count }, (_, step) => ownHalfOf(source, at, shiftPeriod(joined, step)));
}
/** Ids from the viewer down to the node, both included. */
export function parentsOf({ view }: ListSource, { viewerId, nodeId }: ListAsked): number[] {
  const { ids, parent } = view.period.tree;
  const path: number[] = [];
  for (let at = view.places[nodeId]!; at >= 0; at = parent[at]!) {
    path.unshift(ids[at]!);
    if (ids[at] === viewerId) break;
  }
  return path;
}

/** A row for each branch of the node's line 1 in which the filter lets somebody through: `places` and branches go side by side. */
function branchesOf(
  { view }: ListSource,
  asked: ListAsked,
  { range, places, page }: { range: Range; places: Int32Array; page: { from: number; limit: number } },
): Pick<List, 'branches' | 'count'> {
  const { period, amountKop, orders } = view;
  const { ids, size } = period.tree;
  const branches: Branch[] = [];
  const heads: number[] = [];
  let next = 0;
  for (let head = range.node + 1; head < range.end; head += size[head]!) {
    const end = head + size[head]!;
    const first = next;
    let [active, ownHalf, orderCount, kop] = [0, 0, 0, 0];
    for (; next < places.length && places[next]! < end; next += 1) {
      const at = places[next]!;
      active += period.active[at]!;
      ownHalf += period.own[at]!;
      orderCount += orders[at]!;
      kop += amountKop[at]!;
    }
    if (next === first) continue;
    heads.push(head);
    branches.push({ userId: ids[head]!, people: next - first, active, ownHalf, groupHalf: period.group[head]!, orders: orderCount, amountKop: kop }); // prettier-ignore
  }
  const value = branchValue(asked.by);
  const sign = asked.isDescending ? -1 : 1;
  const order = branches.map((_, i) => i).sort((a, b) => sign * (value(branches[a]!) - value(branches[b]!)) || heads[a]! - heads[b]!); // prettier-ignore
  const shown = order.slice(page.from, page.from + page.limit).map((i) => branches[i]!);
  return { count: branches.length, branches: shown };
}
/** Branches have sums only; by anything else they are sorted by how many people they have. */
function branchValue(by: ListColumn): (branch: Branch) => number {
  const columns: Partial<Record<ListColumn, keyof Branch>> = { own: 'ownHalf', group: 'groupHalf', orders: 'orders', amount: 'amountKop' }; // prettier-ignore
  const column = columns[by] ?? 'people';
  return (branch) => branch[column];
}
