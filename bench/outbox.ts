import { chromium, type Browser, type Page } from '@playwright/test';
import { measureGestures, type Phone, waiting, watchWrites } from '#bench/outbox-gestures.ts';
import { median, printTable, writeResult } from '#bench/report.ts';
import { openBenchShop } from '#bench/shop.ts';
import { openCuttingProxy, type CuttingProxy } from '#tests/e2e/support/cutting-proxy.ts';

// The outbox in a real browser before a real shop (issue «arrives exactly once»): how long a gesture takes to be durable, how
// long a queue takes to leave over a slow round trip, what a gesture writes, how soon the first request follows the signal.

const RUNS = Number(process.env.RUNS ?? 3);
const LAUNCH = {
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
};

async function openPhone(browser: Browser, url: string): Promise<Phone> {
  const context = await browser.newContext({ viewport: { width: 360, height: 780 }, baseURL: url });
  await context.addInitScript(watchWrites);
  const page = await context.newPage();
  await page.goto('/login');
  await page.getByRole('textbox', { name: 'Телефон или e-mail' }).fill('client@rostok.test');
  await page.getByLabel('Пароль', { exact: true }).fill('rostok-demo');
  await page.getByRole('button', { name: 'Войти', exact: true }).click();
  await page.getByRole('link', { name: 'Кабинет' }).first().waitFor();
  await page.goto('/katalog');
  await page.getByRole('button', { name: 'В избранное' }).first().waitFor();
  await page.waitForLoadState('networkidle');
  return { context, page };
}

/** `count` hearts of different products, put into the queue as the engine itself keeps them. */
async function fillQueue(page: Page, count: number, ids: readonly number[]): Promise<void> {
  await page.evaluate(
    async ({ wanted }) => {
      const name = (await indexedDB.databases())
        .map((one) => one.name ?? '')
        .find((one) => /^u:[0-9a-f]{24}$/.test(one));
      const open = indexedDB.open(name ?? '');
      const db = await new Promise<IDBDatabase>((done) => {
        open.onsuccess = () => done(open.result);
      });
      const transaction = db.transaction('kv', 'readwrite');
      const store = transaction.objectStore('kv');
      const read = <T>(key: string) =>
        new Promise<T>((done) => {
          const asked = store.get(key);
          asked.onsuccess = () => done(asked.result as T);
        });
      let seq = (await read<number>('seq')) ?? 0;
      const ledger = (await read<Record<string, number>>('ledger')) ?? {};
      const owner = (await read<{ data: { user: { id: number } } }>('base:user')).data.user.id;
      const hearts = new Set(
        Object.entries((await read<{ values?: Record<string, number> }>('base:fav'))?.values ?? {})
          .filter(([, on]) => on === 1)
          .map(([id]) => Number(id)),
      );
      for (const productId of wanted) {
        seq += 1;
        store.put(
          {
            v: 1,
            id: crypto.randomUUID(),
            seq,
            owner: String(owner),
            lane: `fav:${productId}`,
            kind: 'fav.set',
            body: { productId, on: !hearts.has(productId) },
            seen: { title: 'Товар' },
            createdAt: Date.now(),
            serverAt: null,
            tries: 0,
            countedTries: 0,
            state: 'queued',
            build: 'bench',
          },
          `ob:${String(seq).padStart(12, '0')}`,
        );
      }
      store.put(seq, 'seq');
      store.put({ ...ledger, enqueued: (ledger.enqueued ?? 0) + wanted.length }, 'ledger');
      await new Promise<void>((done) => {
        transaction.oncomplete = () => done();
      });
      db.close();
    },
    { wanted: ids.slice(0, count) },
  );
}

/** From the end of aeroplane mode to the queue's first request at the shop's door, and to the empty queue. */
async function drain(
  { context, page }: Phone,
  proxy: CuttingProxy,
  count: number,
  ids: readonly number[],
): Promise<{ first: number; empty: number }> {
  await context.setOffline(true);
  await fillQueue(page, count, ids);
  // Read as after a crash: the page starts with a full queue.
  await page.reload().catch(() => {});
  await page.getByRole('article').first().waitFor();
  await page.waitForTimeout(1500);
  proxy.forget();
  const began = performance.now();
  await context.setOffline(false);
  while ((await waiting(page)) > 0) await new Promise((done) => setTimeout(done, 20));
  const empty = performance.now() - began;
  // Pulls and catalogues come to the same door: only what carries a key is the queue's.
  const first = proxy.seen.find(({ key }) => key !== null);
  return { first: (first?.at ?? Number.NaN) - began, empty };
}

export async function benchOutbox(): Promise<void> {
  const proxy = await openCuttingProxy();
  const shop = await openBenchShop({ env: { PUBLIC_URL: proxy.url } });
  proxy.lead(shop.url);
  const browser = await chromium.launch(LAUNCH);
  const at = (values: readonly number[], share: number) =>
    [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN;
  const rows: [string, number, number | null][] = [];
  try {
    const phone = await openPhone(browser, proxy.url);
    await phone.page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
    await phone.page.waitForTimeout(5000);
    const ids = await phone.page.evaluate(async () => {
      const found: number[] = [];
      for (const page of [1, 2]) {
        const answer = await fetch('/eshop/produkt/list', {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', 'X-Requested-With': 'rostok' },
          body: JSON.stringify({ page, per_page: 100 }),
        });
        const { items } = (await answer.json()) as { items: { id: number }[] };
        found.push(...items.map((item) => item.id));
      }
      return found;
    });
    if (ids.length < 200) throw new Error(`only ${ids.length} products to mark`);
    const { hearts, pieces } = await measureGestures(phone);
    for (const [what, { times, bytes }] of [['heart', hearts] as const, ['cart change', pieces] as const])
      rows.push(
        [`${what} → durable p50, ms`, at(times, 0.5), null],
        [`${what} → durable p99, ms`, at(times, 0.99), 10],
        [`written per ${what}, bytes`, bytes, null],
      );
    const firsts: number[] = [];
    for (const rtt of [100, 300])
      for (const count of [50, 200]) {
        const all: number[] = [];
        for (let run = 0; run < RUNS; run += 1) {
          const delay = proxy.fault({ kind: 'stall', ms: rtt });
          const { first, empty } = await drain(phone, proxy, count, ids);
          delay.lift();
          firsts.push(first);
          all.push(empty);
        }
        rows.push([`drain of ${count} at ${rtt} ms, ms`, median(all), rtt === 100 && count === 50 ? 6000 : null]);
      }
    rows.push(['signal → first request, ms', median(firsts), 300]);
  } finally {
    await browser.close();
    await shop.close();
    await proxy.close();
  }
  printTable(
    'Outbox',
    ['what', 'median', 'goal'],
    rows.map(([what, value, goal]) => [what, value.toFixed(value < 100 ? 1 : 0), goal === null ? '' : `≤ ${goal}`]),
  );
  writeResult('outbox', { rows });
}
