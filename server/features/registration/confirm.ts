import type { Db, Tx } from '#server/db/open.ts';
import { joinGuestOrders } from '#server/features/orders/join-order.queries.ts';
import { checkCode, type CodeRow, useCode } from '#server/features/codes/codes.commands.ts';
import { findOwner, findPerson, type Person, takeConsId, updatePerson } from '#server/features/registration/registration.queries.ts'; // prettier-ignore
import { TAKEN } from '#server/features/registration/registration.rules.ts';
import { contactOf } from '#server/platform/contact.rules.ts';
import { RefusedError } from '#server/platform/refuse.ts';
import { withRetry } from '#server/platform/retry.ts';

/**
 * The code of a registration is right: the address belongs to the account, which becomes what it applied for.
 * @throws code_wrong, code_expired, code_attempts; duplicate, told only now (docs/product/people.md#registration)
 */
export async function confirmAccount(db: Db, userId: number, code: string, now: Date): Promise<Person> {
  const row = await checkCode(db, { purpose: 'registration', userId }, code, now);
  const ended = await withRetry(() => db.transaction((tx) => takeContact(tx, userId, row, now)));
  if (ended === 'taken') throw duplicate(row.target);
  return ended;
}

/**
 * `taken`: somebody else has proved that address meanwhile or before; the code is spent all the same. Whoever has typed it owns that
 * account too, so what they have collected here will join it.
 */
export async function takeContact(tx: Tx, userId: number, row: CodeRow, now: Date): Promise<Person | 'taken'> {
  await useCode(tx, row, now);
  const contact = contactOf(row.target);
  const person = await findPerson(tx, userId);
  const owner = await findOwner(tx, contact, userId);
  if (owner !== undefined) await updatePerson(tx, userId, { takenBy: owner });
  if (!person || owner !== undefined) return 'taken';
  const isCons = person.appliedAs === 'cons';
  const set = {
    role: isCons ? ('cons' as const) : ('client' as const),
    ...(contact.type === 'email'
      ? { email: row.target, pendingEmail: null }
      : { phone: row.target, pendingPhone: null }),
    ...(isCons ? { consId: await takeConsId(tx, person.countryId) } : {}),
    confirmBy: null,
    appliedAs: null,
    takenBy: null,
  };
  await updatePerson(tx, userId, set);
  await joinGuestOrders(tx, userId, contact);
  return { ...person, ...set };
}

export function duplicate(target: string): RefusedError {
  const { type } = contactOf(target);
  return new RefusedError('duplicate', TAKEN[type], { errors: { [type]: [TAKEN[type]] } });
}
