import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { Kopecks } from '#contract/money.ts';
import { okWord } from '#contract/reply.ts';

// What has moved on the accounts of a person (docs/product/money.md#history). Money in kopecks, times in ISO, months YYYYMM in Moscow.

/** Kinds that a person tells apart; of which movements each is made stands in docs/product/money.md#history. */
export const HISTORY_KINDS = [
  'deposit',
  'spend',
  'refund',
  'bonus',
  'retail',
  'gift',
  'transfer',
  'expire',
  'correction',
] as const;
export type HistoryKind = (typeof HISTORY_KINDS)[number];
export const HISTORY_PAGE = 50;

const QueryMonth = z.coerce.number().check(z.int(), z.gte(2020_01), z.lte(2999_12));
/** Of the address; the same filters choose what is exported. */
export const HistoryFilter = z.object({
  account: z.optional(z.enum(['0', '1', '2'])),
  kind: z.optional(z.enum(HISTORY_KINDS)),
  /** First and last month, both included; without `till` the one month. */
  period: z.optional(QueryMonth),
  till: z.optional(QueryMonth),
});
export type HistoryFilter = z.infer<typeof HistoryFilter>;

export const EXPORT_FORMATS = ['xlsx', 'csv'] as const;
export const HistoryRow = z.object({
  id: z.int(),
  at: z.string(),
  /** YYYYMM of `at`. */
  month: z.int(),
  account_type: z.int(),
  kind: z.enum(HISTORY_KINDS),
  title: z.string(),
  /** What it is about; null: nothing that could be opened or named. */
  ref: z.nullable(z.object({ type: z.enum(['order', 'payment', 'transfer', 'period']), id: z.int() })),
  amount: Kopecks,
  balance_after: Kopecks,
  /** A gift: until when it lives. */
  expires_at: z.nullable(z.string()),
  /** Between one's own accounts: neither income nor spending. */
  is_own: z.boolean(),
});
export type HistoryRow = z.infer<typeof HistoryRow>;

export const HistoryMonth = z.object({
  month: z.int(),
  /** What came and what went by the filter, without moves between one's own accounts; both above 0. */
  income: Kopecks,
  outgo: Kopecks,
  count: z.int(),
});
export type HistoryMonth = z.infer<typeof HistoryMonth>;

export const getBonusHistory = defineCall({
  name: 'getBonusHistory',
  summary: 'История счетов: движения по счёту, виду и месяцам',
  word: 'accounts',
  dialect: 'word',
  needs: 'account.view',
  method: 'GET',
  path: '/user/bonus-history',
  query: z.object({
    ...HistoryFilter.shape,
    /** The last row of the page before. */
    after: z.optional(z.coerce.number().check(z.int(), z.positive(), z.lte(Number.MAX_SAFE_INTEGER))),
  }),
  reply: z.object({
    ...okWord,
    items: z.array(HistoryRow),
    /** Of everything that the filter lets through. */
    months: z.array(HistoryMonth),
    total: z.int(),
    /** What the next page is asked for with; null: there is none. */
    next: z.nullable(z.int()),
    server_time: z.string(),
  }),
});

export const exportBonusHistory = defineCall({
  name: 'exportBonusHistory',
  summary: 'История счетов файлом: xlsx или csv, с теми же фильтрами',
  word: 'accounts',
  dialect: 'word',
  needs: 'account.view',
  limit: { caller: 60 },
  method: 'GET',
  path: '/make-export/bonus-history',
  query: z.object({ ...HistoryFilter.shape, format: z.optional(z.enum(EXPORT_FORMATS)) }),
  // The answer is a file.
  reply: z.unknown(),
});
