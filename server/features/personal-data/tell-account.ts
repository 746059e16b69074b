import { MailError } from '#server/gates/mail/port.ts';
import { SmsError } from '#server/gates/sms/port.ts';
import type { AccountLetter } from '#server/features/personal-data/letters.rules.ts';
import { JobGivenUp, type JobWork } from '#server/platform/job.ts';

/** By mail, else by SMS; an account without a confirmed address hears it on its screen alone. */
export async function tellAccount(
  { gates, env }: Pick<JobWork, 'gates' | 'env'>,
  to: { email: string | null; phone: string | null },
  letter: AccountLetter & { name: string },
): Promise<void> {
  const messageId = `<${letter.name}@${new URL(env.publicUrl).hostname}>`;
  const { subject, text, html } = letter;
  try {
    if (to.email !== null) await gates.mail.send({ to: to.email, subject, text, html, messageId });
    else if (to.phone !== null) await gates.sms.send({ to: to.phone, text: letter.sms, messageId });
  } catch (error) {
    const isFinal = (error instanceof MailError || error instanceof SmsError) && error.kind === 'refused';
    throw isFinal ? new JobGivenUp(error.message) : error;
  }
}
