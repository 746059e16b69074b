import { desc, lt, sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/open.ts';
import { searchMisses } from '#server/db/tables/needs.ts';

export async function countMiss(db: DbOrTx, words: string, now: Date): Promise<void> {
  await db
    .insert(searchMisses)
    .values({ words, firstAt: now, lastAt: now })
    .onConflictDoUpdate({
      target: searchMisses.words,
      set: { times: sql`${searchMisses.times} + 1`, lastAt: now },
    });
}
export type Miss = typeof searchMisses.$inferSelect;
/** The most frequent first. */
export async function findMisses(db: DbOrTx, limit: number): Promise<Miss[]> {
  return db.select().from(searchMisses).orderBy(desc(searchMisses.times), desc(searchMisses.lastAt)).limit(limit);
}
export async function deleteMissesBefore(db: DbOrTx, before: Date): Promise<void> {
  await db.delete(searchMisses).where(lt(searchMisses.lastAt, before));
}
