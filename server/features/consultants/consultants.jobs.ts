import * as z from 'zod/mini';
import { SELLER } from '#contract/content.ts';
import { HOUSE_CONS_ID } from '#contract/tables.ts';
import { callLetter, callMessageId, callSms } from '#server/features/consultants/call-letter.rules.ts';
import { findCallToTell, markTold } from '#server/features/consultants/call.queries.ts';
import { MailError } from '#server/gates/mail/port.ts';
import { SmsError } from '#server/gates/sms/port.ts';
import { defineJob, JobGivenUp } from '#server/platform/job.ts';

/**
 * Writes to the consultant: by e-mail, by SMS where there is none. Nobody's consultant, and the house account, is the shop itself.
 */
export const tellConsultant = defineJob({
  name: 'consultants.tell',
  data: z.object({ callId: z.int() }),
  // Over a day: a mail server may be away for a night.
  retry: { limit: 12, delay: 60, delayMax: 4 * 3600 },
  expireIn: 120,
  async handle({ db, gates, env, now }, { callId }) {
    const found = await findCallToTell(db, callId);
    if (!found) return;
    const { consultant } = found;
    const isShop = consultant === null || consultant.consId === HOUSE_CONS_ID;
    const email = isShop ? SELLER.email : consultant.email;
    const messageId = callMessageId(callId, env.publicUrl);
    try {
      if (email) await gates.mail.send({ to: email, ...callLetter(found, env.publicUrl), messageId });
      else if (consultant?.phone) await gates.sms.send({ to: consultant.phone, text: callSms(found), messageId });
      else await gates.mail.send({ to: SELLER.email, ...callLetter(found, env.publicUrl), messageId });
    } catch (error) {
      const isFinal = (error instanceof MailError || error instanceof SmsError) && error.kind === 'refused';
      throw isFinal ? new JobGivenUp(error.message) : error;
    }
    await markTold(db, callId, now());
  },
});
