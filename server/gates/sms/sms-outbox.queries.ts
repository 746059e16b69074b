import { desc } from 'drizzle-orm';
import type { Db } from '#server/db/open.ts';
import { smsOutbox } from '#server/db/tables/jobs.ts';
import type { Sms } from '#server/gates/sms/port.ts';

export async function insertSms(db: Db, { to, text, messageId }: Sms): Promise<void> {
  await db.insert(smsOutbox).values({ recipient: to, text, messageId }).onConflictDoNothing();
}
/** The newest first. */
export const findSms = (db: Db, limit: number) => db.select().from(smsOutbox).orderBy(desc(smsOutbox.id)).limit(limit);
