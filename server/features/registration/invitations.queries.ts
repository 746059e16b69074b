import { and, eq, gt, isNull, lt, or, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/open.ts';
import { users } from '#server/db/tables/people.ts';
import { invitations } from '#server/db/tables/sponsor.ts';

export type NewInvitation = Omit<typeof invitations.$inferInsert, 'id' | 'usedBy' | 'sentAt'>;
export type Invitation = {
  id: number;
  firstName: string;
  lastName: string;
  phone: string;
  expiresAt: Date;
  sponsor: { id: number; consId: number; name: string };
};

/**
 * The maker's invitation for that number: a new one, or the one that is there, for another 14 days and with what was typed now. Its
 * token stays, so a link that was sent goes on working; one that has brought an account gets a new one.
 */
export async function upsertInvitation(tx: Tx, row: NewInvitation): Promise<{ id: number; token: string }> {
  const { token, sponsorId, firstName, lastName, expiresAt } = row;
  const kept = sql<string>`case when ${invitations.usedBy} is null then ${invitations.token} else ${token} end`;
  const rows = await tx
    .insert(invitations)
    .values(row)
    .onConflictDoUpdate({
      target: [invitations.madeBy, invitations.phone],
      set: { token: kept, sponsorId, firstName, lastName, expiresAt, usedBy: null },
    })
    .returning({ id: invitations.id, token: invitations.token });
  return rows[0]!; // Inserted or updated, it is one row.
}
/** False: some link has been sent to this number since then, by whomever. Nobody is written to over and over. */
export async function markSent(
  tx: Tx,
  id: number,
  phone: string,
  { since, now }: { since: Date; now: Date },
): Promise<boolean> {
  const recent = tx
    .select({ one: sql`1` })
    .from(invitations)
    .where(and(eq(invitations.phone, phone), gt(invitations.sentAt, since)));
  const rows = await tx
    .update(invitations)
    .set({ sentAt: now })
    .where(and(eq(invitations.id, id), sql`not exists (${recent})`))
    .returning({ id: invitations.id });
  return rows.length > 0;
}
const sponsorOf = { id: users.id, consId: sql<number>`${users.consId}`, name: users.name };
const columns = {
  id: invitations.id,
  firstName: invitations.firstName,
  lastName: invitations.lastName,
  phone: invitations.phone,
  expiresAt: invitations.expiresAt,
  sponsor: sponsorOf,
};
/** One that still works: in its time, its sponsor active, and whoever registered by it not confirmed yet. */
export async function findInvitation(db: DbOrTx, token: string, now: Date): Promise<Invitation | undefined> {
  const isUnused = or(
    isNull(invitations.usedBy),
    sql`exists (select from users as used where used.id = invitations.used_by and used.role = 'user')`,
  );
  const rows = await db
    .select(columns)
    .from(invitations)
    .innerJoin(users, eq(users.id, invitations.sponsorId))
    .where(
      and(
        eq(invitations.token, token),
        gt(invitations.expiresAt, now),
        eq(users.active, true),
        sql`${users.consId} is not null`,
        isUnused,
      ),
    );
  return rows[0];
}
/** What the message says; undefined when it is gone. */
export async function findInvitationToSend(db: DbOrTx, id: number) {
  const rows = await db
    .select({ token: invitations.token, phone: invitations.phone, sponsor: sponsorOf })
    .from(invitations)
    .innerJoin(users, eq(users.id, invitations.sponsorId))
    .where(eq(invitations.id, id));
  return rows[0];
}
export async function markUsed(tx: Tx, id: number, userId: number): Promise<void> {
  await tx.update(invitations).set({ usedBy: userId }).where(eq(invitations.id, id));
}
export async function forgetInvitations(db: DbOrTx, now: Date): Promise<void> {
  await db.delete(invitations).where(lt(invitations.expiresAt, now));
}
