import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { randomBytes } from 'node:crypto';
import type { DbOrTx, Tx } from '#server/db/open.ts';
import { consents, linkKeys, notifyConfirmations, notifyRequests } from '#server/db/tables/people.ts';
import type { Written } from '#server/features/notify/unsubscribe.rules.ts';

const ROW = 1;
/** The shop's own; two processes that need it first at the same moment end with one. */
export async function keepLinkKey(db: DbOrTx): Promise<string> {
  const find = async () => (await db.select().from(linkKeys).where(eq(linkKeys.id, ROW)))[0]?.secret;
  const kept = await find();
  if (kept !== undefined) return kept;
  await db
    .insert(linkKeys)
    .values({ id: ROW, secret: randomBytes(32).toString('base64url') })
    .onConflictDoNothing();
  const secret = await find();
  if (secret === undefined) throw new Error('link_keys is empty');
  return secret;
}

/** The address that was written to; undefined when the shop has forgotten it. */
export async function findWrittenTo(db: DbOrTx, { of, id }: Written): Promise<string | undefined> {
  const table = of === 'request' ? notifyRequests : notifyConfirmations;
  return (await db.select({ contact: table.contact }).from(table).where(eq(table.id, id)))[0]?.contact;
}

/**
 * Nothing waits for this address any more: whatever it had confirmed, or asked for itself, loses its consent. What it was only asked about is
 * deleted, and it is not asked again while that asking lasts.
 */
export async function stopLetters(
  tx: Tx,
  contact: string,
  { now, lettersMax }: { now: Date; lettersMax: number },
): Promise<void> {
  await tx
    .update(notifyConfirmations)
    .set({ letters: lettersMax })
    .where(and(eq(notifyConfirmations.contact, contact), isNull(notifyConfirmations.confirmedAt)));
  const isTo = eq(notifyRequests.contact, contact);
  const isOwn = sql`exists (select from users u where u.id = notify_requests.user_id and lower(u.email) = notify_requests.contact)`;
  const isUnproved = and(isNull(notifyRequests.sentAt), isNull(notifyRequests.confirmedAt), sql`not ${isOwn}`);
  await tx.delete(notifyRequests).where(and(isTo, isUnproved));
  await tx
    .update(consents)
    .set({ withdrawnAt: now })
    .where(
      and(
        inArray(consents.id, tx.select({ id: notifyRequests.consentId }).from(notifyRequests).where(isTo)),
        isNull(consents.withdrawnAt),
      ),
    );
}
