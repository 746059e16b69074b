import type { Db } from '#server/db/open.ts';
import { tellFailed, tellWorked } from '#server/gates/health.queries.ts';
import { MailError, type MailGate } from '#server/gates/mail/port.ts';

/** Notes in the database whether mail goes out, for `/metrics`. A refused mailbox is that person's matter, not the gate's. */
export const watchMail = (db: Db, gate: MailGate): MailGate => ({
  async send(letter) {
    try {
      await gate.send(letter);
    } catch (error) {
      if (!(error instanceof MailError) || error.kind === 'away')
        await tellFailed(db, 'mail', error instanceof MailError ? error.message : 'unknown').catch(() => undefined);
      throw error;
    }
    // The letter is out: a note that could not be written must not send it again.
    await tellWorked(db, 'mail').catch(() => undefined);
  },
});
