import * as z from 'zod/mini';
import { endTransfer } from '#server/features/transfers/transfers.commands.ts';
import { findOverdue, lockTransfer } from '#server/features/transfers/transfers.queries.ts';
import { defineJob } from '#server/platform/job.ts';
import { withRetry } from '#server/platform/retry.ts';

const AT_ONCE = 100;

/**
 * Frees the money of transfers whose code nobody has typed in time, each in a transaction of its own. It is looked at again there: a
 * code that was right a moment earlier wins.
 */
export const expireTransfers = defineJob({
  name: 'transfers.expire',
  data: z.object({}),
  schedule: { cron: '* * * * *', data: {} },
  async handle({ db, now, signal }) {
    for (let found = AT_ONCE; found === AT_ONCE && !signal.aborted;) {
      const overdue = await findOverdue(db, now(), AT_ONCE);
      found = overdue.length;
      for (const id of overdue)
        await withRetry(() =>
          db.transaction(async (tx) => {
            const row = await lockTransfer(tx, id);
            if (row?.state === 'wait_code' && row.expiresAt !== null && row.expiresAt <= now())
              await endTransfer(tx, row, { state: 'expired', now: now() });
          }),
        );
    }
  },
});
