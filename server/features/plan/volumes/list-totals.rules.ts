import { shiftPeriod } from '#contract/plan/periods.ts';
import { passesOf } from '#server/features/plan/volumes/list-passes.rules.ts';
import {
  held,
  type ListSource,
  NOBODY,
  type Placed,
  placedOf,
} from '#server/features/plan/volumes/list-source.rules.ts';
import type { ListAsked, ListTotals } from '#server/features/plan/volumes/list-types.rules.ts';
import type { Since, View } from '#server/features/plan/volumes/view.rules.ts';

// Sums of a list: counted once, then brought up to date as news come (docs/decisions/570).

/** Where a list stands among the places. */
export type Range = { viewer: number; node: number; from: number; end: number };
const noTotals = (): ListTotals => ({ people: 0, active: 0, ownHalf: 0, orders: 0, amountKop: 0, silent: 0, sleeping: 0, gone: 0, qualified: 0 }); // prettier-ignore

/** Sums of a list are the same for every order and page of it, as long as view and facts are. */
const summed = new WeakMap<Placed, WeakMap<View, Map<string, ListTotals>>>();
export function totalsOf(
  source: ListSource,
  asked: ListAsked,
  { range, places }: { range: Range; places: Int32Array },
): ListTotals {
  const { viewerId, nodeId, structure, filter } = asked;
  if (filter.ids || filter.newTitle) return sumOf(source, asked, places);
  const ofPlaced = held(summed, placedOf(source), () => new WeakMap<View, Map<string, ListTotals>>());
  const known = held(ofPlaced, source.view, () => new Map<string, ListTotals>());
  const key = JSON.stringify([viewerId, nodeId, structure === 0, filter]);
  const { since } = source.view;
  const last = since && ofPlaced.get(since.view)?.get(key);
  const totals =
    known.get(key) ?? (last ? sumAfter(source, asked, { range, last, since }) : sumOf(source, asked, places));
  known.set(key, totals);
  return totals;
}
/** The sums of the view before, without those who have changed as they were, and with them as they are. */
function sumAfter(
  source: ListSource,
  asked: ListAsked,
  { range, last, since }: { range: Range; last: ListTotals; since: Since },
): ListTotals {
  const { parent } = source.view.period.tree;
  const isInList = (at: number) =>
    at >= range.from && at < range.end && (asked.structure !== 0 || parent[at] === range.from - 1);
  const touched = Int32Array.from([...since.touched].filter(isInList));
  const before = { ...source, view: since.view };
  const sumNow = sumOf(source, asked, touched.filter(passesOf(source, asked.filter, range.viewer)));
  const sumBefore = sumOf(before, asked, touched.filter(passesOf(before, asked.filter, range.viewer)));
  const totals = { ...last };
  for (const name of Object.keys(totals) as (keyof ListTotals)[]) totals[name] += sumNow[name] - sumBefore[name]; // Its own keys.
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
