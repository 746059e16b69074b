// A report and its address (docs/product/reports.md#common). Contents: 1 which reports, 2 the address, 3 files

// ── 1 Which reports ─────────────────────────────────────────────────────────────────────────────
/** Lists; the sixth report, personal statistics, has a screen of its own. */
export const LISTS = ['activity', 'inactive', 'rookie', 'birthdays', 'new-statuses'] as const;
export type ListName = (typeof LISTS)[number];
export const isListName = (name: string): name is ListName => (LISTS as readonly string[]).includes(name);

// ── 2 The address ───────────────────────────────────────────────────────────────────────────────
/** What the address may say. What it does not say has its default on the shop's side. */
const WORDS = {
  structure: /^[012]$/,
  period: /^\d{6}$/,
  node: /^\d{1,10}$/,
  q: /^.{1,100}$/s,
  sort: /^[a-z0-9]+-(asc|desc)$/,
  page: /^\d{1,6}$/,
  category: /^(silent|sleeping|gone)$/,
  active: /^(yes|no)$/,
  status: /^\d{1,2}$/,
  month: /^\d{1,2}$/,
  line: /^\d{1,3}$/,
} as const;
export type Word = keyof typeof WORDS;
export type ReportAsked = Partial<Record<Word, string>>;
/** Which of them a report knows. */
const KNOWN: Record<ListName, readonly Word[]> = {
  activity: ['structure', 'period', 'node', 'q', 'sort', 'page', 'active', 'status'],
  inactive: ['structure', 'period', 'node', 'q', 'sort', 'page', 'category'],
  rookie: ['structure', 'period', 'node', 'q', 'sort', 'page'],
  birthdays: ['structure', 'node', 'q', 'sort', 'page', 'month', 'line'],
  'new-statuses': ['period', 'q', 'page'],
};

/** What nobody can have meant is left out, so that an address typed wrong still opens the report. */
export function readAsked(report: ListName, search: string): ReportAsked {
  const params = new URLSearchParams(search);
  return Object.fromEntries(
    KNOWN[report].flatMap((word) => {
      const value = params.get(word);
      return value !== null && WORDS[word].test(value) ? [[word, value]] : [];
    }),
  );
}
/** One address for one question: the whole structure is what is asked for when nothing is said. */
export function queryOf(report: ListName, asked: ReportAsked): string {
  const said = { ...asked, structure: asked.structure === '1' ? undefined : asked.structure };
  const params = new URLSearchParams(KNOWN[report].flatMap((word) => (said[word] ? [[word, said[word]]] : [])));
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}
export const addressOf = (report: ListName, asked: ReportAsked): string =>
  `/user/reports/${report}${queryOf(report, asked)}`;
/** Another filter begins on the first page. */
export const withWord = (asked: ReportAsked, change: ReportAsked): ReportAsked => ({
  ...asked,
  page: undefined,
  ...change,
});

// ── 3 Files ─────────────────────────────────────────────────────────────────────────────────────
export type FileFormat = 'xlsx' | 'csv';
type Shown = { period: number; viewerId: number; month: number };
/** Where the file of what is shown is made: the addresses of the specification (docs/product/reports.md#exports). */
export function fileAddress(
  report: ListName,
  asked: ReportAsked,
  format: FileFormat,
  { period, viewerId, month }: Shown,
): string {
  const { structure = '1', node = String(viewerId), line = '0' } = asked;
  const path = {
    activity: '/reports/make-export/activity-consultants',
    inactive: `/reports/make-export/inactive/parents/${node}`,
    rookie: `/reports/make-export/rookie/list/${period}/${structure}`,
    birthdays: `/make-export/birthdays/${month}/${structure}/${line}`,
    'new-statuses': '/reports/make-export/new-statuses',
  }[report];
  const left = KNOWN[report].filter((word) => word !== 'page' && asked[word] !== undefined);
  const params = new URLSearchParams(left.map((word) => [word, asked[word] ?? '']));
  if (report === 'new-statuses') params.set('period', String(period));
  params.set('format', format);
  return `${path}?${params.toString()}`;
}
/** The name that the shop gives the file; ours when it says none. */
export const fileNameOf = (header: string | null, otherwise: string): string =>
  /filename="([^"]+)"/.exec(header ?? '')?.[1] ?? otherwise;
