import { shiftPeriod } from '#contract/plan/periods.ts';
import { titlesOf } from '#contract/plan/titles.ts';
import type { Db } from '#server/db/open.ts';
import {
  isAskable,
  LOOK_BACK,
  type ListSource,
  NOBODY,
  silentOf,
} from '#server/features/plan/volumes/list-source.rules.ts';
import { readPeopleFacts, type PeopleFacts } from '#server/features/plan/volumes/sources.queries.ts';
import { openClosedMonths } from '#server/features/plan/volumes/closed-months.ts';
import { readView } from '#server/features/plan/volumes/follow.ts';
import type { ClosedView } from '#server/features/plan/volumes/closed-view.rules.ts';
import type { View } from '#server/features/plan/volumes/view.rules.ts';

/** A month in memory costs some 60 MB per million people: so many besides the open one. */
const VIEWS_MOST = 3;
/** Registrations are in the view at once; birthdays and own volumes of months that still change are read again so often. */
const FACTS_MS = 5 * 60_000;
/** A month that waits for its closing is over, and changes seldom: reading a million people takes seconds. */
const WAITING_MS = 30_000;
/** How often it is looked whether something is to be read ahead. */
const WARM_MS = 20_000;

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
  /** Reads ahead what most are going to ask for: the open month and the one before, also when that has just been closed. */
  warm(open: View): Promise<void>;
};
/** Closed months and what is known of people, read when they are first asked for, in the thread of the open period. */
export function openSources(db: Db, folder?: string): Sources {
  const closed = openClosedMonths(db, folder);
  const views = new Map<number, Promise<ClosedView | null>>();
  const waiting = new Map<number, { at: number; reading: Promise<ClosedView> }>();
  const own = new Map<number, { halves: Int32Array; isFinal: boolean }>();
  let facts: { of: PeopleFacts; at: number; openId: number } | null = null;
  const titles = new Map<number, { before: Uint8Array; at: number }>();
  const isOld = (at: number) => Date.now() - at > FACTS_MS;

  let reading: Promise<PeopleFacts> | null = null;
  /** Old ones answer until the new ones are there: nobody waits for a reading but the first. */
  function readFacts(openId: number): Promise<PeopleFacts> {
    if (facts?.openId === openId && !isOld(facts.at)) return Promise.resolve(facts.of);
    reading ??= readAnew(openId).finally(() => {
      reading = null;
    });
    // A month that has just ended counts among those before: nothing is told without it.
    if (facts?.openId !== openId) return reading;
    // The next question tries again, and the clock's warming tells why it failed.
    reading.catch(() => undefined);
    return Promise.resolve(facts.of);
  }
  async function readAnew(openId: number): Promise<PeopleFacts> {
    const read = await readPeopleFacts(db);
    let isChanged = facts === null || facts.openId !== openId || !isSame(facts.of.joined, read.joined) || !isSame(facts.of.birth, read.birth); // prettier-ignore
    for (let back = 1; back < LOOK_BACK * 2; back += 1) {
      const period = shiftPeriod(openId, -back);
      if (own.get(period)?.isFinal) continue;
      const month = await closed.halves(period);
      isChanged ||= !isSame(own.get(period)?.halves ?? NOBODY, month.halves);
      own.set(period, month);
    }
    // What was counted of the ones before stays true as long as they are the same.
    const of = isChanged || facts === null ? read : facts.of;
    facts = { of, at: Date.now(), openId };
    return of;
  }
  /** A closed month never changes; one that waits for its closing is read again after a while. */
  async function monthView(period: number): Promise<ClosedView> {
    const reading = views.get(period) ?? closed.view(period);
    // The one that was asked for last stays longest.
    views.delete(period);
    views.set(period, reading);
    reading.catch(() => views.delete(period));
    for (const oldest of [...views.keys()].slice(0, -VIEWS_MOST)) views.delete(oldest);
    const view = await reading;
    if (view) {
      waiting.delete(period);
      return view;
    }
    views.delete(period);
    return waitingView(period);
  }
  function waitingView(period: number): Promise<ClosedView> {
    const known = waiting.get(period);
    if (known && Date.now() - known.at <= WAITING_MS) return known.reading;
    const readAt = new Date().toISOString();
    const reading = readView(db, period).then(({ view }) => ({
      view,
      titles: titlesOf(view.period),
      best: null,
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
    const before = await closed.titlesBefore(period);
    titles.set(period, { before, at: Date.now() });
    return before;
  }
  async function of(open: View, period: number, needs: { titles?: boolean } = {}) {
    if (!isAskable(open.id, period)) return undefined;
    const read = await readFacts(open.id);
    const month = period === open.id ? null : await monthView(period);
    const view = month?.view ?? open;
    const ownHalves = (one: number) => own.get(one)?.halves;
    const source = { view, facts: read, ownHalves, closedAt: month?.closedAt ?? null, readAt: month?.readAt ?? null };
    if (!needs.titles) return source;
    const before = await titlesBefore(period);
    return { ...source, titles: { reached: month?.titles ?? reachedIn(view), before } };
  }
  let warmedAt = 0;
  let isWarming = false;
  return {
    of,
    async warm(open) {
      if (isWarming || Date.now() - warmedAt < WARM_MS) return;
      isWarming = true;
      try {
        await readAhead(open);
      } finally {
        isWarming = false;
        warmedAt = Date.now();
      }
    },
  };
  /** The months that most will ask for are in memory, all others are files. */
  async function readAhead(open: View): Promise<void> {
    for (const period of [open.id, shiftPeriod(open.id, -1)]) {
      const source = await of(open, period, { titles: true });
      if (source) silentOf(source);
    }
    for (let back = 1; back < LOOK_BACK; back += 1) await closed.keep(shiftPeriod(open.id, -back));
  }
}
const isSame = (a: Int32Array | Int16Array, b: Int32Array | Int16Array): boolean => Buffer.compare(bytesIn(a), bytesIn(b)) === 0; // prettier-ignore
const bytesIn = ({ buffer, byteOffset, byteLength }: Int32Array | Int16Array) => new Uint8Array(buffer, byteOffset, byteLength); // prettier-ignore
