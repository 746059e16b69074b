import { execFileSync, spawn } from 'node:child_process';
import {
  chownSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { takeFileLock } from '#server/db/file-lock.ts';
import { ensureOwner, makeSecret } from '#server/db/owner.ts';
import {
  canHoldSockets,
  lastFault,
  logLength,
  logOf,
  portOf,
  readPidFile,
  type Running,
  socketOf,
  urlOf,
} from '#server/db/pg-folder.ts';
import { findPgRunner, pgCommand, StartError, type PgRunner } from '#server/db/pg-program.ts';

/** The same letters everywhere: UTF-8, byte order by default, Russian order by `collate "ru-x-icu"` where it matters. */
export const INITDB_FLAGS = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
const SERVER_FLAGS = [
  'listen_addresses=127.0.0.1',
  'max_connections=100',
  'jit=off',
  'shared_buffers=128MB',
  'log_min_messages=warning',
  'client_connection_check_interval=5s',
];

export type Cluster = {
  /** As the owner of the shop's database, who is no superuser (docs/decisions/193-owner-of-its-database.md). */
  url: string;
  /** True when the server was running already: another process of ours, or one left by a killed predecessor. */
  adopted: boolean;
  /** Fast shutdown: sessions are ended, every committed row stays. */
  stop(): Promise<void>;
  /**
   * A server that somebody has asked to stop waits for its last session, ours, and takes no new one: neither away nor of any use. It is
   * asked to end its sessions.
   */
  hastenStop(): void;
};

/**
 * The PostgreSQL of a data folder: started, or adopted when it already runs (docs/toolchain.md: it outlives a killed Node).
 * Safe to call from several processes at once.
 * @throws StartError in Russian.
 */
export async function openCluster(dataDir: string): Promise<Cluster> {
  mkdirSync(dataDir, { recursive: true });
  const folder = join(realpathSync(dataDir), 'pg');
  const lock = await takeFileLock(join(dataDir, 'pg.starting'));
  try {
    const running = await findRunning(folder);
    const { pid, port } = running ?? (await makeServer(folder));
    await ensureOwner(folder, (database) => superuser(folder, port, database));
    return {
      url: urlOf(folder, port, 'owner'),
      adopted: running !== undefined,
      stop: () => stopServer(pid),
      hastenStop: () => hastenStop(folder, pid),
    };
  } finally {
    lock.release();
  }
}

async function makeServer(folder: string): Promise<Running> {
  const runner = await findPgRunner();
  if (!existsSync(join(folder, 'PG_VERSION'))) await createCluster(runner, folder);
  return startWhenFree(runner, folder);
}

/** What PostgreSQL says while a process of its killed predecessor still holds the folder's memory. */
const HELD = 'pre-existing shared memory block';
const HELD_TRIES = 30;

/** The processes of a killed server notice its death and end, but not all in the same moment: until then a start is refused. */
async function startWhenFree(runner: PgRunner, folder: string): Promise<Running> {
  for (let tries = 1; ; tries += 1) {
    const before = logLength(folder);
    try {
      return await startServer(runner, folder);
    } catch (error) {
      if (tries === HELD_TRIES || !readFileSync(logOf(folder), 'utf8').slice(before).includes(HELD)) throw error;
      await sleep(500);
    }
  }
}
/** The server of exactly this folder, once it answers; undefined when none runs. A stale pid file is removed. */
async function findRunning(folder: string): Promise<Running | undefined> {
  for (let waited = 0; ; waited += 1) {
    const known = readPidFile(folder);
    if (!known) return undefined;
    if (!isPostgres(known.pid)) {
      rmSync(join(folder, 'postmaster.pid'), { force: true });
      return undefined;
    }
    if (known.status === 'ready' && (await servesFolder(folder, known.port))) return known;
    if (waited > 600)
      throw new StartError(
        `База в папке ${folder} запущена (процесс ${known.pid}), но не отвечает. Подробности: ${logOf(folder)}`,
      );
    await sleep(100);
  }
}

async function servesFolder(folder: string, port: number): Promise<boolean> {
  const client = superuser(folder, port, 'postgres');
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>('show data_directory');
    return rows[0]?.data_directory === folder;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Built in a folder beside and renamed: a crash in the middle leaves no half database. */
async function createCluster(runner: PgRunner, folder: string): Promise<void> {
  const half = `${folder}.new`;
  rmSync(half, { recursive: true, force: true });
  mkdirSync(half, { mode: 0o700 });
  // initdb reads the password from a file of its own user.
  const passwordFile = `${half}.pw`;
  writeFileSync(passwordFile, makeSecret(folder, 'superuser'), { mode: 0o600 });
  if (runner.ids) for (const path of [half, passwordFile]) chownSync(path, runner.ids.uid, runner.ids.gid);
  try {
    const { file, before, options } = pgCommand(runner, 'initdb', folder);
    const flags = ['-D', half, '-U', 'postgres', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`, ...INITDB_FLAGS];
    await runToEnd(file, [...before, ...flags], options);
    renameSync(half, folder);
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

async function startServer(runner: PgRunner, folder: string): Promise<Running> {
  const port = await portOf(folder);
  // No server runs here, or it had been found. The lock of a killed one names its process, which is there until its parent has asked for
  // its end, or has become somebody else's: PostgreSQL would take either for a running server.
  rmSync(`${socketOf(folder, port)}.lock`, { force: true });
  const log = openSync(logOf(folder), 'a', 0o640);
  const { file, before, options } = pgCommand(runner, 'postgres', folder);
  const sockets = (await canHoldSockets(folder)) ? `"${folder}"` : '';
  const flags = [...SERVER_FLAGS, `unix_socket_directories=${sockets}`];
  const args = [...before, '-D', folder, '-p', String(port), ...flags.flatMap((flag) => ['-c', flag])];
  // Detached: Ctrl+C in the terminal reaches us only, so that requests drain before the database goes.
  const child = spawn(file, args, { ...options, detached: true, stdio: ['ignore', log, log] });
  let died: string | null = null;
  child.on('error', (error) => (died = error.message));
  child.on('exit', (code, signal) => (died ??= `код ${code ?? signal}`));
  child.unref();
  for (let waited = 0; waited < 1200; waited += 1) {
    const known = readPidFile(folder);
    if (died !== null)
      throw new StartError(
        `Встроенная база не запустилась (${String(died)}${lastFault(folder)}). Подробности: ${logOf(folder)}`,
      );
    if (known?.status === 'ready' && known.port === port) return known;
    await sleep(50);
  }
  throw new StartError(`Встроенная база не запустилась за минуту. Подробности: ${logOf(folder)}`);
}

async function stopServer(pid: number): Promise<void> {
  try {
    process.kill(pid, 'SIGINT');
    for (let waited = 0; waited < 600 && isPostgres(pid); waited += 1) await sleep(50);
  } catch {
    // Gone already.
  }
}

function hastenStop(folder: string, pid: number): void {
  const known = readPidFile(folder);
  if (known?.pid !== pid || known.status !== 'stopping' || !isPostgres(pid)) return;
  try {
    process.kill(pid, 'SIGINT');
  } catch {
    // Gone already.
  }
}

/** A process id may have been given to somebody else since: its program is asked, not only whether it lives. */
function isPostgres(pid: number): boolean {
  try {
    if (existsSync('/proc/self/stat')) {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      return stat.includes('(postgres)') && !/\) Z /.test(stat);
    }
    return execFileSync('ps', ['-p', String(pid), '-o', 'comm='], { encoding: 'utf8' }).includes('postgres');
  } catch {
    return false;
  }
}

/** For what only a superuser may: asking where the server's data lie, making the owner, handing over to it. */
const superuser = (folder: string, port: number, database: string): pg.Client =>
  new pg.Client({ connectionString: urlOf(folder, port, 'superuser', database), connectionTimeoutMillis: 5000 });

function runToEnd(file: string, args: string[], options: object): Promise<void> {
  return new Promise((done, fail) => {
    let said = '';
    const child = spawn(file, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += String(chunk)));
    child.on('error', fail);
    child.on('close', (code) =>
      code === 0 ? done() : fail(new StartError(`Создать базу не удалось: ${said.trim().split('\n').at(-1)}`)),
    );
  });
}
