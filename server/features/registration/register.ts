import type { CallParsed } from '#contract/call.ts';
import { MESSAGES } from '#contract/messages.ts';
import type { register, SentCode } from '#contract/registration.ts';
import type { FieldErrors } from '#contract/reply.ts';
import type { JobSender } from '#server/db/job-sender.ts';
import type { Db, Tx } from '#server/db/open.ts';
import { insertConsents } from '#server/features/consents/consents.queries.ts';
import { askCode } from '#server/features/codes/codes.commands.ts';
import { findInvitation, markUsed } from '#server/features/registration/invitations.queries.ts';
import {
  findWaitingOfGuest,
  hasCity,
  insertPerson,
  type Person,
} from '#server/features/registration/registration.queries.ts';
import {
  birthdayErrors,
  COMMONEST,
  consentRows,
  fullName,
  type GivenConsents,
  targetOf,
} from '#server/features/registration/registration.rules.ts';
import { resolveSponsor } from '#server/features/sponsor/resolve-sponsor.commands.ts';
import { isCommonest } from '#server/platform/commonest-passwords.ts';
import { hashPassword, isPassword } from '#server/platform/password.ts';
import { invalid } from '#server/platform/refuse.ts';

export type Form = CallParsed<typeof register>['body'];
export type Registered = { userId: number; confirmation: SentCode };
type From = { ip: string; userAgent: string; now: Date; shopName: string; ref: string | undefined };

/**
 * What the contract cannot know: a password of the commonest, a city that is gone, an age. Nothing is asked about the addresses: who
 * has them is told after the code only (docs/product/people.md#registration).
 */
export async function assertForm(db: Db, form: Form, now: Date): Promise<{ countryId: number }> {
  const countryId = await hasCity(db, form.city_id);
  const errors: FieldErrors = {
    ...birthdayErrors(form, now),
    ...((await isCommonest(form.password)) ? { password: [COMMONEST] } : {}),
    ...(countryId === null ? { city_id: ['Выберите город из списка'] } : {}),
  };
  if (countryId === null || Object.keys(errors).length > 0) throw invalid(errors);
  return { countryId };
}

/**
 * The account of an earlier try whose answer got lost: the same device, the same address, the same password. One argon2 run in
 * either case, and no transaction is open meanwhile.
 */
export async function hashOrWaiting(db: Db, form: Form): Promise<{ hash: string } | { waiting: Person }> {
  const found = form.guestId ? await findWaitingOfGuest(db, form.guestId) : undefined;
  const { type, target } = targetOf(form.confirm_by, form);
  const isSame = found?.confirmBy === type && (type === 'email' ? found.pendingEmail : found.pendingPhone) === target;
  if (found && isSame && (await isPassword(form.password, found.passwordHash))) return { waiting: found };
  return { hash: await hashPassword(form.password) };
}

/** An account that waits for its code, with what was ticked; the code is booked in the same transaction. */
export async function registerPerson(
  tx: Tx,
  jobs: JobSender,
  form: Form,
  { hash, countryId, ...from }: From & { hash: string; countryId: number },
): Promise<Registered> {
  const invited = form.invitation === undefined ? undefined : await findInvitation(tx, form.invitation, from.now);
  const userId = await insertPerson(tx, {
    ...rowOf(form, countryId, from.now),
    passwordHash: hash,
    sponsorId: invited?.sponsor.id ?? (await sponsorIdOf(tx, form, from)),
    sendEmail: form.consents.marketing,
    showContacts: false,
  });
  if (invited) await markUsed(tx, invited.id, userId);
  await keepConsents(tx, userId, form.consents, from);
  const { target } = targetOf(form.confirm_by, form);
  return { userId, confirmation: await askCode(tx, jobs, { purpose: 'registration', target, userId, now: from.now }) };
}

/** An invitation that is over falls through to the number and the cookie, like any number that is nobody's. */
async function sponsorIdOf(tx: Tx, form: Form, { ref, shopName }: From): Promise<number | null> {
  const sponsorId = form.sponsor_id === undefined ? undefined : String(form.sponsor_id);
  return (await resolveSponsor(tx, { person: null, sponsorId, ref, shopName })).id || null;
}

export async function keepConsents(
  tx: Tx,
  userId: number,
  given: GivenConsents,
  from: Omit<From, 'shopName' | 'ref'>,
): Promise<void> {
  await insertConsents(
    tx,
    consentRows(given, from).map((row) => ({ ...row, userId, at: from.now })),
  );
}

const rowOf = (form: Form, countryId: number, now: Date) => ({
  role: 'user' as const,
  name: fullName(form),
  firstName: form.first_name,
  lastName: form.last_name,
  middleName: form.middle_name ?? '',
  phoneCountry: form.phone_country ?? 'ru',
  pendingEmail: form.email ?? null,
  pendingPhone: form.phone,
  confirmBy: form.confirm_by,
  appliedAs: form.type,
  birthday: form.birthday ?? null,
  cityId: form.city_id,
  countryId,
  registeredAt: now,
});
export const CODE_SENT = MESSAGES.codeSent;
