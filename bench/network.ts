import { benchLedger } from '#bench/ledger.ts';
import { grouped, judged, median, printTable, tellProgress, writeResult } from '#bench/report.ts';
import { benchPosting } from '#bench/posting.ts';
import { bonusesOf } from '#contract/plan/bonuses.ts';
import { measurePeriod } from '#contract/plan/period.ts';
import { termsOf } from '#contract/plan/plan-table.ts';
import { sizesOf, type Tree } from '#contract/plan/tree.ts';
import { titlesOf } from '#contract/plan/titles.ts';
import { groupVolumes } from '#contract/plan/volumes.ts';
import { chanceOf } from '#server/demo/chance.ts';
import { pageOf } from '#server/features/plan/volumes/page.rules.ts';
import { placesOf } from '#server/features/plan/volumes/places.rules.ts';
import { type View, viewAfter, viewOf } from '#server/features/plan/volumes/view.rules.ts';

// The network of a million consultants in memory (docs/product/start.md#network): what the thread does every two seconds, what a page
// of the greatest structure costs, and a whole period as its closing computes it. Its posting: bench/posting.ts.

const PEOPLE = Number(process.env.PEOPLE ?? 1_000_000);
const RUNS = Number(process.env.RUNS ?? 15);
const PERIOD = 202611;
const GOALS = { groups: { most: 50 }, page: { most: 50 }, news: { most: 200 }, period: { most: 2000 } };

/** In memory first, then a month in a real database, then a network of fourteen months in one. */
export async function benchNetwork(): Promise<void> {
  if (isAsked('memory')) benchMemory();
  if (isAsked('posting')) await benchPosting();
  if (isAsked('ledger')) await benchLedger();
}
/** PARTS=memory,ledger measures these two alone. */
const isAsked = (part: string): boolean => process.env.PARTS?.split(',').includes(part) ?? true;

function benchMemory(): void {
  tellProgress(`network: ${grouped(PEOPLE)} people are being made`);
  const tree = growNetwork(PEOPLE);
  const own = volumesOf(tree);
  const terms = termsOf(PERIOD);
  const volumes = Array.from(tree.ids, (userId, at) => ({ userId, half: own[at]!, amountKop: own[at]! * 2500 }));
  const view = viewOf(tree, volumes, { id: PERIOD, version: 1, houseId: 1 });
  const rows = [
    ['all group volumes', GOALS.groups, () => groupVolumes(tree, own)],
    ['a page of the whole structure, the top 50 by ГО', GOALS.page, () => pageOfAll(view)],
    ['1,000 paid orders become another view', GOALS.news, () => withOrders(view)],
    ['volumes, statuses, bonuses and titles of everybody', GOALS.period, () => closePeriod(tree, own)],
  ] as const;
  const measured = rows.map(([what, goal, work]) => ({ what, goal, ms: median(timesOf(work)) }));
  printTable(
    `The open period of ${grouped(PEOPLE)} people in memory, medians of ${RUNS} runs, in ms`,
    ['what', 'ms', 'goal', 'verdict'],
    measured.map(({ what, ms, goal }) => [what, ms.toFixed(1), ...judged(ms, goal)]),
  );
  writeResult('network', {
    people: PEOPLE,
    runs: RUNS,
    rows: measured.map(({ what, ms, goal }) => ({ what, ms, goal })),
  });

  function closePeriod(closing: Tree, volumesOfAll: Float64Array): void {
    const period = measurePeriod(closing, volumesOfAll, { terms, house: 0 });
    bonusesOf(period);
    titlesOf(period);
  }
}

function timesOf(work: () => unknown): number[] {
  for (let warm = 0; warm < 3; warm += 1) work();
  return Array.from({ length: RUNS }, () => {
    const from = performance.now();
    work();
    return performance.now() - from;
  });
}
const pageOfAll = (view: View) =>
  pageOf(view, { viewerId: 1, structure: 1, by: 'group', isDescending: true, limit: 50 });
function withOrders(view: View): View {
  const chance = chanceOf('orders of the bench');
  const volumes = Array.from({ length: 1000 }, () => ({ userId: chance.int(1, PEOPLE), half: 40, amountKop: 100_000 }));
  return viewAfter(view, { people: [], volumes });
}

/**
 * A network of the shape of docs/product/demo.md#people, grown line after line and put into pre-order; its ids are in the order of
 * registration, so neighbours in memory are no neighbours by id.
 */
function growNetwork(count: number): Tree {
  const chance = chanceOf('network of the bench');
  const sponsors = new Int32Array(count).fill(-1);
  for (let at = 1; at < count; at += 1) sponsors[at] = at < 6 ? 0 : chance.int(Math.floor(at / 8), at - 1);
  const first = new Int32Array(count).fill(-1);
  const next = new Int32Array(count).fill(-1);
  for (let at = count - 1; at > 0; at -= 1) {
    next[at] = first[sponsors[at]!]!;
    first[sponsors[at]!] = at;
  }
  const [ids, parent, places] = [new Int32Array(count), new Int32Array(count), new Int32Array(count)];
  const waiting = [0];
  for (let place = 0; waiting.length > 0; place += 1) {
    const at = waiting.pop()!;
    ids[place] = at + 1;
    places[at] = place;
    parent[place] = at === 0 ? -1 : places[sponsors[at]!]!;
    for (let below = first[at]!; below >= 0; below = next[below]!) waiting.push(below);
  }
  const tree = { ids, parent, size: sizesOf(parent) };
  if (placesOf(tree).length !== count + 1) throw new Error('the network lost people');
  return tree;
}
/** Half of the people are active, with a lognormal own volume of median 55 points, at most 600 (docs/product/demo.md#people). */
function volumesOf({ ids }: Tree): Float64Array {
  const chance = chanceOf('volumes of the bench');
  return Float64Array.from(ids, () => {
    if (chance.next() >= 0.45) return 0;
    const normal = Math.sqrt(-2 * Math.log(1 - chance.next())) * Math.cos(2 * Math.PI * chance.next());
    return Math.min(1200, Math.round(110 * Math.exp(0.6 * normal)));
  });
}
