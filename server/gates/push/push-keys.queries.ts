import { eq } from 'drizzle-orm';
import type { Db } from '#server/db/open.ts';
import { pushKeys } from '#server/db/tables/notifications.ts';

export type PushKeys = { publicKey: string; privateKey: string };
const ROW = 1;

/** The shop's pair; `made` becomes it when there is none yet. Two nodes that start at once end with one pair. */
export async function keepKeys(db: Db, made: () => PushKeys): Promise<PushKeys> {
  const find = async () => (await db.select().from(pushKeys).where(eq(pushKeys.id, ROW)))[0];
  const kept = await find();
  if (kept) return kept;
  await db
    .insert(pushKeys)
    .values({ id: ROW, ...made() })
    .onConflictDoNothing();
  const row = await find();
  if (!row) throw new Error('push_keys is empty');
  return row;
}
