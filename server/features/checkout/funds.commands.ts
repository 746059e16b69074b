import { type FundsByType, noFunds } from '#contract/amount-to-pay.ts';
import type { DbOrTx } from '#server/db/open.ts';
import { availableOf } from '#server/features/accounts/accounts.commands.ts';
import type { SessionUser } from '#server/platform/session.ts';

/** What an order may take from this person's accounts, kopecks; one statement. A guest has none and costs no statement. */
export async function fundsOf(db: DbOrTx, user: Pick<SessionUser, 'id'> | null, at: Date): Promise<FundsByType> {
  if (!user) return noFunds();
  const all = await availableOf(db, user.id, at);
  const one = (type: 0 | 1 | 2) => ({ balance: all[type].balanceKop, available: all[type].availableKop });
  return { 0: one(0), 1: one(1), 2: one(2) };
}
