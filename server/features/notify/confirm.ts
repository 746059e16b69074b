import type { confirmNotify } from '#contract/catalogue.ts';
import type { CallReply } from '#contract/call.ts';
import type { JobSender } from '#server/db/job-sender.ts';
import type { Tx } from '#server/db/open.ts';
import {
  bookLetter,
  confirmRequests,
  findConfirmed,
  holdConfirmation,
} from '#server/features/notify/confirm.queries.ts';
import { askToConfirm } from '#server/features/notify/notify.jobs.ts';
import { tellWhoWaits } from '#server/features/notify/notify.commands.ts';
import { hashToken } from '#server/features/notify/token.ts';
import { refuse } from '#server/platform/refuse.ts';

// askMailbox · confirmMailbox: nobody is written to at an address that somebody else has typed (docs/decisions/134).

const VALID_MS = 14 * 86_400_000;
/** The first letter and one repeat, not sooner than after a minute: a double tap is no wish for another letter. */
export const LETTERS_MAX = 2;
const REPEAT_AFTER_MS = 60_000;

export async function askMailbox(tx: Tx, jobs: JobSender, contact: string, now: Date): Promise<void> {
  const booked = await bookLetter(tx, {
    contact,
    now,
    expiresAt: new Date(now.getTime() + VALID_MS),
    repeatBefore: new Date(now.getTime() - REPEAT_AFTER_MS),
    lettersMax: LETTERS_MAX,
  });
  if (booked) await jobs.send(tx, askToConfirm, { confirmationId: booked.id, letter: booked.letters });
}

/** @throws not_found for a link that is unknown, has run out or was replaced by a newer letter's. */
export async function confirmMailbox(
  tx: Tx,
  jobs: JobSender,
  token: string,
  now: Date,
): Promise<Omit<CallReply<typeof confirmNotify>, 'status'>> {
  const confirmation = await holdConfirmation(tx, hashToken(token), now);
  if (!confirmation)
    return refuse('not_found', 'Ссылка больше не действует. Попросите сообщить о поступлении ещё раз: пришлём новую');
  // Opened again, it confirms nothing that was asked for since.
  if (!confirmation.confirmedAt) {
    await confirmRequests(tx, confirmation, now);
    // Something of it may be on sale already.
    await tellWhoWaits(tx, jobs);
  }
  const products = await findConfirmed(tx, confirmation.contact);
  return {
    message:
      products.length > 0
        ? 'Напишем один раз, когда товар появится.'
        : 'Сейчас мы ничего для вас не ждём: письмо уже отправлено или товар снят с продажи.',
    products,
  };
}
