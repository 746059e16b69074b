import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { EnvError } from '#server/platform/env.ts';
import { contentPolicy } from '#server/platform/headers.ts';

export type Encoding = 'br' | 'gzip' | 'identity';
export type ClientFile = {
  type: string;
  etag: string;
  body: Record<Encoding, Buffer | null>;
  /** Hashes of the style sheets that a rendered page carries beside those of index.html (docs/decisions/420). */
  sheets?: readonly string[];
};
export type ClientFiles = {
  find(pathname: string): ClientFile | undefined;
  shell(): ClientFile | undefined;
  /** The page's policy, with the hashes of its inline blocks; `page`: a rendered one, which carries more of them. */
  policy(page?: ClientFile): string;
};

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.jpg': 'image/jpeg',
  '.ico': 'image/x-icon',
  '.wasm': 'application/wasm',
};
/** A rebuild under a running server is noticed at most this much later. */
const LOOK_AGAIN_MS = 1000;
/** Names in the archive carry a content hash: nothing else may be read from there. */
const ASSET = /^\/assets\/[\w.-]+\.\w+$/;
/** What pages are rendered with (vite/renderer.ts): the server's own, no file of the client. */
const RENDERER = '/renderer/';
/** Built beside the worker; answered in its place while the kill switch is thrown. */
const KILL_WORKER = '/sw-kill.js';

/**
 * The built client in memory, byte for byte as built (docs/product/addresses.md#what-the-server-answers), read again after a rebuild.
 * Assets of earlier builds come from `archive`, so that an old tab still finds its chunks (docs/product/offline.md#updates).
 * @throws EnvError when the kill switch is thrown and the build has no such worker.
 */
export function openClientFiles(
  dist: string,
  archive: string,
  { killWorker }: { killWorker: boolean } = { killWorker: false },
): ClientFiles {
  if (killWorker && !existsSync(join(dist, KILL_WORKER)))
    throw new EnvError('KILL_WORKER=1: в сборке нет sw-kill.js, соберите приложение заново');
  let files = new Map<string, ClientFile>();
  let inline: ReturnType<typeof inlineHashes> = { script: [], style: [] };
  let policy = contentPolicy();
  let stamp = '';
  let lookedAt = 0;

  const refresh = () => {
    if (Date.now() - lookedAt < LOOK_AGAIN_MS) return;
    lookedAt = Date.now();
    const now = stampOf(dist);
    // A build begins by emptying the folder: until it is complete the previous files are served.
    if (now === stamp || now === '') return;
    files = readFolder(dist);
    const shell = files.get('/index.html')?.body.identity;
    inline = inlineHashes(shell?.toString('utf8') ?? '');
    policy = contentPolicy(inline);
    stamp = now;
  };
  return {
    find(pathname) {
      refresh();
      if (killWorker && pathname === '/sw.js') return files.get(KILL_WORKER);
      return (
        files.get(pathname) ?? (ASSET.test(pathname) ? readFile(archive, pathname.slice('/assets/'.length)) : undefined)
      );
    },
    shell() {
      refresh();
      return files.get('/index.html');
    },
    policy(page) {
      refresh();
      return page?.sheets ? contentPolicy({ ...inline, style: [...inline.style, ...page.sheets] }) : policy;
    },
  };
}

/** SHA-256 of every inline script and style of the page, as the policy names them. */
export function inlineHashes(html: string): { script: string[]; style: string[] } {
  const found: { script: string[]; style: string[] } = { script: [], style: [] };
  for (const [, tag, attributes = '', text = ''] of html.matchAll(/<(script|style)\b([^>]*)>([\s\S]*?)<\/\1>/g)) {
    if (text === '' || /\bsrc\s*=/.test(attributes)) continue;
    found[tag as 'script' | 'style'].push(hashOf(text));
  }
  return found;
}

/** As a policy names an inline block. */
export const hashOf = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`;

/** Best encoding that the caller accepts and the build has written. */
export function chooseEncoding(file: ClientFile, accepts: string | undefined): { encoding: Encoding; body: Buffer } {
  for (const encoding of ['br', 'gzip'] as const) {
    const body = file.body[encoding];
    if (
      body &&
      accepts &&
      new RegExp(`(^|,)\\s*${encoding}\\s*(;\\s*q=(?!0(\\.0*)?\\s*(,|$))[\\d.]+)?\\s*(,|$)`).test(accepts)
    )
      return { encoding, body };
  }
  return { encoding: 'identity', body: file.body.identity as Buffer };
}

/** The worker is written last: with it the build is complete. */
function stampOf(dist: string): string {
  try {
    const of = (name: string) => {
      const { mtimeMs, size } = statSync(join(dist, name));
      return `${mtimeMs}:${size}`;
    };
    return `${of('index.html')} ${existsSync(join(dist, 'sw.js')) ? of('sw.js') : ''}`;
  } catch {
    return '';
  }
}

function readFolder(folder: string): Map<string, ClientFile> {
  const files = new Map<string, ClientFile>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || /\.(br|gz)$|^\./.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name).slice(folder.length).replaceAll('\\', '/');
    if (path.startsWith(RENDERER)) continue;
    const file = readFile(folder, path);
    if (file) files.set(path, file);
  }
  return files;
}

function readFile(folder: string, name: string): ClientFile | undefined {
  const read = (suffix: string) => {
    try {
      return readFileSync(join(folder, name + suffix));
    } catch {
      return null;
    }
  };
  const identity = read('');
  const type = TYPES[extname(name)];
  if (!identity || !type) return undefined;
  const etag = `"${createHash('sha256').update(identity).digest('base64url').slice(0, 27)}"`;
  return { type, etag, body: { identity, br: read('.br'), gzip: read('.gz') } };
}
