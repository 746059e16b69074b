import { RETURN_DAYS } from '#contract/account-rules.ts';
import { MESSAGES } from '#contract/messages.ts';
import { ACCOUNT_TYPES } from '#contract/tables.ts';
import type { Tx } from '#server/db/open.ts';
import { deferred } from '#server/db/pipeline.ts';
import {
  findBurnt,
  findGrantOf,
  insertGrant,
  lockShortfall,
  returnToGrants,
  settleGrants,
} from '#server/features/accounts/grants.queries.ts';
import {
  findMovement,
  lockAccounts,
  type MovedAccount,
  openAccounts,
  writeMovement,
} from '#server/features/accounts/ledger.queries.ts';
import {
  assertMovement,
  type LedgerEntry,
  type Movement,
  passesFloor,
  splitEntries,
  type SplitEntries,
} from '#server/features/accounts/ledger.rules.ts';
import { refuse } from '#server/platform/refuse.ts';

export type Posted = { txId: number; /** False: it had been written before, under the same key. */ isNew: boolean };

/**
 * Writes one movement of given entries and puts the gifts in order behind it. `giftUntil`: what comes onto БС is a new gift.
 * @throws RefusedError insufficient_funds.
 */
export async function move(
  tx: Tx,
  movement: Movement,
  { giftUntil }: { giftUntil?: Date } = {},
): Promise<Posted & { grantId?: number | undefined }> {
  const { entries: _, ...what } = movement;
  const split = assertMovement(movement, { isGift: giftUntil !== undefined });
  await prepare(tx, movement, split);
  const written = await writeMovement(tx, { ...what, ...split, passesFloor: passesFloor(movement.kind) });
  if (!written) {
    const known = await repeated(tx, movement);
    if (!known) throw new Error(`movement ${movement.key} was not written`);
    return { ...known, grantId: giftUntil && (await findGrantOf(tx, known.txId)) };
  }
  if (written.moved.length < written.due) return refuse('insufficient_funds', MESSAGES.insufficientFunds);
  let grantId: number | undefined;
  for (const moved of written.moved.filter(({ type }) => type === ACCOUNT_TYPES.BS))
    grantId = await follow(tx, moved, { movement, txId: written.txId, giftUntil });
  return { txId: written.txId, isNew: true, grantId };
}

/** Accounts that money comes to, or a debt, are opened. What returns to gifts must not wake the burnt rest of them. */
async function prepare(tx: Tx, { kind, at, reverses }: Movement, { people }: SplitEntries): Promise<void> {
  const gaining = people.filter(({ amountKop }) => amountKop > 0);
  const opened = passesFloor(kind) ? people : gaining;
  if (opened.length > 0) await deferred(tx, () => openAccounts(tx, opened));
  if (reverses === undefined) return;
  const returning = gaining.filter(({ type }) => type === ACCOUNT_TYPES.BS);
  if (returning.length === 0) return;
  await lockAccounts(tx, people);
  for (const { ownerId } of returning) await burn(tx, ownerId, at);
}

/** The gifts of one БС account after a movement on it. Answers the id of a new gift. */
async function follow(
  tx: Tx,
  { accountId, amountKop, entryId }: MovedAccount,
  { movement, txId, giftUntil }: { movement: Movement; txId: number; giftUntil: Date | undefined },
): Promise<number | undefined> {
  if (entryId === null) throw new Error(`movement ${movement.key}: БС moved without an entry`);
  if (amountKop < 0) {
    await take(tx, { accountId, amountKop: -amountKop, entryId }, movement);
    return undefined;
  }
  let grantId: number | undefined;
  if (giftUntil) grantId = await insertGrant(tx, { accountId, amountKop, expiresAt: giftUntil, txId });
  else if (movement.reverses !== undefined) await giveBack(tx, { accountId, amountKop, entryId }, movement);
  // A debt is repaid by whatever comes.
  await settleGrants(tx, { accountId, entryId: null });
  return grantId;
}

/** A spend without a hold takes what has not burnt; a mistake that is mended, and the burning itself, take whatever is there. */
async function take(
  tx: Tx,
  { accountId, amountKop, entryId }: { accountId: number; amountKop: number; entryId: number },
  { kind, reverses, at }: Movement,
): Promise<void> {
  const isSpend = kind !== 'expire' && !passesFloor(kind) && reverses === undefined;
  const taken = await settleGrants(tx, { accountId, entryId, unburntAt: isSpend ? at : null });
  if (isSpend && taken < amountKop) refuse('insufficient_funds', MESSAGES.insufficientFunds);
}

async function giveBack(
  tx: Tx,
  { accountId, amountKop, entryId }: { accountId: number; amountKop: number; entryId: number },
  { key, reverses = 0, at }: Movement,
): Promise<void> {
  const found = await returnToGrants(tx, { accountId, entryId, reverses, amountKop, at, returnDays: RETURN_DAYS });
  if (found !== amountKop) throw new Error(`movement ${key} gives ${amountKop} back to gifts that gave ${found}`);
}

/**
 * Money that repays debts: БС takes as much as it lacks now, for its gifts are
 * all that it may hold; the rest is the person's own money and comes onto ЛС.
 */
export async function payDebts(tx: Tx, { people, house }: SplitEntries): Promise<SplitEntries> {
  const entries: LedgerEntry[] = [];
  for (const { ownerId, type, amountKop } of people) {
    const lacks = type === ACCOUNT_TYPES.BS ? await lockShortfall(tx, ownerId) : amountKop;
    const there = Math.min(amountKop, lacks);
    entries.push({ account: { ownerId, type }, amountKop: there });
    entries.push({ account: { ownerId, type: ACCOUNT_TYPES.LS }, amountKop: amountKop - there });
  }
  const split = splitEntries(entries);
  if (split.people.length > 0) await deferred(tx, () => openAccounts(tx, split.people));
  return { people: split.people, house };
}

/** Takes what has burnt of a person's gifts off БС, a movement per gift. The account must be held. Answers how many gifts. */
export async function burn(tx: Tx, ownerId: number, at: Date): Promise<number> {
  const burnt = await findBurnt(tx, ownerId, at);
  for (const { id, freeKop, expiresAt } of burnt)
    await move(tx, {
      key: `grant:${id}:expired:${expiresAt.getTime()}`,
      kind: 'expire',
      ref: { type: 'grant', id },
      actor: 'job:accounts.expire-grants',
      reason: 'Срок подарка истёк',
      at,
      entries: [
        { account: { ownerId, type: ACCOUNT_TYPES.BS }, amountKop: -freeKop },
        { account: { house: 'gifts' }, amountKop: freeKop },
      ],
    });
  return burnt.length;
}

/** What a known key stands for. @throws an Error when it is something else: a bug of the caller. */
export async function repeated(
  tx: Tx,
  { key, kind, ref, reverses }: Omit<Movement, 'entries'>,
): Promise<Posted | undefined> {
  const known = await findMovement(tx, key);
  if (!known) return undefined;
  const isSame =
    known.kind === kind &&
    known.refType === ref.type &&
    known.refId === ref.id &&
    known.reverses === (reverses ?? null);
  if (!isSame) throw new Error(`the ledger knows ${key} as something else`);
  return { txId: known.id, isNew: false };
}
