import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { Balls, Kopecks } from '#contract/money.ts';
import { okWord } from '#contract/reply.ts';

// Reports of a structure (docs/product/reports.md). Contents: 1 what is asked, 2 what is answered, 3 calls

// ── 1 What is asked ─────────────────────────────────────────────────────────────────────────────
/** 0 «Первая линия», 1 «Вся структура», 2 «По веткам». */
export const STRUCTURES = [0, 1, 2] as const;
export const PAGE_ROWS = 50;
const Whole = z.pipe(
  z.string().check(z.regex(/^\d{1,10}$/)),
  z.transform((text: string) => Number(text)),
);
export const Month = z.pipe(
  z.string().check(z.regex(/^(0?[1-9]|1[0-2])$/)),
  z.transform((text: string) => Number(text)),
);
export const Structure = z.pipe(
  z.enum(['0', '1', '2']),
  z.transform((text) => Number(text) as 0 | 1 | 2),
);
const sorts = <const K extends string>(keys: readonly K[]) =>
  z.enum(keys.flatMap((key) => [`${key}-asc`, `${key}-desc`] as const) as [`${K}-asc`, ...`${K}-${'asc' | 'desc'}`[]]);

/** What most of them may be asked. */
export const asked = {
  structure: z.optional(Structure),
  /** YYYYMM; the open month when absent. */
  period: z.optional(Whole),
  /** A person of the own structure, whose branch is wanted. */
  node: z.optional(Whole),
  /** A name or a registration number. */
  q: z.optional(z.string().check(z.maxLength(100))),
  page: z.optional(Whole),
};
const silence = z.enum(['silent', 'sleeping', 'gone']);
export const InactiveQuery = z.object({ ...asked, category: z.optional(silence), sort: z.optional(sorts(['place', 'line', 'silent'])) }); // prettier-ignore
export const ActivityQuery = z.object({
  ...asked,
  active: z.optional(z.enum(['yes', 'no'])),
  status: z.optional(Whole),
  sort: z.optional(sorts(['place', 'line', 'own', 'group', 'orders', 'amount', 'status'])),
});
export const RookieQuery = z.object({ ...asked, sort: z.optional(sorts(['place', 'line', 'joined', 'own'])) });
export const BirthdaysQuery = z.object({
  structure: asked.structure,
  node: asked.node,
  q: asked.q,
  page: asked.page,
  month: z.optional(Month),
  /** 0 or absent: every line. */
  line: z.optional(Whole),
  sort: z.optional(sorts(['birth', 'line', 'place'])),
});

// ── 2 What is answered ──────────────────────────────────────────────────────────────────────────
const Named = z.object({ id: z.int(), name: z.string() });
const person = {
  id: z.int(),
  cons_id: z.string(),
  name: z.string(),
  /** Generation below the reader, 1 for the first. */
  line: z.int(),
};
const contact = {
  city: z.nullable(z.string()),
  /** Only of people of one's own first line who have allowed it. */
  phone: z.nullable(z.string()),
};
export const ActivityRow = z.object({
  ...person,
  active: z.boolean(),
  own: Balls,
  group: Balls,
  active_line1: z.int(),
  orders: z.int(),
  amount: Kopecks,
  /** Of the period; null while the person is not active. */
  status: z.nullable(Named),
  /** The best ever reached in a closed month. */
  title: z.string(),
  /** Points to the next status; to activity for who is not active; null on the top rung. */
  missing: z.nullable(Balls),
  /** How many people stand below: whether the row leads further down. */
  people: z.int(),
});
export const InactiveRow = z.object({
  ...person,
  ...contact,
  sponsor: z.nullable(z.string()),
  title: z.string(),
  /** YYYY-MM-DD in Moscow. */
  last_order: z.nullable(z.string()),
  last_own: z.nullable(Balls),
  /** In a row, the chosen one included; 13 stands for more than 12. */
  periods: z.int(),
  category: silence,
});
export const RookieRow = z.object({
  ...person,
  registered: z.string(),
  sponsor: z.nullable(z.string()),
  /** Own volumes of the first, second and third period; null for one that has not come. */
  own: z.array(z.nullable(Balls)).check(z.length(3)),
  qualified: z.boolean(),
  /** Points that are missing to that. */
  missing: Balls,
});
export const BirthdayRow = z.object({
  ...person,
  ...contact,
  /** MM-DD. */
  day: z.string(),
  /**
   * That is reached on this year's birthday: only of people of one's own first line who have allowed it. An answer that a device has kept
   * from before there was one has none.
   */
  age: z._default(z.nullable(z.int()), null),
});
export const StatusRow = z.object({
  ...person,
  /** When the month was closed; null: it is open, and so is the title. */
  date: z.nullable(z.string()),
  from: z.string(),
  to: z.string(),
  sponsor: z.nullable(z.string()),
  period: z.int(),
});
const Branch = z.object({
  id: z.int(),
  cons_id: z.string(),
  name: z.string(),
  people: z.int(),
  active: z.int(),
  own: Balls,
  group: Balls,
  orders: z.int(),
  amount: Kopecks,
});
const Period = z.object({ id: z.int(), name: z.string() });
const Totals = z.object({
  people: z.int(),
  active: z.int(),
  own: Balls,
  orders: z.int(),
  amount: Kopecks,
  silent: z.int(),
  sleeping: z.int(),
  gone: z.int(),
  qualified: z.int(),
});
const about = {
  ...okWord,
  server_time: z.string(),
  /** Of which moment the numbers are. */
  as_of: z.string(),
  period: Period,
  periods: z.array(Period),
  /** The way from the reader to the person whose branch this is. */
  parents: z.array(Named),
};
const listOf = <R extends z.ZodMiniType>(row: R) =>
  z.object({
    ...about,
    page: z.int(),
    pages: z.int(),
    /** Rows in all; with structure 2 branches. */
    total: z.int(),
    totals: Totals,
    items: z.array(row),
    branches: z.array(Branch),
  });
export type ReportBranch = z.infer<typeof Branch>;
export type ReportTotals = z.infer<typeof Totals>;
export type ActivityRow = z.infer<typeof ActivityRow>;
export type InactiveRow = z.infer<typeof InactiveRow>;
export type RookieRow = z.infer<typeof RookieRow>;
export type BirthdayRow = z.infer<typeof BirthdayRow>;
export type StatusRow = z.infer<typeof StatusRow>;

// ── 3 Calls ─────────────────────────────────────────────────────────────────────────────────────
export const reportCall = { word: 'reports', dialect: 'word', method: 'GET', needs: 'reports.view' } as const;
export const getInactive = defineCall({
  ...reportCall,
  name: 'getInactive',
  summary: 'Отчёт «Неактивные консультанты»',
  path: '/api/user/reports/inactive',
  query: InactiveQuery,
  reply: listOf(InactiveRow),
});
export const getActivity = defineCall({
  ...reportCall,
  name: 'getActivity',
  summary: 'Отчёт «Активность консультантов»',
  path: '/api/user/reports/activity',
  query: ActivityQuery,
  reply: listOf(ActivityRow),
});
export const getRookies = defineCall({
  ...reportCall,
  name: 'getRookies',
  summary: 'Отчёт «Новички»',
  path: '/api/user/reports/rookie',
  query: RookieQuery,
  reply: listOf(RookieRow),
});
export const getRookiePeriods = defineCall({
  ...reportCall,
  name: 'getRookiePeriods',
  summary: 'Периоды отчёта «Новички»',
  path: '/user/reports/rookie/allowed-periods',
  reply: z.object({ ...okWord, periods: z.array(Period) }),
});
export const getBirthdays = defineCall({
  ...reportCall,
  name: 'getBirthdays',
  summary: 'Отчёт «Дни рождения»',
  path: '/api/user/reports/birthdays',
  query: BirthdaysQuery,
  reply: listOf(BirthdayRow),
});
const Statuses = listOf(StatusRow);
export const getNewStatuses = defineCall({
  ...reportCall,
  name: 'getNewStatuses',
  summary: 'Отчёт «Новые статусы» за открытый период',
  path: '/user/reports/new-statuses/get-data',
  query: z.object({ page: asked.page }),
  reply: Statuses,
});
export const searchNewStatuses = defineCall({
  ...reportCall,
  name: 'searchNewStatuses',
  summary: 'Отчёт «Новые статусы»: поиск и период',
  path: '/user/reports/new-statuses/search',
  query: z.object({ q: asked.q, period: asked.period, page: asked.page }),
  reply: Statuses,
});
const StatMonth = z.object({
  period: z.int(),
  lo: Balls,
  go: Balls,
  no: Balls,
  rookies: z.int(),
  active: z.int(),
  status: z.nullable(Named),
  bonus: Kopecks,
  is_open: z.boolean(),
});
export type StatMonth = z.infer<typeof StatMonth>;
export const getPersonalStat = defineCall({
  ...reportCall,
  name: 'getPersonalStat',
  summary: 'Личная статистика за 12 периодов',
  path: '/reports/personal-stat/periods',
  reply: z.object({
    ...okWord,
    server_time: z.string(),
    as_of: z.string(),
    id: z.int(),
    name: z.string(),
    stat: z.array(StatMonth),
  }),
});
