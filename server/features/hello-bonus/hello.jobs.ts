import * as z from 'zod/mini';
import { grantHello } from '#server/features/hello-bonus/hello.commands.ts';
import { tellPerson } from '#server/features/notifications/notifications.commands.ts';
import { defineJob } from '#server/platform/job.ts';

/** The news of one bonus: the inbox, and a push. */
export const tellHello = defineJob({
  name: 'hello-bonus.tell',
  data: z.object({ orderId: z.int(), userId: z.int() }),
  together: 10,
  handle: (work, { orderId, userId }) =>
    tellPerson(work, {
      userId,
      event: `hello-bonus.${orderId}`,
      title: 'Приветственный бонус: 500\u00a0₽',
      text: `Спасибо за первый заказ №\u00a0${orderId}. Бонус на вашем БС действует 90\u00a0дней, им можно оплатить до 30\u00a0% товаров.`,
      path: '/user/account',
      isPushed: true,
    }),
});

/** Every night: first orders that were received fourteen days ago. What one night misses the next one takes. */
export const grantHelloBonus = defineJob({
  name: 'hello-bonus.grant',
  data: z.object({}),
  expireIn: 3600,
  schedule: { cron: '40 0 * * *', data: {} },
  handle: async ({ db, jobs, now, signal }) =>
    void (await grantHello(db, { now: now(), signal, tell: (tx, granted) => jobs.send(tx, tellHello, granted) })),
});
