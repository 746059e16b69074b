import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { freePort } from '#tests/support/free-port.ts';
import { copyOf } from '#tests/support/test-server.ts';
import { openBalancer } from './balancer.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** A real shop: `node server/main.ts` on a copy of the seeded database. */
export type ShopProcess = {
  url: string;
  /** SQL beside the running shop, for changing what the outside world would change. */
  sql<T = Record<string, unknown>>(text: string, values?: unknown[]): Promise<T[]>;
  /** Ends the server as a cut cable would; the address stays reserved for `start`. */
  stop(signal?: NodeJS.Signals): Promise<void>;
  start(options?: { dist?: string; env?: Record<string, string> }): Promise<void>;
  /** The same shop with another build of the client, and with other settings if they are given. */
  deploy(dist: string, env?: Record<string, string>): Promise<void>;
  databaseUrl: string;
  /** The shop owner's command beside the running shop: `npm run product -- CODE …`. */
  product(code: string, options: string[]): Promise<void>;
  /** `npm run publish`: what the database holds becomes the published catalogue. */
  publish(): Promise<void>;
  close(): Promise<void>;
};

export async function openShopProcess({ env = {} }: { env?: Record<string, string> } = {}): Promise<ShopProcess> {
  const base = process.env.E2E_PG_URL ?? '';
  const name = `e_${randomUUID().replaceAll('-', '')}`;
  await copyTemplate(base, name);
  const databaseUrl = `${base}${name}`;
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  pool.on('error', () => {});
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const programs: ChildProcess[] = [];
  let balancer: Awaited<ReturnType<typeof openBalancer>> | undefined;

  const startProgram = (file: string, settings: Record<string, string>) => {
    let output = '';
    const child = spawn(process.execPath, [file], {
      cwd: ROOT,
      env: { ...process.env, ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    // At once: one that is not ready in time is stopped like the others.
    programs.push(child);
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    return { child, output: () => output };
  };
  const startNode = async (at: number, settings: Record<string, string>) => {
    const { child, output } = startProgram('server/main.ts', { ...settings, PORT: String(at) });
    await waitReady(`http://127.0.0.1:${at}`, () => child.exitCode, output);
  };
  const command = (words: string[]) =>
    new Promise<void>((done, fail) => {
      const run = spawn(process.execPath, words, {
        cwd: ROOT,
        env: { ...process.env, DATABASE_URL: databaseUrl, PUBLIC_URL: url, LOG_LEVEL: 'warn' },
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      run.once('exit', (status) =>
        status === 0 ? done() : fail(new Error(`${words.join(' ')} ended with ${status}`)),
      );
    });

  const shop: ShopProcess = {
    url,
    databaseUrl,
    sql: async (text, values) => (await pool.query(text, values)).rows,
    async start({ dist = 'dist', env: more = {} } = {}) {
      const settings = {
        HOST: '127.0.0.1',
        PUBLIC_URL: url,
        DATABASE_URL: databaseUrl,
        SEED: 'none',
        ALLOW_DEMO: '1',
        DATA_DIR: join(process.env.E2E_FOLDER ?? '.tmp', 'data'),
        DIST_DIR: dist,
        LOG_LEVEL: 'warn',
        // Every phone of the tests comes from one address.
        CALL_LIMITS: 'openGuest.address=100000',
        ...env,
        ...more,
      };
      if (NODES === 1) return startNode(port, settings);
      const ports = await Promise.all(Array.from({ length: NODES }, () => freePort()));
      startProgram('server/worker.ts', settings);
      await Promise.all(ports.map((one) => startNode(one, { ...settings, JOBS: 'off' })));
      balancer = await openBalancer(port, ports);
    },
    async stop(signal = 'SIGTERM') {
      await balancer?.close();
      balancer = undefined;
      await Promise.all(programs.splice(0).map((ending) => end(ending, signal)));
    },
    async deploy(dist, more) {
      await shop.stop();
      await shop.start({ dist, ...(more ? { env: more } : {}) });
    },
    product: (code, options) => command(['server/product.ts', code, ...options]),
    publish: () => command(['server/publish.ts']),
    async close() {
      await shop.stop('SIGKILL');
      await pool.end();
      await admin(base, `drop database if exists ${name} with (force)`);
    },
  };
  try {
    await shop.start();
  } catch (error) {
    // Nobody else knows of it: it would run on, and its database stay.
    await shop.close();
    throw error;
  }
  return shop;
}

/** Settings of a shop that begins at this moment; time flows on from there. */
export const clockAt = (moment: Date): Record<string, string> => ({
  CLOCK_AHEAD_MS: String(moment.getTime() - Date.now()),
  NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import=${new URL('simulated-clock.ts', import.meta.url).href}`,
});

/** SHOP_NODES=2: so many API processes without jobs behind a balancer, and a worker, on one database. */
const NODES = Number(process.env.SHOP_NODES || '1');

async function end(ending: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (ending.exitCode !== null || ending.signalCode !== null) return;
  const gone = new Promise((done) => ending.once('exit', done));
  ending.kill(signal);
  await gone;
}

/** It takes a second; a machine with busy neighbours must not look like a fault (a minute was not enough at load 22). */
const READY_MS = 180_000;

async function waitReady(url: string, exitCode: () => number | null, output: () => string): Promise<void> {
  for (const end = Date.now() + READY_MS; Date.now() < end;) {
    if (exitCode() !== null) throw new Error(`the shop ended at its start:\n${output()}`);
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(3000) }).catch(() => null);
    if (answer?.ok) return;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error(`the shop was not ready in ${READY_MS / 1000} s:\n${output()}`);
}

async function copyTemplate(base: string, name: string): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await admin(base, copyOf(name, 'template_e2e'));
    } catch (error) {
      // 55006: another worker is copying the template at this moment.
      if (tries >= 50 || (error as { code?: string }).code !== '55006') throw error;
      await new Promise((done) => setTimeout(done, 100));
    }
  }
}

async function admin(base: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: `${base}postgres` });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
