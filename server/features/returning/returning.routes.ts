import type { FastifyInstance } from 'fastify';
import type { Call, CallReply } from '#contract/call.ts';
import { punktAcceptReturn, punktFetchReturns } from '#contract/counter-returns.ts';
import {
  DESK_RETURNS_PAGE,
  deskApproveReturn,
  deskFetchReturns,
  deskGetReturn,
  deskReceiveReturn,
  deskRefundReturn,
  deskRefuseReturn,
  type ReturnAct,
} from '#contract/desk-returns.ts';
import { PHOTO_BODY_MAX } from '#contract/photos.ts';
import { addReturnPhoto, askReturn, getReturnOptions, withdrawReturn } from '#contract/return-calls.ts';
import { insertAudit } from '#server/features/desk-orders/audit.queries.ts';
import { asksReturn, readOptions, takePhoto, withdrawsReturn } from '#server/features/returning/ask-return.ts';
import { readDeskReturn, toDeskReturnRow } from '#server/features/returning/desk-return-view.ts';
import { countOpenReturns, findDeskReturns } from '#server/features/returning/desk-returns.queries.ts';
import { RETURN_NOT_FOUND } from '#server/features/returning/held-return.ts';
import { punktAccepts, readPunktReturns } from '#server/features/returning/punkt-returns.ts';
import { approves, receives, refunds, refuses } from '#server/features/returning/return-acts.ts';
import { type Asked, mount, type Shop } from '#server/platform/mount.ts';
import { notFound } from '#server/platform/refuse.ts';
import { requireUser } from '#server/platform/session.ts';

// Returns (docs/product/returns.md). Contents: 1 the buyer, 2 the desk, 3 the counter

const INT4_MAX = 2_147_483_647;

export function returningRoutes(app: FastifyInstance, shop: Shop): void {
  // ── 1 The buyer ─────────────────────────────────────────────────────────────────────────────
  mount(app, shop, getReturnOptions, (asked) => readOptions(shop, asked));
  mount(app, shop, addReturnPhoto, (asked) => takePhoto(shop, asked), {
    transaction: 'own',
    bodyLimit: PHOTO_BODY_MAX,
  });
  mount(app, shop, askReturn, (asked) => asksReturn(shop, asked));
  mount(app, shop, withdrawReturn, (asked) => withdrawsReturn(shop, asked));

  // ── 2 The desk ──────────────────────────────────────────────────────────────────────────────
  mount(app, shop, deskFetchReturns, async ({ body: { filter, after }, now }) => {
    const found = await findDeskReturns(shop.db, { filter, after, limit: DESK_RETURNS_PAGE + 1 });
    const shown = found.slice(0, DESK_RETURNS_PAGE);
    return {
      returns: shown.map((row) => toDeskReturnRow(row, now)),
      next: found.length > DESK_RETURNS_PAGE ? (shown.at(-1)?.id ?? null) : null,
      counts: await countOpenReturns(shop.db),
      server_time: now.toISOString(),
    };
  });
  mount(app, shop, deskGetReturn, async ({ params, now }) => {
    if (params.id > INT4_MAX) throw notFound(RETURN_NOT_FOUND);
    return { one: await readDeskReturn(shop.db, params.id), server_time: now.toISOString() };
  });
  mountReturnAct(app, shop, deskApproveReturn, approves);
  mountReturnAct(app, shop, deskRefuseReturn, refuses);
  mountReturnAct(app, shop, deskReceiveReturn, receives);
  mountReturnAct(app, shop, deskRefundReturn, refunds);

  // ── 3 The counter ───────────────────────────────────────────────────────────────────────────
  mount(app, shop, punktFetchReturns, async ({ session, now }) => ({
    returns: await readPunktReturns(shop.db, requireUser(session).id),
    server_time: now.toISOString(),
  }));
  mount(app, shop, punktAcceptReturn, async (asked) => {
    await punktAccepts(shop, asked);
    const returns = await readPunktReturns(asked.tx, requireUser(asked.session).id);
    return { returns, server_time: asked.now.toISOString() };
  });
}

/** An act, its line in the journal of the order, and the return as it has become: one transaction (docs/decisions/240). */
function mountReturnAct<C extends ReturnAct>(
  app: FastifyInstance,
  shop: Shop,
  call: C,
  act: (shop: Shop, asked: Asked<C>) => Promise<number>,
): void {
  mount(app, shop, call as Call, async (asked) => {
    // The call's own schema has judged the body.
    const mine = asked as unknown as Asked<C>;
    const body = mine.body as { return_id: number; words?: string; reason?: string };
    const targetId = await act(shop, mine);
    const key = asked.request.headers['idempotency-key'];
    await insertAudit(asked.tx, {
      actorId: requireUser(asked.session).id,
      act: call.name,
      targetType: 'order',
      targetId,
      reason: body.reason ?? body.words ?? '',
      asked: mine.body as Record<string, unknown>,
      key: typeof key === 'string' ? key.toLowerCase() : null,
      at: asked.now,
    });
    const answer: Omit<CallReply<typeof deskGetReturn>, 'status'> = {
      one: await readDeskReturn(asked.tx, body.return_id),
      server_time: asked.now.toISOString(),
    };
    return answer;
  });
}
