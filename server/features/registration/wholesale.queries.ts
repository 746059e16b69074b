import { desc, eq } from 'drizzle-orm';
import type { WholesaleApplication } from '#contract/consultants.ts';
import type { DbOrTx, Tx } from '#server/db/open.ts';
import { wholesaleApplications } from '#server/db/tables/sponsor.ts';

type Row = typeof wholesaleApplications.$inferSelect;
const told = ({ id, company, inn, phone, comment, state, reason, createdAt }: Row): WholesaleApplication => ({
  id,
  company,
  inn,
  phone,
  comment,
  state,
  reason,
  created_at: createdAt.toISOString(),
});

/** The newest one of this account. */
export async function findApplication(db: DbOrTx, userId: number): Promise<WholesaleApplication | null> {
  const [row] = await db
    .select()
    .from(wholesaleApplications)
    .where(eq(wholesaleApplications.userId, userId))
    .orderBy(desc(wholesaleApplications.id))
    .limit(1);
  return row ? told(row) : null;
}
/** Undefined while another one of this account waits. */
export async function insertApplication(
  tx: Tx,
  row: typeof wholesaleApplications.$inferInsert,
): Promise<WholesaleApplication | undefined> {
  const [inserted] = await tx.insert(wholesaleApplications).values(row).onConflictDoNothing().returning();
  return inserted && told(inserted);
}
