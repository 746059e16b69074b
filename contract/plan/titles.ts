import { CONSULTANT_STATUS, type PlanTerms, type TitleNeed } from '#contract/plan/terms.ts';
import type { Period } from '#contract/plan/period.ts';

/** What titles look at, of everybody. */
type Lines = {
  /** Active people of line 1, which is taken literally: nobody moves up into it. */
  activeInLine1: Uint16Array;
  /** For each status that some title asks for: branches of line 1 in which somebody has it. */
  branches: ReadonlyMap<number, Uint16Array>;
};

/**
 * The titles that a period alone gives, by place. A title needs all conditions of its rung and of those below it. The title of a
 * person is the highest ever: `Math.max` of this and the one before.
 */
export function titlesOf(period: Period): Uint8Array {
  const { own, status, terms } = period;
  const lines = linesOf(period);
  const titles = new Uint8Array(status.length);
  for (let at = 0; at < titles.length; at += 1) {
    let title = CONSULTANT_STATUS;
    while (title < status[at]! && meetsAll(terms.ladder[title + 1]!.needs, own[at]!, lines, at)) title += 1;
    titles[at] = title;
  }
  return titles;
}

/**
 * What a title wants besides group volume, all of it: its own conditions and those of the rungs below. Own volume first, at least that of an
 * active month; of the others the greatest of each kind, which holds for the smaller ones too.
 */
export function conditionsOf(title: number, { ladder, activeHalf }: PlanTerms): TitleNeed[] {
  let ownHalf = activeHalf;
  const counted = new Map<string, Exclude<TitleNeed, { kind: 'own' }>>();
  for (const need of ladder.slice(0, title + 1).flatMap(({ needs }) => needs)) {
    if (need.kind === 'own') {
      ownHalf = Math.max(ownHalf, need.half);
      continue;
    }
    const name = need.kind === 'branches' ? `branches ${need.status}` : need.kind;
    if (need.count > (counted.get(name)?.count ?? 0)) counted.set(name, need);
  }
  return [{ kind: 'own', half: ownHalf }, ...counted.values()];
}

/** Which conditions of the rung a person does not meet yet, for «чего не хватает». */
export const missingFor = (period: Period, at: number, rung: number): TitleNeed[] => {
  const lines = linesOf(period);
  return (period.terms.ladder[rung]?.needs ?? []).filter((need) => !meets(need, period.own[at]!, lines, at));
};

const meetsAll = (needs: readonly TitleNeed[], ownHalf: number, lines: Lines, at: number): boolean =>
  needs.every((need) => meets(need, ownHalf, lines, at));
function meets(need: TitleNeed, ownHalf: number, lines: Lines, at: number): boolean {
  if (need.kind === 'own') return ownHalf >= need.half;
  const counts = need.kind === 'branches' ? lines.branches.get(need.status) : lines.activeInLine1;
  return (counts?.[at] ?? 0) >= need.count;
}

function linesOf({ tree: { parent }, active, status, terms }: Period): Lines {
  const activeInLine1 = new Uint16Array(parent.length);
  const asked = askedStatuses(terms).sort((a, b) => a - b);
  const counts = asked.map(() => new Uint16Array(parent.length));
  const highest = status.slice();
  for (let at = parent.length - 1; at >= 0; at -= 1) {
    const above = parent[at]!;
    if (above < 0) continue;
    activeInLine1[above] = activeInLine1[above]! + active[at]!;
    const reached = highest[at]!;
    // The lowest first: most people have reached none of them.
    for (let i = 0; i < asked.length && reached >= asked[i]!; i += 1) counts[i]![above] = counts[i]![above]! + 1;
    if (reached > highest[above]!) highest[above] = reached;
  }
  return { activeInLine1, branches: new Map(asked.map((one, i) => [one, counts[i]!])) };
}
const askedStatuses = ({ ladder }: PlanTerms): number[] => [
  ...new Set(ladder.flatMap(({ needs }) => needs.flatMap((need) => (need.kind === 'branches' ? [need.status] : [])))),
];

/** What one person's titles look at besides their own volumes. */
export type TitleCounts = { activeInLine1: number; branches: readonly { status: number; count: number }[] };
export function titleCountsOf(period: Period, at: number): TitleCounts {
  const { activeInLine1, branches } = linesOf(period);
  return {
    activeInLine1: activeInLine1[at]!,
    branches: [...branches].map(([status, counts]) => ({ status, count: counts[at]! })),
  };
}
/** How much of a condition there is, in its own unit: half-points, people, branches. */
export function haveOf(need: TitleNeed, ownHalf: number, counts: TitleCounts): number {
  if (need.kind === 'own') return ownHalf;
  if (need.kind === 'active-in-line-1') return counts.activeInLine1;
  return counts.branches.find(({ status }) => status === need.status)?.count ?? 0;
}
/** The title that a status gives with these counts: `titlesOf` for one person without a network. */
export function titleBy(
  { status, ownHalf }: { status: number; ownHalf: number },
  counts: TitleCounts,
  { ladder }: PlanTerms,
): number {
  const wanted = (need: TitleNeed) => (need.kind === 'own' ? need.half : need.count);
  let title = CONSULTANT_STATUS;
  while (title < status && ladder[title + 1]!.needs.every((need) => haveOf(need, ownHalf, counts) >= wanted(need)))
    title += 1;
  return title;
}
