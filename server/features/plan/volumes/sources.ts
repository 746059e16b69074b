import { shiftPeriod } from '#contract/plan/periods.ts';
import { titlesOf } from '#contract/plan/titles.ts';
import type { Db } from '#server/db/open.ts';
import { isAskable, LOOK_BACK, type ListSource } from '#server/features/plan/volumes/list-source.rules.ts';
import { countClosedBefore, isClosed, readClosedMonth, readOwnHalves, readOwnTitles, readPeopleFacts, readTitlesBefore, type PeopleFacts } from '#server/features/plan/volumes/sources.queries.ts'; // prettier-ignore
import { readView } from '#server/features/plan/volumes/follow.ts';
import { type ClosedView, closedViewOf } from '#server/features/plan/volumes/closed-view.rules.ts';
import type { View } from '#server/features/plan/volumes/view.rules.ts';

/** A month in memory costs some 60 MB per million people: so many besides the open one. */
const VIEWS_MOST = 3;
/** Registrations are in the view at once; birthdays and own volumes of months that still change are read again so often. */
const FACTS_MS = 5 * 60_000;
/** A month that waits for its closing is over, and changes seldom: reading a million people takes seconds. */
const WAITING_MS = 30_000;

/** Titles of a view are the same for everybody who asks for it. */
const reached = new WeakMap<View, Uint8Array>();
function reachedIn(view: View): Uint8Array {
  const known = reached.get(view) ?? titlesOf(view.period);
  reached.set(view, known);
  return known;
}

export type Sources = {
  /** What a list of a month looks at; `undefined` for a month that cannot be asked for. */
  of(
    open: View,
    period: number,
    needs?: { titles?: boolean },
  ): Promise<(ListSource & Pick<ClosedView, 'closedAt' | 'readAt'>) | undefined>;
};
/** Closed months and what is known of people, read when they are first asked for, in the thread of the open period. */
export function openSources(db: Db): Sources {
  const views = new Map<number, Promise<ClosedView>>();
  const waiting = new Map<number, { at: number; reading: Promise<ClosedView> }>();
  const own = new Map<number, { halves: Int32Array; isFinal: boolean }>();
  let facts: { of: PeopleFacts; at: number } | null = null;
  const titles = new Map<number, { before: Uint8Array; months: number; at: number }>();
  const isOld = (at: number) => Date.now() - at > FACTS_MS;

  async function readFacts(openId: number): Promise<PeopleFacts> {
    if (facts && !isOld(facts.at)) return facts.of;
    const read = await readPeopleFacts(db);
    for (let back = 1; back < LOOK_BACK * 2; back += 1) {
      const period = shiftPeriod(openId, -back);
      if (own.get(period)?.isFinal) continue;
      const isFinal = await isClosed(db, period);
      own.set(period, { halves: await readOwnHalves(db, period, isFinal), isFinal });
    }
    facts = { of: read, at: Date.now() };
    return read;
  }
  /** A closed month never changes; one that waits for its closing is read again after a while. */
  async function monthView(period: number): Promise<ClosedView> {
    const known = views.get(period);
    if (known) {
      views.delete(period);
      views.set(period, known);
      return known;
    }
    if (!(await isClosed(db, period))) return waitingView(period);
    waiting.delete(period);
    const reading = readClosedMonth(db, period).then(closedViewOf);
    views.set(period, reading);
    reading.catch(() => views.delete(period));
    for (const oldest of [...views.keys()].slice(0, -VIEWS_MOST)) views.delete(oldest);
    return reading;
  }
  function waitingView(period: number): Promise<ClosedView> {
    const known = waiting.get(period);
    if (known && Date.now() - known.at <= WAITING_MS) return known.reading;
    const readAt = new Date().toISOString();
    const reading = readView(db, period).then(({ view }) => ({
      view,
      titles: titlesOf(view.period),
      closedAt: null,
      readAt,
    }));
    waiting.set(period, { at: Date.now(), reading });
    reading.catch(() => waiting.delete(period));
    return reading;
  }
  async function titlesBefore(period: number): Promise<Uint8Array> {
    const known = titles.get(period);
    if (known && !isOld(known.at)) return known.before;
    const months = await countClosedBefore(db, period);
    const isSame = known !== undefined && months > 0 && months === known.months;
    // Reading the titles of a million people takes seconds, and closed months do not change.
    const before = isSame ? known.before : await (months > 0 ? readTitlesBefore(db, period) : readOwnTitles(db));
    titles.set(period, { before, months, at: Date.now() });
    return before;
  }
  return {
    async of(open, period, needs = {}) {
      if (!isAskable(open.id, period)) return undefined;
      const read = await readFacts(open.id);
      const month = period === open.id ? null : await monthView(period);
      const view = month?.view ?? open;
      const ownHalves = (one: number) => own.get(one)?.halves;
      const source = { view, facts: read, ownHalves, closedAt: month?.closedAt ?? null, readAt: month?.readAt ?? null };
      if (!needs.titles) return source;
      const before = await titlesBefore(period);
      return { ...source, titles: { reached: month?.titles ?? reachedIn(view), before } };
    },
  };
}
