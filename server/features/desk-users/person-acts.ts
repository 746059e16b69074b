import { CREDIT_LIMIT_KOP } from '#contract/account-rules.ts';
import type { deskDecideWholesale, deskSetOperator, deskSetReadonly, deskSetRights } from '#contract/desk-users.ts';
import { PERMISSION_WORDS, ROLE_WORDS } from '#contract/right-words.ts';
import type { Permission } from '#contract/rights.ts';
import type { Role } from '#contract/roles.ts';
import type { Tx } from '#server/db/open.ts';
import type { AuditState } from '#server/db/tables/audit.ts';
import { setCredit } from '#server/features/accounts/accounts.commands.ts';
import { type Changed, changedOf, holdPerson } from '#server/features/desk-users/hold-person.ts';
import { tellWholesale } from '#server/features/desk-users/desk-users.jobs.ts';
import { endOfDay, firstOpenPeriod } from '#server/features/desk-users/periods.rules.ts';
import { consIdOf } from '#server/features/desk-users/person-view.rules.ts';
import { listsFor, type Rights, rolesFor, whyNotRights } from '#server/features/desk-users/person-rights.rules.ts';
import {
  countPeopleUnder,
  decideApplication,
  findOwnPoints,
  findPointsOf,
  hasPointsSince,
  type PersonRow,
  updatePerson,
  writePointsOf,
} from '#server/features/desk-users/person-rows.queries.ts';
import { OWN_POINT_TYPES } from '#server/features/desk-users/own-points.rules.ts';
import type { Asked, Shop } from '#server/platform/mount.ts';
import { invalid, refuse } from '#server/platform/refuse.ts';

// What the desk decides about one account (docs/product/rights.md). Contents: 1 role and rights, 2 only looking, 3 operators, 4 wholesale

const words = (names: readonly string[]): string[] =>
  names.map((name) => PERMISSION_WORDS[name as Permission] ?? name).toSorted();
const wordsOf = (rights: Rights, consId: number | null): AuditState => ({
  Роль: ROLE_WORDS[rights.role],
  'Рег. номер': consIdOf(consId),
  'Сверх роли': words([...rights.granted, ...(rights.hasCredit ? ['account.debit'] : [])]),
  'Отнято у роли': words(rights.withheld),
  Оператор: rights.isPunktVydachi ? 'да' : 'нет',
});

// ── 1 Role and rights ───────────────────────────────────────────────────────────────────────────
const CARRIES_COUNTER: readonly Role[] = ['cons', 'staff'];
export async function setRights(_shop: Shop, asked: Asked<typeof deskSetRights>): Promise<Changed> {
  const { tx, body, now } = asked;
  const { person, rights, actor, isSelf } = await holdPerson(asked);
  await assertRole(tx, person, body.role, now);
  const keepsMark = person.isPunktVydachi && CARRIES_COUNTER.includes(body.role);
  const lists = listsFor(body, keepsMark);
  if (!lists) throw invalid({ permissions: ['Такого права у этой роли быть не может'] });
  const after: Rights = { role: body.role, ...lists };
  const why = whyNotRights(actor, rights, after, isSelf);
  if (why !== null) refuse('rights_missing', why, { permissions: [why] });
  const consId = body.role === 'cons' ? person.consId : null;
  const changed = changedOf(wordsOf(rights, person.consId), wordsOf(after, consId));
  if (Object.keys(changed.after).length === 0) refuse('not_possible', 'Вы ничего не изменили');
  const { role, granted, withheld, isPunktVydachi } = after;
  await updatePerson(tx, person.id, { role, granted: [...granted], withheld: [...withheld], isPunktVydachi, consId });
  if (person.isPunktVydachi && !keepsMark) await writePointsOf(tx, person.id, []);
  if (rights.hasCredit !== after.hasCredit) await setCredit(tx, person.id, after.hasCredit ? CREDIT_LIMIT_KOP : 0);
  return changed;
}
/** @throws validation. */
async function assertRole(tx: Tx, person: PersonRow, role: Role, now: Date): Promise<void> {
  if (role === person.role) return;
  const people = await countPeopleUnder(tx, person.id);
  const hasOpenPoints = await hasPointsSince(tx, person.id, firstOpenPeriod(now));
  if (rolesFor({ role: person.role, people, hasOpenPoints }).includes(role)) return;
  throw invalid({ role: [whyNotRole(person.role, role, people)] });
}
function whyNotRole(from: Role, to: Role, people: number): string {
  if (from === 'user') return 'Сначала человек подтверждает свой адрес кодом';
  if (to === 'cons') return 'Консультантом становятся сами, по договору в кабинете';
  if (from === 'cons' && people > 0) return 'Под консультантом есть люди: сначала перенесите их к другому спонсору';
  if (from === 'cons' && to === 'client') return 'Месяц с его баллами ещё не закрыт';
  return 'Сначала консультант становится клиентом';
}

// ── 2 Only looking ──────────────────────────────────────────────────────────────────────────────
const DAY = new Intl.DateTimeFormat('ru-RU', {
  timeZone: 'Europe/Moscow',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
});
const readonlyWords = (isOn: boolean, until: Date | null): AuditState => ({
  'Только просмотр': isOn ? (until === null ? 'да, без срока' : `да, по ${DAY.format(until)}`) : 'нет',
});
export async function setReadonly(_shop: Shop, asked: Asked<typeof deskSetReadonly>): Promise<Changed> {
  const { tx, body, now } = asked;
  const { person, isSelf } = await holdPerson(asked);
  if (isSelf) refuse('not_possible', 'Свою запись закрыть для изменений нельзя: это сделает другой сотрудник');
  const until = body.readonly && body.until !== undefined ? endOfDay(body.until) : null;
  if (body.readonly && body.until !== undefined && (until === null || until <= now))
    throw invalid({ until: ['Выберите день не раньше сегодняшнего'] });
  const changed = changedOf(readonlyWords(person.readonly, person.readonlyUntil), readonlyWords(body.readonly, until));
  if (Object.keys(changed.after).length === 0) refuse('not_possible', 'Вы ничего не изменили');
  const readonlyReason = body.readonly ? body.reason : null;
  await updatePerson(tx, person.id, { readonly: body.readonly, readonlyReason, readonlyUntil: until });
  return changed;
}

// ── 3 Operators ─────────────────────────────────────────────────────────────────────────────────
const operatorWords = (isOperator: boolean, points: readonly { name: string; address: string }[]): AuditState => ({
  Оператор: isOperator ? 'да' : 'нет',
  Пункты: points.map(({ name, address }) => `${address}, ${name}`).toSorted(),
});
export async function setOperator(_shop: Shop, asked: Asked<typeof deskSetOperator>): Promise<Changed> {
  const { tx, body } = asked;
  const { person } = await holdPerson(asked);
  if (body.is_operator && !CARRIES_COUNTER.includes(person.role))
    throw invalid({ is_operator: ['Оператором бывает консультант или сотрудник'] });
  const all = await findOwnPoints(tx, { types: OWN_POINT_TYPES, pattern: '%', limit: 10_000 });
  const chosen = body.is_operator ? body.points : [];
  const points = all.filter((one) => chosen.some(({ type, id }) => type === one.type && id === one.id));
  if (chosen.some(({ type, id }) => !points.some((one) => one.type === type && one.id === id)))
    throw invalid({ points: ['Такого пункта нет, или он закрыт'] });
  const before = operatorWords(person.isPunktVydachi, await findPointsOf(tx, person.id));
  const changed = changedOf(before, operatorWords(body.is_operator, points));
  if (Object.keys(changed.after).length === 0) refuse('not_possible', 'Вы ничего не изменили');
  await updatePerson(tx, person.id, { isPunktVydachi: body.is_operator });
  await writePointsOf(tx, person.id, points);
  return changed;
}

// ── 4 Wholesale ─────────────────────────────────────────────────────────────────────────────────
export async function decideWholesale({ jobs }: Shop, asked: Asked<typeof deskDecideWholesale>): Promise<Changed> {
  const { tx, body, now } = asked;
  const { person, actorId } = await holdPerson(asked);
  const isApproved = body.decision === 'approve';
  const state = isApproved ? 'approved' : 'refused';
  if (isApproved && person.role !== 'client')
    refuse('not_possible', 'Оптовиком становится клиент: сначала измените роль');
  const decision = {
    id: body.application_id,
    userId: person.id,
    state,
    by: actorId,
    reason: body.reason,
    at: now,
  } as const;
  const company = await decideApplication(tx, decision);
  if (company === null) refuse('person_changed', 'По этой заявке уже решили. Посмотрите ещё раз');
  await updatePerson(tx, person.id, isApproved && company !== null ? { role: 'optovik', name: company } : {});
  await jobs.send(tx, tellWholesale, { applicationId: body.application_id });
  const before: AuditState = { 'Заявка на опт': 'ждёт', Роль: ROLE_WORDS[person.role], Имя: person.name };
  return changedOf(
    before,
    isApproved
      ? { 'Заявка на опт': 'одобрена', Роль: ROLE_WORDS.optovik, Имя: company }
      : { ...before, 'Заявка на опт': 'отказано' },
  );
}
