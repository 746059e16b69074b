import type { DeskNamed, DeskPersonState } from '#contract/desk-users.ts';
import { formatConsId } from '#contract/ids.ts';
import { HOUSE_CONS_ID } from '#contract/tables.ts';
import type { NamedRow, PersonRow } from '#server/features/desk-users/person-rows.queries.ts';

// Rows as the contract says them.

type StateOf = Pick<PersonRow, 'mergedInto' | 'active' | 'readonly' | 'role' | 'deleteAt'>;
/** One word for the list: what a person of the desk must know first. */
export function stateOf(
  { mergedInto, active, readonly, role, deleteAt }: StateOf,
  isWaiting: boolean,
): DeskPersonState {
  if (mergedInto !== null) return 'merged';
  if (!active) return 'closed';
  if (deleteAt !== null) return 'leaving';
  if (readonly) return 'readonly';
  if (isWaiting) return 'wholesale';
  return role === 'user' ? 'unconfirmed' : 'active';
}
/** Why nothing of this account is changed at the desk; null: it is. */
export function whyClosed({
  mergedInto,
  active,
  consId,
}: Pick<PersonRow, 'mergedInto' | 'active' | 'consId'>): string | null {
  if (mergedInto !== null) return 'Запись объединена с другой и закрыта';
  if (consId === HOUSE_CONS_ID) return 'Это запись самой компании: на ней держится структура';
  return active ? null : 'Запись закрыта';
}
export const consIdOf = (consId: number | null): string | null => (consId === null ? null : formatConsId(consId));
export const toNamed = ({ id, name, consId }: NamedRow): DeskNamed => ({ id, name, cons_id: consIdOf(consId) });

export const personFieldsOf = (person: PersonRow, isWaiting: boolean) => ({
  id: person.id,
  name: person.name,
  role: person.role,
  cons_id: consIdOf(person.consId),
  is_operator: person.isPunktVydachi,
  state: stateOf(person, isWaiting),
});
export const contactsOf = (person: PersonRow) => ({
  email: person.email ?? person.pendingEmail,
  phone: person.phone ?? person.pendingPhone,
});
