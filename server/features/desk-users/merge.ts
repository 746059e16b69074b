import type { AccountType } from '#contract/amount-to-pay.ts';
import type { CallReply } from '#contract/call.ts';
import type { deskMergeUsers, deskPreviewMerge, MergePlan } from '#contract/desk-users.ts';
import { ACCOUNT_TYPES } from '#contract/tables.ts';
import type { DbOrTx, Tx } from '#server/db/open.ts';
import { availableOf } from '#server/features/accounts/accounts.commands.ts';
import { transferAll } from '#server/features/accounts/transfer-all.commands.ts';
import { mergeAccountCarts } from '#server/features/cart/merge-guest-cart.commands.ts';
import { insertAudit } from '#server/features/desk-orders/audit.queries.ts';
import { assertFresh, assertMine, type Changed, holdPerson } from '#server/features/desk-users/hold-person.ts';
import { countForMerge, countUnder, moveBelongings } from '#server/features/desk-users/merge.queries.ts';
import { type MergeFacts, obstaclesOf, TRANSFER_WAITS } from '#server/features/desk-users/merge.rules.ts';
import { firstOpenPeriod, nextPeriod } from '#server/features/desk-users/periods.rules.ts';
import { rightsOf } from '#server/features/desk-users/person-rights.rules.ts';
import {
  closeWaysIn,
  countWaitingOrders,
  findApplication,
  findPerson,
  hasPointsSince,
  type PersonRow,
  updatePerson,
} from '#server/features/desk-users/person-rows.queries.ts';
import { personFieldsOf, whyClosed } from '#server/features/desk-users/person-view.rules.ts';
import { PERSON_NOT_FOUND, rightsOfPerson } from '#server/features/desk-users/read-person.ts';
import { countMovesTo, insertMove, wouldLoop } from '#server/features/desk-users/sponsor-moves.queries.ts';
import { findWaitingMove, lockStructure } from '#server/features/plan/moves/moves.queries.ts';
import { countWaitingTransfers } from '#server/features/transfers/transfers.queries.ts';
import type { Asked, Shop } from '#server/platform/mount.ts';
import { notFound, refuse } from '#server/platform/refuse.ts';

// Two accounts of one person become one (docs/product/rights.md#one-person-two-accounts). `kept` stays, `gone` goes.

type Pair = { kept: PersonRow; gone: PersonRow; actorId: number };

/** What would move and what stands in the way, with nothing done. @throws not_found (404). */
export async function previewMerge(
  db: DbOrTx,
  asked: { keptId: number; goneId: number; actorId: number; now: Date },
): Promise<Omit<CallReply<typeof deskPreviewMerge>, 'status'>> {
  const kept = await findPerson(db, asked.keptId);
  const gone = await findPerson(db, asked.goneId);
  if (!kept || !gone) throw notFound(PERSON_NOT_FOUND);
  const pair = { kept, gone, actorId: asked.actorId };
  const isWaiting = (await findApplication(db, gone.id)) !== undefined;
  return {
    gone: { ...personFieldsOf(gone, isWaiting), version: gone.deskVersion },
    plan: await planOf(db, pair, asked.now),
    obstacles: obstaclesOf(await factsOf(db, pair, asked.now)),
  };
}

async function planOf(db: DbOrTx, { kept, gone }: Pair, now: Date): Promise<MergePlan> {
  const has = await availableOf(db, gone.id, now);
  const sum = (type: AccountType): number =>
    type === ACCOUNT_TYPES.BS ? has[type].availableKop : has[type].balanceKop;
  return {
    ...(await countForMerge(db, { goneId: gone.id, keptId: kept.id })),
    money: { ls: sum(ACCOUNT_TYPES.LS), ks: sum(ACCOUNT_TYPES.KS), bs: sum(ACCOUNT_TYPES.BS) },
    email: kept.email === null ? gone.email : null,
    phone: kept.phone === null ? gone.phone : null,
  };
}

async function factsOf(db: DbOrTx, { kept, gone, actorId }: Pair, now: Date): Promise<MergeFacts> {
  const owes = async ({ id }: PersonRow): Promise<boolean> =>
    Object.values(await availableOf(db, id, now)).some(({ balanceKop }) => balanceKop < 0);
  const isUnder = kept.sponsorId === gone.id;
  return {
    isSame: kept.id === gone.id,
    isOwn: actorId === kept.id || actorId === gone.id,
    kept: { role: kept.role, closed: whyClosed(kept) },
    gone: {
      role: gone.role,
      closed: whyClosed(gone),
      hasDeskRights: rightsOf(await rightsOfPerson(db, gone)).some((name) => name.startsWith('desk.')),
      people: await countUnder(db, gone.id, kept.id),
      hasOpenPoints: await hasPointsSince(db, gone.id, firstOpenPeriod(now)),
      waitingOrders: await countWaitingOrders(db, gone.id),
      waitingTransfers: await countWaitingTransfers(db, gone.id),
      hasApplication: (await findApplication(db, gone.id)) !== undefined,
    },
    keptPeople: await countUnder(db, kept.id, gone.id),
    hasDebt: (await owes(kept)) || (await owes(gone)),
    hasMove: (await findWaitingMove(db, gone.id)) !== undefined || (await countMovesTo(db, gone.id)) > 0,
    loops:
      isUnder &&
      ((await findWaitingMove(db, kept.id)) !== undefined ||
        gone.sponsorId === null ||
        (await wouldLoop(db, { userId: kept.id, toId: gone.sponsorId }))),
  };
}

export async function mergeUsers(_shop: Shop, asked: Asked<typeof deskMergeUsers>): Promise<Changed> {
  const { tx, body, now } = asked;
  if (body.user_id === body.gone_id) refuse('not_possible', 'Это одна и та же запись');
  await lockStructure(tx);
  const { person: kept, actor, actorId, others } = await holdPerson(asked, [body.gone_id]);
  const gone = others.get(body.gone_id);
  if (!gone) throw notFound(PERSON_NOT_FOUND);
  assertFresh(gone, body.gone_version);
  await assertMine(tx, { person: gone, actor, actorId });
  const pair = { kept, gone, actorId };
  const [obstacle] = obstaclesOf(await factsOf(tx, pair, now));
  if (obstacle !== undefined) refuse('not_possible', obstacle);
  const plan = await planOf(tx, pair, now);
  await closeGone(tx, pair, now);
  await keepContacts(tx, kept, gone);
  await moveUp(tx, pair, { reason: body.reason, now });
  await mergeAccountCarts(tx, { fromUserId: gone.id, toUserId: kept.id, now });
  await moveBelongings(tx, { goneId: gone.id, keptId: kept.id });
  const ref = { type: 'person', id: gone.id } as const;
  const movement = {
    key: `merge:${gone.id}`,
    ref,
    actor: `desk:${actorId}`,
    reason: `Объединение записей № ${gone.id} и № ${kept.id}`,
  };
  await transferAll(tx, { ...movement, fromId: gone.id, toId: kept.id, at: now });
  // Their accounts are held now: a transfer that came since the obstacles were looked for is seen here, a later one finds no money.
  if ((await countWaitingTransfers(tx, gone.id)) > 0) refuse('not_possible', TRANSFER_WAITS);
  await insertAudit(tx, {
    actorId,
    act: 'deskMergeUsers',
    targetType: 'person',
    targetId: gone.id,
    reason: body.reason,
    asked: { user_id: kept.id, gone_id: gone.id },
    before: { Запись: 'открыта' },
    after: { Запись: `закрыта, всё перешло к № ${kept.id}` },
    key: null,
    at: now,
  });
  return { before: {}, after: movedWords(plan, gone) };
}

/** Nobody comes in by it any more; its addresses are free for the account that stays. */
async function closeGone(tx: Tx, { kept, gone }: Pair, now: Date): Promise<void> {
  await closeWaysIn(tx, gone.id, now);
  await updatePerson(tx, gone.id, {
    email: null,
    phone: null,
    pendingEmail: null,
    pendingPhone: null,
    confirmBy: null,
    passwordHash: null,
    active: false,
    isPunktVydachi: false,
    withheld: [],
    mergedInto: kept.id,
  });
}
async function keepContacts(tx: Tx, kept: PersonRow, gone: PersonRow): Promise<void> {
  await updatePerson(tx, kept.id, {
    ...(kept.email === null && gone.email !== null ? { email: gone.email } : {}),
    ...(kept.phone === null && gone.phone !== null ? { phone: gone.phone, phoneCountry: gone.phoneCountry } : {}),
  });
}
/** Whoever had written themselves down under their own other account goes one up, as every correction with the next period. */
async function moveUp(
  tx: Tx,
  { kept, gone, actorId }: Pair,
  { reason, now }: { reason: string; now: Date },
): Promise<void> {
  if (kept.sponsorId !== gone.id || gone.sponsorId === null) return;
  const period = nextPeriod(now);
  await insertMove(tx, {
    userId: kept.id,
    fromId: gone.id,
    toId: gone.sponsorId,
    period,
    askedBy: actorId,
    reason,
    askedAt: now,
  });
}

function movedWords({ orders, addresses, favourites, cart, lessons, money }: MergePlan, gone: PersonRow) {
  const roubles = (kop: number): string => `${(kop / 100).toLocaleString('ru-RU', { minimumFractionDigits: 2 })} ₽`;
  return {
    'Объединена с': `${gone.name}, кабинет № ${gone.id}`,
    Перешло: [
      `заказов: ${orders}`,
      `адресов: ${addresses}`,
      `сердечек: ${favourites}`,
      `штук в корзине: ${cart}`,
      `уроков: ${lessons}`,
      `ЛС ${roubles(money.ls)}, КС ${roubles(money.ks)}, БС ${roubles(money.bs)}`,
    ],
  };
}
