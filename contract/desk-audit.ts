import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { okWord } from '#contract/reply.ts';

// The journal of the desk (docs/product/desk.md#journal, docs/product/rights.md#journal).

export const JOURNAL_TARGETS = ['order', 'person', 'period', 'product', 'import', 'cell', 'box'] as const;
const state = z.nullable(z.record(z.string(), z.union([z.string(), z.array(z.string()), z.null()])));
export const JournalLine = z.object({
  id: z.int(),
  at: z.string(),
  actor: z.string(),
  /** Name of the call. */
  act: z.string(),
  target_type: z.enum(JOURNAL_TARGETS),
  target_id: z.int(),
  /** The person's name or the product's title; an order has its number, a period its month. */
  target: z.nullable(z.string()),
  reason: z.string(),
  /** What differs, in words; null where the target tells its own story. */
  before: state,
  after: state,
});
export type JournalLine = z.infer<typeof JournalLine>;

const asked = {
  /** Words of a name or a reason, number of an order or a cabinet. */
  q: z.optional(z.string().check(z.maxLength(100))),
  target: z.optional(z.enum(JOURNAL_TARGETS)),
};
export const JOURNAL_PAGE = 50;
export const deskFetchJournal = defineCall({
  word: 'desk',
  dialect: 'word',
  needs: 'desk.audit',
  name: 'deskFetchJournal',
  summary: 'Хозяйство: журнал — кто, что, с кем и почему сделал',
  method: 'POST',
  path: '/api/desk/audit',
  // It reads: a client repeats it at will.
  changes: false,
  body: z.object({
    ...asked,
    /** The last id of the page before. */
    after: z.optional(z.int().check(z.positive(), z.lte(Number.MAX_SAFE_INTEGER))),
  }),
  reply: z.object({
    ...okWord,
    lines: z.array(JournalLine),
    /** What the next page is asked for with; null: there is none. */
    next: z.nullable(z.int()),
  }),
});

/** The same lines as a file, all of them, the newest first. */
export const deskExportJournal = defineCall({
  word: 'desk',
  dialect: 'word',
  needs: 'desk.audit',
  name: 'deskExportJournal',
  summary: 'Хозяйство: журнал файлом CSV',
  method: 'GET',
  path: '/api/desk/audit/export',
  limit: { caller: 30 },
  query: z.object({ q: asked.q, target: asked.target }),
  reply: z.unknown(),
});
