import type { FastifyInstance } from 'fastify';
import { getPhoto } from '#contract/photos.ts';
import { judge } from '#contract/rights.ts';
import type { DbOrTx } from '#server/db/open.ts';
import { findOrderOfPhoto, findPhoto, type PhotoRow } from '#server/features/photos/photos.queries.ts';
import type { Shop } from '#server/platform/mount.ts';
import { notFound } from '#server/platform/refuse.ts';
import { readSession, type Session } from '#server/platform/session.ts';

const FILE = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.webp$/;
const NO_PHOTO = 'Нет такого фото';

/**
 * `GET /api/photos/<id>.webp`. A photograph of a profile is seen by whoever knows its address; any other one by its owner, the desk and, of
 * what a guest returns, by whoever has the link of the order (`?token=`).
 * Kept by this browser alone and not for long: a person may take it back.
 */
export function photosRoutes(app: FastifyInstance, shop: Shop): void {
  app.get<{ Params: { file: string }; Querystring: { token?: unknown } }>(
    '/api/photos/:file',
    { config: { call: getPhoto } },
    async (request, reply) => {
      const id = FILE.exec(request.params.file)?.[1];
      const photo = id === undefined ? undefined : await findPhoto(shop.db, id);
      if (!photo) throw notFound(NO_PHOTO);
      const token = typeof request.query.token === 'string' ? request.query.token : undefined;
      const isSeen =
        photo.purpose === 'profile' ||
        (await maySee(shop.db, photo, await readSession(shop.db, request, shop.now()), token));
      if (!isSeen) throw notFound(NO_PHOTO);
      return reply
        .header('Cache-Control', 'private, max-age=86400')
        .header('X-Content-Type-Options', 'nosniff')
        .type('image/webp')
        .send(photo.body);
    },
  );
}

async function maySee(db: DbOrTx, { id, userId, purpose }: PhotoRow, session: Session, token: string | undefined) {
  const { user } = session;
  if (user !== null && (user.id === userId || judge('desk.orders', user) === 'ok')) return true;
  // What is returned belongs to its order: whoever owns that now, or has a guest's link to it.
  const order = purpose === 'return' ? await findOrderOfPhoto(db, id) : undefined;
  if (!order) return false;
  return (user !== null && order.userId === user.id) || (token !== undefined && order.token === token);
}
