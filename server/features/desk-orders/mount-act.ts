import type { FastifyInstance } from 'fastify';
import type { Call, CallReply } from '#contract/call.ts';
import type { deskCancelOrder } from '#contract/desk-orders.ts';
import { insertAudit } from '#server/features/desk-orders/audit.queries.ts';
import { readDeskOrder } from '#server/features/desk-orders/read-desk-order.ts';
import { type Asked, mount, type Shop } from '#server/platform/mount.ts';
import { requireUser } from '#server/platform/session.ts';

/** Every act names its order; those on money and on the order's fate also say why. */
type Named = { exp_id: number; reason?: string };
export type ActOf<C extends Call> = (shop: Shop, asked: Asked<C>) => Promise<void>;

/**
 * An act, its line in the journal and the order as it has become: one transaction (docs/decisions/240). `isJournalled: false`: a small step of
 * which only the end is told, a scan.
 */
export function mountAct<C extends Call>(
  app: FastifyInstance,
  shop: Shop,
  call: C,
  act: ActOf<C>,
  { isJournalled = true } = {},
): void {
  mount(app, shop, call as Call, async (asked) => {
    // The call's own schema has judged the body.
    const mine = asked as unknown as Asked<C>;
    const { exp_id: targetId, reason = '' } = mine.body as Named;
    const actorId = requireUser(asked.session).id;
    await act(shop, mine);
    const key = asked.request.headers['idempotency-key'];
    if (isJournalled)
      await insertAudit(asked.tx, {
        actorId,
        act: call.name,
        targetType: 'order',
        targetId,
        reason,
        asked: mine.body as Record<string, unknown>,
        key: typeof key === 'string' ? key.toLowerCase() : null,
        at: asked.now,
      });
    const answer: Omit<CallReply<typeof deskCancelOrder>, 'status'> = {
      ...(await readDeskOrder(asked.tx, targetId, { viewerId: actorId, now: asked.now })),
      server_time: asked.now.toISOString(),
    };
    return answer;
  });
}
