import type { Db } from '#server/db/open.ts';
import { type ClosedView, closedViewOf } from '#server/features/plan/volumes/closed-view.rules.ts';
import { openMonthFiles } from '#server/features/plan/volumes/month-files.ts';
import { bestAfter, listsOfRecord, type MonthLists, ownById } from '#server/features/plan/volumes/month-lists.rules.ts';
import { type AboutMonth, findClosedBefore, findClosedMonth, readOwnHalves, readOwnTitles, readRecord, readTitlesBefore } from '#server/features/plan/volumes/sources.queries.ts'; // prettier-ignore

export type ClosedMonths = {
  /** Null: the month is not closed. */
  view(period: number): Promise<ClosedView | null>;
  /** Own volumes by user id; `isFinal`: the month is closed, they never change. */
  halves(period: number): Promise<{ halves: Int32Array; isFinal: boolean }>;
  /** Highest titles by user id before a month; before the first closed one those of the accounts. */
  titlesBefore(period: number): Promise<Uint8Array>;
  /** Makes the file of a closed month that has none. */
  keep(period: number): Promise<void>;
};
/** Closed months, by their files; of a month that has none yet the record is read, and the file made (docs/decisions/570). */
export function openClosedMonths(db: Db, folder: string | undefined): ClosedMonths {
  const files = openMonthFiles(folder);
  const kept = new Set<number>();

  async function listsOf(about: AboutMonth): Promise<MonthLists> {
    const found = await files.read(about);
    if (found) return found;
    const record = listsOfRecord(await readRecord(db, about));
    const before = about.monthsBefore > 0 ? await readTitlesBefore(db, about.period) : new Uint8Array(0);
    const lists = { ...record, best: bestAfter(before, record) };
    await files.write(about, lists);
    return lists;
  }
  return {
    async view(period) {
      const about = await findClosedMonth(db, period);
      return about && closedViewOf(about, await listsOf(about));
    },
    async halves(period) {
      const about = await findClosedMonth(db, period);
      const lists = about && (await files.read(about));
      return {
        halves: lists ? ownById(lists) : await readOwnHalves(db, period, about !== null),
        isFinal: about !== null,
      };
    },
    async titlesBefore(period) {
      const [last] = await findClosedBefore(db, period);
      if (last === undefined) return readOwnTitles(db);
      const about = await findClosedMonth(db, last);
      const lists = about && (await files.read(about));
      return lists ? lists.best : readTitlesBefore(db, period);
    },
    async keep(period) {
      if (kept.has(period)) return;
      const about = await findClosedMonth(db, period);
      if (!about) return;
      await listsOf(about);
      kept.add(period);
    },
  };
}
