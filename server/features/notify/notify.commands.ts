import type { JobSender } from '#server/db/job-sender.ts';
import type { Tx } from '#server/db/open.ts';
import { answerWaiting } from '#server/features/notify/notify.jobs.ts';

/** After a change by which products may be back on sale: whoever waits for them gets a letter once it is committed. */
export const tellWhoWaits = (tx: Tx, jobs: JobSender): Promise<void> => jobs.send(tx, answerWaiting, {});
