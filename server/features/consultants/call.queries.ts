import { and, eq, isNull } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/open.ts';
import { products } from '#server/db/tables/catalogue.ts';
import { consents, users } from '#server/db/tables/people.ts';
import { consultantCalls } from '#server/db/tables/sponsor.ts';

const INT4_MAX = 2_147_483_647;
export async function hasProduct(tx: Tx, id: number): Promise<boolean> {
  if (id < 1 || id > INT4_MAX) return false;
  return (await tx.select({ id: products.id }).from(products).where(eq(products.id, id))).length > 0;
}

export async function insertCall(
  tx: Tx,
  call: Omit<typeof consultantCalls.$inferInsert, 'consentId'>,
  consent: typeof consents.$inferInsert,
): Promise<number> {
  const [given] = await tx.insert(consents).values(consent).returning({ id: consents.id });
  const rows = await tx
    .insert(consultantCalls)
    .values({ ...call, consentId: given!.id }) // One row in, one id out; so is the next.
    .returning({ id: consultantCalls.id });
  return rows[0]!.id;
}

/** What the consultant is told, and how they are reached; undefined when somebody was told, or the consent was taken back. */
export async function findCallToTell(db: DbOrTx, id: number) {
  const rows = await db
    .select({
      call: consultantCalls,
      product: { title: products.title, slug: products.slug, isBad: products.isBad },
      consultant: { name: users.name, email: users.email, phone: users.phone, consId: users.consId },
    })
    .from(consultantCalls)
    .innerJoin(consents, eq(consents.id, consultantCalls.consentId))
    .leftJoin(products, eq(products.id, consultantCalls.productId))
    .leftJoin(users, eq(users.id, consultantCalls.consultantId))
    .where(and(eq(consultantCalls.id, id), isNull(consents.withdrawnAt)));
  const found = rows[0];
  return found?.call.toldAt === null ? found : undefined;
}
export type CallToTell = NonNullable<Awaited<ReturnType<typeof findCallToTell>>>;

export async function markTold(db: DbOrTx, id: number, now: Date): Promise<void> {
  await db.update(consultantCalls).set({ toldAt: now }).where(eq(consultantCalls.id, id));
}
