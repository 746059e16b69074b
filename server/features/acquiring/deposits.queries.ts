import { and, eq, sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/open.ts';
import { payments, receipts } from '#server/db/tables/payments.ts';
import { users } from '#server/db/tables/people.ts';
import type { Payment } from '#server/features/payments/payments.queries.ts';
import type { Customer } from '#server/gates/payments/port.ts';

/** Where the receipt of a deposit goes. */
export async function findContacts(db: DbOrTx, ownerId: number): Promise<Customer> {
  const [row] = await db.select({ email: users.email, phone: users.phone }).from(users).where(eq(users.id, ownerId));
  return row ?? { email: null, phone: null };
}
/** A deposit of this person, nobody else's. */
export async function findDeposit(db: DbOrTx, id: number, ownerId: number): Promise<Payment | undefined> {
  const rows = await db
    .select()
    .from(payments)
    .where(and(eq(payments.id, id), eq(payments.ownerId, ownerId)));
  return rows[0];
}
export async function findReceiptToken(db: DbOrTx, paymentId: number): Promise<string | null> {
  const rows = await db
    .select({ token: receipts.token })
    .from(receipts)
    .where(and(eq(receipts.kind, 'prepayment'), eq(receipts.ref, `payment:${paymentId}`)));
  return rows[0]?.token ?? null;
}
/** Whose account it is today: the one that a merged account has become. The person is held. */
export async function findHolder(tx: DbOrTx, ownerId: number): Promise<number> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    with recursive up(id, next) as (
      select u.id, u.merged_into from users u where u.id = ${ownerId}
      union all select n.id, n.merged_into from up join users n on n.id = up.next)
    select id from up where next is null`);
  const [row] = rows;
  if (!row) throw new Error(`nobody holds the account of ${ownerId}`);
  await tx.execute(sql`select from users where id = ${row.id} for key share`);
  return row.id;
}
