import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { StartError } from '#server/db/pg-program.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SOURCES = [
  'src',
  'sw',
  'contract',
  'public',
  'manifest',
  'index.html',
  'vite.config.ts',
  'vite',
  'package-lock.json',
];
/** Old tabs may ask for their chunks for a month (docs/product/offline.md#updates). */
const KEPT_MS = 45 * 86_400_000;

/** True when a client exists to be built and what lies in `dist` was built from other sources. */
export function isBuildStale(dist: string): boolean {
  if (!existsSync(join(ROOT, 'vite.config.ts'))) return false;
  return readStamp(dist) !== hashSources() || !existsSync(join(dist, 'index.html'));
}

/**
 * Builds the client into `dist` and keeps the previous build's hashed files in `archive`, where the server still finds them.
 * @throws StartError when the build fails; its output has been shown.
 */
export async function buildClient(dist: string, archive: string, buildId?: string): Promise<void> {
  const hash = hashSources();
  keepAssets(join(dist, 'assets'), archive);
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js');
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    BUILD_OUT: dist,
    BUILD_ID: buildId ?? process.env.BUILD_ID ?? hash.slice(0, 12),
  };
  const code = await new Promise<number | null>((done, fail) => {
    const child = spawn(process.execPath, [vite, 'build', '--logLevel', 'warn'], { cwd: ROOT, env, stdio: 'inherit' });
    child.on('error', fail);
    child.on('close', done);
  });
  if (code !== 0) throw new StartError('Собрать приложение не удалось: причина выше.');
  writeFileSync(join(dist, '.build-stamp'), hash);
}

/** A name holds the hash of its content, so names never clash: a file that is there already only gets a new date, by which it is kept. */
export function keepAssets(assets: string, archive: string, now = Date.now()): void {
  if (!existsSync(assets)) return;
  mkdirSync(archive, { recursive: true });
  for (const name of readdirSync(assets)) {
    const to = join(archive, name);
    if (!statSync(join(assets, name)).isFile()) continue;
    if (!existsSync(to)) copyFileSync(join(assets, name), to);
    utimesSync(to, now / 1000, now / 1000);
  }
  for (const name of readdirSync(archive)) {
    if (now - statSync(join(archive, name)).mtimeMs > KEPT_MS) rmSync(join(archive, name));
  }
}

function readStamp(dist: string): string {
  try {
    return readFileSync(join(dist, '.build-stamp'), 'utf8');
  } catch {
    return '';
  }
}

function hashSources(): string {
  const hash = createHash('sha256');
  for (const path of SOURCES.flatMap((source) => filesBelow(join(ROOT, source)))) {
    hash.update(relative(ROOT, path)).update('\0').update(readFileSync(path)).update('\0');
  }
  return hash.digest('hex');
}

function filesBelow(path: string): string[] {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
}
