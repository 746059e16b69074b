import type { FastifyInstance } from 'fastify';
import { type Device, endOtherSessions, endSession, getSessions } from '#contract/profile.ts';
import type { Tx } from '#server/db/open.ts';
import { deviceInWords } from '#server/features/session/device-words.rules.ts';
import { deleteOtherSessions, deleteOwnSession, findOpenSessions } from '#server/features/session/devices.queries.ts';
import { mount, type Shop } from '#server/platform/mount.ts';
import { notFound } from '#server/platform/refuse.ts';
import { requireUser, type Session } from '#server/platform/session.ts';

/** Where an account is open, and ending what is open elsewhere (docs/product/people.md#devices). */
export function devicesRoutes(app: FastifyInstance, shop: Shop): void {
  mount(app, shop, getSessions, ({ tx, session, now }) => readDevices(tx, session, now));
  // Of this browser itself there is «Выйти», which also clears the phone.
  mount(app, shop, endSession, async ({ params, tx, session, now }) => {
    const own = { userId: requireUser(session).id, publicId: params.id, except: session.idHash ?? '' };
    if (!(await deleteOwnSession(tx, own))) throw notFound('Этот сеанс уже завершён');
    return readDevices(tx, session, now);
  });
  mount(app, shop, endOtherSessions, async ({ tx, session, now }) => {
    await deleteOtherSessions(tx, requireUser(session).id, session.idHash ?? '');
    return readDevices(tx, session, now);
  });
}

async function readDevices(tx: Tx, session: Session, now: Date): Promise<{ sessions: Device[]; server_time: string }> {
  const rows = await findOpenSessions(tx, requireUser(session).id, now);
  return {
    sessions: rows.map(({ idHash, publicId, userAgent, seenAt, createdAt }) => ({
      id: publicId,
      ...deviceInWords(userAgent),
      seen_at: (seenAt > createdAt ? seenAt : createdAt).toISOString(),
      is_here: idHash === session.idHash,
    })),
    server_time: now.toISOString(),
  };
}
