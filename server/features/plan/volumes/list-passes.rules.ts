import { shiftPeriod } from '#contract/plan/periods.ts';
import { type ListSource, placedOf, type Titles } from '#server/features/plan/volumes/list-source.rules.ts';
import type { ListFilter } from '#server/features/plan/volumes/list-types.rules.ts';

// What a list lets through, as bounds of numbers (docs/decisions/520).

export type Passes = (at: number) => boolean;
/** Whatever is asked, as bounds of numbers: a pass over a million people calls nothing and makes nothing for any of them. */
export function passesOf(source: ListSource, filter: ListFilter, viewer: number): Passes {
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
export const titleBefore = ({ before }: Titles, userId: number): number => Math.max(1, before[userId] ?? 0);
