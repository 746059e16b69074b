import { ExpirationPlugin } from 'workbox-expiration';
import { cacheNames } from 'workbox-core';
import { PrecacheController } from 'workbox-precaching';
import { CacheFirst } from 'workbox-strategies';
import { isServerPath } from '#contract/paths.ts';
import { answerRange, filmKey, pieceKey, type StoredFilm } from '#src/offline/lesson-film.ts';
import { personStore, pubStore } from '#src/device/storage.ts';
import { pageOrShell } from '#sw/pages.ts';
import { picturesOnly } from '#sw/pictures-only.ts';
import { type SurfaceRow, surfaceFile } from '#sw/surfaces.ts';
import { readHolder } from '#sw/holder.ts';
import { takenShell } from '#sw/taken.ts';

export const PICTURES_CACHE = 'pictures';
const PICTURE = /^\/pictures\/[0-9a-f]{16}\/(240|480|960)\.(avif|webp)$/;

const FILM = /^\/api\/education\/files\/([0-9a-f]{64})\.(?:mp4|webm)$/;

export type ShellFile = { url: string; revision: string | null; integrity?: string };

declare const self: ServiceWorkerGlobalScope;

const precache = new PrecacheController();
const seen = new CacheFirst({
  cacheName: PICTURES_CACHE,
  plugins: [
    picturesOnly,
    // 600 pictures of about 8–40 kB stay far below the 40 MB of docs/product/offline.md#eviction.
    new ExpirationPlugin({ maxEntries: 600, purgeOnQuotaError: true }),
  ],
});

/**
 * Exactly four routes: the precached shell and chunks, navigations, pictures, chunks of desk and counter. Everything else goes to the network
 * untouched, so nothing personal can ever be in Cache Storage (docs/product/offline.md F47). Written out: a router for four routes is a
 * kilobyte and a half of the worker.
 */
export function installCaching(entries: ShellFile[], surfaces: readonly SurfaceRow[]): void {
  precache.precache(entries);
  const shell = precache.createHandlerBoundToURL('index.html');
  self.addEventListener('fetch', (event) => {
    const { request } = event;
    const url = new URL(request.url);
    if (request.method !== 'GET' || url.origin !== location.origin) return;
    url.hash = '';
    const cacheKey = precache.getCacheKeyForURL(url.href);
    if (cacheKey) {
      const integrity = precache.getIntegrityForCacheKey(cacheKey);
      const params = integrity === undefined ? { cacheKey } : { cacheKey, integrity };
      event.respondWith(precache.strategy.handle({ event, request, params }));
    } else if (request.mode === 'navigate') {
      if (!isServerPath(url.pathname)) {
        // Asked for together: each of them is a wait of its own on a phone that has just woken.
        const page = pageOrShell(url, shell({ event, request, url }));
        page.catch(() => {});
        event.respondWith(takenShell().then((taken) => taken ?? page));
      }
    } else if (PICTURE.test(url.pathname) && url.search === '') event.respondWith(picture(event, url.pathname));
    else if (url.pathname.startsWith('/assets/')) event.respondWith(surfaceFile(request, surfaces));
    else {
      const [, sha256] = FILM.exec(url.pathname) ?? [];
      if (sha256) event.respondWith(film(request, sha256));
    }
  });
}

/** The page of this build's own shell, as it is kept on the device. */
export const ownShell = (): Promise<Response | undefined> => precache.matchPrecache('index.html');

/** A film that this phone holds whole is played from here, piece by piece; any other comes over the network. */
async function film(request: Request, sha256: string): Promise<Response> {
  for (const store of [pubStore(), await personStore((await readHolder())?.uid ?? 'guest')]) {
    const stored = await store.get<StoredFilm>(filmKey(sha256));
    if (stored) return answerRange(request.headers.get('range'), stored, (n) => store.get(pieceKey(sha256, n)));
  }
  return fetch(request);
}

async function picture(event: FetchEvent, pathname: string): Promise<Response> {
  const held = await downloaded(pathname);
  if (held) return held;
  try {
    return await seen.handle({ event, request: event.request });
  } catch (error) {
    // Without a network the same picture in whatever size is better than none.
    for (const file of ['240.avif', '240.webp', '480.avif', '480.webp', '960.avif', '960.webp']) {
      const found = await caches.match(pathname.replace(/\d+\.\w+$/, file));
      if (found) return found;
    }
    throw error;
  }
}

/** What a person has downloaded on purpose (src/device/pictures-cache.ts fills it). */
const downloaded = (path: string): Promise<Response | undefined> => caches.match(path, { cacheName: 'downloaded' });

/**
 * Brings back what the browser or a person has deleted of the shell (docs/product/offline.md F43). Workbox itself repairs only what a page
 * happens to ask for in CORS mode: never the shell's own page, a stylesheet or a screen that nobody has opened yet.
 */
export async function repairShell(entries: ShellFile[]): Promise<void> {
  const cache = await caches.open(cacheNames.precache);
  const kept = new Set((await cache.keys()).map((request) => request.url));
  for (const { url, integrity } of entries) {
    const key = precache.getCacheKeyForURL(url);
    if (!key || !integrity || kept.has(key)) continue;
    // Without a network, or when the server has another build by now, the file stays missing.
    const file = await fetch(url, { integrity }).catch(() => null);
    if (file?.ok) await cache.put(key, file);
  }
}
