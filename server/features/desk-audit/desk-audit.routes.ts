import type { FastifyInstance } from 'fastify';
import { deskExportJournal, deskFetchJournal, JOURNAL_PAGE } from '#contract/desk-audit.ts';
import { dayInMoscow, JOURNAL_COLUMNS } from '#server/features/desk-audit/journal-file.rules.ts';
import { countJournal, findJournal, journalRows } from '#server/features/desk-audit/journal.queries.ts';
import { journalSearchOf, toJournalLine } from '#server/features/desk-audit/journal.rules.ts';
import { sendTable } from '#server/platform/export/send-table.ts';
import { mountFile } from '#server/platform/mount-file.ts';
import { mount, type Shop } from '#server/platform/mount.ts';

/** The journal of the whole desk (docs/product/rights.md#journal). */
export function deskAuditRoutes(app: FastifyInstance, shop: Shop): void {
  mount(app, shop, deskFetchJournal, async ({ body: { q, target, after } }) => {
    const found = await findJournal(shop.db, { ...journalSearchOf(q), target, after, limit: JOURNAL_PAGE + 1 });
    const page = found.slice(0, JOURNAL_PAGE);
    return {
      lines: page.map(toJournalLine),
      next: found.length > page.length ? (page.at(-1)?.id ?? null) : null,
    };
  });
  mountFile(app, shop, deskExportJournal, async ({ query: { q, target }, reply, now }) => {
    const search = { ...journalSearchOf(q), target };
    return sendTable(reply, {
      name: `zhurnal_${dayInMoscow(now)}`,
      format: 'csv',
      count: await countJournal(shop.db, search),
      heading: [],
      columns: JOURNAL_COLUMNS,
      rows: journalRows(shop.db, search),
    });
  });
}
