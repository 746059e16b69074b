import { and, eq } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/open.ts';
import { knownDevices } from '#server/db/tables/people.ts';

export async function isKnownDevice(db: DbOrTx, idHash: string, userId: number): Promise<boolean> {
  const rows = await db
    .select({ userId: knownDevices.userId })
    .from(knownDevices)
    .where(and(eq(knownDevices.idHash, idHash), eq(knownDevices.userId, userId)));
  return rows.length > 0;
}

/** The device goes on under a new id, with everybody who has logged in on it, and knows this account too. */
export async function renewDevice(
  tx: Tx,
  { previous, idHash, userId, now }: { previous: string | null; idHash: string; userId: number; now: Date },
): Promise<void> {
  if (previous !== null) await tx.update(knownDevices).set({ idHash }).where(eq(knownDevices.idHash, previous));
  await tx
    .insert(knownDevices)
    .values({ idHash, userId, seenAt: now })
    .onConflictDoUpdate({ target: [knownDevices.idHash, knownDevices.userId], set: { seenAt: now } });
}
