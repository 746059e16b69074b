import type { FastifyInstance } from 'fastify';
import type { Db } from '#server/db/open.ts';
import { KNOWN_MIGRATIONS, readState } from '#server/platform/health.queries.ts';
import type { Outages } from '#server/platform/outages.ts';
import { withTimeout } from '#server/platform/with-timeout.ts';

/** `/healthz`: the process answers. `/readyz`: it may be sent traffic: database reached and written to, migrations applied, not draining. */
export function installHealth(app: FastifyInstance, db: Db, outages: Outages): void {
  let draining = false;
  app.addHook('preClose', (done) => {
    draining = true;
    done();
  });
  app.get('/healthz', (_request, reply) => reply.header('Cache-Control', 'no-store').send({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const state = draining ? undefined : await withTimeout(readState(db), 3000).catch(() => undefined);
    const database = state !== undefined;
    // A newer node may have migrated further: additive migrations keep older nodes ready.
    const migrations = database && state.applied >= KNOWN_MIGRATIONS;
    // After a failover, or on a full disk, it reads on; a shop that cannot take an order is sent no traffic.
    const writable = database && !state.isReadOnly && !outages.failsToWrite();
    const isReady = database && migrations && writable && !draining;
    return reply
      .code(isReady ? 200 : 503)
      .header('Cache-Control', 'no-store')
      .send({ status: isReady ? 'ready' : 'unavailable', database, migrations, writable, draining });
  });
}
