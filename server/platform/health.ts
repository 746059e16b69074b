import type { FastifyInstance } from 'fastify';
import type { Db } from '#server/db/open.ts';
import { countAppliedMigrations, KNOWN_MIGRATIONS } from '#server/platform/health.queries.ts';

/** `/healthz`: the process answers. `/readyz`: it may be sent traffic: database reached, migrations applied, not draining. */
export function installHealth(app: FastifyInstance, db: Db): void {
  let draining = false;
  app.addHook('preClose', (done) => {
    draining = true;
    done();
  });
  app.get('/healthz', (_request, reply) => reply.header('Cache-Control', 'no-store').send({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const applied = draining ? -1 : await withTimeout(countAppliedMigrations(db), 3000).catch(() => -1);
    const database = applied >= 0;
    // A newer node may have migrated further: additive migrations keep older nodes ready.
    const migrations = applied >= KNOWN_MIGRATIONS;
    const isReady = database && migrations && !draining;
    return reply
      .code(isReady ? 200 : 503)
      .header('Cache-Control', 'no-store')
      .send({ status: isReady ? 'ready' : 'unavailable', database, migrations, draining });
  });
}

function withTimeout<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_done, fail) => {
    timer = setTimeout(() => fail(new Error('timeout')), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
