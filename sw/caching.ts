import { ExpirationPlugin } from 'workbox-expiration';
import { cacheNames } from 'workbox-core';
import { createHandlerBoundToURL, getCacheKeyForURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { CacheFirst } from 'workbox-strategies';
import { isServerPath } from '#contract/paths.ts';

export const PICTURES_CACHE = 'pictures';
const PICTURE = /^\/pictures\/[0-9a-f]{16}\/(240|480|960)\.(avif|webp)$/;

export type ShellFile = { url: string; revision: string | null; integrity?: string };

/**
 * Exactly three routes: the precached shell and chunks, navigations, pictures. Everything else goes to the network
 * untouched, so nothing personal can ever be in Cache Storage (offline.md F47).
 */
export function installCaching(entries: ShellFile[]): void {
  precacheAndRoute(entries, { cleanURLs: false, directoryIndex: '', ignoreURLParametersMatching: [] });
  registerRoute(new NavigationRoute(createHandlerBoundToURL('index.html'), { denylist: [serverPaths] }));
  const seen = new CacheFirst({
    cacheName: PICTURES_CACHE,
    plugins: [
      { cacheWillUpdate: async ({ response }) => (isPicture(response) ? response : null) },
      // 600 pictures of about 8–40 kB stay far below the 40 MB of offline.md §2.10.
      new ExpirationPlugin({ maxEntries: 600, purgeOnQuotaError: true }),
    ],
  });
  registerRoute(
    ({ url, sameOrigin, request }) =>
      sameOrigin && request.method === 'GET' && PICTURE.test(url.pathname) && url.search === '',
    async (options) =>
      (await downloaded(options.url.pathname)) ??
      seen.handle(options).catch(async (error: unknown) => {
        // Without a network a small picture is better than none.
        const small = options.url.pathname.replace(/\d+\.\w+$/, '240.');
        const found = (await downloaded(`${small}avif`)) ?? (await downloaded(`${small}webp`));
        if (found) return found;
        throw error;
      }),
  );
}

/** What a person has downloaded on purpose (src/platform/pictures-cache.ts fills it). */
const downloaded = (path: string): Promise<Response | undefined> => caches.match(path, { cacheName: 'downloaded' });

/**
 * Brings back what the browser or a person has deleted of the shell (offline.md F43). Workbox itself repairs only what a page
 * happens to ask for in CORS mode: never the shell's own page, a stylesheet or a screen that nobody has opened yet.
 */
export async function repairShell(entries: ShellFile[]): Promise<void> {
  const cache = await caches.open(cacheNames.precache);
  const kept = new Set((await cache.keys()).map((request) => request.url));
  for (const { url, integrity } of entries) {
    const key = getCacheKeyForURL(url);
    if (!key || !integrity || kept.has(key)) continue;
    // Without a network, and where another build is served by now, it stays away.
    const file = await fetch(url, { integrity }).catch(() => null);
    if (file?.ok) await cache.put(key, file);
  }
}

/** NavigationRoute tests `pathname + search` against regular expressions; ours is a function of the contract's list. */
const serverPaths = {
  test: (pathnameAndSearch: string) => isServerPath(pathnameAndSearch.split('?')[0] ?? '/'),
} as RegExp;

/** A captive portal's 200 with HTML must not become a picture for ever (offline.md F28). */
function isPicture(response: Response): boolean {
  return (
    response.status === 200 &&
    response.type === 'basic' &&
    !response.redirected &&
    (response.headers.get('content-type') ?? '').startsWith('image/')
  );
}
