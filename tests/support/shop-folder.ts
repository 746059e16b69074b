import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from '#tests/support/free-port.ts';

export type Ran = { child: ChildProcess; output: () => string; ended: Promise<number | null> };

/** A data folder of a test's own and the shop's real programs on it; `end` stops them and deletes the folder. */
export async function openShopFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'rostok-folder-'));
  // As root the database server runs under its own user, who must be able to enter the folder.
  chmodSync(folder, 0o755);
  const dataDir = join(folder, 'data');
  const port = await freePort(2);
  const running: Ran[] = [];

  /** `node FILE …` with this folder as its DATA_DIR. */
  function run(words: string | readonly string[], env: Record<string, string> = {}): Ran {
    const child = spawn(process.execPath, [words].flat(), {
      env: {
        PATH: process.env.PATH ?? '',
        // A third of a start is compiling (docs/decisions/187-ten-minutes.md).
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
        NODE_OPTIONS: process.env.NODE_OPTIONS ?? '',
        HOST: '127.0.0.1',
        PORT: String(port),
        DATA_DIR: dataDir,
        DIST_DIR: join(folder, 'no-dist'),
        SEED: 'none',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
    const ended = new Promise<number | null>((done) => child.on('close', (code) => done(code)));
    const ran = { child, output: () => output, ended };
    running.push(ran);
    return ran;
  }
  async function serve(env?: Record<string, string>): Promise<Ran> {
    const ran = run('server/main.ts', env);
    await serving(ran);
    return ran;
  }
  async function stop(): Promise<void> {
    for (const { child, ended } of running.splice(0)) {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      await ended;
    }
  }
  return {
    folder,
    dataDir,
    port,
    address: `http://127.0.0.1:${port}`,
    run,
    serve,
    stop,
    databasePid: () => databasePid(dataDir),
    insideDb: <T>(work: (client: pg.Client) => Promise<T>) => insideDb(dataDir, work),
    async end() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
export type ShopFolder = Awaited<ReturnType<typeof openShopFolder>>;

/** Waits until the shop says that it is open: with the demo shop to fill, on a busy machine, that may take minutes. */
export async function serving(ran: Ran): Promise<void> {
  for (let waited = 0; waited < 1800; waited += 1) {
    if (ran.output().includes('открыт:')) return;
    if (ran.child.exitCode !== null) throw new Error(`ended: ${ran.output()}`);
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error(`not serving: ${ran.output()}`);
}

/** Of the embedded server; @throws ENOENT when none runs. */
const databasePid = (dataDir: string): number =>
  Number(readFileSync(join(dataDir, 'pg/postmaster.pid'), 'utf8').split('\n')[0]);

/** The server and the processes of its connections: a signal to the first alone leaves the others at work. */
export function databaseProcesses(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return [pid, ...children.split(' ').filter(Boolean).map(Number)];
}

/** To all of them. One that has ended meanwhile is a zombie until its server runs on, and then is not there. */
export function signalAll(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids)
    try {
      process.kill(pid, name);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
}

/** Inside the shop's database as the superuser of the embedded server. */
async function insideDb<T>(dataDir: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const pgPort = readFileSync(join(dataDir, 'pg/postmaster.pid'), 'utf8').split('\n')[3];
  const secret = readFileSync(join(dataDir, 'pg.secret'), 'utf8').trim();
  const client = new pg.Client({ connectionString: `postgres://postgres:${secret}@127.0.0.1:${pgPort}/rostok` });
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export const isAlive = (pid: number): boolean => existsSync(`/proc/${pid}`);
