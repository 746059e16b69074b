import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/open.ts';
import { orders } from '#server/db/tables/orders.ts';

/** A proved address: lower-cased e-mail or E.164 phone. */
type Proved = { type: 'email' | 'phone'; target: string };

/**
 * Orders that a guest has placed with this address become the account's (docs/product/orders.md#guests). Their links go on opening
 * them: they stand in letters.
 */
export async function joinGuestOrders(tx: Tx, userId: number, { type, target }: Proved): Promise<void> {
  const isTheirs =
    type === 'email' ? eq(sql`lower(${orders.recipientEmail})`, target) : eq(orders.recipientPhone, target);
  await tx
    .update(orders)
    .set({ userId })
    .where(and(isNull(orders.userId), isTheirs));
}
/** One order by its link; false when it belongs to somebody already or was placed with another address. */
export async function joinOrder(
  tx: Tx,
  token: string,
  person: { id: number; email: string | null; phone: string | null },
): Promise<boolean> {
  const { rowCount } = await tx
    .update(orders)
    .set({ userId: person.id })
    .where(
      and(
        eq(orders.publicToken, token),
        isNull(orders.userId),
        sql`(lower(${orders.recipientEmail}) = ${person.email?.toLowerCase() ?? null} or ${orders.recipientPhone} = ${person.phone})`,
      ),
    );
  return rowCount !== 0;
}
