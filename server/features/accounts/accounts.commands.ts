import { RETURN_DAYS } from '#contract/account-rules.ts';
import type { AccountType } from '#contract/amount-to-pay.ts';
import { MESSAGES } from '#contract/messages.ts';
import { ACCOUNT_TYPES } from '#contract/tables.ts';
import type { DbOrTx, Tx } from '#server/db/open.ts';
import { batch } from '#server/db/pipeline.ts';
import { findAccounts } from '#server/features/accounts/accounts.queries.ts';
import { type Available, availableFrom, type Debts, debtsIn } from '#server/features/accounts/available.rules.ts';
import { allocateGrants, settleGrants } from '#server/features/accounts/grants.queries.ts';
import {
  findHolds,
  lockHolds,
  type HoldRow,
  writeHolds,
  writeRelease,
} from '#server/features/accounts/holds.queries.ts';
import { HOUSE, type House } from '#server/features/accounts/house.rules.ts';
import {
  type LedgerEntry,
  type LedgerRef,
  type Movement,
  splitEntries,
} from '#server/features/accounts/ledger.rules.ts';
import { findPayer, writeFloor, writeMovement } from '#server/features/accounts/ledger.queries.ts';
import { burn, move, payDebts, type Posted, repeated } from '#server/features/accounts/move.ts';
import { transferAll } from '#server/features/accounts/transfer-all.commands.ts';
import { refuse } from '#server/platform/refuse.ts';

// The money of people, for other features (docs/product/money.md). Each command works inside the caller's transaction; a
// command that is repeated under its key does nothing and answers the same. Take accounts last in a transaction, after carts,
// orders and stock: then no two transactions wait for each other.
// Contents: 1 reading, 2 money set aside for an order, 3 movements, 4 gifts, refunds, credit. Transfers: transfer-holds.commands.ts

// ── 1 Reading ───────────────────────────────────────────────────────────────────────────────────
/** All three accounts of a person, by type, in one statement. `at` decides what has burnt. */
export async function availableOf(db: DbOrTx, ownerId: number, at: Date): Promise<Record<AccountType, Available>> {
  return availableFrom(await findAccounts(db, ownerId, at));
}
/** What a person owes, per account, in one statement; who has `availableOf` already takes `debtsIn`. */
export async function debtsOf(db: DbOrTx, ownerId: number, at: Date): Promise<Debts> {
  return debtsIn(await availableOf(db, ownerId, at));
}

// ── 2 Money set aside for an order ──────────────────────────────────────────────────────────────
export type HoldFunds = {
  /** `order:<id>`; each account's hold is `<key>:<type>`. */
  key: string;
  ownerId: number;
  /** Sums above 0, each account once. */
  parts: readonly { type: AccountType; amountKop: number }[];
  ref: LedgerRef;
  /** When the order's time to be paid is over. The hold lives until somebody ends it; `ledger-check` tells of forgotten ones. */
  expiresAt: Date;
  at: Date;
};
/**
 * Sets money aside: one statement, a second one when БС takes part (its gifts are allocated, what burns first first).
 * @throws RefusedError insufficient_funds when any of the accounts lacks it; the caller's transaction must end with it.
 */
export async function holdFunds(tx: Tx, { key, ownerId, parts, ref, expiresAt, at }: HoldFunds): Promise<HoldRow[]> {
  const keyed = parts.map((part) => ({ ...part, key: `${key}:${part.type}` }));
  if (keyed.some(({ amountKop }) => !Number.isSafeInteger(amountKop) || amountKop <= 0))
    throw new Error(`hold ${key}: a sum is no whole number of kopecks above 0`);
  if (keyed.length === 0) return [];
  const bs = keyed.find(({ type }) => type === ACCOUNT_TYPES.BS);
  const [held, allocated] = await batch(tx, () =>
    Promise.all([
      writeHolds(tx, { ownerId, parts: keyed, ref, expiresAt }),
      bs === undefined ? 0 : allocateGrants(tx, bs.key, at),
    ]),
  );
  if (held.length === keyed.length && allocated === (bs?.amountKop ?? 0)) return held;
  const known =
    held.length === 0
      ? await findHolds(
          tx,
          keyed.map((part) => part.key),
        )
      : [];
  if (known.length === 0) return refuse('insufficient_funds', MESSAGES.insufficientFunds);
  const isSame =
    known.length === keyed.length &&
    known.every(({ key: name, amountKop, ref: of }) =>
      keyed.some((part) => part.key === name && part.amountKop === amountKop && of === `${ref.type}:${ref.id}`),
    );
  if (!isSame) throw new Error(`hold ${key} is known with other sums`);
  return known;
}

export type PostHolds = {
  ref: LedgerRef;
  /** `order:<id>:paid`. */
  key: string;
  at: Date;
  actor: string;
  reason: string;
  /** Takes what the holds and `also` bring: `sales`. */
  house: House;
  /**
   * What moves with them: the money of a gateway (`{house: gatewayOf(code)}`, minus what came in) and debts that the order has
   * collected (`{ownerId, type}`, plus). What a debt on БС has needed less of meanwhile comes onto ЛС.
   */
  also?: readonly LedgerEntry[];
};
/**
 * An order is paid: all live holds of `ref` and `also` become one balanced movement `order_spend`, in one statement.
 * Without holds and without `also` there is nothing to write, and `txId` is null.
 */
export async function postHolds(tx: Tx, asked: PostHolds): Promise<Posted | { txId: null; isNew: false }> {
  const { ref, house, also = [], ...rest } = asked;
  const given = splitEntries(also);
  // Holds are locked before accounts, by everybody.
  if (given.people.some(({ type }) => type === ACCOUNT_TYPES.BS)) await lockHolds(tx, ref, rest.at);
  const split = await payDebts(tx, given);
  if (split.people.some(({ amountKop }) => amountKop < 0))
    throw new Error(`${rest.key}: beside its holds an order takes nothing from a person`);
  const movement = { ...rest, kind: 'order_spend', ref } as const;
  const written = await writeMovement(tx, {
    ...movement,
    ...split,
    passesFloor: false,
    holdsOf: ref,
    restTo: HOUSE[house],
  });
  if (!written) return (await repeated(tx, movement)) ?? { txId: null, isNew: false };
  if (written.moved.length < written.due) throw new Error(`${rest.key}: an account is closed or missing`);
  return { txId: written.txId, isNew: true };
}
/**
 * An order is cancelled (`released`) or was not paid in time (`expired`): its holds end, the money is free again. A gift that
 * has burnt meanwhile lives fourteen days more. Answers how many holds ended; 0 when they had ended before.
 */
export async function releaseHolds(
  tx: Tx,
  { ref, state, at }: { ref: LedgerRef; state: 'released' | 'expired'; at: Date },
): Promise<number> {
  const live = await lockHolds(tx, ref, at);
  if (live.count === 0) return 0;
  // The part of a burnt gift that nobody held stays burnt.
  if (live.hasBurnt && live.bsOwnerId !== null) await burn(tx, live.bsOwnerId, at);
  await writeRelease(tx, { ref, state, at, returnDays: RETURN_DAYS });
  if (live.bsAccountId !== null) await settleGrants(tx, { accountId: live.bsAccountId, entryId: null });
  return live.count;
}

// ── 3 Movements ─────────────────────────────────────────────────────────────────────────────────
/**
 * Writes one balanced movement: deposits, transfers, bonuses, corrections, reversals. Accounts are opened as needed. A positive
 * БС entry is only for what comes back (`reverses`): it returns to the gifts that it was taken from. @throws RefusedError
 * insufficient_funds when an account would go below its floor and the kind does not allow it.
 */
export async function postLedger(tx: Tx, movement: Movement): Promise<Posted> {
  return move(tx, movement);
}

// ── 4 Gifts, refunds, credit ────────────────────────────────────────────────────────────────────
export type GrantBonus = {
  key: string;
  ownerId: number;
  amountKop: number;
  expiresAt: Date;
  kind: Extract<Movement['kind'], 'hello_bonus' | 'promo_bonus' | 'correction' | 'opening'>;
  ref: LedgerRef;
  actor: string;
  reason: string;
  at: Date;
};
/** A gift on БС, paid by the house account `gifts` (`opening` for what was there before). */
export async function grantBonus(tx: Tx, asked: GrantBonus): Promise<Posted & { grantId: number }> {
  const { ownerId, amountKop, expiresAt, ...movement } = asked;
  const from: House = asked.kind === 'opening' ? 'opening' : 'gifts';
  const entries: LedgerEntry[] = [
    { account: { house: from }, amountKop: -amountKop },
    { account: { ownerId, type: ACCOUNT_TYPES.BS }, amountKop },
  ];
  const { txId, isNew, grantId } = await move(tx, { ...movement, entries }, { giftUntil: expiresAt });
  if (grantId === undefined) throw new Error(`movement ${asked.key} is known and no gift`);
  return { txId, isNew, grantId };
}

export type RefundSpends = {
  key: string;
  /** What `postHolds` answered, or `findSpendOf`. */
  reverses: number;
  ref: LedgerRef;
  ownerId: number;
  /** To each account at most what the order took from it; ЛС may also take what had come by card. */
  parts: readonly { type: AccountType; amountKop: number }[];
  /** What goes back by gateways. */
  gateways?: readonly { house: House; amountKop: number }[];
  house: House;
  actor: string;
  reason: string;
  at: Date;
};
/**
 * Money of a paid order goes back. БС returns to its gifts, which then live at least fourteen days. The database refuses what
 * would exceed the order (at commit).
 */
export async function refundSpends(tx: Tx, asked: RefundSpends): Promise<Posted> {
  const { ownerId, gateways = [], house, ...movement } = asked;
  const { ref, actor, reason, at } = asked;
  const payerId = await payerOf(tx, asked);
  // КС and БС are given back to the accounts that gave; those of an account that was merged pass it on.
  const parts = asked.parts.map((part) => ({ ...part, ownerId: part.type === ACCOUNT_TYPES.LS ? ownerId : payerId }));
  const sum = [...parts, ...gateways].reduce((kop, part) => kop + part.amountKop, 0);
  const entries: LedgerEntry[] = [
    { account: { house }, amountKop: -sum },
    ...parts.map(({ ownerId: id, type, amountKop }) => ({ account: { ownerId: id, type }, amountKop })),
    ...gateways.map((part) => ({ account: { house: part.house }, amountKop: part.amountKop })),
  ];
  const posted = await move(tx, { ...movement, kind: 'order_refund', entries });
  if (payerId !== ownerId && posted.isNew)
    await transferAll(tx, { key: `${asked.key}:on`, ref, actor, reason, at, fromId: payerId, toId: ownerId });
  return posted;
}
/** Whose КС and БС the order took from: its buyer's, or those of the account that its buyer's has taken over. */
async function payerOf(tx: Tx, { ownerId, parts, reverses }: RefundSpends): Promise<number> {
  if (parts.every(({ type }) => type === ACCOUNT_TYPES.LS)) return ownerId;
  return (await findPayer(tx, reverses)) ?? ownerId;
}

/** `account.debit`: from now on ЛС may go so far below zero. 0 takes the right away; a debt stays. */
export async function setCredit(tx: Tx, ownerId: number, creditKop: number): Promise<void> {
  await writeFloor(tx, { ownerId, type: ACCOUNT_TYPES.LS }, 0 - creditKop);
}
