import type { FastifyInstance } from 'fastify';
import { MESSAGES } from '#contract/messages.ts';
import { getPriceType, getUserData, login, logout, openGuest, setPriceView } from '#contract/session.ts';
import { useCode } from '#server/features/codes/codes.commands.ts';
import { enter } from '#server/features/session/enter.commands.ts';
import { deviceHashOf } from '#server/features/session/known-device.ts';
import { checkCredentials, checkLoginCode } from '#server/features/session/log-in.ts';
import { readUserData } from '#server/features/session/read-user-data.ts';
import { openGuestRow, writePriceView } from '#server/features/session/session.queries.ts';
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
      const { login: name, password = '', code, guestId } = body;
      const device = { address: request.ip, deviceHash: deviceHashOf(request) };
      const found =
        code === undefined
          ? { person: await checkCredentials(shop.db, { login: name, password, ...device }, now), row: null }
          : await checkLoginCode(shop.db, { login: name, code }, now);
      return withRetry(() =>
        shop.db.transaction(async (tx) => {
          if (found.row) await useCode(tx, found.row, now);
          return enter(tx, shop, { userId: found.person.id, guestId, session, request, reply, now, isLogin: true });
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

function assertFilled(body: { login: string; password?: string | undefined; code?: string | undefined }): void {
  const second = body.code === undefined ? 'password' : 'code';
  const empty = (['login', second] as const).filter((field) => (body[field] ?? '').trim() === '');
  if (empty.length > 0) throw invalid(Object.fromEntries(empty.map((field) => [field, [MESSAGES.fillField]])));
}
