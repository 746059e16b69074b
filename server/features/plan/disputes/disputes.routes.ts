import type { FastifyInstance } from 'fastify';
import { deskAnswerDispute, deskFetchDisputes, type DeskDispute } from '#contract/desk-finance.ts';
import type { DbOrTx } from '#server/db/open.ts';
import { insertAudit } from '#server/features/desk-orders/audit.queries.ts';
import { tellAnswer } from '#server/features/plan/disputes/disputes.jobs.ts';
import { type DisputeRow, findDisputes, writeAnswer } from '#server/features/plan/disputes/disputes.queries.ts';
import { mount, type Shop } from '#server/platform/mount.ts';
import { refuse } from '#server/platform/refuse.ts';
import { requireUser } from '#server/platform/session.ts';

const toDispute = ({ userId, answeredBy, at, ...row }: DisputeRow): DeskDispute => ({
  ...row,
  user_id: userId,
  at: at.toISOString(),
  answered_by: answeredBy,
});
const read = async (db: DbOrTx): Promise<DeskDispute[]> => (await findDisputes(db)).map(toDispute);

/** Questions about bonuses at the desk (docs/product/network.md#derivation). */
export function disputesRoutes(app: FastifyInstance, shop: Shop): void {
  mount(app, shop, deskFetchDisputes, async ({ tx, now }) => ({
    disputes: await read(tx),
    server_time: now.toISOString(),
  }));

  mount(app, shop, deskAnswerDispute, async ({ body, tx, session, request, now }) => {
    const { id: actorId } = requireUser(session);
    if (!(await writeAnswer(tx, { id: body.id, answer: body.words, by: actorId, at: now })))
      refuse('not_possible', 'На этот вопрос уже ответил другой сотрудник');
    const disputes = await read(tx);
    const answered = disputes.find(({ id }) => id === body.id);
    const key = request.headers['idempotency-key'];
    await insertAudit(tx, {
      actorId,
      act: deskAnswerDispute.name,
      targetType: 'person',
      targetId: answered?.user_id ?? 0,
      reason: body.words,
      asked: body,
      before: null,
      after: null,
      key: typeof key === 'string' ? key.toLowerCase() : null,
      at: now,
    });
    await shop.jobs.send(tx, tellAnswer, { id: body.id });
    return { disputes, server_time: now.toISOString() };
  });
}
