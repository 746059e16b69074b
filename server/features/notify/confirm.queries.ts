import { and, asc, eq, gt, isNotNull, isNull, lt, lte, sql } from 'drizzle-orm';
import type { Db, DbOrTx, Tx } from '#server/db/open.ts';
import { products } from '#server/db/tables/catalogue.ts';
import { notifyConfirmations, notifyLinks, notifyRequests } from '#server/db/tables/people.ts';

export type Confirmation = typeof notifyConfirmations.$inferSelect;

/**
 * Books a letter to this mailbox: the first, or its one repeat when `repeatBefore` lies behind the first one. A confirmation that
 * has run out or was given begins anew, and its links open no more. Undefined: no letter goes, for it has been written to, or
 * everything that waits for it is confirmed.
 */
export async function bookLetter(
  tx: Tx,
  {
    contact,
    now,
    expiresAt,
    repeatBefore,
    lettersMax,
  }: {
    contact: string;
    now: Date;
    expiresAt: Date;
    repeatBefore: Date;
    lettersMax: number;
  },
): Promise<Confirmation | undefined> {
  const [waiting] = await tx
    .select({ id: notifyRequests.id })
    .from(notifyRequests)
    .where(and(eq(notifyRequests.contact, contact), isUnconfirmed()))
    .limit(1);
  if (!waiting) return undefined;
  // Deleted, not renewed: the links of what is over go with it.
  await tx.delete(notifyConfirmations).where(and(eq(notifyConfirmations.contact, contact), sql`(${isOver(now)})`));
  const [row] = await tx
    .insert(notifyConfirmations)
    .values({ contact, askedAt: now, expiresAt })
    .onConflictDoUpdate({
      target: notifyConfirmations.contact,
      set: { letters: sql`${notifyConfirmations.letters} + 1`, askedAt: now },
      setWhere: and(lt(notifyConfirmations.letters, lettersMax), lt(notifyConfirmations.askedAt, repeatBefore)),
    })
    .returning();
  return row;
}
const isOver = (now: Date) =>
  sql`${notifyConfirmations.confirmedAt} is not null or ${notifyConfirmations.expiresAt} <= ${now.toISOString()}::timestamptz`;

/** A confirmation that is still waited for, and the first product of its address. */
export async function findToAsk(
  db: DbOrTx,
  id: number,
  now: Date,
): Promise<(Confirmation & { product: { title: string; isBad: boolean } }) | undefined> {
  const [row] = await db
    .select({ confirmation: notifyConfirmations, product: { title: products.title, isBad: products.isBad } })
    .from(notifyConfirmations)
    .innerJoin(notifyRequests, eq(notifyRequests.contact, notifyConfirmations.contact))
    .innerJoin(products, eq(products.id, notifyRequests.productId))
    .where(
      and(
        eq(notifyConfirmations.id, id),
        isNull(notifyConfirmations.confirmedAt),
        gt(notifyConfirmations.expiresAt, now),
        isUnconfirmed(),
      ),
    )
    .orderBy(asc(notifyRequests.id))
    .limit(1);
  return row && { ...row.confirmation, product: row.product };
}
const isUnconfirmed = () => and(isNull(notifyRequests.confirmedAt), isNull(notifyRequests.sentAt));

export async function insertLink(db: Db, confirmationId: number, tokenHash: string): Promise<void> {
  await db.insert(notifyLinks).values({ tokenHash, confirmationId });
}

/** The confirmation of a link, held to the end of the transaction; undefined when the link opens nothing. */
export async function holdConfirmation(tx: Tx, tokenHash: string, now: Date): Promise<Confirmation | undefined> {
  const [row] = await tx
    .select({ confirmation: notifyConfirmations })
    .from(notifyLinks)
    .innerJoin(notifyConfirmations, eq(notifyConfirmations.id, notifyLinks.confirmationId))
    .where(and(eq(notifyLinks.tokenHash, tokenHash), gt(notifyConfirmations.expiresAt, now)))
    .for('update', { of: notifyConfirmations });
  return row?.confirmation;
}
/** What was asked for at this address up to now may be answered. */
export async function confirmRequests(tx: Tx, { id, contact }: Confirmation, now: Date): Promise<void> {
  await tx.update(notifyConfirmations).set({ confirmedAt: now }).where(eq(notifyConfirmations.id, id));
  await tx
    .update(notifyRequests)
    .set({ confirmedAt: now })
    .where(and(eq(notifyRequests.contact, contact), isUnconfirmed()));
}
/** Products that this address waits for with its confirmation. */
export async function findConfirmed(db: DbOrTx, contact: string): Promise<{ title: string; slug: string }[]> {
  return db
    .select({ title: products.title, slug: products.slug })
    .from(notifyRequests)
    .innerJoin(products, eq(products.id, notifyRequests.productId))
    .where(
      and(
        eq(notifyRequests.contact, contact),
        isNotNull(notifyRequests.confirmedAt),
        isNull(notifyRequests.sentAt),
        eq(products.published, true),
      ),
    )
    .orderBy(asc(notifyRequests.id))
    .limit(50);
}

/** An address that has not answered within its time is forgotten, with what was asked for in its name. */
export async function forgetUnconfirmed(tx: Tx, now: Date): Promise<void> {
  await tx.execute(sql`
    delete from notify_requests r using notify_confirmations c
     where c.contact = r.contact and c.confirmed_at is null and c.expires_at <= ${now.toISOString()}::timestamptz
       and r.confirmed_at is null and r.sent_at is null
       and not exists (select from users u where u.id = r.user_id and lower(u.email) = r.contact)`);
  await tx.delete(notifyConfirmations).where(lte(notifyConfirmations.expiresAt, now));
}
