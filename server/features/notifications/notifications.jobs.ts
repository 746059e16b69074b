import * as z from 'zod/mini';
import { deleteNotificationsBefore, findNotification } from '#server/features/notifications/notifications.queries.ts';
import { tagOf } from '#server/features/notifications/notifications.rules.ts';
import { deleteSubscription, findSubscription } from '#server/features/notifications/push.queries.ts';
import { PushError } from '#server/gates/push/port.ts';
import { defineJob, JobGivenUp } from '#server/platform/job.ts';

/** One notification to one browser. A subscription that works no more is removed, and its browser asks anew at a start. */
export const sendPush = defineJob({
  name: 'notifications.push',
  data: z.object({ notificationId: z.int(), subscriptionId: z.int() }),
  // About six hours: older news waits in the inbox.
  retry: { limit: 8, delay: 30, delayMax: 2 * 3600 },
  expireIn: 60,
  together: 10,
  async handle({ db, gates }, { notificationId, subscriptionId }) {
    const [told, target] = await Promise.all([
      findNotification(db, notificationId),
      findSubscription(db, subscriptionId),
    ]);
    // Read elsewhere meanwhile, or the browser belongs to somebody else by now.
    if (!told || !target || told.readAt || told.userId !== target.userId) return;
    const { title, path } = told;
    try {
      await gates.push.send(target, { title, path, tag: tagOf(path) });
    } catch (error) {
      if (!(error instanceof PushError) || error.kind === 'away') throw error;
      if (error.kind === 'gone') return deleteSubscription(db, subscriptionId);
      throw new JobGivenUp(error.message);
    }
  },
});

const KEPT_MS = 365 * 86_400_000;

/** What was told a year ago is on the page of its order, if it is still of use. */
export const forgetNotifications = defineJob({
  name: 'notifications.forget',
  data: z.object({}),
  schedule: { cron: '25 4 * * *', data: {} },
  handle: ({ db, now }) => deleteNotificationsBefore(db, new Date(now().getTime() - KEPT_MS)),
});
