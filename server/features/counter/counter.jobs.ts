import * as z from 'zod/mini';
import { ORDER_STATUSES } from '#contract/order-statuses.ts';
import { findDue, findPointOrder, setPointOrder, type PointOrder } from '#server/features/counter/counter.queries.ts';
import { DAY_MS, GRACE_DAYS, REMIND_DAYS } from '#server/features/counter/counter.rules.ts';
import { sendBack } from '#server/features/counter/hand-over.ts';
import { tellNews } from '#server/features/orders/order-mail.commands.ts';
import { lockOrder } from '#server/features/orders/order-rows.queries.ts';
import { defineJob, type JobWork } from '#server/platform/job.ts';

const AT_ONCE = 200;

/**
 * Every morning: whoever has not come is reminded two days before the last day and after it; a week later the order goes back
 * (docs/product/counter.md#storage). Each order in a transaction of its own, so a run that was killed goes on where it stood.
 */
export const watchStorage = defineJob({
  name: 'counter.watch-storage',
  data: z.object({}),
  schedule: { cron: '10 10 * * *', data: {} },
  async handle(work) {
    const soon = new Date(work.now().getTime() + REMIND_DAYS * DAY_MS);
    let after = 0;
    while (!work.signal.aborted) {
      const due = await findDue(work.db, soon, after, AT_ONCE);
      for (const orderId of due) await lookAt(work, orderId);
      if (due.length < AT_ONCE) return;
      after = due.at(-1) ?? after;
    }
  },
});

async function lookAt({ db, jobs, now }: JobWork, orderId: number): Promise<void> {
  await db.transaction(async (tx) => {
    const order = await lockOrder(tx, { id: orderId });
    const at = await findPointOrder(tx, orderId);
    if (!order || !at || at.handedAt || at.leftAt || order.status !== ORDER_STATUSES.ready) return;
    const moment = now();
    const step = stepOf(at, moment);
    if (step === 'wait') return;
    if (step === 'back') return sendBack(tx, { order, jobs, by: null, now: moment });
    await setPointOrder(tx, orderId, { reminders: step, remindedAt: moment });
    const isOver = step === 2;
    const until = isOver ? new Date(at.keepUntil.getTime() + GRACE_DAYS * DAY_MS) : at.keepUntil;
    await tellNews(tx, jobs, orderId, {
      what: 'waiting',
      ref: at.keepUntil.getTime() + step,
      until: until.toISOString(),
      isOver,
    });
  });
}
/** What its day asks for: the first or the second reminder, or the way back, each once. */
function stepOf({ keepUntil, reminders }: PointOrder, now: Date): 'wait' | 'back' | 1 | 2 {
  const late = now.getTime() - keepUntil.getTime();
  if (late > GRACE_DAYS * DAY_MS) return 'back';
  if (late > 0) return reminders < 2 ? 2 : 'wait';
  return late > -REMIND_DAYS * DAY_MS && reminders < 1 ? 1 : 'wait';
}
