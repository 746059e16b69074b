import { countryOfPhone } from '#contract/phone-numbers.ts';
import type { SentCode } from '#contract/registration.ts';
import type { JobSender } from '#server/db/job-sender.ts';
import type { Db, Tx } from '#server/db/open.ts';
import { askCode, checkCode, type CodeRow, useCode } from '#server/features/codes/codes.commands.ts';
import { updateProfile } from '#server/features/profile/profile.queries.ts';
import { joinGuestOrders } from '#server/features/orders/join-order.queries.ts';
import { findPerson, isTaken, type Person } from '#server/features/registration/registration.queries.ts';
import { TAKEN } from '#server/features/registration/registration.rules.ts';
import { bookSecurityNews } from '#server/features/session/security.commands.ts';
import { insertContactChange } from '#server/features/session/security.queries.ts';
import { type Contact, contactOf } from '#server/platform/contact.rules.ts';
import { forbidden, invalid, RefusedError } from '#server/platform/refuse.ts';
import { pgCodeOf, withRetry } from '#server/platform/retry.ts';

/**
 * Books a code to a new address. Whether somebody has it is not asked: neither text nor time tells.
 * @throws validation (one's own address), forbidden (an account that has confirmed none yet), too_many
 */
export async function askForContact(
  tx: Tx,
  jobs: JobSender,
  { userId, contact, now }: { userId: number; contact: Contact; now: Date },
): Promise<SentCode> {
  const person = await findPerson(tx, userId);
  if (!person || person.role === 'user') throw forbidden('Сначала подтвердите адрес, названный при регистрации');
  const { type, target } = contact;
  if (ownOf(person, type) === target)
    throw invalid({ [type]: [type === 'email' ? 'Это и есть ваша почта' : 'Это и есть ваш телефон'] });
  return askCode(tx, jobs, { purpose: 'contact', target, userId, now });
}
const ownOf = (person: Person, type: Contact['type']): string | null =>
  type === 'email' ? (person.email?.toLowerCase() ?? null) : person.phone;

/**
 * The code is right: the address is the account's, and the one before it hears of that.
 * @throws code_wrong, code_expired, code_attempts; duplicate, told only now
 */
export async function takeNewContact(
  db: Db,
  jobs: JobSender,
  { userId, code, now }: { userId: number; code: string; now: Date },
): Promise<void> {
  const row = await checkCode(db, { purpose: 'contact', userId }, code, now);
  const take = () => db.transaction((tx) => takeIn(tx, jobs, { userId, row, now }));
  const isFree = await withRetry(take).catch(async (error: unknown) => {
    // Two accounts took it in the same moment: this one was second.
    if (pgCodeOf(error) !== '23505') throw error;
    return withRetry(() => db.transaction((tx) => useCode(tx, row, now))).then(() => false);
  });
  if (isFree) return;
  const { type } = contactOf(row.target);
  throw new RefusedError('duplicate', TAKEN[type], { errors: { [type]: [TAKEN[type]] } });
}

type Taking = { userId: number; row: CodeRow; now: Date };
/** False: somebody else has that address; the code is spent all the same. */
async function takeIn(tx: Tx, jobs: JobSender, { userId, row, now }: Taking): Promise<boolean> {
  await useCode(tx, row, now);
  const contact = contactOf(row.target);
  const person = await findPerson(tx, userId);
  if (!person || (await isTaken(tx, contact, userId))) return false;
  const { type, target } = contact;
  await updateProfile(
    tx,
    userId,
    type === 'email'
      ? { email: target, pendingEmail: null }
      : { phone: target, pendingPhone: null, phoneCountry: countryOfPhone(target).code },
  );
  await joinGuestOrders(tx, userId, contact);
  const previous = ownOf(person, type);
  const changeId = await insertContactChange(tx, { userId, type, previous, next: target, at: now });
  await bookSecurityNews(tx, jobs, { kind: 'contact', userId, changeId });
  return true;
}
