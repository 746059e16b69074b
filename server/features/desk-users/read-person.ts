import type { DeskPerson } from '#contract/desk-users.ts';
import { formatConsId } from '#contract/ids.ts';
import { termsOf } from '#contract/plan/plan-table.ts';
import type { DbOrTx } from '#server/db/open.ts';
import { findJournal } from '#server/features/desk-audit/journal.queries.ts';
import { toJournalLine } from '#server/features/desk-audit/journal.rules.ts';
import {
  grantableBy,
  mayTouch,
  ownOf,
  type Rights,
  rightsOf,
  rolesFor,
} from '#server/features/desk-users/person-rights.rules.ts';
import {
  countOrders,
  countPeopleUnder,
  findApplication,
  findCityName,
  findNamed,
  findPerson,
  findPointsOf,
  hasCreditOf,
  hasPointsSince,
  type PersonRow,
} from '#server/features/desk-users/person-rows.queries.ts';
import { contactsOf, personFieldsOf, toNamed, whyClosed } from '#server/features/desk-users/person-view.rules.ts';
import { findLastStep } from '#server/features/plan/agreements/agreements.queries.ts';
import { findWaitingMove } from '#server/features/plan/moves/moves.queries.ts';
import { firstOpenPeriod } from '#server/features/desk-users/periods.rules.ts';
import { notFound } from '#server/platform/refuse.ts';

export const PERSON_NOT_FOUND = 'Такого человека нет';
const JOURNAL_SHOWN = 50;

export const rightsOfPerson = async (db: DbOrTx, person: PersonRow): Promise<Rights> => ({
  role: person.role,
  isPunktVydachi: person.isPunktVydachi,
  granted: person.granted,
  withheld: person.withheld,
  hasCredit: await hasCreditOf(db, person.id),
});

/** Everything the card shows, as `viewerId` may change it. @throws not_found (404). */
export async function readPerson(
  db: DbOrTx,
  id: number,
  { viewerId, now }: { viewerId: number; now: Date },
): Promise<DeskPerson> {
  const person = await findPerson(db, id);
  const viewer = await findPerson(db, viewerId);
  if (!person || !viewer) throw notFound(PERSON_NOT_FOUND);
  const rights = await rightsOfPerson(db, person);
  const actor = await rightsOfPerson(db, viewer);
  const application = await findApplication(db, id);
  const people = await countPeopleUnder(db, id);
  const sponsor = await findNamed(db, person.sponsorId);
  const isHigher = id !== viewerId && !mayTouch(actor, rights);
  const standing = { role: person.role, people, hasOpenPoints: await hasPointsSince(db, id, firstOpenPeriod(now)) };
  return {
    person: await aboutOf(db, person, application !== undefined),
    permissions: rightsOf(rights),
    own: ownOf(person.role, person.isPunktVydachi),
    grantable: grantableBy(actor),
    roles: rolesFor(standing),
    closed:
      whyClosed(person) ??
      (isHigher ? 'У этого человека есть права, которых нет у вас: его записью занимается другой сотрудник' : null),
    is_self: id === viewerId,
    points: await findPointsOf(db, id),
    sponsor: sponsor ? toNamed(sponsor) : null,
    move: await moveOf(db, id),
    people,
    agreement: await agreementOf(db, id),
    application: application
      ? {
          id: application.id,
          company: application.company,
          inn: application.inn,
          phone: application.phone,
          comment: application.comment,
          created_at: application.createdAt.toISOString(),
        }
      : null,
    orders: await countOrders(db, id),
    journal: (await findJournal(db, { personId: id, limit: JOURNAL_SHOWN })).map(toJournalLine),
  };
}

async function aboutOf(db: DbOrTx, person: PersonRow, isWaiting: boolean): Promise<DeskPerson['person']> {
  const merged = await findNamed(db, person.mergedInto);
  return {
    ...personFieldsOf(person, isWaiting),
    ...contactsOf(person),
    version: person.deskVersion,
    city: await findCityName(db, person.cityId),
    registered_at: person.registeredAt.toISOString(),
    readonly: person.readonly
      ? { reason: person.readonlyReason ?? '', until: person.readonlyUntil?.toISOString() ?? null }
      : null,
    merged_into: merged ? toNamed(merged) : null,
  };
}
async function agreementOf(db: DbOrTx, userId: number): Promise<DeskPerson['agreement']> {
  const last = await findLastStep(db, userId);
  if (!last) return null;
  const { step, period, consId, heirId, consultants, clients } = last;
  const heir = await findNamed(db, heirId);
  return {
    step,
    at: new Date(last.at).toISOString(),
    period,
    months: termsOf(period).endsAfterPeriods - (step === 'ended' ? 0 : 1),
    cons_id: formatConsId(consId),
    heir: heir ? toNamed(heir) : null,
    consultants,
    clients,
  };
}
async function moveOf(db: DbOrTx, userId: number): Promise<DeskPerson['move']> {
  const move = await findWaitingMove(db, userId);
  const to = move && (await findNamed(db, move.toId));
  return move && to ? { to: toNamed(to), period: move.period } : null;
}
