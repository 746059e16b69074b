import { desc } from 'drizzle-orm';
import type { Db } from '#server/db/open.ts';
import { mailOutbox } from '#server/db/tables/jobs.ts';
import type { Letter } from '#server/gates/mail/port.ts';

export async function insertLetter(db: Db, { to, subject, text, html, messageId }: Letter): Promise<void> {
  await db.insert(mailOutbox).values({ recipient: to, subject, text, html, messageId }).onConflictDoNothing();
}
/** The newest first. */
export async function findLetters(db: Db, limit: number) {
  return db.select().from(mailOutbox).orderBy(desc(mailOutbox.id)).limit(limit);
}
