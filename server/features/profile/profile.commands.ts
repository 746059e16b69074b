import type { FastifyRequest } from 'fastify';
import type { Profile, ProfileChange } from '#contract/profile.ts';
import type { DbOrTx, Tx } from '#server/db/open.ts';
import { CODE_RULES } from '#server/features/codes/codes.rules.ts';
import { giveConsent, takeBackConsent } from '#server/features/consents/consents.commands.ts';
import { findWaitingContact, updateProfile } from '#server/features/profile/profile.queries.ts';
import { changeErrors, rowOfChange, toProfile, turned } from '#server/features/profile/profile.rules.ts';
import { hasCity } from '#server/features/registration/registration.queries.ts';
import { findLastChanges } from '#server/features/session/security.queries.ts';
import { findPersonWithCity } from '#server/features/session/session.queries.ts';
import { contactOf, maskContact } from '#server/platform/contact.rules.ts';
import { authRequired, invalid } from '#server/platform/refuse.ts';

// readProfile · saveProfileChange

export type ProfileAnswer = { profile: Profile; server_time: string };

/** @throws 401 when the account has gone meanwhile */
export async function readProfile(db: DbOrTx, userId: number, now: Date): Promise<ProfileAnswer> {
  const found = await findPersonWithCity(db, userId);
  if (!found) throw authRequired();
  const changes = await findLastChanges(db, userId);
  const code = await findWaitingContact(db, userId, now);
  const waiting = code && {
    type: contactOf(code.target).type,
    target: maskContact(contactOf(code.target)),
    expires_at: code.expiresAt.toISOString(),
    resend_at: new Date(code.createdAt.getTime() + CODE_RULES.resendMs).toISOString(),
  };
  const confirmedAt = { email: changes.email?.at, phone: changes.phone?.at };
  return { profile: toProfile({ ...found, confirmedAt, waiting: waiting ?? null }), server_time: now.toISOString() };
}

/**
 * Writes what the change names, and a consent given or withdrawn for each switch that was turned.
 * @throws validation: a day that does not exist, an age, a city that is not in the list
 */
export async function saveProfileChange(
  tx: Tx,
  userId: number,
  change: ProfileChange,
  { request, now }: { request: FastifyRequest; now: Date },
): Promise<ProfileAnswer> {
  const person = (await findPersonWithCity(tx, userId))?.person;
  if (!person) throw authRequired();
  const countryId = change.city_id === undefined ? null : await hasCity(tx, change.city_id);
  const errors = {
    ...changeErrors(change, person, now),
    ...(change.city_id !== undefined && countryId === null ? { city_id: ['Выберите город из списка'] } : {}),
  };
  if (Object.keys(errors).length > 0) throw invalid(errors);
  await updateProfile(tx, userId, rowOfChange(change, person, countryId));
  const from = { ip: request.ip, userAgent: request.headers['user-agent'] ?? '' };
  for (const { purpose, isOn } of turned(change, person)) {
    if (isOn) await giveConsent(tx, { userId, purpose, from, now });
    else await takeBackConsent(tx, userId, purpose, now);
  }
  return readProfile(tx, userId, now);
}
