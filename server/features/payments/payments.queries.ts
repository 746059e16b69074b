import { and, asc, desc, eq, gt, inArray, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/open.ts';
import { payments, receipts, refunds } from '#server/db/tables/payments.ts';

// Contents: 1 attempts, 2 refunds, 3 receipts

// ── 1 Attempts ──────────────────────────────────────────────────────────────────────────────────
export type Payment = typeof payments.$inferSelect;
const isOpen = inArray(payments.status, ['created', 'pending']);

/** The next attempt of its order, in one statement, sent at once. @throws 23505 when another one is active. */
export async function insertPayment(
  tx: Tx,
  row: Omit<typeof payments.$inferInsert, 'attempt'>,
): Promise<Pick<Payment, 'id' | 'attempt'>> {
  const attempt = sql<number>`(select coalesce(max(attempt), 0) + 1 from payments where order_id = ${row.orderId ?? null})`;
  const rows = await tx
    .insert(payments)
    .values({ ...row, attempt })
    .returning({ id: payments.id, attempt: payments.attempt })
    .execute();
  return rows[0]!; // One row in, one row out.
}
/**
 * Gives the active attempt of an order up. One that a provider knows is told of, and read on: its money may come all the
 * same.
 */
export async function giveUpActive(tx: Tx, orderId: number, reason: string, now: Date): Promise<void> {
  await tx
    .update(payments)
    .set({
      status: 'canceled',
      reason,
      cancelAt: sql`case when external_id is null then null else ${now.toISOString()}::timestamptz end`,
    })
    .where(and(eq(payments.orderId, orderId), isOpen));
}
export async function findPayment(db: DbOrTx, id: number): Promise<Payment | undefined> {
  return (await db.select().from(payments).where(eq(payments.id, id)))[0];
}
export async function lockPayment(tx: Tx, id: number): Promise<Payment | undefined> {
  return (await tx.select().from(payments).where(eq(payments.id, id)).for('update'))[0];
}
/** All attempts of an order, the latest first. */
export async function findPaymentsOf(db: DbOrTx, orderId: number): Promise<Payment[]> {
  return db.select().from(payments).where(eq(payments.orderId, orderId)).orderBy(desc(payments.id));
}
export async function setPayment(tx: DbOrTx, id: number, change: Partial<typeof payments.$inferInsert>): Promise<void> {
  await tx.update(payments).set(change).where(eq(payments.id, id));
}
/** Attempts whose money is the order's, held to the end of the transaction; not those that a person is to look at. */
export async function lockPaid(tx: Tx, orderId: number): Promise<Payment[]> {
  return tx
    .select()
    .from(payments)
    .where(and(eq(payments.orderId, orderId), gt(payments.capturedKop, 0), eq(payments.status, 'succeeded')))
    .orderBy(asc(payments.id))
    .for('update');
}

// ── 2 Refunds ───────────────────────────────────────────────────────────────────────────────────
export type Refund = typeof refunds.$inferSelect;

export async function findRefundsByKey(db: DbOrTx, key: string): Promise<Refund[]> {
  return db.select().from(refunds).where(eq(refunds.key, key)).orderBy(asc(refunds.id));
}
export async function findRefundsOf(db: DbOrTx, orderId: number): Promise<Refund[]> {
  return db.select().from(refunds).where(eq(refunds.orderId, orderId)).orderBy(asc(refunds.id));
}
export async function insertRefund(tx: Tx, row: typeof refunds.$inferInsert): Promise<number> {
  const rows = await tx.insert(refunds).values(row).returning({ id: refunds.id });
  return rows[0]!.id; // One row in, one id out.
}
/** Set aside at the beginning, so that two refunds at once never give back more than was taken; given free when it fails. */
export async function addRefunded(tx: Tx, paymentId: number, amountKop: number): Promise<void> {
  await tx
    .update(payments)
    .set({ refundedKop: sql`${payments.refundedKop} + ${amountKop}` })
    .where(eq(payments.id, paymentId));
}
/** The attempt of this refund, when all of it has gone back and nothing is under way. */
export async function closeRefunded(tx: Tx, refundId: number): Promise<void> {
  await tx.execute(sql`
    update payments p set status = 'refunded' from refunds r
    where r.id = ${refundId} and p.id = r.payment_id and p.status in ('succeeded', 'needs_review')
      and p.refunded_kop = p.captured_kop
      and not exists (select from refunds o where o.payment_id = p.id and o.id <> r.id and o.state <> 'succeeded')`);
}
export async function lockRefund(tx: Tx, id: number): Promise<Refund | undefined> {
  return (await tx.select().from(refunds).where(eq(refunds.id, id)).for('update'))[0];
}
export async function findRefund(db: DbOrTx, id: number): Promise<Refund | undefined> {
  return (await db.select().from(refunds).where(eq(refunds.id, id)))[0];
}
export async function setRefund(tx: DbOrTx, id: number, change: Partial<typeof refunds.$inferInsert>): Promise<void> {
  await tx.update(refunds).set(change).where(eq(refunds.id, id));
}

// ── 3 Receipts ──────────────────────────────────────────────────────────────────────────────────
export type StoredReceipt = typeof receipts.$inferSelect;
/** The same receipt is made once, whoever comes first. */
export async function insertReceipt(tx: Tx, row: typeof receipts.$inferInsert): Promise<void> {
  await tx.insert(receipts).values(row).onConflictDoNothing();
}
export async function markReceiptSent(db: DbOrTx, id: number, at: Date): Promise<void> {
  await db.update(receipts).set({ sentAt: at }).where(eq(receipts.id, id));
}
export async function findReceiptsOf(db: DbOrTx, orderId: number): Promise<StoredReceipt[]> {
  return db.select().from(receipts).where(eq(receipts.orderId, orderId)).orderBy(asc(receipts.id));
}
export async function findReceiptByToken(db: DbOrTx, token: string): Promise<StoredReceipt | undefined> {
  return (await db.select().from(receipts).where(eq(receipts.token, token)))[0];
}
