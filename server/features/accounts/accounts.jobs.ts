import * as z from 'zod/mini';
import { ACCOUNT_LIST } from '#contract/account-rules.ts';
import { checkLedger, damagedIn } from '#server/features/accounts/check-ledger.ts';
import { findOwnersOfBurnt } from '#server/features/accounts/grants.queries.ts';
import { lockAccounts } from '#server/features/accounts/ledger.queries.ts';
import { burn } from '#server/features/accounts/move.ts';
import { defineJob, JobGivenUp } from '#server/platform/job.ts';
import { withRetry } from '#server/platform/retry.ts';

const AT_ONCE = 200;

/**
 * Takes burnt gifts off БС, so that balances and histories tell of it; what may be spent never waited for that. One person per
 * transaction: who pays at this moment waits for nobody else.
 */
export const expireGrants = defineJob({
  name: 'accounts.expire-grants',
  data: z.object({}),
  // What one hour misses the next one takes.
  retry: { limit: 1, delay: 60, delayMax: 60 },
  schedule: { cron: '27 * * * *', data: {} },
  async handle({ db, now, signal }) {
    for (let more = true; more && !signal.aborted;) {
      const at = now();
      const owners = await findOwnersOfBurnt(db, at, AT_ONCE);
      let burnt = 0;
      for (const ownerId of owners)
        burnt += await withRetry(() =>
          db.transaction(async (tx) => {
            await lockAccounts(
              tx,
              ACCOUNT_LIST.map((type) => ({ ownerId, type })),
            );
            return burn(tx, ownerId, at);
          }),
        );
      more = owners.length === AT_ONCE && burnt > 0;
    }
  },
});

/**
 * Proves the ledger every night. A difference is a line of the log, a job that has failed (`npm run jobs`) and
 * `rostok_ledger_damaged`: a person has to look, `npm run ledger-check` tells where.
 */
export const checkLedgerNightly = defineJob({
  name: 'accounts.check-ledger',
  data: z.object({}),
  expireIn: 3600,
  schedule: { cron: '40 3 * * *', data: {} },
  async handle({ db, now }) {
    const damaged = damagedIn(await checkLedger(db, now()));
    if (damaged.length === 0) return;
    throw new JobGivenUp(`the ledger is damaged: ${damaged.map((one) => `${one.name} ${one.damaged}`).join(', ')}`);
  },
});
