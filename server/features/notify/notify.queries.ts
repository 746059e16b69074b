import { and, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/open.ts';
import { products } from '#server/db/tables/catalogue.ts';
import { consents, notifyRequests } from '#server/db/tables/people.ts';

/** Pieces of a product that is shown in the shop; undefined for any other. */
export async function findShownStock(db: DbOrTx, productId: number): Promise<number | undefined> {
  const rows = await db
    .select({ stockQty: products.stockQty })
    .from(products)
    .where(and(eq(products.id, productId), eq(products.published, true)));
  return rows[0]?.stockQty;
}
/** One request per product and contact at a time, to the end of the transaction. */
export async function holdContacts(tx: Tx, productId: number, contacts: readonly string[]): Promise<void> {
  for (const contact of [...contacts].sort()) {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`notify:${productId}:${contact}`}, 0))`);
  }
}
/** The account that asks and its own address, by which alone a letter may find it. */
export type Asker = { userId: number; email: string };

/**
 * Contacts that already wait for this product; whoever has taken the consent back waits no more. An own address under somebody else's request does not wait: that one
 * gets no letter, and must not keep its owner from asking.
 */
export async function findWaiting(
  tx: DbOrTx,
  productId: number,
  contacts: readonly string[],
  asker: Asker | null,
): Promise<string[]> {
  const rows = await tx
    .select({ contact: notifyRequests.contact, userId: notifyRequests.userId })
    .from(notifyRequests)
    .innerJoin(consents, eq(consents.id, notifyRequests.consentId))
    .where(
      and(
        eq(notifyRequests.productId, productId),
        inArray(notifyRequests.contact, [...contacts]),
        isNull(notifyRequests.sentAt),
        isNull(consents.withdrawnAt),
      ),
    );
  return rows.filter((row) => row.contact !== asker?.email || row.userId === asker.userId).map((row) => row.contact);
}
export async function insertConsent(tx: Tx, row: typeof consents.$inferInsert): Promise<number> {
  const rows = await tx.insert(consents).values(row).returning({ id: consents.id });
  return rows[0]!.id; // One row in, one id out.
}
/** Waits anew when that contact was written to before or its consent was taken back, or when a stranger had asked for the asker's own address. */
export async function insertRequests(
  tx: Tx,
  rows: (typeof notifyRequests.$inferInsert)[],
  asker: Asker | null,
): Promise<void> {
  await tx
    .insert(notifyRequests)
    .values(rows)
    .onConflictDoUpdate({
      target: [notifyRequests.productId, notifyRequests.contact],
      set: {
        sentAt: null,
        queuedAt: null,
        confirmedAt: null,
        consentId: sql`excluded.consent_id`,
        userId: sql`excluded.user_id`,
        createdAt: sql`excluded.created_at`,
      },
      setWhere: or(
        isNotNull(notifyRequests.sentAt),
        isTakenBack,
        asker ? eq(notifyRequests.contact, asker.email) : undefined,
      ),
    });
}
const isTakenBack = sql`exists (select from consents c where c.id = notify_requests.consent_id and c.withdrawn_at is not null)`;
