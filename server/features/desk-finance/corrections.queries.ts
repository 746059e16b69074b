import { eq, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/open.ts';
import { deskCorrections } from '#server/db/tables/corrections.ts';
import { users } from '#server/db/tables/people.ts';

export type Correction = typeof deskCorrections.$inferSelect;
export async function insertCorrection(tx: Tx, row: typeof deskCorrections.$inferInsert): Promise<number> {
  const rows = await tx.insert(deskCorrections).values(row).returning({ id: deskCorrections.id });
  return rows[0]!.id; // One row in, one id out.
}
export async function lockCorrection(tx: Tx, id: number): Promise<Correction | undefined> {
  return (await tx.select().from(deskCorrections).where(eq(deskCorrections.id, id)).for('update'))[0];
}
export async function writeDecision(tx: Tx, id: number, change: Partial<Correction>): Promise<void> {
  await tx.update(deskCorrections).set(change).where(eq(deskCorrections.id, id));
}

export type ShownCorrection = Omit<Correction, 'askedAt' | 'decidedAt' | 'txId'> & {
  askedAt: string;
  decidedAt: string | null;
  name: string;
  asker: string;
  decider: string | null;
};
const SHOWN = 100;
/** Those that wait, the oldest first, then the latest decided ones. */
export async function findCorrections(db: DbOrTx): Promise<ShownCorrection[]> {
  const { rows } = await db.execute<ShownCorrection>(sql`
    select c.id, c.owner_id as "ownerId", c.account_type as "accountType", c.amount_kop::float8 as "amountKop", c.reason, c.state,
      c.asked_by as "askedBy", c.asked_at as "askedAt", c.decided_by as "decidedBy", c.decided_at as "decidedAt", c.decision,
      o.name, a.name as asker, d.name as decider
    from desk_corrections c join users o on o.id = c.owner_id join users a on a.id = c.asked_by left join users d on d.id = c.decided_by
    order by (c.state <> 'waiting'), case when c.state = 'waiting' then c.id else -c.id end limit ${SHOWN}`);
  return rows;
}

export type Holder = { id: number; name: string; consId: number | null };
/** Who holds accounts under such a number: eight digits are a consultant's, all else a cabinet's. */
export async function findHolderBy(db: DbOrTx, who: string): Promise<Holder | undefined> {
  const number = Number(who);
  if (number > 2_147_483_647) return undefined;
  const rows = await db
    .select({ id: users.id, name: users.name, consId: users.consId })
    .from(users)
    .where(who.length === 8 ? eq(users.consId, number) : eq(users.id, number));
  return rows[0];
}
/** Held, so that nobody is merged or leaves meanwhile. `isGone`: merged into another account, or deleted. */
export async function lockOwner(tx: Tx, id: number): Promise<(Holder & { isGone: boolean }) | undefined> {
  const { rows } = await tx.execute<Holder & { isGone: boolean }>(sql`
    select u.id, u.name, u.cons_id as "consId", u.merged_into is not null
      or exists (select from accounts a where a.owner_id = u.id and a.closed_at is not null) as "isGone"
    from users u where u.id = ${id} for key share`);
  return rows[0];
}
