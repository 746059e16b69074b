import type { Call, CallParsed } from '#contract/call.ts';
import type { Tx } from '#server/db/open.ts';
import type { AuditState } from '#server/db/tables/audit.ts';
import { mayTouch, type Rights } from '#server/features/desk-users/person-rights.rules.ts';
import { lockPeople, type PersonRow } from '#server/features/desk-users/person-rows.queries.ts';
import { whyClosed } from '#server/features/desk-users/person-view.rules.ts';
import { PERSON_NOT_FOUND, rightsOfPerson } from '#server/features/desk-users/read-person.ts';
import type { Asked } from '#server/platform/mount.ts';
import { notFound, refuse } from '#server/platform/refuse.ts';
import { assertMay } from '#server/platform/rights.ts';
import { requireUser } from '#server/platform/session.ts';

/** What an act of the desk on a person gets: the account is held, and its author was judged again behind the lock. */
export type Held = {
  person: PersonRow;
  rights: Rights;
  actor: Rights;
  actorId: number;
  isSelf: boolean;
  /** Others that were held along, by id. */
  others: Map<number, PersonRow>;
};
/** What the journal keeps of it: only what differs. */
export type Changed = { before: AuditState; after: AuditState };
export type ActAsked<C extends Call> = Omit<Asked<C>, keyof CallParsed<C>> & CallParsed<C>;
export type AnyActBody = { user_id: number; version: number; reason: string };

type Hold = Pick<Asked<Call>, 'session'> & { tx: Tx; body: Pick<AnyActBody, 'user_id' | 'version'> };
/**
 * Holds the person, whoever acts and `others`, by id, and reads them as they are now.
 * @throws forbidden (403) when the right has just been taken away, not_found (404), person_changed, not_possible, rights_missing
 */
export async function holdPerson({ tx, session, body }: Hold, others: readonly number[] = []): Promise<Held> {
  const actorId = requireUser(session).id;
  const held = await lockPeople(tx, [actorId, body.user_id, ...others]);
  const author = held.get(actorId);
  if (!author) throw notFound(PERSON_NOT_FOUND);
  assertMay('desk.users', { ...session, user: author });
  const person = held.get(body.user_id);
  if (!person) throw notFound(PERSON_NOT_FOUND);
  const actor = await rightsOfPerson(tx, author);
  assertFresh(person, body.version);
  const rights = await assertMine(tx, { person, actor, actorId });
  return { person, rights, actor, actorId, isSelf: actorId === person.id, others: held };
}
/** Somebody has decided about this account since it was looked at. @throws person_changed. */
export function assertFresh(person: PersonRow, version: number): void {
  if (person.deskVersion !== version)
    refuse('person_changed', 'Эту запись только что изменил другой сотрудник. Посмотрите ещё раз');
}
/** @throws not_possible, rights_missing. */
export async function assertMine(
  tx: Tx,
  { person, actor, actorId }: { person: PersonRow; actor: Rights; actorId: number },
): Promise<Rights> {
  const closed = whyClosed(person);
  if (closed !== null) refuse('not_possible', closed);
  const rights = await rightsOfPerson(tx, person);
  if (actorId !== person.id && !mayTouch(actor, rights))
    refuse('rights_missing', 'У этого человека есть права, которых нет у вас: его записью занимается другой сотрудник');
  return rights;
}

/** Of two states only what differs. */
export function changedOf(before: AuditState, after: AuditState): Changed {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => JSON.stringify(before[name] ?? null) !== JSON.stringify(after[name] ?? null),
  );
  const only = (state: AuditState): AuditState => Object.fromEntries(names.map((name) => [name, state[name] ?? null]));
  return { before: only(before), after: only(after) };
}
