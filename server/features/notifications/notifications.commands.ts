import type { JobSender } from '#server/db/job-sender.ts';
import type { Db } from '#server/db/open.ts';
import { sendPush } from '#server/features/notifications/notifications.jobs.ts';
import { insertNotification, type NewNotification } from '#server/features/notifications/notifications.queries.ts';
import { findSubscriptions } from '#server/features/notifications/push.queries.ts';

type Told = Omit<NewNotification, 'createdAt'>;

/**
 * Tells an account of one event, in its inbox and, if `isPushed`, in each browser that it has asked it for. The same event is told
 * once (docs/product/notifications.md). Called by the job that writes the letter of it, with the letter's own words.
 */
export const tellPerson = (
  { db, jobs, now }: { db: Db; jobs: JobSender; now: () => Date },
  told: Told,
): Promise<void> =>
  db.transaction(async (tx) => {
    const id = await insertNotification(tx, { ...told, createdAt: now() });
    if (id === undefined || !told.isPushed) return;
    for (const { id: subscriptionId } of await findSubscriptions(tx, told.userId))
      await jobs.send(tx, sendPush, { notificationId: id, subscriptionId });
  });
