import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { PathId } from '#contract/ids.ts';
import { okWord } from '#contract/reply.ts';

// A supplier's feed at the desk (docs/product/desk.md#feeds). Contents: 1 limits, 2 how an import looks, 3 calls. Times in ISO.

const common = { word: 'desk', dialect: 'word', needs: 'desk.products' } as const;
const Id = z.int().check(z.positive(), z.lte(2_147_483_647));

// ── 1 Limits ────────────────────────────────────────────────────────────────────────────────────
/** Of the feed as it is, and packed by gzip as the page sends it. */
export const FEED_LIMITS = { bytes: 128 * 1024 * 1024, packed: 12 * 1024 * 1024 } as const;
export const FEED_WORDS = {
  too_large: 'Файл слишком большой: до 128 МБ. Большие файлы загружают командой npm run import',
  not_packed: 'Файл не распаковался. Выберите его ещё раз',
  nothing: 'Выберите файл или введите адрес',
} as const;
const BASE64_MAX = Math.ceil(FEED_LIMITS.packed / 3) * 4;
/** Longest body of a call that carries one. */
export const FEED_BODY_MAX = BASE64_MAX + 4096;

// ── 2 How an import looks ───────────────────────────────────────────────────────────────────────
export const IMPORT_STATES = ['checking', 'checked', 'applying', 'done', 'failed', 'cancelled'] as const;
export type ImportState = (typeof IMPORT_STATES)[number];
export const IMPORT_ROW_KINDS = ['added', 'changed', 'refused', 'withheld', 'note'] as const;
export type ImportRowKind = (typeof IMPORT_ROW_KINDS)[number];
const Count = z.int();
export const ImportReportView = z.object({
  source: z.string(),
  categories: z.object({ added: Count, changed: Count, refused: Count }),
  topics: Count,
  offers: z.object({ added: Count, changed: Count, unchanged: Count, refused: Count }),
  missing: Count,
  hidden: Count,
  withheld: Count,
  pictures: z.object({ loaded: Count, failed: Count, skipped: Count, known: Count, toLoad: Count }),
  /** Why the pictures were not finished; null when they were. */
  interrupted: z.nullable(z.string()),
});
export type ImportReportView = z.infer<typeof ImportReportView>;
export const FeedImport = z.object({
  id: z.int(),
  /** Of the file, or the address. */
  name: z.string(),
  author: z.string(),
  state: z.enum(IMPORT_STATES),
  /** What is done now, in words. */
  progress: z.string(),
  /** Why nothing was done; null while that is not so. */
  error: z.nullable(z.string()),
  /** Of the last run: of the check, then of what was written. */
  report: z.nullable(ImportReportView),
  /** Rows of the report, by kind. */
  rows: z.record(z.enum(IMPORT_ROW_KINDS), Count),
  created_at: z.string(),
});
export type FeedImport = z.infer<typeof FeedImport>;
export const ImportRow = z.object({
  n: z.int(),
  kind: z.enum(IMPORT_ROW_KINDS),
  /** Of the file. */
  line: z.int(),
  offer_id: z.string(),
  title: z.string(),
  category: z.string(),
  /** What is new, what has changed, why it is not taken. */
  text: z.string(),
});
export type ImportRow = z.infer<typeof ImportRow>;
export const IMPORT_ROWS_PAGE = 100;

// ── 3 Calls ─────────────────────────────────────────────────────────────────────────────────────
const OneImport = z.object({ ...okWord, feed: FeedImport, server_time: z.string() });
const change = { ...common, method: 'POST', keyed: true } as const;
export const deskStartImport = defineCall({
  ...change,
  name: 'deskStartImport',
  summary: 'Хозяйство: файл поставщика (YML) проверить; в магазине ничего не меняется',
  path: '/api/desk/imports/start',
  limit: { caller: 60 },
  body: z.object({
    name: z._default(z.string().check(z.trim(), z.maxLength(200)), ''),
    /** The file packed by gzip, as base64. */
    file: z.optional(
      z.string().check(
        z.minLength(1),
        z.maxLength(BASE64_MAX, { error: FEED_WORDS.too_large }),
        z.refine((text) => /^[A-Za-z0-9+/]*={0,2}$/.test(text), { error: FEED_WORDS.not_packed }),
      ),
    ),
    /** Of a feed on the public internet. */
    address: z.optional(
      z
        .string()
        .check(z.trim(), z.maxLength(1500), z.regex(/^https?:\/\/\S+$/, 'Адрес начинается с https:// или http://')),
    ),
    source: z._default(
      z
        .string()
        .check(z.trim(), z.regex(/^(?:[\p{L}\p{N}][\p{L}\p{N}._-]{0,99})?$/u, 'Имя из букв, цифр, точек и дефисов')),
      '',
    ),
    /** 770: consultant price = price × 0.77; null: equal prices, no points. */
    cons_ratio_milli: z._default(
      z.nullable(z.int('Доля от 0,001 до 1, например 0,77').check(z.gte(1), z.lte(1000))),
      null,
    ),
    hide_missing: z._default(z.boolean(), false),
  }),
  reply: OneImport,
});
export const deskApplyImport = defineCall({
  ...change,
  name: 'deskApplyImport',
  summary: 'Хозяйство: проверенный файл записать в магазин и опубликовать одним разом',
  path: '/api/desk/imports/apply',
  body: z.object({ import_id: Id }),
  reply: OneImport,
});
export const deskCancelImport = defineCall({
  ...change,
  name: 'deskCancelImport',
  summary: 'Хозяйство: проверку файла остановить, файл забыть',
  path: '/api/desk/imports/cancel',
  body: z.object({ import_id: Id }),
  reply: OneImport,
});
export const deskFetchImports = defineCall({
  ...common,
  name: 'deskFetchImports',
  summary: 'Хозяйство: последние импорты',
  method: 'GET',
  path: '/api/desk/imports',
  reply: z.object({ ...okWord, imports: z.array(FeedImport), server_time: z.string() }),
});
export const deskGetImport = defineCall({
  ...common,
  name: 'deskGetImport',
  summary: 'Хозяйство: импорт, его ход и отчёт',
  method: 'GET',
  path: '/api/desk/imports/:id',
  params: z.object({ id: PathId }),
  reply: OneImport,
});
export const deskFetchImportRows = defineCall({
  ...common,
  name: 'deskFetchImportRows',
  summary: 'Хозяйство: построчный отчёт импорта, страница за страницей',
  method: 'POST',
  path: '/api/desk/imports/rows',
  // It reads: a client repeats it at will.
  changes: false,
  body: z.object({
    import_id: Id,
    kind: z.optional(z.enum(IMPORT_ROW_KINDS)),
    /** The number that the page before ended with. */
    after: z._default(z.int().check(z.gte(0), z.lte(2_147_483_647)), 0),
  }),
  reply: z.object({ ...okWord, rows: z.array(ImportRow), next: z.nullable(z.int()) }),
});

export const IMPORT_CALLS = [
  deskStartImport,
  deskApplyImport,
  deskCancelImport,
  deskFetchImports,
  deskGetImport,
  deskFetchImportRows,
] as const;
