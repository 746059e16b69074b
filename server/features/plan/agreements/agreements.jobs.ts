import * as z from 'zod/mini';
import { termsOf } from '#contract/plan/plan-table.ts';
import { tellPerson } from '#server/features/notifications/notifications.commands.ts';
import { letterPage, paragraph, SELLER_LINE } from '#server/features/orders/letter-frame.rules.ts';
import { findStep } from '#server/features/plan/agreements/agreements.queries.ts';
import { endWords, heirWords, warningWords } from '#server/features/plan/agreements/agreements.rules.ts';
import { MailError } from '#server/gates/mail/port.ts';
import { defineJob, JobGivenUp } from '#server/platform/job.ts';

/** A warning and an end are told in the inbox and by letter; whoever has the structure now hears of it in the inbox. */
export const tellAgreement = defineJob({
  name: 'plan.tell-agreement',
  data: z.object({ id: z.int() }),
  together: 10,
  async handle(work, { id }) {
    const step = await findStep(work.db, id);
    if (!step) return;
    const { endsAfterPeriods: months, activeHalf } = termsOf(step.period);
    const about = { ...step, months, least: activeHalf / 2 };
    const isEnd = step.step === 'ended';
    const { title, text } = isEnd ? endWords(about) : warningWords(about);
    const event = `agreement.${id}`;
    const path = isEnd ? '/user/account' : '/user/career';
    await tellPerson(work, { userId: step.userId, event, title, text, path, isPushed: true });
    if (isEnd && step.heirId !== null && !step.heirIsHouse && step.consultants + step.clients > 0)
      await tellPerson(work, {
        userId: step.heirId,
        event,
        ...heirWords(step),
        path: '/user/business',
        isPushed: false,
      });
    if (step.email === null) return;
    const pieces = [text, `Кабинет: ${work.env.publicUrl}${path}`];
    try {
      await work.gates.mail.send({
        to: step.email,
        subject: title,
        text: [`${title}.`, ...pieces, '—', SELLER_LINE].join('\n\n'),
        html: letterPage(title, [...pieces.map(paragraph), '<hr>', paragraph(SELLER_LINE)]),
        messageId: `<${event}@${new URL(work.env.publicUrl).hostname}>`,
      });
    } catch (error) {
      throw error instanceof MailError && error.kind === 'refused' ? new JobGivenUp(error.message) : error;
    }
  },
});
