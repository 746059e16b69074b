import { ACCOUNT_NAMES, GRANT_DAYS } from '#contract/account-rules.ts';
import type { AccountType } from '#contract/amount-to-pay.ts';
import type { deskAskCorrection, deskDecideCorrection } from '#contract/desk-books.ts';
import { ACCOUNT_TYPES } from '#contract/tables.ts';
import type { Tx } from '#server/db/open.ts';
import { grantBonus, postLedger } from '#server/features/accounts/accounts.commands.ts';
import {
  type Correction,
  insertCorrection,
  lockCorrection,
  lockOwner,
  writeDecision,
} from '#server/features/desk-finance/corrections.queries.ts';
import { insertAudit } from '#server/features/desk-orders/audit.queries.ts';
import type { Asked } from '#server/platform/mount.ts';
import { notFound, refuse } from '#server/platform/refuse.ts';
import { requireUser } from '#server/platform/session.ts';

const roubles = new Intl.NumberFormat('ru-RU', { minimumFractionDigits: 2, signDisplay: 'always' });
const wordsOf = (type: number, amountKop: number): string =>
  `${ACCOUNT_NAMES[type as AccountType]}: ${roubles.format(amountKop / 100)} ₽`;
const keyOf = (key: string | string[] | undefined) => (typeof key === 'string' ? key.toLowerCase() : null);

/** One of the staff says what is to be mended. No money moves. @throws not_found, not_possible in words */
export async function askCorrection({
  tx,
  body,
  session,
  request,
  now,
}: Asked<typeof deskAskCorrection>): Promise<void> {
  const { id: actorId } = requireUser(session);
  const { user_id: ownerId, account_type: accountType, amount: amountKop, reason } = body;
  const owner = await lockOwner(tx, ownerId);
  if (!owner) throw notFound('Такого человека нет');
  if (owner.isGone) refuse('not_possible', 'Счета этого человека закрыты: кабинет удалён или объединён с другим');
  if (ownerId === actorId) refuse('not_possible', 'Свои счета исправляет другой сотрудник');
  const row = { ownerId, accountType, amountKop, reason, askedBy: actorId, askedAt: now };
  const id = await insertCorrection(tx, row);
  await insertAudit(tx, {
    actorId,
    act: 'deskAskCorrection',
    targetType: 'person',
    targetId: ownerId,
    reason,
    asked: body,
    before: null,
    after: { Исправление: `№ ${id}, ${wordsOf(accountType, amountKop)}` },
    key: keyOf(request.headers['idempotency-key']),
    at: now,
  });
}

/** Another one lets it be posted, or refuses; once, whoever comes first. @throws not_found, not_possible in words */
export async function decideCorrection({
  tx,
  body: { id, approve, reason },
  session,
  request,
  now,
}: Asked<typeof deskDecideCorrection>): Promise<void> {
  const { id: actorId } = requireUser(session);
  const row = await lockCorrection(tx, id);
  if (!row) throw notFound('Такого исправления нет');
  if (row.state !== 'waiting') refuse('not_possible', 'Это исправление уже решил другой сотрудник');
  if (row.askedBy === actorId) refuse('not_possible', 'Своё предложение решает другой сотрудник');
  if (row.ownerId === actorId) refuse('not_possible', 'Исправление на ваших счетах решает другой сотрудник');
  const decided = { decidedBy: actorId, decidedAt: now, decision: reason } as const;
  await insertAudit(tx, {
    actorId,
    act: approve ? 'deskDecideCorrection' : 'deskRefuseCorrection',
    targetType: 'person',
    targetId: row.ownerId,
    reason,
    asked: { id, approve, reason },
    before: { Исправление: `№ ${id} ждёт решения` },
    after: { Исправление: `№ ${id}, ${wordsOf(row.accountType, row.amountKop)}: ${approve ? 'проведено' : 'отклонено'}` },
    key: keyOf(request.headers['idempotency-key']),
    at: now,
  }); // prettier-ignore
  if (!approve) return writeDecision(tx, id, { ...decided, state: 'refused' });
  const owner = await lockOwner(tx, row.ownerId);
  if (owner?.isGone !== false)
    refuse('not_possible', 'Счета этого человека закрыты: кабинет удалён или объединён с другим');
  const { txId } = await post(tx, row, actorId, now);
  return writeDecision(tx, id, { ...decided, state: 'done', txId });
}

/** What comes onto БС is a gift like any other; all else goes against the house account of corrections. */
function post(tx: Tx, row: Correction, actorId: number, now: Date): Promise<{ txId: number }> {
  const { id, ownerId, accountType, amountKop, reason } = row;
  const movement = {
    key: `desk-correction:${id}`,
    kind: 'correction',
    ref: { type: 'desk', id },
    actor: `desk:${actorId}`,
    reason,
    at: now,
  } as const;
  const expiresAt = new Date(now.getTime() + GRANT_DAYS * 86_400_000);
  if (accountType === ACCOUNT_TYPES.BS && amountKop > 0)
    return grantBonus(tx, { ...movement, ownerId, amountKop, expiresAt });
  const house = accountType === ACCOUNT_TYPES.BS ? 'gifts' : 'corrections';
  return postLedger(tx, {
    ...movement,
    entries: [
      { account: { house }, amountKop: -amountKop },
      { account: { ownerId, type: accountType as AccountType }, amountKop },
    ],
  });
}
