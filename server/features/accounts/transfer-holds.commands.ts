import type { AccountType } from '#contract/amount-to-pay.ts';
import { MESSAGES } from '#contract/messages.ts';
import { ACCOUNT_TYPES } from '#contract/tables.ts';
import type { Tx } from '#server/db/open.ts';
import { findAccounts } from '#server/features/accounts/accounts.queries.ts';
import { type Available, availableFrom } from '#server/features/accounts/available.rules.ts';
import { writeHolds } from '#server/features/accounts/holds.queries.ts';
import { lockAccounts, openAccounts, writeMovement } from '#server/features/accounts/ledger.queries.ts';
import type { LedgerRef, Movement, PersonAccount } from '#server/features/accounts/ledger.rules.ts';
import { repeated } from '#server/features/accounts/move.ts';
import { refuse } from '#server/platform/refuse.ts';

// Money of a transfer that waits for its code (docs/product/money.md#transfers): set aside, then moved to another person.

export type HoldTransfer = { ownerId: number; amountKop: number; ref: LedgerRef; expiresAt: Date; at: Date };
/**
 * Sets own money of ЛС aside, never credit. Holds the account to the end of the transaction, so that two transfers are judged one
 * after the other. Answers what the person had before it. @throws RefusedError insufficient_funds
 */
export async function holdTransfer(
  tx: Tx,
  { ownerId, amountKop, ref, expiresAt, at }: HoldTransfer,
): Promise<Record<AccountType, Available>> {
  const type = ACCOUNT_TYPES.LS;
  await lockAccounts(tx, [{ ownerId, type }]);
  const has = availableFrom(await findAccounts(tx, ownerId, at));
  const parts = [{ key: `${ref.type}:${ref.id}`, type, amountKop }];
  const held = has[type].availableKop < amountKop ? [] : await writeHolds(tx, { ownerId, parts, ref, expiresAt });
  return held.length === 1 ? has : refuse('insufficient_funds', MESSAGES.insufficientFunds);
}

export type PostTransfer = Pick<Movement, 'key' | 'ref' | 'actor' | 'reason' | 'at'> & {
  to: PersonAccount;
  amountKop: number;
};
/** What was set aside for a transfer comes onto the other person's account, in one statement. @throws RefusedError not_possible */
export async function postTransfer(tx: Tx, { to, amountKop, ...rest }: PostTransfer): Promise<{ txId: number }> {
  const movement = { ...rest, kind: 'transfer' } as const;
  await openAccounts(tx, [to]);
  const people = [{ ...to, amountKop }];
  const written = await writeMovement(tx, {
    ...movement,
    people,
    house: [],
    passesFloor: false,
    holdsOf: rest.ref,
  });
  if (!written) {
    const known = await repeated(tx, movement);
    if (!known) throw new Error(`${rest.key}: nothing was set aside`);
    return { txId: known.txId };
  }
  if (written.moved.length < written.due)
    return refuse('not_possible', 'Один из счетов закрыт, перевести нельзя. Деньги остались у вас на счёте');
  return { txId: written.txId };
}
