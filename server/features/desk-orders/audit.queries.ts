import type { Tx } from '#server/db/open.ts';
import { auditLog } from '#server/db/tables/audit.ts';

export type AuditRow = Omit<typeof auditLog.$inferInsert, 'id'>;
/** In the transaction of the act: an act that failed leaves no line, and none is done without one. */
export async function insertAudit(tx: Tx, row: AuditRow): Promise<void> {
  await tx.insert(auditLog).values(row);
}
