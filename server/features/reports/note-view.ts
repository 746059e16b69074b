import type { Db } from '#server/db/open.ts';
import { insertAudit } from '#server/features/desk-orders/audit.queries.ts';
import type { SessionUser } from '#server/platform/session.ts';

/** A report that staff or a blocked account looks at is written into the journal (docs/product/reports.md#whose). */
export async function noteView(
  db: Db,
  { id, role, readonly }: SessionUser,
  { act, personId, at }: { act: string; personId: number; at: Date },
): Promise<void> {
  if (!readonly && role !== 'staff') return;
  const reason = readonly ? 'Просмотр отчёта закрытым кабинетом' : 'Просмотр отчёта сотрудником';
  await db.transaction((tx) => insertAudit(tx, { actorId: id, act, targetType: 'person', targetId: personId, reason, asked: {}, before: null, after: null, key: null, at })); // prettier-ignore
}
