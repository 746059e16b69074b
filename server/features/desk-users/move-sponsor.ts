import type { deskCancelMove, deskMoveSponsor, deskPreviewSponsor } from '#contract/desk-users.ts';
import type { CallReply } from '#contract/call.ts';
import type { DbOrTx } from '#server/db/open.ts';
import type { AuditState } from '#server/db/tables/audit.ts';
import { type Changed, changedOf, holdPerson } from '#server/features/desk-users/hold-person.ts';
import { nextPeriod } from '#server/features/desk-users/periods.rules.ts';
import {
  findNamed,
  findPerson,
  type NamedRow,
  type PersonRow,
  updatePerson,
} from '#server/features/desk-users/person-rows.queries.ts';
import { consIdOf, toNamed } from '#server/features/desk-users/person-view.rules.ts';
import { PERSON_NOT_FOUND } from '#server/features/desk-users/read-person.ts';
import { findMovers, insertMove, wouldLoop } from '#server/features/desk-users/sponsor-moves.queries.ts';
import { endMove, findWaitingMove, lockStructure } from '#server/features/plan/moves/moves.queries.ts';
import { findActiveConsultants } from '#server/features/sponsor/sponsor.queries.ts';
import { readConsNumber } from '#server/features/sponsor/sponsor.rules.ts';
import type { Asked, Shop } from '#server/platform/mount.ts';
import { invalid, notFound, refuse, type RefusedError } from '#server/platform/refuse.ts';

// Another sponsor from the next period on (docs/product/rights.md#sponsor).

const SHOWN = 8;
const faulty = (text: string): RefusedError => invalid({ sponsor: [text] }, text);
const wordsOf = (sponsor: NamedRow | undefined): string =>
  sponsor ? [sponsor.name, consIdOf(sponsor.consId)].filter(Boolean).join(', ') : 'нет';

/** The sponsor that is to be. @throws validation: none, oneself, the same, or a circle. */
async function newSponsorOf(db: DbOrTx, person: PersonRow, number: string): Promise<NamedRow> {
  const consId = readConsNumber(number);
  const to = consId === null ? undefined : (await findActiveConsultants(db, [consId]))[0];
  if (!to) throw faulty('Консультанта с таким номером нет, или он не действует');
  if (to.id === person.id) throw faulty('Человек не бывает спонсором самому себе');
  if (to.id === person.sponsorId) throw faulty('Этот спонсор и так стоит');
  if (await wouldLoop(db, { userId: person.id, toId: to.id }))
    throw faulty('Этот консультант стоит в структуре человека ниже: получился бы круг');
  return to;
}

/** Who goes along, and when; nothing is changed. @throws as the move itself does. */
export async function previewSponsor(
  db: DbOrTx,
  { user_id: id, sponsor }: { user_id: number; sponsor: string },
  now: Date,
): Promise<Omit<CallReply<typeof deskPreviewSponsor>, 'status'>> {
  const person = await findPerson(db, id);
  if (!person) throw notFound(PERSON_NOT_FOUND);
  const to = await newSponsorOf(db, person, sponsor);
  const { first, ...counts } = await findMovers(db, id, SHOWN);
  return { to: toNamed(to), period: nextPeriod(now), moves: { ...counts, first: first.map(toNamed) } };
}

export async function moveSponsor(_shop: Shop, asked: Asked<typeof deskMoveSponsor>): Promise<Changed> {
  const { tx, body, now } = asked;
  // Before the accounts: the job that carries moves out takes both in this order.
  await lockStructure(tx);
  const { person, actorId } = await holdPerson(asked);
  if (await findWaitingMove(tx, person.id))
    refuse('not_possible', 'Перенос к другому спонсору уже ждёт нового месяца. Сначала отмените его');
  const to = await newSponsorOf(tx, person, body.sponsor);
  const from = await findNamed(tx, person.sponsorId);
  const period = nextPeriod(now);
  await insertMove(tx, {
    userId: person.id,
    fromId: person.sponsorId,
    toId: to.id,
    period,
    askedBy: actorId,
    reason: body.reason,
    askedAt: now,
  });
  await updatePerson(tx, person.id, {});
  return changedOf({ Спонсор: wordsOf(from) }, { Спонсор: `${wordsOf(to)}, с ${monthOf(period)}` });
}

export async function cancelMove(_shop: Shop, asked: Asked<typeof deskCancelMove>): Promise<Changed> {
  const { tx, now } = asked;
  await lockStructure(tx);
  const { person } = await holdPerson(asked);
  const move = await findWaitingMove(tx, person.id);
  if (!move) return refuse('person_changed', 'Переноса, который ждёт, больше нет. Посмотрите ещё раз');
  // Others may have been asked for because this one was: without it their structure must still be a tree.
  if (
    person.sponsorId !== null &&
    (await wouldLoop(tx, { userId: person.id, toId: person.sponsorId, exceptId: person.id }))
  )
    refuse('not_possible', 'Отменить нельзя: вместе с другими переносами получился бы круг. Сначала отмените их');
  await endMove(tx, move.id, 'cancelled', now);
  await updatePerson(tx, person.id, {});
  const before: AuditState = { Спонсор: `${wordsOf(await findNamed(tx, move.toId))}, с ${monthOf(move.period)}` };
  return changedOf(before, { Спонсор: wordsOf(await findNamed(tx, person.sponsorId)) });
}

const MONTH = new Intl.DateTimeFormat('ru-RU', { timeZone: 'UTC', month: 'long', year: 'numeric' });
/** «декабрь 2026 г.» */
const monthOf = (period: number): string =>
  MONTH.format(new Date(Date.UTC(Math.floor(period / 100), (period % 100) - 1, 1)));
