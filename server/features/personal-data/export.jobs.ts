import * as z from 'zod/mini';
import { eraseOldExports, findAddress, findExport, finishExport, giveUpStuck, noteParts } from '#server/features/personal-data/export.queries.ts'; // prettier-ignore
import { EXPORT } from '#server/features/personal-data/export.rules.ts';
import { exportReady } from '#server/features/personal-data/letters.rules.ts';
import { makeArchive } from '#server/features/personal-data/make-archive.ts';
import { tellAccount } from '#server/features/personal-data/tell-account.ts';
import { defineJob } from '#server/platform/job.ts';

/** Makes the archive; done twice it is one archive and one letter. */
export const makeExport = defineJob({
  name: 'personal-data.make-export',
  data: z.object({ exportId: z.string() }),
  async handle({ db, jobs, now }, { exportId }) {
    const row = await findExport(db, exportId);
    if (row?.state !== 'waiting') return;
    const body = await makeArchive(db, row.userId, { now: now(), tell: (done) => noteParts(db, exportId, done) });
    const readyAt = now();
    const expiresAt = new Date(readyAt.getTime() + EXPORT.keptMs);
    await db.transaction(async (tx) => {
      if (await finishExport(tx, row, { body, bytes: body.length, readyAt, expiresAt }))
        await jobs.send(tx, tellExport, { exportId });
    });
  },
});

export const tellExport = defineJob({
  name: 'personal-data.tell-export',
  data: z.object({ exportId: z.string() }),
  async handle(work, { exportId }) {
    const row = await findExport(work.db, exportId);
    if (row?.state !== 'ready' || !row.expiresAt) return;
    const to = await findAddress(work.db, row.userId);
    if (to)
      await tellAccount(work, to, { ...exportReady(work.env.publicUrl, row.expiresAt), name: `export-${row.id}` });
  },
});

/** Bytes whose link has run out go; an archive that was never made is given up, so that another may be asked for. */
export const tidyExports = defineJob({
  name: 'personal-data.tidy-exports',
  data: z.object({}),
  retry: { limit: 1, delay: 60, delayMax: 60 },
  schedule: { cron: '7,27,47 * * * *', data: {} },
  async handle({ db, now }) {
    await eraseOldExports(db, now());
    await giveUpStuck(db, new Date(now().getTime() - EXPORT.stuckMs));
  },
});
