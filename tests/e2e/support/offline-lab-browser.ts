import type { BrowserContext, CDPSession, Page } from '@playwright/test';
import { setClock } from './set-clock.ts';

// What Chromium itself can be made to suffer, through CDP. The session hangs on an empty tab of the lab's own, so that
// nothing here ends with the tab of a test.

export type Evicted = 'databases' | 'caches' | 'worker' | 'everything';
const STORAGE_TYPES: Readonly<Record<Evicted, string>> = {
  databases: 'indexeddb',
  caches: 'cache_storage',
  worker: 'service_workers,cache_storage',
  everything: 'all',
};

export type BrowserFaults = {
  /** Ends every running worker of the origin in the middle of whatever it does; resolves with how many there were. */
  killWorker(): Promise<number>;
  /**
   * The renderer dies: no `pagehide`, no `finally`. The dead tab is closed. Chromium may have put two tabs of the origin into
   * one renderer: the other one dies too, and crashing it afterwards only closes it.
   */
  crashTab(page: Page): Promise<void>;
  /** What a browser short of space does, and a person in «Очистить данные сайта». */
  evict(what: Evicted): Promise<void>;
  /**
   * Bytes the origin may hold; null = as before. `navigator.storage.estimate()` does not show it (P17). Cache Storage
   * notices at once; IndexedDB asks for its room only every 30 s (measured), so set it before the first page opens, and use
   * `fillDisk` for a disk that becomes full later.
   */
  quota(bytes: number | null): Promise<void>;
  /** Takes what `quota` has left, to the last 4 kB. Resolves with the way to give it back. */
  fillDisk(): Promise<() => Promise<void>>;
  /** The device's clock is wrong by this much, in open tabs, in tabs to come and in running workers. */
  skew(ms: number): Promise<void>;
  /** Fires the worker's `sync` event; resolves when the worker has been asked. */
  dispatchSync(tag: string, options?: { lastChance?: boolean }): Promise<void>;
  close(): Promise<void>;
};

type Version = { versionId: string; registrationId: string; scriptURL: string; runningStatus: string };

export function openBrowserFaults(context: BrowserContext, origin: string): BrowserFaults {
  let opening: Promise<{ cdp: CDPSession; tab: Page }> | null = null;
  let filler: Page | null = null;
  const dead = new WeakSet<Page>();
  const watch = (page: Page) => void page.once('crash', () => dead.add(page));
  context.pages().forEach(watch);
  context.on('page', watch);
  const versions = new Map<string, Version>();
  const registrations = new Map<string, { registrationId: string; scopeURL: string; isDeleted: boolean }>();
  let told: () => void = () => {};

  const session = async (): Promise<CDPSession> => (await (opening ??= open())).cdp;

  async function open(): Promise<{ cdp: CDPSession; tab: Page }> {
    const tab = await context.newPage();
    const cdp = await context.newCDPSession(tab);
    cdp.on('ServiceWorker.workerVersionUpdated', ({ versions: changed }) => {
      for (const one of changed) versions.set(one.versionId, one);
      told();
    });
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: changed }) => {
      for (const one of changed) registrations.set(one.registrationId, one);
    });
    // What exists already is told in one event of each kind, after the answer to `enable`.
    const isAcknowledged = Promise.all([
      new Promise((done) => cdp.once('ServiceWorker.workerRegistrationUpdated', done)),
      new Promise((done) => cdp.once('ServiceWorker.workerVersionUpdated', done)),
    ]);
    await cdp.send('ServiceWorker.enable');
    await isAcknowledged;
    return { cdp, tab };
  }

  const running = (): Version[] =>
    [...versions.values()].filter((one) => one.scriptURL.startsWith(origin) && one.runningStatus !== 'stopped');

  /** As the caller of `quota` wants it; `fillDisk` goes below. */
  let asked: number | null = null;
  async function allow(bytes: number | null): Promise<void> {
    const cdp = await session();
    await cdp.send('Storage.overrideQuotaForOrigin', { origin, ...(bytes === null ? {} : { quotaSize: bytes }) });
  }

  return {
    async killWorker() {
      const cdp = await session();
      const doomed = running().length;
      await cdp.send('ServiceWorker.stopAllWorkers');
      while (running().length > 0)
        await new Promise<void>((done) => {
          told = done;
        });
      return doomed;
    },
    async crashTab(page) {
      if (!dead.has(page)) {
        const crashed = page.waitForEvent('crash');
        // It never answers: there is nobody left to.
        const cdp = await context.newCDPSession(page);
        cdp.send('Page.crash').catch(() => {});
        await crashed;
      }
      await page.close();
    },
    async evict(what) {
      const cdp = await session();
      await cdp.send('Storage.clearDataForOrigin', { origin, storageTypes: STORAGE_TYPES[what] });
    },
    async quota(bytes) {
      asked = bytes;
      await allow(bytes);
    },
    async fillDisk() {
      const tab = (filler ??= await context.newPage());
      // A page of the origin without the app, whatever the network does.
      await tab.route('**/*', (route) => route.fulfill({ contentType: 'text/html', body: '<title>диск</title>' }));
      await tab.goto(`${origin}/healthz`);
      await allow(asked);
      await tab.evaluate(fill);
      // Chromium's own log of what was just written is cleared away by whoever writes next (50 kB here): room for a hundred
      // gestures on a disk that was called full.
      const { usage = 0 } = await tab.evaluate(() => navigator.storage.estimate());
      await allow(Math.max(0, Math.min(usage - BOOKKEEPING_BYTES, asked ?? usage)));
      return async () => {
        await tab.evaluate(empty);
        await allow(asked);
      };
    },
    async skew(ms) {
      await context.addInitScript(setClock, ms);
      const open = context.pages().filter((page) => page.url().startsWith(origin));
      await Promise.all(open.map((page) => page.evaluate(setClock, ms)));
      await Promise.all(context.serviceWorkers().map((worker) => worker.evaluate(setClock, ms)));
    },
    async dispatchSync(tag, { lastChance = false } = {}) {
      const cdp = await session();
      const own = [...registrations.values()].find((one) => !one.isDeleted && one.scopeURL.startsWith(origin));
      if (!own) throw new Error('no service worker is registered');
      await cdp.send('ServiceWorker.dispatchSyncEvent', {
        origin,
        registrationId: own.registrationId,
        tag,
        lastChance,
      });
    },
    async close() {
      if (!opening) return;
      const { tab } = await opening;
      await tab.close();
      await filler?.close();
    },
  };
}

const BOOKKEEPING_BYTES = 65_536;
/** Runs in a page: writes until nothing more fits. */
async function fill(): Promise<void> {
  const opened = indexedDB.open('filler', 1);
  opened.addEventListener('upgradeneeded', () => opened.result.createObjectStore('kv'));
  const db = await new Promise<IDBDatabase>((done, fail) => {
    opened.addEventListener('success', () => done(opened.result));
    opened.addEventListener('error', () => fail(opened.error));
  });
  // Smaller than what Chromium puts aside into files, which would be cleared away later and make room again.
  for (let size = 49_152; size >= 3072;) {
    const write = db.transaction('kv', 'readwrite');
    // Zeros compress to nothing and take no room (docs/product/offline.md#eviction).
    write.objectStore('kv').put(crypto.getRandomValues(new Uint8Array(size)), crypto.randomUUID());
    const fits = await new Promise<boolean>((done) => {
      write.addEventListener('complete', () => done(true));
      write.addEventListener('abort', () => done(false));
    });
    if (!fits) size /= 2;
  }
  db.close();
}
/** Runs in a page. */
function empty(): Promise<void> {
  return new Promise((done, fail) => {
    const gone = indexedDB.deleteDatabase('filler');
    gone.addEventListener('success', () => done());
    gone.addEventListener('error', () => fail(gone.error));
  });
}
