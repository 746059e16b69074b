import * as z from 'zod/mini';
import { maskName } from '#contract/transfer-rules.ts';
import { tellPerson } from '#server/features/notifications/notifications.commands.ts';
import { findForNews } from '#server/features/transfers/transfers.queries.ts';
import { defineJob } from '#server/platform/job.ts';

const RUB = new Intl.NumberFormat('ru-RU', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** A transfer is done: both hear of it. Whoever has sent it has just done so, and is not pushed. */
export const tellTransfer = defineJob({
  name: 'transfers.tell',
  data: z.object({ transferId: z.int() }),
  together: 10,
  async handle(work, { transferId }) {
    const found = await findForNews(work.db, transferId);
    if (!found || found.row.state !== 'done' || found.row.kind === 'own') return;
    const { row, senderName, receiverName } = found;
    const sum = `${RUB.format(row.amountKop / 100)}\u00a0₽`;
    const event = `transfer:${row.id}:done`;
    const path = '/user/transfers';
    const said = row.comment === '' ? '' : ` Сообщение: «${row.comment}»`;
    await tellPerson(work, {
      userId: row.ownerId,
      event,
      title: `Перевод № ${row.id} исполнен`,
      text: `${sum} зачислены на ЛС: ${receiverName}.`,
      path,
      isPushed: false,
    });
    await tellPerson(work, {
      userId: row.toId,
      event,
      // Other people see a lock screen: no whole name stands on it.
      title: `Вам перевели ${sum}`,
      text: `От кого: ${maskName(senderName)}. Деньги на вашем ЛС.${said}`,
      path,
      isPushed: true,
    });
  },
});
