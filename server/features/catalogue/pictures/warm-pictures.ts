import type { FastifyInstance } from 'fastify';
import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from '#server/db/open.ts';
import { findNewestPictures } from '#server/features/catalogue/pictures/pictures.queries.ts';
import { renderFile } from '#server/features/catalogue/pictures/render-picture.ts';
import type { Env } from '#server/platform/env.ts';
import { describeError } from '#server/platform/log.ts';

/** What the first visitor of a fresh shop sees at once; about a quarter of a second each. */
const FIRST_CARDS = 24;
const START_MS = 1500;
/** Between two pictures: requests come first, an encoder takes a whole core. */
const REST_MS = 50;

/**
 * After the start draws the 480 px pictures of the newest products, one at a time, so that the first visitor of a fresh shop
 * does not wait for the encoder; what lies in the cache already costs a read. Ends early when the shop closes.
 */
export function warmPictures(app: FastifyInstance, db: Db, env: Pick<Env, 'dataDir'>): void {
  const closing = new AbortController();
  let work: Promise<void> = Promise.resolve();
  app.addHook('onListen', async () => {
    work = pause(START_MS, undefined, { signal: closing.signal, ref: false })
      .then(() => drawAhead(db, env, closing.signal))
      .catch((error: unknown) => {
        if (!closing.signal.aborted) app.log.warn({ err: describeError(error) }, 'pictures were not drawn ahead');
      });
  });
  app.addHook('onClose', async () => {
    closing.abort();
    await work;
  });
}

/** One picture after another, until all are there or `signal` says that the shop closes. */
export async function drawAhead(db: Db, env: Pick<Env, 'dataDir'>, signal: AbortSignal): Promise<void> {
  for (const sha256 of await findNewestPictures(db, FIRST_CARDS)) {
    if (signal.aborted) return;
    await renderFile(db, env, sha256, { size: 480, format: 'avif' });
    await pause(REST_MS, undefined, { signal, ref: false });
  }
}
