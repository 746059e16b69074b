import * as z from 'zod/mini';
import { invitationLink, invitationSms } from '#server/features/registration/invitation.rules.ts';
import { findInvitationToSend } from '#server/features/registration/invitations.queries.ts';
import { SmsError } from '#server/gates/sms/port.ts';
import { defineJob, JobGivenUp } from '#server/platform/job.ts';

/** The message to the invited one. */
export const sendInvitation = defineJob({
  name: 'registration.invite',
  /** `at`: when it was asked for; another day it is another message. */
  data: z.object({ invitationId: z.int(), at: z.string() }),
  retry: { limit: 8, delay: 60, delayMax: 3600 },
  expireIn: 120,
  async handle({ db, gates, env }, { invitationId, at }) {
    const found = await findInvitationToSend(db, invitationId);
    if (!found) return;
    const { phone, token, sponsor } = found;
    const link = invitationLink(env.publicUrl, sponsor.consId, token);
    const text = invitationSms(sponsor.name, link);
    const messageId = `<invitation-${invitationId}-${Date.parse(at)}@${new URL(env.publicUrl).hostname}>`;
    try {
      await gates.sms.send({ to: phone, text, messageId });
    } catch (error) {
      throw error instanceof SmsError && error.kind === 'refused' ? new JobGivenUp(error.message) : error;
    }
  },
});
