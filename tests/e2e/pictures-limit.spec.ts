import { expect, test, warmUp } from '#tests/e2e/support/test.ts';

/** As in sw/caching.ts. */
const MAX = 600;

test('the worker keeps the six hundred pictures that were seen last', { tag: '@long' }, async ({ page }) => {
  await page.goto('/katalog');
  await warmUp(page);
  await page.reload();
  // The worker has answered a picture: its book of times exists.
  await expect.poll(() => page.evaluate(countBoth)).toMatchObject({ isEqual: true, isEmpty: false });
  const seen = await page.evaluate(namesInCache);
  await page.evaluate(plantOld, MAX + 50);
  // One that this phone has not seen yet.
  const fresh = await page.evaluate(async () => {
    const src = document.querySelector<HTMLImageElement>('article img')?.src ?? '';
    const url = src.replace(/\/\d+\.\w+$/, '/960.webp');
    const answer = await fetch(url);
    return { url, type: answer.headers.get('content-type') };
  });
  expect(fresh.type).toBe('image/webp');
  await expect.poll(() => page.evaluate(countBoth)).toMatchObject({ isEqual: true, cached: MAX });
  const left = await page.evaluate(namesInCache);
  // The oldest went; what was seen just now stays.
  expect(left).toEqual(expect.arrayContaining([...seen, fresh.url]));
  expect(left.filter((url) => url.endsWith('/pictures/old-1.webp'))).toEqual([]);
  expect(left.filter((url) => url.endsWith(`/pictures/old-${MAX + 50}.webp`))).toHaveLength(1);
});

async function namesInCache(): Promise<string[]> {
  return (await (await caches.open('pictures')).keys()).map(({ url }) => url);
}

/** Pictures in the cache and lines in the book of times, which name the same. */
async function countBoth(): Promise<{ cached: number; isEqual: boolean; isEmpty: boolean }> {
  const urls = (await (await caches.open('pictures')).keys()).map(({ url }) => url);
  const known = (await indexedDB.databases()).some(({ name }) => name === 'workbox-expiration');
  if (!known) return { cached: urls.length, isEqual: false, isEmpty: true };
  const opening = indexedDB.open('workbox-expiration');
  const db = await new Promise<IDBDatabase>((done) => opening.addEventListener('success', () => done(opening.result)));
  const read = db.transaction('cache-entries').objectStore('cache-entries').getAll();
  const entries = await new Promise<{ url: string }[]>((done) =>
    read.addEventListener('success', () => done(read.result as { url: string }[])),
  );
  db.close();
  const sorted = (list: string[]) => list.sort().join(' ');
  return {
    cached: urls.length,
    isEqual: sorted(urls) === sorted(entries.map(({ url }) => url)),
    isEmpty: urls.length === 0,
  };
}

/** Pictures of long ago, number 1 the oldest. */
async function plantOld(count: number): Promise<void> {
  const cache = await caches.open('pictures');
  const opening = indexedDB.open('workbox-expiration');
  const db = await new Promise<IDBDatabase>((done) => opening.addEventListener('success', () => done(opening.result)));
  const store = db.transaction('cache-entries', 'readwrite').objectStore('cache-entries');
  const written = new Promise((done) => store.transaction.addEventListener('complete', done));
  const puts: Promise<void>[] = [];
  for (let n = 1; n <= count; n += 1) {
    const url = `${location.origin}/pictures/old-${n}.webp`;
    store.put({ id: `pictures|${url}`, url, cacheName: 'pictures', timestamp: n });
    puts.push(cache.put(url, new Response('', { headers: { 'content-type': 'image/webp' } })));
  }
  await Promise.all([written, ...puts]);
  db.close();
}
