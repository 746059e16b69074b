import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, openLab, type OfflineLab, test } from '#tests/e2e/support/offline-lab.ts';
import { executionsOf } from '#tests/e2e/support/offline-lab-queue.ts';
import { warmUp } from '#tests/e2e/support/test.ts';

// The lab itself: every fault is shown to happen, so that a journey which survives it has survived something.

type Outcome = { error?: string; http?: number; type?: string | null; text?: string; ms: number; isOnline: boolean };

/** One change as the app sends it, straight from the page: no outbox, no retries. */
function change(page: Page, key: string, productId: number): Promise<Outcome> {
  return page.evaluate(
    async ({ key, productId }) => {
      const began = performance.now();
      const tell = (more: object) => ({ ms: performance.now() - began, isOnline: navigator.onLine, ...more });
      try {
        const answer = await fetch('/cart/change', {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', 'X-Requested-With': 'rostok', 'Idempotency-Key': key },
          body: JSON.stringify({ cartType: 0, items: [{ product_id: productId, delta: 1 }] }),
        });
        const type = answer.headers.get('content-type');
        return tell({ http: answer.status, type, text: await answer.text() });
      } catch (error) {
        return tell({ error: (error as Error).name });
      }
    },
    { key, productId },
  );
}

const BLANK = {
  kind: 'answer',
  http: 200,
  headers: { 'Content-Type': 'text/html' },
  body: '<title>пусто</title>',
} as const;

/** A guest with a session, on a page of the shop's origin that runs no app. */
async function open(page: Page, lab: OfflineLab): Promise<void> {
  lab.proxy.fault(BLANK, { match: ({ path }) => path === '/blank' || path === '/favicon.ico' });
  await page.goto('/blank');
  await page.evaluate(async (guestId) => {
    const answer = await fetch('/api/session/guest', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Requested-With': 'rostok' },
      body: JSON.stringify({ guestId }),
    });
    if (!answer.ok) throw new Error(`no session: ${answer.status}`);
  }, randomUUID());
}

async function productOf({ shop }: OfflineLab): Promise<number> {
  const [row] = await shop.sql<{ id: number }>("select id from products where code = '10201'");
  return row?.id ?? 0;
}

/** Pieces the shop holds after this key: null = it has never carried it out. */
async function effectOf({ shop }: OfflineLab, key: string): Promise<number | null> {
  const [row] = await shop.sql<{ answer: string }>('select answer from idempotency_keys where key = $1', [key]);
  if (!row) return null;
  return (JSON.parse(row.answer) as { items: { quantity: number }[] }).items[0]?.quantity ?? null;
}
/** How often the shop has carried it out; a replay of its answer does not count. */
const executed = async (lab: OfflineLab, key: string): Promise<number> =>
  (await executionsOf(lab)).filter((one) => one.key === key).length;
const timesOf = (lab: OfflineLab, key: string): number => lab.proxy.seen.filter((one) => one.key === key).length;

test.describe('the network', () => {
  let product = 0;
  let key = '';
  test.beforeEach(async ({ page, lab }) => {
    await open(page, lab);
    product = await productOf(lab);
    key = randomUUID();
  });

  test('offline: nothing leaves and the browser knows; online: it goes again', async ({ page, lab }) => {
    await lab.offline();
    expect(await change(page, key, product)).toMatchObject({ error: 'TypeError', isOnline: false });
    expect(timesOf(lab, key)).toBe(0);
    // Nor does the door open to what a browser lets through all the same.
    await expect(fetch(`${lab.url}/healthz`)).rejects.toThrow('fetch failed');
    await lab.online();
    expect(await change(page, key, product)).toMatchObject({ http: 200, isOnline: true });
  });

  test('drop: the shop has not heard, and the browser thinks it is online', async ({ page, lab }) => {
    const dropped = lab.drop({ times: 1 });
    expect(await change(page, key, product)).toMatchObject({ error: 'TypeError', isOnline: true });
    expect(dropped.struck).toHaveLength(1);
    expect(await effectOf(lab, key)).toBeNull();
    dropped.lift();
    expect(await change(page, key, product)).toMatchObject({ http: 200 });
    expect(await effectOf(lab, key)).toBe(1);
  });

  test('loseAnswer: the shop has done it, the page has a TypeError, the repeat does nothing twice', async ({
    page,
    lab,
  }) => {
    const lost = lab.loseAnswer({ times: 1 });
    expect(await change(page, key, product)).toMatchObject({ error: 'TypeError', isOnline: true });
    expect(lost.struck).toHaveLength(1);
    expect(await effectOf(lab, key)).toBe(1);
    lost.lift();
    expect(await change(page, key, product)).toMatchObject({ http: 200 });
    expect(await executed(lab, key)).toBe(1);
    expect(await effectOf(lab, key)).toBe(1);
  });

  test('a lost answer on a used connection: the browser itself sends the POST again, the shop does it once', async ({
    page,
    lab,
  }) => {
    // Only a used connection is tried again, and which one it takes is the browser's choice.
    for (let tries = 1; ; tries += 1) {
      key = randomUUID();
      await page.evaluate(() => fetch('/healthz').then((answer) => answer.text()));
      lab.loseAnswer({ times: 1, resends: 'own' });
      const outcome = await change(page, key, product);
      if (outcome.error && tries < 10) continue;
      expect(outcome).toMatchObject({ http: 200 });
      break;
    }
    expect(timesOf(lab, key)).toBe(2);
    expect(lab.proxy.seen.filter((one) => one.key === key).at(-1)).toMatchObject({ isResend: true });
    expect(await executed(lab, key)).toBe(1);
  });

  test('halfAnswer: the status comes, the body breaks off, the shop has done it', async ({ page, lab }) => {
    lab.halfAnswer({ times: 1 });
    expect(await change(page, key, product)).toMatchObject({ error: 'TypeError' });
    expect(await effectOf(lab, key)).toBe(1);
  });

  test('stall: the shop has done it at once, its answer comes late', async ({ page, lab }) => {
    const stalled = lab.stall(800);
    const answer = change(page, key, product);
    await stalled.met();
    await expect.poll(() => effectOf(lab, key), { intervals: [20] }).toBe(1);
    const { http, ms } = await answer;
    expect(http).toBe(200);
    expect(ms).toBeGreaterThanOrEqual(800);
  });

  test('portal: 200 with HTML, and the shop has not heard', async ({ page, lab }) => {
    const portal = lab.portal();
    expect(await change(page, key, product)).toMatchObject({
      http: 200,
      type: expect.stringContaining('text/html') as unknown as string,
    });
    expect(await effectOf(lab, key)).toBeNull();
    portal.lift();
    expect(await change(page, key, product)).toMatchObject({
      http: 200,
      type: expect.stringContaining('application/json') as unknown as string,
    });
  });

  test('busy: 503 in the words of the shop, with how long to wait', async ({ page, lab }) => {
    lab.busy({ retryAfter: 7, times: 1 });
    const heard = page.waitForResponse(/cart\/change/);
    expect(await change(page, key, product)).toMatchObject({ http: 503 });
    expect(await (await heard).headerValue('retry-after')).toBe('7');
    expect(await effectOf(lab, key)).toBeNull();
  });

  test('holdServer: waits at the door, or with the answer in hand, until released', async ({ page, lab }) => {
    const held = lab.holdServer();
    const waiting = change(page, key, product);
    await held.met();
    expect(await effectOf(lab, key)).toBeNull();
    lab.releaseServer();
    held.lift();
    expect(await waiting).toMatchObject({ http: 200 });

    key = randomUUID();
    const answered = lab.holdServer({ where: 'answer', match: (passing) => passing.key === key });
    let isHere = false;
    const late = change(page, key, product).finally(() => (isHere = true));
    await answered.met();
    await expect.poll(() => effectOf(lab, key), { intervals: [20] }).toBe(2);
    expect(isHere).toBe(false);
    lab.releaseServer();
    expect(await late).toMatchObject({ http: 200 });
  });

  for (const end of ['releaseServer', 'heal', 'close'] as const)
    test(`two holds at once, ${end}: whatever waits goes on`, async ({ page, lab, context, consoleGuard }) => {
      const { shop, proxy } = lab;
      const own = await openLab({ context, shop, proxy, console: consoleGuard });
      const keys = [key, randomUUID()];
      const holds = keys.map((held) => own.holdServer({ match: (passing) => passing.key === held }));
      const waiting = keys.map((held) => change(page, held, product));
      for (const held of holds) await held.met();
      for (const held of keys) expect(await effectOf(lab, held)).toBeNull();
      await own[end]();
      for (const one of waiting) expect(await one).toMatchObject({ http: 200 });
    });

  test('a shop that is down: every socket dies, and it is there again as it was', async ({ page, lab, shop }) => {
    expect(await change(page, key, product)).toMatchObject({ http: 200 });
    await shop.stop('SIGKILL');
    expect(await change(page, randomUUID(), product)).toMatchObject({ error: 'TypeError' });
    await shop.start();
    expect(await change(page, randomUUID(), product)).toMatchObject({ http: 200 });
    expect(await effectOf(lab, key)).toBe(1);
  });
});

function writeDatabase(page: Page, size: number): Promise<string> {
  return page.evaluate(async (size) => {
    const db = await new Promise<IDBDatabase>((done, fail) => {
      const open = indexedDB.open('lab', 1);
      open.addEventListener('upgradeneeded', () => open.result.createObjectStore('kv'));
      open.addEventListener('success', () => done(open.result));
      open.addEventListener('error', () => fail(open.error));
    });
    const bytes = new Uint8Array(size);
    for (let at = 0; at < size; at += 65_536) crypto.getRandomValues(bytes.subarray(at, at + 65_536));
    const change = db.transaction('kv', 'readwrite');
    change.objectStore('kv').put(bytes, 'bulk');
    const end = await new Promise<string>((done) => {
      change.addEventListener('complete', () => done('written'));
      change.addEventListener('abort', () => done(change.error?.name ?? 'aborted'));
    });
    db.close();
    return end;
  }, size);
}

function writeCache(page: Page, size: number): Promise<string> {
  return page.evaluate(async (size) => {
    const bytes = new Uint8Array(size);
    for (let at = 0; at < size; at += 65_536) crypto.getRandomValues(bytes.subarray(at, at + 65_536));
    try {
      await (await caches.open('lab')).put('/bulk', new Response(bytes));
      return 'written';
    } catch (error) {
      return (error as Error).name;
    }
  }, size);
}

test.describe('the browser', () => {
  test('killWorker: its memory is gone, its registration stays, and it may be killed twice', async ({
    page,
    context,
    lab,
  }) => {
    await page.goto('/cookie');
    await warmUp(page);
    const worker = context.serviceWorkers()[0]!;
    await worker.evaluate(() => ((globalThis as { mark?: number }).mark = 1));
    expect(await lab.killWorker()).toBe(1);
    expect(await lab.killWorker()).toBe(0);
    // The same handle reaches the worker once something has started it anew (P16).
    await page.evaluate(() => navigator.serviceWorker.controller?.postMessage({ type: 'wake' }));
    expect(await worker.evaluate(() => (globalThis as { mark?: number }).mark)).toBeUndefined();
    expect(await page.evaluate(async () => Boolean(await navigator.serviceWorker.getRegistration()))).toBe(true);
  });

  test('killWorker in the middle of its work: what it was fetching dies with it, nobody is left hanging', async ({
    page,
    lab,
  }) => {
    await page.goto('/cookie');
    await warmUp(page);
    const held = lab.holdServer({ match: ({ path }) => path.startsWith('/api/catalog/manifest') });
    await lab.dispatchSync('catalogue');
    await held.met();
    expect(await lab.killWorker()).toBe(1);
    lab.releaseServer();
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });

  test('dispatchSync: the worker runs its handler', async ({ page, lab }) => {
    await page.goto('/cookie');
    await warmUp(page);
    const asked = lab.stall(0, { match: ({ path }) => path.startsWith('/api/catalog/manifest') });
    await lab.dispatchSync('catalogue', { lastChance: true });
    await asked.met();
  });

  test('crashTab: no code of the tab runs any more, and its lock is free at once', async ({ page, context, lab }) => {
    const other = await context.newPage();
    await page.goto('/cookie');
    await other.goto('/cookie');
    await page.evaluate(async () => {
      const taken = new Promise<void>((done) => {
        void navigator.locks.request('lab', () => {
          done();
          return new Promise<void>(() => {});
        });
      });
      await taken;
      addEventListener('pagehide', () => localStorage.setItem('left', 'politely'));
    });
    const free = () => other.evaluate(() => navigator.locks.request('lab', { ifAvailable: true }, (lock) => !!lock));
    expect(await free()).toBe(false);
    await lab.crashTab(page);
    await expect.poll(free, { intervals: [20] }).toBe(true);
    expect(await other.evaluate(() => localStorage.getItem('left'))).toBeNull();
  });

  test('evict: databases, caches and the worker go one by one, then everything', async ({ page, lab }) => {
    const state = () =>
      page.evaluate(async () => ({
        databases: (await indexedDB.databases()).length > 0,
        caches: (await caches.keys()).length > 0,
        worker: Boolean(await navigator.serviceWorker.getRegistration()),
        notes: localStorage.length > 0,
      }));
    await page.goto('/cookie');
    await warmUp(page);
    await page.evaluate(() => localStorage.setItem('note', '1'));
    expect(await state()).toEqual({ databases: true, caches: true, worker: true, notes: true });
    await page.goto('/healthz');
    await lab.evict('databases');
    expect(await state()).toEqual({ databases: false, caches: true, worker: true, notes: true });
    await lab.evict('caches');
    expect(await state()).toEqual({ databases: false, caches: false, worker: true, notes: true });
    await lab.evict('worker');
    expect(await state()).toEqual({ databases: false, caches: false, worker: false, notes: true });
    await lab.evict('everything');
    expect(await state()).toEqual({ databases: false, caches: false, worker: false, notes: false });
  });

  test('quota: what does not fit is refused, at once in Cache Storage, and room made again is room', async ({
    page,
    lab,
  }) => {
    await lab.quota(2_000_000);
    await open(page, lab);
    expect(await writeDatabase(page, 100_000)).toBe('written');
    expect(await writeDatabase(page, 4_000_000)).toBe('QuotaExceededError');
    await lab.quota(300_000);
    expect(await writeCache(page, 400_000)).toBe('QuotaExceededError');
    await lab.quota(null);
    expect(await writeDatabase(page, 4_000_000)).toBe('written');
    expect(await writeCache(page, 400_000)).toBe('written');
  });

  test('fillDisk: not even a small record fits, until the room is given back', async ({ page, lab }) => {
    await lab.quota(5_000_000);
    await open(page, lab);
    expect(await writeDatabase(page, 20_000)).toBe('written');
    const giveBack = await lab.fillDisk();
    expect(await writeDatabase(page, 20_000)).toBe('QuotaExceededError');
    await giveBack();
    expect(await writeDatabase(page, 20_000)).toBe('written');
  });

  test('skew: the device is ten years ahead, in tabs old and new and in the worker, and time flows', async ({
    page,
    context,
    lab,
  }) => {
    const TEN_YEARS = 3650 * 86_400_000;
    await page.goto('/cookie');
    await warmUp(page);
    const read = () => {
      const began = Date.now();
      const text = Date();
      return { year: new Date().getFullYear(), isOne: new Date(0).getTime() === 0, text, began };
    };
    const year = (await page.evaluate(read)).year;
    await lab.skew(TEN_YEARS);
    const worker = context.serviceWorkers()[0]!;
    const other = await context.newPage();
    await other.goto('/cookie');
    const tabs = [await page.evaluate(read), await worker.evaluate(read), await other.evaluate(read)];
    for (const { year: shown, isOne, text } of tabs) {
      expect(shown - year).toBeGreaterThanOrEqual(9);
      expect(text).toContain(String(shown));
      expect(isOne).toBe(true);
    }
    expect((await page.evaluate(read)).began).toBeGreaterThan(tabs[0]!.began);
    await lab.skew(-TEN_YEARS);
    await other.reload();
    for (const tab of [page, other]) expect((await tab.evaluate(read)).year).toBeLessThan(year - 8);
    await lab.skew(0);
    expect((await page.evaluate(read)).year).toBe(year);
  });
});

test.describe('the world', () => {
  test('switchUser: the tab still shows one person, the cookie is another', async ({ page, lab, consoleGuard }) => {
    // What the tab asks while it is switched comes with a session that has just ended.
    consoleGuard.allow(/status of 40[13]/);
    const [first, second] = [await lab.person('client'), await lab.person('client')];
    const holder = () => page.evaluate(async () => (await (await fetch('/user/data')).json()).user.id as number);
    await page.goto('/cookie');
    await lab.switchUser(first);
    expect(await holder()).toBe(first.id);
    await lab.switchUser(second);
    expect(await holder()).toBe(second.id);
  });

  test('deploy: the same shop with another build, then with the first again', async ({ page, lab }) => {
    await open(page, lab);
    const worker = () => page.evaluate(async () => (await fetch('/sw.js', { cache: 'no-store' })).text());
    const first = await worker();
    const product = await productOf(lab);
    await lab.deploy('second');
    expect(await worker()).not.toBe(first);
    expect(await change(page, randomUUID(), product)).toMatchObject({ http: 200 });
    await lab.deploy('first');
    expect(await worker()).toBe(first);
  });
});
