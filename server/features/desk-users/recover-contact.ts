import type { deskRecoverContact } from '#contract/desk-users.ts';
import type { AuditState } from '#server/db/tables/audit.ts';
import { tellContact } from '#server/features/desk-users/desk-users.jobs.ts';
import { type Changed, changedOf, holdPerson } from '#server/features/desk-users/hold-person.ts';
import {
  closeWaysIn,
  findOwner,
  type PersonChange,
  type PersonRow,
  updatePerson,
} from '#server/features/desk-users/person-rows.queries.ts';
import { contactOf, maskContact } from '#server/platform/contact.rules.ts';
import type { Asked, Shop } from '#server/platform/mount.ts';
import { invalid, refuse, RefusedError } from '#server/platform/refuse.ts';
import { pgCodeOf } from '#server/platform/retry.ts';

type Recover = Asked<typeof deskRecoverContact>;
/**
 * Another telephone or e-mail in the place of a lost one (docs/product/rights.md#lost-addresses). Whoever was logged in is not any
 * more; old and new addresses are told. @throws validation, duplicate, not_possible.
 */
export async function recoverContact({ jobs }: Shop, asked: Recover): Promise<Changed> {
  const { tx, body, now } = asked;
  const { person, isSelf } = await holdPerson(asked);
  if (isSelf) refuse('not_possible', 'Свои адреса меняют в профиле');
  if (person.role === 'user')
    refuse('not_possible', 'Запись ещё не подтверждена: человек сам укажет другой адрес, когда введёт код');
  const change = changeOf(person, body);
  await assertFree(asked, person.id);
  try {
    await updatePerson(tx, person.id, { ...change, passwordHash: null });
  } catch (error) {
    // Somebody has confirmed that address between the look and the write.
    throw pgCodeOf(error) === '23505' ? taken() : error;
  }
  await closeWaysIn(tx, person.id, now);
  const told = { userId: person.id, version: person.deskVersion + 1 };
  for (const { to, kind } of toldOf(person, change)) await jobs.send(tx, tellContact, { ...told, to, kind });
  return changedOf(maskedOf(person), maskedOf({ ...person, ...change }));
}

/** @throws validation when nothing is asked for, or nothing new. */
function changeOf(
  person: PersonRow,
  { email, phone, phone_country: country }: Recover['body'],
): Pick<PersonChange, 'email' | 'phone'> & PersonChange {
  if (email === undefined && phone === undefined)
    throw invalid({ phone: ['Укажите новый телефон или почту'], email: ['Укажите новый телефон или почту'] });
  if (email !== undefined && email === person.email?.toLowerCase()) throw invalid({ email: ['Эта почта уже здесь'] });
  if (phone !== undefined && phone === person.phone) throw invalid({ phone: ['Этот телефон уже здесь'] });
  return {
    ...(email === undefined ? {} : { email, pendingEmail: null }),
    ...(phone === undefined ? {} : { phone, pendingPhone: null, ...(country ? { phoneCountry: country } : {}) }),
  };
}
/** Everybody who had or has a word in it: an address that stays is told what happened to the other one. */
function toldOf(person: PersonRow, change: PersonChange): { to: string; kind: 'old' | 'new' | 'kept' }[] {
  const rows = [
    { to: person.email, kind: change.email ? 'old' : 'kept' },
    { to: person.phone, kind: change.phone ? 'old' : 'kept' },
    { to: change.email ?? null, kind: 'new' },
    { to: change.phone ?? null, kind: 'new' },
  ] as const;
  return rows.flatMap(({ to, kind }) => (to === null ? [] : [{ to, kind }]));
}

async function assertFree({ tx, body: { email, phone } }: Recover, id: number): Promise<void> {
  const owner = email === undefined ? undefined : await findOwner(tx, { email });
  if (owner && owner.id !== id) throw taken('email');
  const other = phone === undefined ? undefined : await findOwner(tx, { phone });
  if (other && other.id !== id) throw taken('phone');
}
function taken(field?: 'email' | 'phone'): RefusedError {
  const text = 'Этот адрес принадлежит другой записи. Если это тот же человек, объедините записи';
  return new RefusedError('duplicate', text, field ? { errors: { [field]: [text] } } : {});
}
const masked = (target: string | null | undefined): string | null => (target ? maskContact(contactOf(target)) : null);
/** The journal is never rewritten, so no address stands in it whole. */
const maskedOf = ({ email, phone }: Pick<PersonRow, 'email' | 'phone'>): AuditState => ({
  Почта: masked(email),
  Телефон: masked(phone),
});
