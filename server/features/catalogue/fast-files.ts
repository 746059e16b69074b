import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { ReadyFile } from '#server/features/catalogue/file-shelf.ts';
import type { NodeCatalogue } from '#server/features/catalogue/files.ts';
import { acceptsBrotli, MANIFEST_CACHE, namesEtag, PUBLIC_CACHE } from '#server/features/catalogue/http-files.rules.ts';

const MANIFEST_URL = '/api/catalog/manifest';
const SHARD_URL = /^\/api\/catalog\/s\/([0-9a-f]{64})\.json$/;
const SHARD_URL_LENGTH = '/api/catalog/s/.json'.length + 64;

/** How many answers left before Fastify, for /metrics. */
export type FastCounts = { manifest: number; manifest304: number; shard: number; shard304: number };
type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Public catalogue files that are in memory are answered straight from Node's server: no router, no hooks, headers made
 * beforehand (docs/decisions/042). Anything that is not exactly that goes on to Fastify, whose routes say the same.
 */
export function installFastFiles(
  app: FastifyInstance,
  catalogue: NodeCatalogue,
  safety: Record<string, string>,
): FastCounts {
  const counts: FastCounts = { manifest: 0, manifest304: 0, shard: 0, shard304: 0 };
  const prepare = createPreparer(safety);
  let isClosing = false;

  function answered(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.method !== 'GET' || isClosing) return false;
    const url = request.url!;
    let file: ReadyFile | undefined;
    let cache = PUBLIC_CACHE;
    if (url === MANIFEST_URL) {
      file = catalogue.ready()?.manifest;
      cache = MANIFEST_CACHE;
    } else if (url.length === SHARD_URL_LENGTH && SHARD_URL.test(url)) {
      file = catalogue.held(url.slice(-69, -5));
    }
    if (file === undefined || file.audience !== 0) return false;
    const { headers } = request;
    // Keys are echoed and bodies are read by Fastify: such a request goes there.
    if (
      headers['idempotency-key'] !== undefined ||
      headers['content-length'] !== undefined ||
      headers['transfer-encoding'] !== undefined
    )
      return false;

    const isManifest = cache === MANIFEST_CACHE;
    const ready = prepare(file, cache)[acceptsBrotli(headers['accept-encoding']) ? 'br' : 'identity'];
    const known = headers['if-none-match'];
    if (known !== undefined && (namesEtag(known, file.etag) || namesEtag(known, file.etagBr))) {
      counts[isManifest ? 'manifest304' : 'shard304'] += 1;
      response.writeHead(304, ready.unchanged).end();
    } else {
      counts[isManifest ? 'manifest' : 'shard'] += 1;
      response.writeHead(200, ready.headers).end(ready.body);
    }
    return true;
  }

  app.addHook('onReady', async () => {
    const [handler, ...others] = app.server.listeners('request') as Listener[];
    // Where Fastify's server cannot be reached this way, its routes answer everything.
    if (!handler || others.length > 0) return;
    app.server.removeListener('request', handler);
    app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      if (!answered(request, response)) handler(request, response);
    });
  });
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  return counts;
}

type Prepared = Record<'br' | 'identity', { headers: string[]; unchanged: string[]; body: Buffer }>;
/** Header lists are made once per file; a file that leaves memory takes them along. */
function createPreparer(safety: Record<string, string>): (file: ReadyFile, cache: string) => Prepared {
  const made = new WeakMap<ReadyFile, Prepared>();
  const flat = (headers: Record<string, string>) => Object.entries(headers).flat();
  return (file, cache) => {
    const known = made.get(file);
    if (known) return known;
    const of = (etag: string, body: Buffer, encoding: Record<string, string>) => {
      const unchanged = { etag, 'cache-control': cache, vary: 'accept-encoding' };
      const headers = {
        ...safety,
        ...unchanged,
        'content-type': 'application/json; charset=utf-8',
        ...encoding,
        'content-length': String(body.length),
      };
      return { headers: flat(headers), unchanged: flat(unchanged), body };
    };
    const prepared: Prepared = {
      br: of(file.etagBr, file.br, { 'content-encoding': 'br' }),
      identity: of(file.etag, file.identity, {}),
    };
    made.set(file, prepared);
    return prepared;
  };
}
