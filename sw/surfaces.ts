/** Desk, counter, or rooms of consultants or learners, of this build: `url` is the list of its files (vite/surfaces.ts). */
export type SurfaceRow = { surface: string; url: string; revision: null; integrity: string };
type ListedFile = { url: string; integrity: string };

/** A cache of this name is also the mark that somebody with that right has been on this device. */
const cacheOf = (surface: string): string => `surface-${surface}`;

/**
 * Fetches what this device lacks of a surface of this build. Nothing old is taken away: an open tab may still be of the build
 * before.
 * @throws when a file does not come or is not the one that was built.
 */
export async function keepSurface(row: SurfaceRow): Promise<void> {
  const cache = await caches.open(cacheOf(row.surface));
  const files = await listOf(cache, row);
  await Promise.all(files.map(async (file) => (await cache.match(file.url)) ?? (await fetchInto(cache, file))));
}

/** While a build is installed: whoever has the desk gets the new one with the shop, or the build does not come at all. */
export async function keepOpened(rows: readonly SurfaceRow[]): Promise<void> {
  for (const row of rows) if (await caches.has(cacheOf(row.surface))) await keepSurface(row);
}

/** Once a build is in charge: files of earlier ones go, as they do in the shop's precache. */
export async function dropEarlier(rows: readonly SurfaceRow[]): Promise<void> {
  for (const row of rows) {
    if (!(await caches.has(cacheOf(row.surface)))) continue;
    const cache = await caches.open(cacheOf(row.surface));
    const own = new Set([row, ...(await listOf(cache, row))].map(({ url }) => new URL(url, location.origin).href));
    for (const request of await cache.keys()) if (!own.has(request.url)) await cache.delete(request);
  }
}

/**
 * Our own file, from whichever surface holds it. A chunk of another build has another name, so whoever keeps it has the right
 * one: a newer build that is not in charge yet. Else from the network, like a chunk of an earlier build.
 */
export async function surfaceFile(request: Request, rows: readonly SurfaceRow[]): Promise<Response> {
  for (const { surface } of rows) {
    const held = await caches.match(request, { cacheName: cacheOf(surface), ignoreVary: true });
    if (held) return held;
  }
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}

async function listOf(cache: Cache, { url, integrity }: SurfaceRow): Promise<ListedFile[]> {
  const held = await cache.match(url);
  const list = held ?? (await fetchInto(cache, { url, integrity }));
  return (await list.json()) as ListedFile[];
}

async function fetchInto(cache: Cache, { url, integrity }: ListedFile): Promise<Response> {
  const file = await fetch(url, { integrity });
  if (!file.ok) throw new Error(`${url}: ${file.status}`);
  await cache.put(url, file.clone());
  return file;
}
