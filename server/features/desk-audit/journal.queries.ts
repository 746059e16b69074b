import { and, desc, eq, ilike, lt, or, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { DbOrTx } from '#server/db/open.ts';
import { auditLog } from '#server/db/tables/audit.ts';
import { users } from '#server/db/tables/people.ts';

export type JournalRow = typeof auditLog.$inferSelect & { actor: string; target: string | null };
export type JournalAsked = {
  personId?: number | undefined;
  target?: 'order' | 'person' | undefined;
  /** Words of a name or a reason, with LIKE's own signs plain; a number of an order or a cabinet. */
  pattern?: string | undefined;
  number?: number | undefined;
  after?: number | undefined;
  limit: number;
};

const targetPerson = alias(users, 'target');
/** Lines of the journal, the newest first, below `after`. */
export async function findJournal(db: DbOrTx, asked: JournalAsked): Promise<JournalRow[]> {
  const { personId, target, after, limit } = asked;
  const rows = await db
    .select({ line: auditLog, actor: users.name, target: targetPerson.name })
    .from(auditLog)
    .innerJoin(users, eq(users.id, auditLog.actorId))
    .leftJoin(targetPerson, and(eq(auditLog.targetType, 'person'), eq(targetPerson.id, auditLog.targetId)))
    .where(
      and(
        personId === undefined ? undefined : and(eq(auditLog.targetType, 'person'), eq(auditLog.targetId, personId)),
        target === undefined ? undefined : eq(auditLog.targetType, target),
        wordsOf(asked),
        after === undefined ? undefined : lt(auditLog.id, after),
      ),
    )
    .orderBy(desc(auditLog.id))
    .limit(limit);
  return rows.map(({ line, ...names }) => ({ ...line, ...names }));
}
const wordsOf = ({ pattern, number }: JournalAsked): SQL | undefined =>
  pattern === undefined
    ? undefined
    : or(
        ilike(users.name, pattern),
        ilike(targetPerson.name, pattern),
        ilike(auditLog.reason, pattern),
        number === undefined ? undefined : eq(auditLog.targetId, number),
      );
