import * as z from 'zod/mini';
import { forgetInvitations } from '#server/features/registration/invitations.queries.ts';
import { findAbandoned } from '#server/features/registration/registration.queries.ts';
import { endProvisional } from '#server/features/session/provisional.queries.ts';
import { defineJob } from '#server/platform/job.ts';

const WAITED_MS = 30 * 86_400_000;
const AT_ONCE = 100;

/**
 * Once a day: accounts that were never confirmed (docs/product/people.md#registration), and invitations that are over. Whoever comes back
 * registers anew.
 */
export const forgetAbandoned = defineJob({
  name: 'registration.forget-abandoned',
  data: z.object({}),
  schedule: { cron: '12 4 * * *', data: {} },
  async handle({ db, now, signal }) {
    await forgetInvitations(db, now());
    const before = new Date(now().getTime() - WAITED_MS);
    let taken = AT_ONCE;
    while (taken === AT_ONCE && !signal.aborted)
      taken = await db.transaction(async (tx) => {
        const ids = await findAbandoned(tx, before, AT_ONCE);
        for (const id of ids) await endProvisional(tx, id);
        return ids.length;
      });
  },
});
