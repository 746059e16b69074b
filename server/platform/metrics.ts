import type { FastifyInstance, FastifyRequest } from 'fastify';
import { timingSafeEqual } from 'node:crypto';
import type pg from 'pg';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { MESSAGES } from '#contract/messages.ts';
import type { Db } from '#server/db/open.ts';
import type { Admission } from '#server/platform/admission.ts';
import type { Env } from '#server/platform/env.ts';
import { addDiskMetrics } from '#server/platform/disk-metrics.ts';
import type { LookAtDisk } from '#server/platform/disk.ts';
import { addJobMetrics } from '#server/platform/job-metrics.ts';
import { addLedgerMetrics } from '#server/platform/ledger-metrics.ts';
import { addPaymentMetrics } from '#server/platform/payment-metrics.ts';
import { RefusedError } from '#server/platform/refuse.ts';

/** Prometheus numbers by route pattern, never by address. Answers this machine, or whoever knows METRICS_TOKEN. */
export function installMetrics(
  app: FastifyInstance,
  env: Env,
  {
    db,
    pool,
    disk,
    admission,
  }: {
    db: Db;
    pool: pg.Pool | undefined;
    disk?: LookAtDisk | undefined;
    admission?: Pick<Admission, 'refused'>;
  },
): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'rostok_' });
  addJobMetrics(registry, db);
  addLedgerMetrics(registry, db);
  addPaymentMetrics(registry, db);
  if (disk) addDiskMetrics(registry, disk);
  const labelNames = ['method', 'route', 'status'] as const;
  const seconds = new Histogram({
    name: 'rostok_http_request_seconds',
    help: 'Time from request to answer',
    labelNames,
    registers: [registry],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
  });
  new Counter({
    name: 'rostok_catalogue_files_total',
    help: 'Public catalogue files answered before the router (docs/decisions/042)',
    labelNames: ['answer'] as const,
    registers: [registry],
    collect() {
      this.reset();
      for (const [answer, count] of Object.entries(app.fastFiles ?? {})) this.inc({ answer }, count);
    },
  });
  new Counter({
    name: 'rostok_turned_away_total',
    help: 'Calls answered 503 with Retry-After because too many were being worked on',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(admission?.refused() ?? 0);
    },
  });
  const replayed = new Counter({
    name: 'rostok_idempotent_replays_total',
    help: 'Stored answers sent again',
    registers: [registry],
  });
  if (pool) {
    const connections = new Gauge({
      name: 'rostok_db_connections',
      help: 'Connections of this node',
      labelNames: ['state'] as const,
      registers: [],
      collect() {
        this.set({ state: 'idle' }, pool.idleCount);
        this.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
        this.set({ state: 'waiting' }, pool.waitingCount);
      },
    });
    registry.registerMetric(connections);
  }

  // The child of a label set is looked up once: hashing labels per request is what prom-client is slow at.
  const children = new Map<string, ReturnType<typeof seconds.labels>>();
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    const name = `${request.method} ${reply.statusCode} ${route}`;
    let child = children.get(name);
    if (!child) children.set(name, (child = seconds.labels(request.method, route, String(reply.statusCode))));
    child.observe(reply.elapsedTime / 1000);
    if (request.isReplay) replayed.inc();
    done();
  });

  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request, env)) throw new RefusedError('forbidden', MESSAGES.forbidden, { http: 403 });
    return reply
      .header('Cache-Control', 'no-store')
      .type(registry.contentType)
      .send(await registry.metrics());
  });
}

/** The token when one is set; else only a direct caller from this machine. */
function mayRead(request: FastifyRequest, env: Env): boolean {
  if (env.metricsToken !== null) return sameText(request.headers.authorization ?? '', `Bearer ${env.metricsToken}`);
  const address = request.socket.remoteAddress ?? '';
  const isLoopback = address === '::1' || /^(::ffff:)?127\./.test(address);
  // A proxy on this machine also calls from the loopback, but says for whom.
  return isLoopback && request.headers['x-forwarded-for'] === undefined && request.headers.forwarded === undefined;
}

function sameText(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
