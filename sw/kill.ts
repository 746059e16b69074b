import { KILLED_CACHE, WORKERS_CHANNEL } from '#src/offline/keys.ts';

// The worker that ends workers: what the server answers as /sw.js while KILL_WORKER=1 (docs/product/offline.md F42: taking
// the file away leaves a broken worker in place). It answers nothing itself, so from its first moment every request goes to
// the network.
// IndexedDB is not touched: the queue and the catalogue stay.

declare const self: ServiceWorkerGlobalScope;

self.addEventListener('install', (event) => event.waitUntil(takeOver()));
self.addEventListener('activate', (event) => event.waitUntil(leave()));

/** At once, without asking: the worker before it may be unable to answer. The mark tells open pages not to reload for it. */
async function takeOver(): Promise<void> {
  await caches.open(KILLED_CACHE).catch(() => {});
  new BroadcastChannel(WORKERS_CHANNEL).postMessage('stop');
  await self.skipWaiting();
}

/** First the registration: whatever else fails, the next page opens without a worker. */
async function leave(): Promise<void> {
  await self.registration.unregister();
  for (const name of await caches.keys()) if (name.startsWith('workbox-precache')) await caches.delete(name);
}
