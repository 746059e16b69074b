import type { ListFilter } from '#server/features/plan/volumes/list-types.rules.ts';
import { moscowDay } from '#server/features/orders/vat.rules.ts';

/** 1–12 in Moscow. */
export const monthOf = (at: Date): number => Number(moscowDay(at).slice(5, 7));

type Silence = 'silent' | 'sleeping' | 'gone';
/** Who is part of which report (docs/product/reports.md). */
export const toFilter = {
  inactive: ({ category }: { category?: Silence | undefined }): ListFilter => ({ silence: category ?? 'any' }),
  activity: ({ active, status }: { active?: 'yes' | 'no' | undefined; status?: number | undefined }): ListFilter => ({
    active: active === undefined ? undefined : active === 'yes',
    // A status belongs to the active: the inactive have none.
    ...(status === undefined ? {} : { status, active: active === 'no' ? false : true }),
  }),
  rookie: (): ListFilter => ({ rookie: true }),
  birthdays: ({ month, line }: { month: number; line?: number | undefined }): ListFilter => ({
    month,
    line: line === 0 ? undefined : line,
  }),
  newStatuses: (): ListFilter => ({ newTitle: true }),
};
