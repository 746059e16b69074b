import type { Db } from '#server/db/open.ts';
import { tellFailed, tellWorked } from '#server/gates/health.queries.ts';
import { SmsError, type SmsGate } from '#server/gates/sms/port.ts';
import { insertSms } from '#server/gates/sms/sms-outbox.queries.ts';
import { openSmsRu } from '#server/gates/sms/sms-ru.ts';

export type SmsSettings = { smsRuKey: string | null; production: boolean };

/** SMS.ru when its key is there; else the table of /dev/outbox, and in production nothing goes out until the key is there. */
export function openSms(db: Db, { smsRuKey, production }: SmsSettings): SmsGate {
  if (smsRuKey !== null) return watched(db, openSmsRu({ key: smsRuKey }));
  if (production) return watched(db, { send: () => Promise.reject(new SmsError('away', 'SMS_RU_KEY is not set')) });
  return { send: (sms) => insertSms(db, sms) };
}

/** Notes in the database whether messages go out, for `/metrics`. A number that takes none is that person's matter. */
const watched = (db: Db, gate: SmsGate): SmsGate => ({
  async send(sms) {
    try {
      await gate.send(sms);
    } catch (error) {
      if (!(error instanceof SmsError) || error.kind === 'away')
        await tellFailed(db, 'sms', error instanceof SmsError ? error.message : 'unknown').catch(() => undefined);
      throw error;
    }
    // The message is out: a note that could not be written must not send it again.
    await tellWorked(db, 'sms').catch(() => undefined);
  },
});
