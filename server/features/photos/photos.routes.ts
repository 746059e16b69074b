import type { FastifyInstance } from 'fastify';
import { getPhoto } from '#contract/photos.ts';
import { judge } from '#contract/rights.ts';
import { findPhoto, type PhotoRow } from '#server/features/photos/photos.queries.ts';
import type { Shop } from '#server/platform/mount.ts';
import { notFound } from '#server/platform/refuse.ts';
import { readSession, type Session } from '#server/platform/session.ts';

const FILE = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.webp$/;
const NO_PHOTO = 'Нет такого фото';

/**
 * `GET /api/photos/<id>.webp`. A photograph of a profile is seen by whoever knows its address; any other one by its owner and the desk.
 * Kept by this browser alone and not for long: a person may take it back.
 */
export function photosRoutes(app: FastifyInstance, shop: Shop): void {
  app.get<{ Params: { file: string } }>('/api/photos/:file', { config: { call: getPhoto } }, async (request, reply) => {
    const id = FILE.exec(request.params.file)?.[1];
    const photo = id === undefined ? undefined : await findPhoto(shop.db, id);
    if (!photo) throw notFound(NO_PHOTO);
    const isSeen = photo.purpose === 'profile' || maySee(photo, await readSession(shop.db, request, shop.now()));
    if (!isSeen) throw notFound(NO_PHOTO);
    return reply
      .header('Cache-Control', 'private, max-age=86400')
      .header('X-Content-Type-Options', 'nosniff')
      .type('image/webp')
      .send(photo.body);
  });
}

const maySee = ({ userId }: PhotoRow, { user }: Session): boolean =>
  user !== null && (user.id === userId || judge('desk.orders', user) === 'ok');
