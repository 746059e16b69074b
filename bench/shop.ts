import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withDatabase } from '#server/db/shop-database.ts';
import { publishCatalogue } from '#server/features/catalogue/publish.commands.ts';
import { generateCatalogue } from '#tests/support/generate-catalogue.ts';
import { insertCatalogue } from '#tests/support/insert-catalogue.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const START_MS = 240_000;
export type BenchShop = { url: string; pid: number; dataDir: string; close(): Promise<void> };

/**
 * The shop as `npm start` would run it: own process, own data folder, real durable PostgreSQL. The demo shop, or with
 * `products` a generated catalogue of that size.
 */
export async function openBenchShop({
  client = true,
  products = 0,
  env = {},
}: { client?: boolean; products?: number; env?: Record<string, string> } = {}): Promise<BenchShop> {
  if (client && !existsSync(join(ROOT, 'dist', 'index.html'))) {
    const built = spawnSync(process.execPath, ['server/build.ts'], { cwd: ROOT, stdio: 'inherit' });
    if (built.status !== 0) throw new Error('the client could not be built');
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'rostok-bench-'));
  if (products > 0) await fill(dataDir, products);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: ROOT,
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: url,
      DATA_DIR: dataDir,
      SEED_NOW: '2026-11-20T21:00:00Z',
      NODE_ENV: '',
      SEED: products > 0 ? 'none' : 'demo',
      LOG_LEVEL: 'warn',
      // Every buyer of the measurements comes from one address.
      CALL_LIMITS: 'openGuest.address=1000000',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (text: Buffer) => (said += text.toString()));
  const close = async () => {
    await stop(child);
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    await ready(child, url);
  } catch (error) {
    await close();
    throw new Error(`the bench shop did not start:\n${said}`, { cause: error });
  }
  return { url, pid: child.pid!, dataDir, close };
}

async function fill(dataDir: string, count: number): Promise<void> {
  await withDatabase({ dataDir, databaseUrl: null }, async (open) => {
    await insertCatalogue(open.db, generateCatalogue(count));
    await publishCatalogue(open, new Date());
  });
}

async function ready(child: ChildProcess, url: string): Promise<void> {
  for (const until = Date.now() + START_MS; Date.now() < until;) {
    if (child.exitCode !== null) throw new Error(`ended with ${child.exitCode}`);
    const answer = await fetch(`${url}/readyz`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((done) => setTimeout(done, 200));
  }
  throw new Error('not ready in time');
}
async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = new Promise((done) => child.once('exit', done));
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), 15_000);
  await ended;
  clearTimeout(timer);
}
export function freePort(): Promise<number> {
  return new Promise((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => done(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
