import { createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { existsSync } from 'node:fs';
import { buildApp } from '#server/app.ts';
import { inWords } from '#server/command.ts';
import { API_DEADLINES } from '#server/db/deadlines.ts';
import { migrateDb, type OpenDb, openDb } from '#server/db/open.ts';
import { openShopDatabase, writeShopState, type ShopDatabase } from '#server/db/shop-database.ts';
import { warmPictures } from '#server/features/catalogue/pictures/warm-pictures.ts';
import { runJobs } from '#server/jobs/run-jobs.ts';
import type { Runner } from '#server/jobs/runner.ts';
import { describeDemo, prepareData } from '#server/prepare-data.ts';
import { diskOf, watchDisk } from '#server/platform/disk.ts';
import { readEnv, type Env } from '#server/platform/env.ts';
import { endOnSignal } from '#server/platform/end-on-signal.ts';
import { hashBehindReaders } from '#server/platform/password.ts';

const DRAIN_MS = 10_000;

try {
  await serve(readEnv(process.env));
} catch (error) {
  console.error(inWords(error));
  process.exit(1);
}

/** env → database → app → listen. */
async function serve(env: Env): Promise<void> {
  // Checked before minutes of seeding, not after them.
  await assertPortFree(env);
  const database = await openShopDatabase(env, 'shop');
  const api = openDb(database.url, { deadlines: API_DEADLINES });
  try {
    await migrateDb(database);
    await prepareData(database, env, (line) => console.log(line));
    // Beside the catalogue's readers: hashes go where they do not wait for them.
    hashBehindReaders();
    const dist = existsSync(env.distDir) ? env.distDir : undefined;
    const disk = diskOf(env.dataDir);
    const app = await buildApp({ ...api, url: database.url, env, disk, dist });
    await api.jobs.ready();
    warmPictures(app, database.db, env);
    database.keepRunning((what, error) =>
      app.log.error({ what, ...(error ? { err: error } : {}) }, 'embedded database'),
    );
    const watch = watchDisk(disk, app.log);
    app.addHook('onClose', async () => watch.stop());
    const runner = env.runsJobs ? await runJobs(database, env, app.log) : undefined;
    endOnSignal({ log: app.log, end: () => closeAll(app, [api, database], runner) });
    await app.listen({ host: env.host, port: env.port });
    if (database.embedded) writeShopState(env.dataDir, env.publicUrl);
    console.log(await greeting(env, database, dist !== undefined));
  } catch (error) {
    await api.close();
    await database.close();
    throw error;
  }
}

/** Stops accepting, lets running requests and jobs end for at most ten seconds, then closes the database, whose server may end with it. */
async function closeAll(
  app: FastifyInstance,
  databases: readonly Pick<OpenDb, 'close'>[],
  runner: Runner | undefined,
): Promise<void> {
  // A connection that has just had its answer is kept alive by the browser: nothing more will come of it.
  const idle = setInterval(() => app.server.closeIdleConnections(), 50);
  const impatient = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS);
  await Promise.all([app.close(), runner?.stop(DRAIN_MS)]);
  clearTimeout(impatient);
  clearInterval(idle);
  for (const database of databases) await database.close();
}

async function greeting(env: Env, database: ShopDatabase, hasClient: boolean): Promise<string> {
  return [
    '',
    `  «${env.shopName}» открыт: ${env.publicUrl}`,
    `  API: ${env.publicUrl}/api/docs`,
    `  База: ${database.embedded ? `встроенная, ${env.dataDir}${database.adopted ? ' (принята от прошлого запуска)' : ''}` : 'DATABASE_URL'}`,
    ...whereLettersGo(env),
    ...(hasClient ? [] : ['  Приложение не собрано: отвечает только API. Соберите: npm run build']),
    ...(env.killWorker ? ['  KILL_WORKER=1: с телефонов снимается service worker (docs/operations.md)'] : []),
    ...(env.host === '0.0.0.0' && !process.env.PUBLIC_URL
      ? ['  HOST=0.0.0.0: чтобы открыть с телефона, задайте PUBLIC_URL (docs/operations.md)']
      : []),
    ...(await describeDemo(database, env)),
    '',
  ].join('\n');
}

function whereLettersGo({ smtpUrl, production, publicUrl }: Env): string[] {
  if (smtpUrl !== null) return [];
  return [production ? '  SMTP_URL не задан: письма ждут (docs/operations.md)' : `  Письма: ${publicUrl}/dev/outbox`];
}

function assertPortFree({ host, port }: Env): Promise<void> {
  return new Promise((done, fail) => {
    const probe = createServer().on('error', fail);
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => done()));
  });
}
