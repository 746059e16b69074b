import { isActive } from '#contract/plan/activity.ts';
import { kopecksOf } from '#contract/plan/kopecks.ts';
import { statusOf } from '#contract/plan/ladder.ts';
import { leaderShares } from '#contract/plan/leader.ts';
import type { Period } from '#contract/plan/period.ts';
import { sharesOf } from '#contract/plan/shares.ts';
import { type PlanTerms, topPercentOf } from '#contract/plan/terms.ts';
import { sizesOf } from '#contract/plan/tree.ts';

// «Что, если»: one person's bonus from their structure without its people (docs/product/plan.md#forecast). Volumes in half-points.
// Contents: 1 a structure as legs, 2 the forecast, 3 growth

// ── 1 A structure as legs ───────────────────────────────────────────────────────────────────────
/** An active person below whom nobody active stands above, up to the one who asks: with their whole structure one row of the bonus. */
export type Leg = {
  groupHalf: number;
  ownHalf: number;
  /** ГО of the first heads below, which a leader bonus leaves out. */
  belowHalf: number;
  inLine1: boolean;
};
export type Legs = {
  legs: readonly Leg[];
  /** ЛО of inactive people who are passed over. */
  looseHalf: number;
  /** Active people beyond the greatest legs, summed by their percent. */
  rest: readonly { percent: number; groupHalf: number }[];
};
/** The legs below a place, the greatest first; more than `most` are summed. Whether the person is active does not matter. */
export function legsOf(period: Period, at: number, most = 200): Legs {
  const { tree, own, group, active, percent } = period;
  const end = at + tree.size[at]!;
  const all: (Leg & { percent: number })[] = [];
  let looseHalf = 0;
  for (let below = at + 1; below < end; below += active[below] ? tree.size[below]! : 1) {
    if (active[below])
      all.push({
        groupHalf: group[below]!,
        ownHalf: own[below]!,
        belowHalf: headsBelow(period, below),
        inLine1: tree.parent[below] === at,
        percent: percent[below]!,
      });
    else looseHalf += own[below]!;
  }
  all.sort((a, b) => b.groupHalf - a.groupHalf);
  const rest = new Map<number, number>();
  for (const leg of all.slice(most)) rest.set(leg.percent, (rest.get(leg.percent) ?? 0) + leg.groupHalf);
  return {
    legs: all
      .slice(0, most)
      .map(({ groupHalf, ownHalf, belowHalf, inLine1 }) => ({ groupHalf, ownHalf, belowHalf, inLine1 })),
    looseHalf,
    rest: [...rest].map(([rate, groupHalf]) => ({ percent: rate, groupHalf })),
  };
}
function headsBelow({ tree, group, percent, terms }: Period, at: number): number {
  const top = topPercentOf(terms);
  const end = at + tree.size[at]!;
  let half = 0;
  for (let below = at + 1; below < end; below += percent[below] === top ? tree.size[below]! : 1)
    if (percent[below] === top) half += group[below]!;
  return half;
}

// ── 2 The forecast ──────────────────────────────────────────────────────────────────────────────
/** Kopecks and half-points; `bonusKop` is own and branches together, the leader bonus is beside it. */
export type Forecast = {
  groupHalf: number;
  isActive: boolean;
  status: number;
  percent: number;
  bonusKop: number;
  ownKop: number;
  branchesKop: number;
  leaderKop: number;
};

/**
 * What one's own volume of `ownHalf`, and `addedHalf` more in the structure, would pay: the engine's own rows over a period of legs, so
 * that with nothing changed it is the bonus of the period itself.
 */
export function forecastOf(
  below: Legs,
  { ownHalf, addedHalf }: { ownHalf: number; addedHalf: number },
  terms: PlanTerms,
): Forecast {
  const period = periodOfLegs(grown(below, addedHalf), ownHalf, terms);
  const rows = sharesOf(period, 0);
  const unitsOf = (some: readonly { half: number; percent: number }[]) =>
    some.reduce((sum, { half, percent }) => sum + half * percent, 0);
  const bonusKop = kopecksOf(unitsOf(rows), terms);
  const ownKop = kopecksOf(unitsOf(rows.filter(({ kind }) => kind === 'own')), terms);
  return {
    groupHalf: period.group[0]!,
    isActive: period.active[0] === 1,
    status: period.status[0]!,
    percent: period.percent[0]!,
    bonusKop,
    ownKop,
    branchesKop: bonusKop - ownKop,
    leaderKop: kopecksOf(unitsOf(leaderShares(period).filter(({ taker }) => taker === 0)), terms),
  };
}

type Node = { parent: number; own: number; group: number; status: number; percent: number; isActive: boolean };
/** Place 0 is the person, place 1 stands for everybody who is passed over. */
function periodOfLegs({ legs, looseHalf, rest }: Legs, ownHalf: number, terms: PlanTerms): Period {
  const sum = (halves: readonly number[]) => halves.reduce((all, half) => all + half, 0);
  const groupHalf = ownHalf + looseHalf + sum(legs.map((leg) => leg.groupHalf)) + sum(rest.map((one) => one.groupHalf));
  const nodes: Node[] = [];
  const add = (parent: number, own: number, group: number, isOn: boolean) => {
    const status = isOn ? statusOf({ ownHalf: own, groupHalf: group }, terms) : 1;
    nodes.push({ parent, own, group, status, percent: isOn ? terms.ladder[status]!.percent : 0, isActive: isOn });
    return nodes.length - 1;
  };
  add(-1, ownHalf, groupHalf, isActive(ownHalf, terms));
  add(0, looseHalf, looseHalf, false);
  const top = topPercentOf(terms);
  for (const leg of [...legs.filter((one) => !one.inLine1), ...legs.filter((one) => one.inLine1)]) {
    const at = add(leg.inLine1 ? 0 : 1, leg.ownHalf, leg.groupHalf, true);
    if (leg.belowHalf > 0)
      nodes.push({ parent: at, own: 0, group: leg.belowHalf, status: 1, percent: top, isActive: true });
  }
  for (const { percent, groupHalf: group } of rest)
    nodes.push({ parent: 0, own: 0, group, status: 1, percent, isActive: true });
  const parent = Int32Array.from(nodes, (node) => node.parent);
  return {
    tree: { ids: Int32Array.from(nodes, (_, at) => at), parent, size: sizesOf(parent) },
    terms,
    own: nodes.map((node) => node.own),
    group: Float64Array.from(nodes, (node) => node.group),
    active: Uint8Array.from(nodes, (node) => (node.isActive ? 1 : 0)),
    status: Uint8Array.from(nodes, (node) => node.status),
    percent: Uint8Array.from(nodes, (node) => node.percent),
  };
}

// ── 3 Growth ────────────────────────────────────────────────────────────────────────────────────
/** Growth is shared between legs in their present shares, whole half-points, what is left to the greatest; without legs nobody active brings it. */
function grown(below: Legs, addedHalf: number): Legs {
  if (addedHalf <= 0) return below;
  const { legs, rest } = below;
  const whole = legs.reduce((sum, leg) => sum + leg.groupHalf, 0);
  if (whole <= 0) return { ...below, looseHalf: below.looseHalf + addedHalf };
  const shares = legs.map((leg) => Math.floor((addedHalf * leg.groupHalf) / whole));
  shares[0] = shares[0]! + addedHalf - shares.reduce((sum, half) => sum + half, 0);
  const scaled = legs.map((leg, at) => {
    const share = shares[at]!;
    const part = (half: number) => half + (leg.groupHalf > 0 ? Math.floor((share * half) / leg.groupHalf) : 0);
    return {
      ...leg,
      groupHalf: leg.groupHalf + share,
      ownHalf: part(leg.ownHalf),
      belowHalf: part(leg.belowHalf),
    };
  });
  return { legs: scaled, looseHalf: below.looseHalf, rest };
}
