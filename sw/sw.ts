import { clientsClaim } from 'workbox-core';
import { KILLED_CACHE, WORKERS_CHANNEL } from '#src/offline/keys.ts';
import type { LessonsMessage } from '#src/offline/lessons-messages.ts';
import { installCaching, ownShell, repairShell, type ShellFile } from '#sw/caching.ts';
import { sendQueue } from '#sw/outbox.ts';
import { serveLessons, syncLessonsNow } from '#sw/lessons.ts';
import { dropEarlierPages } from '#sw/pages.ts';
import { openPushed, showPush } from '#sw/push.ts';
import { dropEarlier, keepOpened, keepSurface, type SurfaceRow } from '#sw/surfaces.ts';
import { goAround } from '#sw/routes.ts';
import { rememberSession, syncNow } from '#sw/sync.ts';
import { forgetTaken, markTaken } from '#sw/taken.ts';

// Wiring only. Handlers answer from a cache or pass through: none awaits the network, a lock or a message
// before it answers a navigation (docs/product/offline.md, docs/product/offline.md F30).

declare const __BUILD__: string;
declare const self: ServiceWorkerGlobalScope & {
  __WB_MANIFEST: (ShellFile | SurfaceRow)[];
};

/** Work of this worker would hold a newer build back: it ends when that build is taken (Chrome waits up to five minutes). */
const stop = new AbortController();
const stopped = new Promise<never>((_, fail) => {
  stop.signal.addEventListener('abort', () => fail(stop.signal.reason));
});
stopped.catch(() => {});
/** Without it a stalled network would keep this worker alive: a request of the catalogue may take as long as it likes. */
const until = (event: ExtendableEvent, work: Promise<unknown>) => event.waitUntil(Promise.race([work, stopped]));
const workers = new BroadcastChannel(WORKERS_CHANNEL);
workers.onmessage = () => stop.abort();
let urging: ReturnType<typeof setInterval> | undefined;

const rows: readonly (ShellFile | SurfaceRow)[] = self.__WB_MANIFEST;
const isSurface = (row: ShellFile | SurfaceRow): row is SurfaceRow => 'surface' in row;
const shell = rows.filter((row) => !isSurface(row));
const surfaces = rows.filter(isSurface);
installCaching(shell, surfaces);
clientsClaim();

self.addEventListener('install', (event) => {
  goAround(event);
  event.waitUntil(keepOpened(surfaces));
  // The worker of the kill switch is nobody's build: nothing to wait for.
  event.waitUntil(caches.has(KILLED_CACHE).then((isKilled) => (isKilled ? self.skipWaiting() : undefined)));
});
self.addEventListener('activate', (event) => {
  clearInterval(urging);
  event.waitUntil(caches.delete(KILLED_CACHE));
  event.waitUntil(forgetTaken());
  event.waitUntil(dropEarlier(surfaces).catch(() => {}));
  event.waitUntil(
    ownShell()
      .then(dropEarlierPages)
      .catch(() => {}),
  );
  // Not awaited: until this event has ended no page is opened, however long the network takes.
  void syncNow();
  void syncLessonsNow(stop.signal);
});

self.addEventListener('message', (event) => {
  const message = event.data as
    | ({ type?: string; uid?: string; priceType?: 0 | 1; surface?: string } & Partial<Omit<LessonsMessage, 'type'>>)
    | null;
  switch (message?.type) {
    case 'SKIP_WAITING':
      // Asked by a tap on «Обновить» (docs/product/offline.md#updates).
      event.waitUntil(takeOver());
      break;
    case 'alive?':
      // Asked before a newer build takes over: whoever answers is running (docs/decisions/180-hand-over.md), and says which
      // build it is.
      event.ports[0]?.postMessage(__BUILD__);
      break;
    case 'activate-if-alone':
      // Asked at a cold start: taken only when no other client of the origin is open.
      event.waitUntil(activateIfAlone());
      break;
    case 'repair':
      until(
        event,
        repairShell(shell)
          .then(() => keepOpened(surfaces))
          .catch(() => {}),
      );
      break;
    case 'keep-surface':
      // Somebody with the right is here: from now on it opens without a network.
      until(event, tellKept(message.surface, event.ports[0]));
      break;
    case 'session':
      if (typeof message.uid === 'string')
        until(event, rememberSession({ uid: message.uid, priceType: message.priceType === 1 ? 1 : 0 }));
      break;
    case 'lessons':
      if (message.job && typeof message.uid === 'string')
        event.waitUntil(
          serveLessons({ type: 'lessons', uid: message.uid, job: message.job }, event.ports[0], stop.signal),
        );
      break;
    default:
  }
});

self.addEventListener('sync', (event) => {
  const asked = event as ExtendableEvent & { tag: string };
  if (asked.tag === 'catalogue') until(asked, syncNow());
  // Rejects while something is left: the browser tries again.
  if (asked.tag === 'outbox') until(asked, sendQueue(stop.signal));
});

self.addEventListener('push', (event) => event.waitUntil(showPush(event)));
self.addEventListener('notificationclick', (event) => event.waitUntil(openPushed(event)));

async function tellKept(name: string | undefined, port: MessagePort | undefined): Promise<void> {
  const row = surfaces.find(({ surface }) => surface === name);
  const isKept = row
    ? await keepSurface(row).then(
        () => true,
        () => false,
      )
    : false;
  port?.postMessage(isKept);
}

async function activateIfAlone(): Promise<void> {
  const open = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (open.length <= 1) await takeOver();
}

async function takeOver(): Promise<void> {
  // Again and again until then: the older worker may be starting at this moment, for a `sync` that would last minutes.
  clearInterval(urging);
  urging = setInterval(() => workers.postMessage('stop'), 200);
  workers.postMessage('stop');
  await markTaken(await ownShell()).catch(() => {});
  await self.skipWaiting();
}
