import type { KeyStore } from '#src/device/storage.ts';
import { DOWNLOADED_KEY } from '#src/offline/keys.ts';

// downloadPictures · heldPictures · forgetPictures: «Скачать каталог с картинками»
// (docs/product/offline.md#pictures-and-films). A cache of its own, which the worker answers from (sw/caching.ts) and the
// quota ladder may drop whole (storage-room.ts).

export const DOWNLOADED_CACHE = 'downloaded';
/** docs/product/offline.md#eviction: pictures may take this much. */
export const PICTURES_LIMIT_BYTES = 40 * 1024 * 1024;
const PARALLEL = 4;
/** So many failures in a row are no longer single lost answers. */
const GIVE_UP_AFTER = 3;

/** Bytes of what is held, so that they need not be counted again from ten thousand files. */
export type Held = { count: number; bytes: number };
type Meta = Held & { v: 1 };

export type DownloadEnd =
  | { kind: 'done'; missing: number }
  | { kind: 'limit' | 'full' | 'offline' | 'aborted' | 'unsupported' | 'elsewhere' };
export type DownloadOptions = {
  /** Picture keys of the whole catalogue; what is held and not among them goes. */
  keys: readonly string[];
  pub: KeyStore;
  signal: AbortSignal;
  /** `done` of `keys` are here, `bytes` altogether. */
  onProgress: (done: number, bytes: number) => void;
};

/** May be stopped at any time: what is here stays, and the next run fetches the rest. Never throws. */
export async function downloadPictures(options: DownloadOptions): Promise<DownloadEnd> {
  if (!('caches' in globalThis)) return { kind: 'unsupported' };
  const run = () => runDownload(options).catch((error: unknown): DownloadEnd => endOf(error, options.signal));
  const { locks } = navigator;
  if (!locks) return run();
  // Two tabs would fetch everything twice.
  return locks.request('pictures', { ifAvailable: true }, (lock) => (lock ? run() : { kind: 'elsewhere' as const }));
}

async function runDownload({ keys, pub, signal, onProgress }: DownloadOptions): Promise<DownloadEnd> {
  const cache = await caches.open(DOWNLOADED_CACHE);
  const wanted = new Set(keys);
  const held = await keysIn(cache);
  for (const [key, urls] of held) if (!wanted.has(key)) for (const url of urls) await cache.delete(url);
  const { bytes: before } = await heldPictures(pub);
  let bytes = before;
  let done = keys.filter((key) => held.has(key)).length;
  let missing = 0;
  let isFull = false;
  let failures = 0;
  const queue = keys.filter((key) => !held.has(key));
  onProgress(done, bytes);
  const format = queue[0] === undefined ? 'avif' : await formatFor(queue[0], signal);

  const take = async (): Promise<void> => {
    for (let key = queue.shift(); key !== undefined && !isFull; key = queue.shift()) {
      signal.throwIfAborted();
      const url = `/pictures/${key}/240.${format}`;
      const answer = await fetchPicture(url, signal).catch((error: unknown) => {
        signal.throwIfAborted();
        if ((failures += 1) >= GIVE_UP_AFTER) throw error;
        return null;
      });
      if (!answer) {
        missing += 1;
        continue;
      }
      failures = 0;
      const { byteLength } = answer.body;
      if (bytes + byteLength > PICTURES_LIMIT_BYTES) {
        isFull = true;
        return;
      }
      await cache.put(url, new Response(answer.body, { headers: answer.headers }));
      bytes += byteLength;
      done += 1;
      onProgress(done, bytes);
    }
  };
  try {
    await Promise.all(Array.from({ length: PARALLEL }, take));
  } finally {
    const count = [...(await keysIn(cache)).values()].flat().length;
    await pub.set(DOWNLOADED_KEY, { v: 1, count, bytes } satisfies Meta).catch(() => {});
  }
  return isFull ? { kind: 'limit' } : { kind: 'done', missing };
}

type Picture = { body: ArrayBuffer; headers: Record<string, string> };

/**
 * `?download` goes around the worker, which would keep the picture a second time. A portal's page is not a picture
 * (docs/product/offline.md F28).
 */
async function fetchPicture(url: string, signal: AbortSignal): Promise<Picture | null> {
  const answer = await fetch(`${url}?download`, { signal, redirect: 'error' });
  const type = answer.headers.get('content-type') ?? '';
  if (answer.status === 404) return null;
  if (answer.status !== 200 || !type.startsWith('image/')) throw new TypeError('not a picture');
  const body = await answer.arrayBuffer();
  return { body, headers: { 'Content-Type': type, 'Content-Length': String(body.byteLength) } };
}

/** What the cards will ask for: AVIF wherever the browser can draw it. */
async function formatFor(key: string, signal: AbortSignal): Promise<'avif' | 'webp'> {
  const sample = await fetchPicture(`/pictures/${key}/240.avif`, signal);
  if (!sample) return 'avif';
  return createImageBitmap(new Blob([sample.body], { type: 'image/avif' })).then(
    (bitmap) => (bitmap.close(), 'avif' as const),
    () => 'webp' as const,
  );
}

function endOf(error: unknown, signal: AbortSignal): DownloadEnd {
  if (signal.aborted) return { kind: 'aborted' };
  return { kind: (error as DOMException)?.name === 'QuotaExceededError' ? 'full' : 'offline' };
}

/** Picture keys that are here, with their addresses. */
async function keysIn(cache: Cache): Promise<Map<string, string[]>> {
  const held = new Map<string, string[]>();
  for (const { url } of await cache.keys()) {
    const key = /\/pictures\/([0-9a-f]{16})\//.exec(url)?.[1];
    if (key) held.set(key, [...(held.get(key) ?? []), url]);
  }
  return held;
}

/** How much is downloaded. The remembered sum counts only while the number of files is the remembered one. */
export async function heldPictures(pub: KeyStore): Promise<Held> {
  if (!('caches' in globalThis) || !(await caches.has(DOWNLOADED_CACHE))) return { count: 0, bytes: 0 };
  const cache = await caches.open(DOWNLOADED_CACHE);
  const { length: count } = await cache.keys();
  const meta = await pub.get<Meta>(DOWNLOADED_KEY).catch(() => undefined);
  if (meta?.v === 1 && meta.count === count) return { count, bytes: meta.bytes };
  return { count, bytes: await weigh(cache) };
}
export async function forgetPictures(): Promise<void> {
  if ('caches' in globalThis) await caches.delete(DOWNLOADED_CACHE);
}

/** By what the answers say of themselves; a body is read only where they say nothing. */
export async function weigh(cache: Cache): Promise<number> {
  let bytes = 0;
  for (const request of await cache.keys()) {
    const answer = await cache.match(request);
    const said = Number(answer?.headers.get('content-length') ?? Number.NaN);
    bytes += Number.isFinite(said) ? said : ((await answer?.arrayBuffer())?.byteLength ?? 0);
  }
  return bytes;
}
