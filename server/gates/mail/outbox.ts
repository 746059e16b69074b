import type { Db } from '#server/db/open.ts';
import { insertLetter } from '#server/gates/mail/outbox.queries.ts';
import type { MailGate } from '#server/gates/mail/port.ts';

/** The embedded gate: letters lie in a table and are read at /dev/outbox. A repeated Message-ID is one letter. */
export const openOutbox = (db: Db): MailGate => ({ send: (letter) => insertLetter(db, letter) });
