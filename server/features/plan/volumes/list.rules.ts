import { isQualifiedRookie, rookiePeriod, silenceOf } from '#contract/plan/activity.ts';
import { toNextStatus } from '#contract/plan/ladder.ts';
import { shiftPeriod } from '#contract/plan/periods.ts';
import type { Branch, List, ListAsked, ListColumn, ListFilter, ListRow, ListTotals } from '#server/features/plan/volumes/list-types.rules.ts'; // prettier-ignore
import { compareOf, insert, sortPlaces } from '#server/features/plan/volumes/list-order.rules.ts';
import {
  depthOf,
  joinedAt,
  type ListSource,
  LOOK_BACK,
  silentOf,
  type Titles,
} from '#server/features/plan/volumes/list-source.rules.ts';
import type { View } from '#server/features/plan/volumes/view.rules.ts';

// Lists of a structure: passes over its places, which lie together (docs/decisions/401). Contents: 1 which people, 2 a page,
// 3 all of them, 4 rows and branches

// ── 1 Which people ──────────────────────────────────────────────────────────────────────────────
type Passes = (at: number) => boolean;
function passesOf(source: ListSource, filter: ListFilter, viewer: number): Passes {
  const { view, facts, titles } = source;
  const { active, status, tree, terms } = view.period;
  const [depth, silent] = [depthOf(source), silentOf(source)];
  // A month that is read with today's structure holds people who came later.
  const tests: Passes[] = [(at) => joinedAt(facts, tree.ids[at]!, view.id) <= view.id];
  const { ids, line, month, silence } = filter;
  if (ids) {
    const wanted = new Set(ids);
    tests.push((at) => wanted.has(tree.ids[at]!));
  }
  if (filter.active !== undefined) tests.push((at) => (active[at] === 1) === filter.active);
  if (filter.status !== undefined) tests.push((at) => status[at] === filter.status);
  if (silence === 'any') tests.push((at) => silent[at]! > 0);
  else if (silence) tests.push((at) => silenceOf(silent[at]!) === silence);
  if (filter.rookie) tests.push((at) => rookiePeriod(joinedAt(facts, tree.ids[at]!, view.id), view.id, terms) > 0);
  if (month !== undefined) tests.push((at) => Math.floor((facts.birth[tree.ids[at]!] ?? 0) / 100) === month);
  if (line !== undefined) tests.push((at) => depth[at]! - depth[viewer]! === line);
  if (filter.newTitle)
    tests.push((at) => titles !== undefined && titles.reached[at]! > titleBefore(titles, tree.ids[at]!));
  return (at) => tests.every((test) => test(at));
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

/** Calls `take` with everybody who is part of the list, and sums them up. */
function walk(source: ListSource, asked: ListAsked, take: (at: number) => void): ListTotals | null {
  const range = rangeOf(source.view, asked);
  if (!range) return null;
  const { tree } = source.view.period;
  const passes = passesOf(source, asked.filter, range.viewer);
  const totals = noTotals();
  const add = adder(source, asked.filter);
  for (let at = range.from; at < range.end; at = asked.structure === 0 ? at + tree.size[at]! : at + 1) {
    if (!passes(at)) continue;
    add(totals, at);
    take(at);
  }
  return totals;
}
function adder(source: ListSource, { rookie }: ListFilter) {
  const { period, amountKop, orders } = source.view;
  const silent = silentOf(source);
  return (totals: ListTotals, at: number): void => {
    totals.people += 1;
    totals.active += period.active[at]!;
    totals.ownHalf += period.own[at]!;
    totals.orders += orders[at]!;
    totals.amountKop += amountKop[at]!;
    const silence = silenceOf(silent[at]!);
    if (silence !== 'active') totals[silence] += 1;
    if (rookie && isQualifiedRookie(rookieHalvesOf(source, at), period.terms)) totals.qualified += 1;
  };
}

// ── 2 A page ──────────────────────────────────────────────────────────────────────────────────────
/** Up to so many are kept in order while they are found; a page further back sorts all of them once. */
const KEPT_MOST = 500;

/** One page of a list. Null for a viewer outside the structure, or a node that is not theirs. */
export function listOf(source: ListSource, asked: ListAsked, page: { from: number; limit: number }): List | null {
  if (asked.structure === 2) return branchesOf(source, asked, page);
  const compare = compareOf(source, asked);
  const most = page.from + page.limit;
  const best: number[] = [];
  const take = most <= KEPT_MOST ? (at: number) => insert(best, at, most, compare) : (at: number) => void best.push(at);
  const totals = walk(source, asked, take);
  if (!totals) return null;
  if (most > KEPT_MOST && page.from < best.length) best.sort(compare);
  const rows = best.slice(page.from, most).map((at) => rowOf(source, asked, at));
  return { parents: parentsOf(source, asked), totals, count: totals.people, rows, branches: [] };
}

// ── 3 All of them ───────────────────────────────────────────────────────────────────────────────
/** Places of the whole list in its order, for an export. */
export function placesOfList(source: ListSource, asked: ListAsked): Int32Array | null {
  const whole: ListAsked = asked.structure === 2 ? { ...asked, structure: 1 } : asked;
  const places = new Int32Array(source.view.period.tree.ids.length);
  let count = 0;
  if (!walk(source, whole, (at) => (places[count++] = at))) return null;
  const found = places.slice(0, count);
  if (asked.structure !== 2) sortPlaces(found, source, asked);
  return found;
}
export const rowsAt = (source: ListSource, asked: ListAsked, places: Int32Array): ListRow[] =>
  Array.from(places, (at) => rowOf(source, asked, at));

// ── 4 Rows and branches ─────────────────────────────────────────────────────────────────────────
function rowOf(source: ListSource, { viewerId }: ListAsked, at: number): ListRow {
  const { view } = source;
  const { tree, own, group, status, active, terms } = view.period;
  const depth = depthOf(source);
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

/** A row for each branch of the node's line 1 in which the filter lets somebody through. */
function branchesOf(source: ListSource, asked: ListAsked, page: { from: number; limit: number }): List | null {
  const range = rangeOf(source.view, asked);
  if (!range) return null;
  const { period, amountKop, orders } = source.view;
  const passes = passesOf(source, asked.filter, range.viewer);
  const add = adder(source, asked.filter);
  const totals = noTotals();
  const branches: Branch[] = [];
  const heads: number[] = [];
  for (let head = range.node + 1; head < range.end; head += period.tree.size[head]!) {
    const branch: Branch = { userId: period.tree.ids[head]!, people: 0, active: 0, ownHalf: 0, groupHalf: period.group[head]!, orders: 0, amountKop: 0 }; // prettier-ignore
    for (let at = head; at < head + period.tree.size[head]!; at += 1) {
      if (!passes(at)) continue;
      add(totals, at);
      branch.people += 1;
      branch.active += period.active[at]!;
      branch.ownHalf += period.own[at]!;
      branch.orders += orders[at]!;
      branch.amountKop += amountKop[at]!;
    }
    if (branch.people === 0) continue;
    heads.push(head);
    branches.push(branch);
  }
  const value = branchValue(asked.by);
  const sign = asked.isDescending ? -1 : 1;
  const order = branches.map((_, i) => i).sort((a, b) => sign * (value(branches[a]!) - value(branches[b]!)) || heads[a]! - heads[b]!); // prettier-ignore
  const shown = order.slice(page.from, page.from + page.limit).map((i) => branches[i]!);
  return { parents: parentsOf(source, asked), totals, count: branches.length, rows: [], branches: shown };
}
/** Branches have sums only; by anything else they are sorted by how many people they have. */
function branchValue(by: ListColumn): (branch: Branch) => number {
  const columns: Partial<Record<ListColumn, keyof Branch>> = { own: 'ownHalf', group: 'groupHalf', orders: 'orders', amount: 'amountKop' }; // prettier-ignore
  const column = columns[by] ?? 'people';
  return (branch) => branch[column];
}

/** Months of the structure below as it stands today: who is active, who is a newcomer (docs/product/reports.md#personal). */
export function statOf(source: ListSource, userId: number, months: readonly number[]) {
  const { view, facts } = source;
  const place = view.places[userId] ?? -1;
  if (place < 0) return null;
  const { tree, terms } = view.period;
  return months.map((period) => {
    let [active, rookies] = [0, 0];
    for (let at = place + 1; at < place + tree.size[place]!; at += 1) {
      if (ownHalfOf(source, at, period) >= terms.activeHalf) active += 1;
      if (rookiePeriod(joinedAt(facts, tree.ids[at]!, view.id), period, terms) === 1) rookies += 1;
    }
    return { period, active, rookies };
  });
}
