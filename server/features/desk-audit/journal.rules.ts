import type { JournalLine } from '#contract/desk-audit.ts';
import type { JournalRow } from '#server/features/desk-audit/journal.queries.ts';

/** A line of the journal as the contract says it. */
export const toJournalLine = (row: JournalRow): JournalLine => ({
  id: row.id,
  at: row.at.toISOString(),
  actor: row.actor,
  act: row.act,
  target_type: row.targetType,
  target_id: row.targetId,
  target: row.target,
  reason: row.reason,
  before: row.before,
  after: row.after,
});

const INT4_MAX = 2_147_483_647;
/** Words as LIKE wants them, and the number of an order or a cabinet where they are one («№ 30 377»). */
export function journalSearchOf(q: string | undefined): { pattern?: string; number?: number } {
  const words = (q ?? '').trim();
  if (words === '') return {};
  const bare = words.replaceAll(/[\s\u00a0№]/g, '');
  const number = /^\d{1,10}$/.test(bare) && Number(bare) <= INT4_MAX ? Number(bare) : undefined;
  const pattern = `%${words.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  return { pattern, ...(number === undefined ? {} : { number }) };
}
