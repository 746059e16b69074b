import type { FastifyInstance } from 'fastify';
import { ACCOUNT_LIST, ACCOUNT_NAMES } from '#contract/account-rules.ts';
import { getAccounts } from '#contract/accounts.ts';
import { BS_PERCENT } from '#contract/amount-to-pay.ts';
import { availableOf } from '#server/features/accounts/accounts.commands.ts';
import { debtsIn } from '#server/features/accounts/available.rules.ts';
import { mount, type Shop } from '#server/platform/mount.ts';
import { requireUser } from '#server/platform/session.ts';

/** What a person has (docs/product/money.md#available). */
export function accountsRoutes(app: FastifyInstance, shop: Shop): void {
  mount(app, shop, getAccounts, async ({ tx, session, now }) => {
    const all = await availableOf(tx, requireUser(session).id, now);
    return {
      accounts: ACCOUNT_LIST.map((type) => ({
        account_type: type,
        name: ACCOUNT_NAMES[type],
        amount: all[type].balanceKop,
        available: all[type].availableKop,
        blocked: all[type].heldKop,
        credit: all[type].creditKop,
        expiring: all[type].grants.map(({ amountKop, expiresAt }) => ({
          amount: amountKop,
          expires_at: expiresAt.toISOString(),
        })),
      })),
      limits: { bs_percent: BS_PERCENT },
      debt: debtsIn(all).totalKop,
      server_time: now.toISOString(),
    };
  });
}
