import { type FundsByType, noFunds } from '#contract/amount-to-pay.ts';
import type { DbOrTx } from '#server/db/open.ts';
import { availableOf } from '#server/features/accounts/accounts.commands.ts';
import { hasCredit } from '#server/features/accounts/available.rules.ts';
import { forbidden } from '#server/platform/refuse.ts';
import type { SessionUser } from '#server/platform/session.ts';

/**
 * What an order may take from this person's accounts, kopecks; one statement. A guest has none and costs no statement.
 * `debitUse`: the order leaves debts for later, @throws 403 forbidden without `account.debit`, which an account has, not a role.
 */
export async function fundsOf(
  db: DbOrTx,
  user: Pick<SessionUser, 'id' | 'readonly'> | null,
  at: Date,
  { debitUse = false } = {},
): Promise<FundsByType> {
  if (!user) return noFunds();
  const all = await availableOf(db, user.id, at);
  if (debitUse && !hasCredit(all, user)) throw forbidden();
  const one = (type: 0 | 1 | 2) => ({ balance: all[type].balanceKop, available: all[type].availableKop });
  return { 0: one(0), 1: one(1), 2: one(2) };
}
