import { randomInt } from 'node:crypto';
import * as z from 'zod/mini';
import { codeLetter, codeMessageId, codeSms } from '#server/features/codes/code-letter.rules.ts';
import { addHash, deleteOldCodes, findCode } from '#server/features/codes/codes.queries.ts';
import { contactOf } from '#server/platform/contact.rules.ts';
import { MailError } from '#server/gates/mail/port.ts';
import { SmsError } from '#server/gates/sms/port.ts';
import { defineJob, JobGivenUp } from '#server/platform/job.ts';
import { hashPassword } from '#server/platform/password.ts';

/**
 * Makes the digits and sends them; only their hash is kept. A try that was thought lost may have arrived, so what each try has
 * sent is good. Nobody is written to whose address belongs to no account.
 */
export const sendCode = defineJob({
  name: 'codes.send',
  data: z.object({ codeId: z.int() }),
  // A code lives ten minutes: there is no use in sending it later.
  retry: { limit: 3, delay: 10, delayMax: 60 },
  expireIn: 60,
  async handle({ db, gates, env, now }, { codeId }) {
    const row = await findCode(db, codeId);
    if (!row || row.userId === null || row.usedAt || row.expiresAt <= now()) return;
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    await addHash(db, codeId, await hashPassword(code));
    const { type, target } = contactOf(row.target);
    const news = { purpose: row.purpose, code, expiresAt: row.expiresAt, publicUrl: env.publicUrl };
    const messageId = codeMessageId(codeId, row.hashes.length, env.publicUrl);
    try {
      if (type === 'email') await gates.mail.send({ to: target, ...codeLetter(news), messageId });
      else await gates.sms.send({ to: target, text: codeSms(news), messageId });
    } catch (error) {
      const isFinal = (error instanceof MailError || error instanceof SmsError) && error.kind === 'refused';
      throw isFinal ? new JobGivenUp(error.message) : error;
    }
  },
});

const DAY_MS = 86_400_000;
/** Once a day: codes of yesterday open nothing. */
export const forgetCodes = defineJob({
  name: 'codes.forget',
  data: z.object({}),
  retry: { limit: 1, delay: 60, delayMax: 60 },
  schedule: { cron: '23 4 * * *', data: {} },
  handle: ({ db, now }) => deleteOldCodes(db, new Date(now().getTime() - DAY_MS)),
});
