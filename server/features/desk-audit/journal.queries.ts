import { and, count, desc, eq, ilike, lt, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { DbOrTx } from '#server/db/open.ts';
import { auditLog } from '#server/db/tables/audit.ts';
import { products } from '#server/db/tables/catalogue.ts';
import { users } from '#server/db/tables/people.ts';

export type JournalRow = typeof auditLog.$inferSelect & { actor: string; target: string | null };
export type JournalAsked = {
  personId?: number | undefined;
  target?: 'order' | 'person' | 'period' | 'product' | 'import' | 'cell' | 'box' | undefined;
  targetId?: number | undefined;
  /** Words of a name or a reason, with LIKE's own signs plain; a number of an order or a cabinet. */
  pattern?: string | undefined;
  number?: number | undefined;
  after?: number | undefined;
  limit: number;
};

const targetPerson = alias(users, 'target');
/** Lines of the journal, the newest first, below `after`. */
export async function findJournal(db: DbOrTx, asked: JournalAsked): Promise<JournalRow[]> {
  const { after, limit } = asked;
  const rows = await db
    .select({
      line: auditLog,
      actor: users.name,
      target: sql<string | null>`coalesce(${targetPerson.name}, ${products.title})`,
    })
    .from(auditLog)
    .innerJoin(users, eq(users.id, auditLog.actorId))
    .leftJoin(targetPerson, and(eq(auditLog.targetType, 'person'), eq(targetPerson.id, auditLog.targetId)))
    .leftJoin(products, and(eq(auditLog.targetType, 'product'), eq(products.id, auditLog.targetId)))
    .where(and(isAsked(asked), after === undefined ? undefined : lt(auditLog.id, after)))
    .orderBy(desc(auditLog.id))
    .limit(limit);
  return rows.map(({ line, ...names }) => ({ ...line, ...names }));
}
type Search = Omit<JournalAsked, 'after' | 'limit'>;
export async function countJournal(db: DbOrTx, asked: Search): Promise<number> {
  const rows = await db
    .select({ n: count() })
    .from(auditLog)
    .innerJoin(users, eq(users.id, auditLog.actorId))
    .leftJoin(targetPerson, and(eq(auditLog.targetType, 'person'), eq(targetPerson.id, auditLog.targetId)))
    .leftJoin(products, and(eq(auditLog.targetType, 'product'), eq(products.id, auditLog.targetId)))
    .where(isAsked(asked));
  return rows[0]?.n ?? 0;
}
const AT_ONCE = 500;
/** All lines, read page by page while they are taken: no statement waits for a slow reader. */
export async function* journalRows(db: DbOrTx, asked: Search): AsyncGenerator<JournalRow> {
  for (let after: number | undefined; ;) {
    const page = await findJournal(db, { ...asked, after, limit: AT_ONCE });
    yield* page;
    if (page.length < AT_ONCE) return;
    after = page.at(-1)?.id;
  }
}
const isAsked = (asked: Search): SQL | undefined => {
  const { personId, target, targetId } = asked;
  return and(
    personId === undefined ? undefined : and(eq(auditLog.targetType, 'person'), eq(auditLog.targetId, personId)),
    target === undefined ? undefined : eq(auditLog.targetType, target),
    targetId === undefined ? undefined : eq(auditLog.targetId, targetId),
    wordsOf(asked),
  );
};
const wordsOf = ({ pattern, number }: Search): SQL | undefined =>
  pattern === undefined
    ? undefined
    : or(
        ilike(users.name, pattern),
        ilike(targetPerson.name, pattern),
        ilike(products.title, pattern),
        ilike(auditLog.reason, pattern),
        number === undefined ? undefined : eq(auditLog.targetId, number),
      );
