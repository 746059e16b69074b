import type { FastifyInstance } from 'fastify';
import {
  getNotifications,
  getPushState,
  readNotifications,
  subscribePush,
  unsubscribePush,
} from '#contract/notifications.ts';
import { getUnread } from '#contract/unread.ts';
import { countUnread, findNotifications, markRead } from '#server/features/notifications/notifications.queries.ts';
import {
  deleteEndpoint,
  dropOldest,
  isKnownEndpoint,
  saveSubscription,
} from '#server/features/notifications/push.queries.ts';
import { mount, type Shop } from '#server/platform/mount.ts';
import { authRequired, invalid } from '#server/platform/refuse.ts';
import { requireUser, type Session } from '#server/platform/session.ts';

const PAGE = 30;
/** More browsers than a person has. */
const BROWSERS_MAX = 20;

/** Inbox of an account and the browsers that show it (docs/product/notifications.md). */
export function notificationsRoutes(app: FastifyInstance, shop: Shop): void {
  mount(app, shop, getNotifications, async ({ tx, session, query, now }) => {
    const { id: userId } = requireUser(session);
    const found = await findNotifications(tx, userId, { before: query.before, limit: PAGE });
    return {
      rows: found.slice(0, PAGE).map(({ id, title, text, path, createdAt, readAt }) => ({
        id,
        title,
        text,
        path,
        at: createdAt.toISOString(),
        is_read: readAt !== null,
      })),
      unread: await countUnread(tx, userId),
      has_more: found.length > PAGE,
      server_time: now.toISOString(),
    };
  });
  mount(app, shop, getUnread, async ({ session }) => ({ unread: await countUnread(shop.db, requireUser(session).id) }));
  mount(app, shop, readNotifications, async ({ tx, session, body, now }) => {
    const { id: userId } = requireUser(session);
    await markRead(tx, userId, body.up_to, now);
    return { unread: await countUnread(tx, userId) };
  });
  mount(app, shop, getPushState, async ({ tx, session, body }) => ({
    public_key: await shop.gates.push.publicKey(),
    is_known: body.endpoint !== null && (await isKnownEndpoint(tx, browserOf(session), body.endpoint)),
  }));
  mount(app, shop, subscribePush, async ({ tx, session, body, now }) => {
    const { id: userId } = requireUser(session);
    if (!shop.gates.push.serves(body.endpoint))
      throw invalid({ endpoint: ['Служба уведомлений этого браузера магазину не знакома'] });
    await saveSubscription(tx, { sessionHash: browserOf(session), userId, ...body, createdAt: now });
    await dropOldest(tx, userId, BROWSERS_MAX);
    return {};
  });
  mount(app, shop, unsubscribePush, async ({ tx, session, body }) => {
    await deleteEndpoint(tx, requireUser(session).id, body.endpoint);
    return {};
  });
}

function browserOf({ idHash }: Session): string {
  if (idHash === null) throw authRequired();
  return idHash;
}
