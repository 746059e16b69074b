import { and, asc, eq, inArray, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';
import type { Db, DbOrTx, Tx } from '#server/db/open.ts';
import { paymentEvents, payments, refunds } from '#server/db/tables/payments.ts';

// Contents: 1 events, 2 attempts to look at, 3 refunds

// ── 1 Events ────────────────────────────────────────────────────────────────────────────────────
/** False when this news has been heard before: then nothing is done. */
export async function insertEvent(tx: Tx, event: typeof paymentEvents.$inferInsert): Promise<boolean> {
  const rows = await tx.insert(paymentEvents).values(event).onConflictDoNothing().returning({ id: paymentEvents.id });
  return rows.length > 0;
}

// ── 2 Attempts to look at ───────────────────────────────────────────────────────────────────────
export async function findByExternal(db: DbOrTx, provider: string, externalId: string): Promise<number | undefined> {
  const rows = await db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.provider, provider), eq(payments.externalId, externalId)));
  return rows[0]?.id;
}
/**
 * An attempt whose creation was begun with this provider and has no answer yet gets the name that a message brings. Nothing is
 * believed by it: the provider is asked, and must name our attempt.
 */
export async function adoptExternal(
  tx: Tx,
  { paymentId, provider, externalId, now }: { paymentId: number; provider: string; externalId: string; now: Date },
): Promise<boolean> {
  const rows = await tx
    .update(payments)
    .set({ externalId, provider, checkAt: now })
    .where(
      and(
        eq(payments.id, paymentId),
        sql`${payments.externalId} is null and (${payments.provider} is null or ${payments.provider} = ${provider})`,
        inArray(payments.status, ['created', 'canceled', 'expired']),
      ),
    )
    .returning({ id: payments.id });
  return rows.length > 0;
}
const byOldest = asc(payments.checkAt);
export async function findDueChecks(db: Db, now: Date, limit: number): Promise<number[]> {
  const rows = await db
    .select({ id: payments.id })
    .from(payments)
    .where(lte(payments.checkAt, now))
    .orderBy(byOldest)
    .limit(limit);
  return rows.map(({ id }) => id);
}
/** The next look at an attempt of which nothing could be learned. */
export async function putOffCheck(db: DbOrTx, id: number, at: Date | null): Promise<void> {
  await db
    .update(payments)
    .set({ checkAt: at, checks: sql`${payments.checks} + 1` })
    .where(eq(payments.id, id));
}
/** True when nobody has had the provider asked since `before`: a screen that waits may do so only so often. */
export async function hurryCheck(tx: DbOrTx, id: number, now: Date, before: Date): Promise<boolean> {
  const rows = await tx
    .update(payments)
    .set({ hurriedAt: now })
    .where(and(eq(payments.id, id), or(isNull(payments.hurriedAt), lte(payments.hurriedAt, before))))
    .returning({ id: payments.id });
  return rows.length > 0;
}
/** Attempts that we gave up and whose provider has not been told. */
export async function findToCancel(db: Db, now: Date, limit: number) {
  return db
    .select()
    .from(payments)
    .where(and(lte(payments.cancelAt, now), isNotNull(payments.externalId)))
    .orderBy(asc(payments.cancelAt))
    .limit(limit);
}

// ── 3 Refunds ───────────────────────────────────────────────────────────────────────────────────
/** Whether an earlier refund of the same attempt is still open, and what has gone back the way it came. */
export async function findRefundsBefore(
  db: DbOrTx,
  { id, paymentId }: { id: number; paymentId: number },
): Promise<{ isOpen: boolean; doneKop: number }> {
  const [row] = await db
    .select({
      isOpen: sql<boolean>`coalesce(bool_or(${refunds.id} < ${id} and ${refunds.state} in ('created', 'pending')), false)`,
      doneKop: sql<number>`coalesce(sum(${refunds.amountKop}) filter (where ${refunds.state} = 'succeeded'), 0)::float8`,
    })
    .from(refunds)
    .where(and(eq(refunds.paymentId, paymentId), eq(refunds.target, 'source')));
  return row ?? { isOpen: false, doneKop: 0 };
}
/** Refunds that are still under way, the oldest first. */
export async function findOpenRefunds(db: Db, before: Date, limit: number): Promise<number[]> {
  const rows = await db
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(inArray(refunds.state, ['created', 'pending']), lte(refunds.createdAt, before)))
    .orderBy(asc(refunds.createdAt), asc(refunds.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}
/** Refunds that wait for a person, the oldest first: for the desk. */
export async function findFailedRefunds(db: DbOrTx) {
  return db.select().from(refunds).where(eq(refunds.state, 'failed')).orderBy(asc(refunds.id));
}
