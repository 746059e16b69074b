import type { FastifyInstance } from 'fastify';
import { MESSAGES } from '#contract/messages.ts';
import { getPriceType, getUserData, login, logout, openGuest, setPriceView } from '#contract/session.ts';
import type { Tx } from '#server/db/open.ts';
import type { Moved } from '#server/features/cart/merge-guest-cart.commands.ts';
import { bindGuest } from '#server/features/session/bind-guest.ts';
import { deviceHashOf, rememberDevice } from '#server/features/session/known-device.ts';
import { checkCredentials } from '#server/features/session/log-in.ts';
import { readUserData, toUser } from '#server/features/session/read-user-data.ts';
import { findPersonWithCity, openGuestRow, writePriceView } from '#server/features/session/session.queries.ts';
import type { Env } from '#server/platform/env.ts';
import { assertOwner, namedOwner } from '#server/platform/keyed.ts';
import { mount, type Shop } from '#server/platform/mount.ts';
import { invalid, RefusedError } from '#server/platform/refuse.ts';
import { withRetry } from '#server/platform/retry.ts';
import { endSession, priceTypeOf, requireUser, type Session, startSession } from '#server/platform/session.ts';

export function sessionRoutes(app: FastifyInstance, shop: Shop, env: Env): void {
  const secure = shop.isSecure === true;

  mount(
    app,
    shop,
    openGuest,
    async ({ body, tx, session, request, reply, now }) => {
      const { guestId } = body;
      // An account asks whether this guest is its own: a session that has changed meanwhile answers nothing in its name.
      await assertOwner(tx, shop, session, request);
      const answer = { guestId, ...(session.heartbeat ? { heartbeat: session.heartbeat } : {}) };
      if (session.guestId === guestId) return answer;
      const boundTo = await openGuestRow(tx, guestId, now);
      // The account that took the guest in goes on as itself; nobody else gets either of them (docs/decisions/051-guests.md).
      if (session.user && boundTo === session.user.id) return answer;
      if (session.user || boundTo !== null)
        throw new RefusedError('owner_mismatch', MESSAGES.ownerMismatch, { http: 403 });
      await startSession(tx, reply, { userId: null, guestId, previous: session.idHash, now, secure });
      return answer;
    },
    { isFree: isOpenAlready },
  );

  mount(
    app,
    shop,
    login,
    async ({ body, session, request, reply, now }) => {
      assertFilled(body);
      const device = { address: request.ip, deviceHash: deviceHashOf(request) };
      const person = await checkCredentials(shop.db, { ...body, ...device }, now);
      return withRetry(() =>
        shop.db.transaction(async (tx) => {
          await startSession(tx, reply, { userId: person.id, guestId: null, previous: session.idHash, now, secure });
          await rememberDevice(tx, reply, { request, userId: person.id, now, secure });
          const moved: Moved[] = [];
          const warnings = body.guestId
            ? await bindGuest(tx, { guestId: body.guestId, userId: person.id, session, now, moved })
            : [];
          if (moved.length > 0) await bookMerge(tx, shop, { guestId: body.guestId, userId: person.id, moved });
          const found = await findPersonWithCity(tx, person.id);
          return { user: toUser(person, found?.city ?? null), warnings };
        }),
      );
    },
    { transaction: 'own' },
  );

  mount(app, shop, logout, async ({ tx, session, request, reply }) => {
    // A late one, of a session that a login has revoked already, must not take the cookie of whoever came after.
    const owner = namedOwner(request);
    const isOurs = session.owner !== null && (owner === undefined || owner === session.owner);
    if (isOurs) await endSession(tx, reply, session);
    return { ended: isOurs };
  });

  mount(app, shop, getUserData, ({ request, session, now }) =>
    readUserData(shop.db, request, session, env.shopName, now),
  );

  mount(app, shop, getPriceType, async ({ session }) => {
    const real = priceTypeOf(session.user);
    return { price_type: real, view_price_type: Math.min(real, session.user?.viewPriceType ?? real) };
  });
  // Only remembered: every answer stays in the real price type (docs/product/prices.md#prices-for-the-client).
  mount(app, shop, setPriceView, async ({ body, tx, session }) => {
    const user = requireUser(session);
    const real = priceTypeOf(user);
    const view = Math.min(real, body.view_price_type);
    await writePriceView(tx, user.id, view);
    return { price_type: real, view_price_type: view };
  });
}

/** Phones repeat it at will: only an opening that makes a session is counted. */
const isOpenAlready = ({ guestId }: Session, body: unknown): boolean =>
  guestId !== null && guestId === (body as { guestId?: unknown } | undefined)?.guestId;

/** The testers' ledger knows how the account's cart came to hold what a guest had put into another one. */
async function bookMerge(
  tx: Tx,
  shop: Shop,
  merge: { guestId: string | undefined; userId: number; moved: readonly Moved[] },
): Promise<void> {
  const by = { key: null, owner: `guest:${merge.guestId}`, person: String(merge.userId), call: 'POST /api/login' };
  await shop.audit?.(
    tx,
    by,
    merge.moved.map(({ kind, cartType, productId, ...counts }) => ({
      kind: 'cart.merge',
      cart: `${kind}:${cartType}`,
      target_id: productId,
      ...counts,
    })),
  );
}

function assertFilled(body: { login: string; password: string }): void {
  const empty = (['login', 'password'] as const).filter((field) => body[field].trim() === '');
  if (empty.length > 0) throw invalid(Object.fromEntries(empty.map((field) => [field, [MESSAGES.fillField]])));
}
