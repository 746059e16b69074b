import { rookiePeriod } from '#contract/plan/activity.ts';
import { toNextStatus } from '#contract/plan/ladder.ts';
import { shiftPeriod } from '#contract/plan/periods.ts';
import type { Branch, List, ListAsked, ListColumn, ListFilter, ListRow, ListTotals } from '#server/features/plan/volumes/list-types.rules.ts'; // prettier-ignore
import { bestOf, sortPlaces } from '#server/features/plan/volumes/list-order.rules.ts';
import {
  joinedAt,
  type ListSource,
  LOOK_BACK,
  held,
  NOBODY,
  type Placed,
  placedOf,
  silentOf,
  type Titles,
} from '#server/features/plan/volumes/list-source.rules.ts';
import type { View } from '#server/features/plan/volumes/view.rules.ts';

// Lists of a structure: passes over its places, which lie together (docs/decisions/401). Contents: 1 which people, 2 a page,
// 3 all of them, 4 rows and branches

// ── 1 Which people ──────────────────────────────────────────────────────────────────────────────
type Passes = (at: number) => boolean;
/** Whatever is asked, as bounds of numbers: a pass over a million people calls nothing and makes nothing for any of them. */
function passesOf(source: ListSource, filter: ListFilter, viewer: number): Passes {
  const { view } = source;
  const { active, status, terms, tree } = view.period;
  const { depth, joined, birth, silentBefore } = placedOf(source);
  const [silentLeast, silentMost] = silenceBounds(filter.silence);
  const wantedActive = filter.active === undefined ? ANY : Number(filter.active);
  const wantedStatus = filter.status ?? ANY;
  const wantedDepth = filter.line === undefined ? ANY : filter.line + depth[viewer]!;
  const wantedMonth = filter.month ?? ANY;
  const joinedFirst = filter.rookie ? shiftPeriod(view.id, 1 - terms.rookiePeriods) : 0;
  const reached = filter.newTitle ? (source.titles?.reached ?? NO_TITLES) : null;
  return (at) => {
    // A month that is read with today's structure holds people who came later.
    if (joined[at]! > view.id || joined[at]! < joinedFirst) return false;
    if (wantedActive !== ANY && active[at] !== wantedActive) return false;
    if (wantedStatus !== ANY && status[at] !== wantedStatus) return false;
    if (wantedDepth !== ANY && depth[at] !== wantedDepth) return false;
    if (wantedMonth !== ANY && Math.floor(birth[at]! / 100) !== wantedMonth) return false;
    if (silentLeast > 0) {
      const silent = active[at] === 1 ? 0 : 1 + silentBefore[at]!;
      if (silent < silentLeast || silent > silentMost) return false;
    }
    return (
      reached === null || (source.titles !== undefined && reached[at]! > titleBefore(source.titles, tree.ids[at]!))
    );
  };
}
const ANY = -1;
const NO_TITLES = new Uint8Array(0);
function silenceBounds(silence: ListFilter['silence']): [least: number, most: number] {
  if (silence === undefined) return [0, 255];
  if (silence === 'silent') return [1, 1];
  return silence === 'sleeping' ? [2, 2] : [silence === 'gone' ? 3 : 1, 255];
}
const titleBefore = ({ before }: Titles, userId: number): number => Math.max(1, before[userId] ?? 0);

/** Where the list begins and ends, and whether it steps over whole branches. Null: not the viewer's to see. */
function rangeOf({ period, places }: View, asked: ListAsked) {
  const viewer = places[asked.viewerId] ?? -1;
  const node = places[asked.nodeId] ?? -1;
  const { size } = period.tree;
  if (viewer < 0 || node < viewer || node >= viewer + size[viewer]!) return null;
  // A branch is listed with its head, one's own structure without oneself.
  const isWithHead = asked.structure === 1 && node !== viewer;
  return { viewer, node, from: isWithHead ? node : node + 1, end: node + size[node]! };
}
const noTotals = (): ListTotals => ({ people: 0, active: 0, ownHalf: 0, orders: 0, amountKop: 0, silent: 0, sleeping: 0, gone: 0, qualified: 0 }); // prettier-ignore

type Range = NonNullable<ReturnType<typeof rangeOf>>;
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

/** Sums of a list are the same for every order and page of it, as long as view and facts are. */
const summed = new WeakMap<Placed, WeakMap<View, Map<string, ListTotals>>>();
function totalsOf(source: ListSource, asked: ListAsked, places: Int32Array): ListTotals {
  const { viewerId, nodeId, structure, filter } = asked;
  if (filter.ids || filter.newTitle) return sumOf(source, asked, places);
  const ofPlaced = held(summed, placedOf(source), () => new WeakMap<View, Map<string, ListTotals>>());
  const known = held(ofPlaced, source.view, () => new Map<string, ListTotals>());
  const key = JSON.stringify([viewerId, nodeId, structure === 0, filter]);
  const totals = known.get(key) ?? sumOf(source, asked, places);
  known.set(key, totals);
  return totals;
}
function sumOf(source: ListSource, { filter }: ListAsked, places: Int32Array): ListTotals {
  const { amountKop, orders, period } = source.view;
  const { active, own } = period;
  const { silentBefore } = placedOf(source);
  const totals = noTotals();
  let [activeCount, ownHalf, orderCount, kop] = [0, 0, 0, 0];
  const silences = [0, 0, 0];
  for (let i = 0; i < places.length; i += 1) {
    const at = places[i]!;
    ownHalf += own[at]!;
    orderCount += orders[at]!;
    kop += amountKop[at]!;
    if (active[at] === 1) activeCount += 1;
    else {
      const before = silentBefore[at]!;
      silences[before > 2 ? 2 : before]! += 1;
    }
  }
  const [silent = 0, sleeping = 0, gone = 0] = silences;
  const qualified = filter.rookie ? countQualified(source, places) : 0;
  return { ...totals, people: places.length, active: activeCount, ownHalf, orders: orderCount, amountKop: kop, silent, sleeping, gone, qualified }; // prettier-ignore
}
function countQualified(source: ListSource, places: Int32Array): number {
  const { ids } = source.view.period.tree;
  const { own, terms } = source.view.period;
  const { joined } = placedOf(source);
  const months = Array.from({ length: terms.rookiePeriods }, (_, back) => shiftPeriod(source.view.id, -back));
  const halves = months.map((month) => source.ownHalves(month) ?? NOBODY);
  let count = 0;
  for (let i = 0; i < places.length; i += 1) {
    const at = places[i]!;
    let sum = 0;
    for (let back = 0; back < months.length && months[back]! >= joined[at]!; back += 1)
      sum += back === 0 ? own[at]! : (halves[back]![ids[at]!] ?? 0);
    if (sum >= terms.rookieHalf) count += 1;
  }
  return count;
}

// ── 2 A page ──────────────────────────────────────────────────────────────────────────────────────
/** Up to so many are kept in order while they are found; a page further back sorts all of them once. */
const KEPT_MOST = 500;

/** One page of a list. Null for a viewer outside the structure, or a node that is not theirs. */
export function listOf(source: ListSource, asked: ListAsked, page: { from: number; limit: number }): List | null {
  const range = rangeOf(source.view, asked);
  if (!range) return null;
  const places = placesIn(source, asked, range);
  const totals = totalsOf(source, asked, places);
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
