import { and, eq, sql } from 'drizzle-orm';
import type { Db, DbOrTx } from '#server/db/open.ts';
import { sandboxPayments, sandboxRefunds } from '#server/db/tables/payments.ts';

type Row = typeof sandboxPayments.$inferSelect;
/** The clock is the database's: the page and the readings may be different processes. */
const columns = {
  externalId: sandboxPayments.externalId,
  token: sandboxPayments.token,
  paymentId: sandboxPayments.paymentId,
  orderId: sandboxPayments.orderId,
  code: sandboxPayments.code,
  amountKop: sandboxPayments.amountKop,
  returnUrl: sandboxPayments.returnUrl,
  state: sandboxPayments.state,
  effectiveAt: sandboxPayments.effectiveAt,
  expiresAt: sandboxPayments.expiresAt,
  isEffective: sql<boolean>`coalesce(${sandboxPayments.effectiveAt} <= now(), false)`,
  refundedKop: sql<number>`(select coalesce(sum(r.amount_kop), 0)::float8 from sandbox_refunds r
    where r.external_id = ${sandboxPayments.externalId})`,
};

export async function insertSandbox(db: DbOrTx, row: typeof sandboxPayments.$inferInsert): Promise<void> {
  await db.insert(sandboxPayments).values(row).onConflictDoNothing({ target: sandboxPayments.externalId });
}
export async function findSandbox(db: Db, externalId: string) {
  return (await db.select(columns).from(sandboxPayments).where(eq(sandboxPayments.externalId, externalId)))[0];
}
export async function findSandboxByToken(db: Db, token: string) {
  return (await db.select(columns).from(sandboxPayments).where(eq(sandboxPayments.token, token)))[0];
}
const isOpen = eq(sandboxPayments.state, 'pending');
/** Of two who press at once one ends it. */
export async function actOnSandbox(
  db: Db,
  token: string,
  state: Exclude<Row['state'], 'pending'>,
  delayMs: number,
): Promise<boolean> {
  const rows = await db
    .update(sandboxPayments)
    .set({ state, effectiveAt: sql`now() + make_interval(secs => ${delayMs / 1000})` })
    .where(and(eq(sandboxPayments.token, token), isOpen))
    .returning({ token: sandboxPayments.token });
  return rows.length > 0;
}
export async function cancelSandbox(db: Db, externalId: string): Promise<void> {
  await db
    .update(sandboxPayments)
    .set({ state: 'expired', effectiveAt: sql`now()` })
    .where(and(eq(sandboxPayments.externalId, externalId), isOpen));
}
/** False when more would go back than was paid. A key that was carried out is carried out. */
export async function insertSandboxRefund(db: Db, refund: typeof sandboxRefunds.$inferInsert): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [paid] = await tx
      .select({ amountKop: sandboxPayments.amountKop })
      .from(sandboxPayments)
      .where(and(eq(sandboxPayments.externalId, refund.externalId), eq(sandboxPayments.state, 'paid')))
      .for('update');
    const before = await tx
      .select({ key: sandboxRefunds.key, amountKop: sandboxRefunds.amountKop })
      .from(sandboxRefunds)
      .where(eq(sandboxRefunds.externalId, refund.externalId));
    if (before.some(({ key }) => key === refund.key)) return true;
    const sum = before.reduce((total, { amountKop }) => total + amountKop, 0);
    if (!paid || sum + refund.amountKop > paid.amountKop) return false;
    await tx.insert(sandboxRefunds).values(refund);
    return true;
  });
}
