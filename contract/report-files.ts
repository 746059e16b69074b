import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { PathId } from '#contract/ids.ts';
import { ActivityQuery, asked, BirthdaysQuery, getActivity, getBirthdays, getInactive, getNewStatuses, getPersonalStat, getRookiePeriods, getRookies, InactiveQuery, Month, reportCall, RookieQuery, searchNewStatuses, Structure } from '#contract/reports.ts'; // prettier-ignore
import { getStructurePerson } from '#contract/structure.ts';

// Files. Their answer is the file itself, a refusal is JSON.
const file = { ...reportCall, needs: ['reports.view', 'reports.export'], reply: z.unknown() } as const;
const format = z.optional(z.enum(['xlsx', 'csv']));
const { page: _inactive, ...inactiveFilters } = InactiveQuery.shape;
const { page: _activity, ...activityFilters } = ActivityQuery.shape;
export const exportInactive = defineCall({
  ...file,
  name: 'exportInactive',
  summary: 'Выгрузка неактивных консультантов ветки',
  path: '/reports/make-export/inactive/parents/:id',
  params: z.object({ id: PathId }),
  query: z.object({ ...inactiveFilters, format }),
});
export const exportInactiveInfo = defineCall({
  ...file,
  name: 'exportInactiveInfo',
  summary: 'Выгрузка: двенадцать периодов одного консультанта',
  path: '/reports/make-export/inactive/info/:id',
  params: z.object({ id: PathId }),
  query: z.object({ format }),
});
export const exportActivityOf = defineCall({
  ...file,
  name: 'exportActivityOf',
  summary: 'Выгрузка активности ветки: рег. номер и период',
  path: '/reports/make-export/activity-consultants/parents/:a/:b',
  params: z.object({ a: PathId, b: PathId }),
  query: z.object({ ...activityFilters, format }),
});
export const exportActivity = defineCall({
  ...file,
  name: 'exportActivity',
  summary: 'Выгрузка активности консультантов',
  path: '/reports/make-export/activity-consultants',
  query: z.object({ ...activityFilters, format }),
});
export const exportRookies = defineCall({
  ...file,
  name: 'exportRookies',
  summary: 'Выгрузка новичков: период и структура',
  path: '/reports/make-export/rookie/list/:a/:b',
  params: z.object({ a: PathId, b: Structure }),
  query: z.object({ q: asked.q, node: asked.node, sort: RookieQuery.shape.sort, format }),
});
export const exportBirthdays = defineCall({
  ...file,
  name: 'exportBirthdays',
  summary: 'Выгрузка дней рождения: месяц, структура, линия',
  path: '/make-export/birthdays/:a/:b/:c',
  params: z.object({ a: Month, b: Structure, c: PathId }),
  query: z.object({ q: asked.q, node: asked.node, sort: BirthdaysQuery.shape.sort, format }),
});
export const exportNewStatuses = defineCall({
  ...file,
  name: 'exportNewStatuses',
  summary: 'Выгрузка новых статусов периода',
  path: '/reports/make-export/new-statuses',
  query: z.object({ period: asked.period, q: asked.q, format }),
});

/** Those whose answer is a file. */
export const REPORT_FILES = [
  exportInactive,
  exportInactiveInfo,
  exportActivityOf,
  exportActivity,
  exportRookies,
  exportBirthdays,
  exportNewStatuses,
];
/** For the list of all calls. */
export const REPORT_CALLS = [
  getStructurePerson,
  getInactive,
  getActivity,
  getRookies,
  getRookiePeriods,
  getBirthdays,
  getNewStatuses,
  searchNewStatuses,
  getPersonalStat,
  ...REPORT_FILES,
];
