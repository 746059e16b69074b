import type { deskApprovePeriod } from '#contract/desk-finance.ts';
import { periodWords } from '#contract/period-words.ts';
import { insertAudit } from '#server/features/desk-orders/audit.queries.ts';
import { isIntact } from '#server/features/plan/closing/close-period.commands.ts';
import { lockPeriod } from '#server/features/plan/closing/periods.queries.ts';
import { postBonuses } from '#server/features/plan/plan.jobs.ts';
import { countApprovals, insertApproval } from '#server/features/plan/posting/approvals.queries.ts';
import { APPROVALS_NEEDED } from '#server/features/plan/posting/posting.rules.ts';
import type { Asked, Shop } from '#server/platform/mount.ts';
import { refuse } from '#server/platform/refuse.ts';
import { requireUser } from '#server/platform/session.ts';

/**
 * One person's word that a closed month may be paid, with its line in the journal; the last one needed starts the posting, which
 * waits for the 10th by itself. @throws not_possible in words
 */
export async function approvePeriod(
  shop: Shop,
  { tx, body, session, request, now }: Asked<typeof deskApprovePeriod>,
): Promise<void> {
  const { period, sha256, reason } = body;
  const { id: userId } = requireUser(session);
  const row = await lockPeriod(tx, period);
  if (row?.state === 'paid') refuse('not_possible', `Бонусы за ${periodWords(period)} уже начислены`);
  if (row?.state !== 'closed')
    refuse('not_possible', `${upper(periodWords(period))} ещё не закрыт: согласовать можно закрытый месяц`);
  if (row?.sha256 !== sha256)
    refuse('not_possible', 'Вы смотрели другой снимок месяца. Откройте пробное закрытие ещё раз');
  if (!(await isIntact(shop.db, period)))
    refuse(
      'not_possible',
      'Строки закрытого месяца изменены после закрытия. Начислять по ним нельзя: позовите разработчиков',
    );
  if (!(await insertApproval(tx, { period, userId, sha256, at: now })))
    refuse('not_possible', 'Вы уже согласовали этот месяц. Второе согласование даёт другой сотрудник');
  const key = request.headers['idempotency-key'];
  const count = await countApprovals(tx, period, sha256);
  await insertAudit(tx, {
    actorId: userId,
    act: 'deskApprovePeriod',
    targetType: 'period',
    targetId: period,
    reason,
    asked: body,
    before: { Согласовано: `${count - 1} из ${APPROVALS_NEEDED}` },
    after: { Согласовано: `${count} из ${APPROVALS_NEEDED}` },
    key: typeof key === 'string' ? key.toLowerCase() : null,
    at: now,
  });
  if (count >= APPROVALS_NEEDED) await shop.jobs.send(tx, postBonuses, {});
}
const upper = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
