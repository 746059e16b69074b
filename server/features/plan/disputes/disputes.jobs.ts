import * as z from 'zod/mini';
import { periodWords } from '#contract/period-words.ts';
import { tellPerson } from '#server/features/notifications/notifications.commands.ts';
import { findAnswered } from '#server/features/plan/disputes/disputes.queries.ts';
import { defineJob } from '#server/platform/job.ts';

/** The answer of the desk comes to the inbox of whoever has asked. */
export const tellAnswer = defineJob({
  name: 'plan.tell-answer',
  data: z.object({ id: z.int() }),
  async handle(work, { id }) {
    const answered = await findAnswered(work.db, id);
    if (!answered) return;
    await tellPerson(work, {
      userId: answered.userId,
      event: `bonus-dispute.${id}`,
      title: `Ответ о бонусе за ${periodWords(answered.period)}`,
      text: answered.answer,
      path: `/user/account/${answered.period}`,
      isPushed: true,
    });
  },
});
