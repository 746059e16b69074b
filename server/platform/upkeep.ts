import type { FastifyInstance } from 'fastify';
import type { Shop } from '#server/platform/mount.ts';
import { describeError } from '#server/platform/log.ts';
import { deleteOldAnswers } from '#server/platform/idempotency.queries.ts';
import {
  deleteExpiredSessions,
  deleteIdleGuests,
  deleteLonelyPictures,
  deleteOldLoginFailures,
} from '#server/platform/upkeep.queries.ts';

const HOUR_MS = 3_600_000;
const KEYS_KEPT_MS = 45 * 24 * HOUR_MS;
/** The 90 days of a session and then the 45 of its keys. */
const GUESTS_KEPT_MS = 135 * 24 * HOUR_MS;
/** Far beyond the 15 minutes that the limiter looks back (docs/product/people.md#limits). */
const FAILURES_KEPT_MS = 24 * HOUR_MS;
const LONELY_PICTURES_KEPT_MS = 24 * HOUR_MS;

/**
 * What has outlived its use: keys after 45 days, ended sessions, guests that came once,
 * old login failures, pictures without a product. Cheap on any number of nodes.
 */
export async function tidy(shop: Shop): Promise<void> {
  const now = shop.now().getTime();
  await deleteOldAnswers(shop.db, new Date(now - KEYS_KEPT_MS));
  await deleteExpiredSessions(shop.db, new Date(now));
  await deleteIdleGuests(shop.db, new Date(now - GUESTS_KEPT_MS));
  await deleteOldLoginFailures(shop.db, new Date(now - FAILURES_KEPT_MS));
  await deleteLonelyPictures(shop.db, new Date(now - LONELY_PICTURES_KEPT_MS));
}

/** Tidies once an hour while the app listens; the first time after a few minutes, at a moment of its own. */
export function installUpkeep(app: FastifyInstance, shop: Shop): void {
  let timer: NodeJS.Timeout | undefined;
  const later = (ms: number) => {
    timer = setTimeout(() => {
      tidy(shop)
        .catch((error: unknown) => app.log.warn({ err: describeError(error) }, 'upkeep failed'))
        .finally(() => later(HOUR_MS));
    }, ms).unref();
  };
  app.addHook('onListen', (done) => {
    later(60_000 + Math.random() * 240_000);
    done();
  });
  app.addHook('onClose', (_app, done) => {
    clearTimeout(timer);
    done();
  });
}
