import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import config from '#tests/e2e/playwright.config.ts';
import { openShopProcess, type ShopProcess } from '#tests/e2e/support/shop-process.ts';
import { expect, logIn, test, warmUp } from '#tests/e2e/support/test.ts';

// Rendered pages that the phone keeps (docs/decisions/258). A shop of its own: the others live with the demo's titles.

type Start = (options?: { javaScriptEnabled: boolean }) => Promise<BrowserContext>;

/** A profile on disk; each start is a new browser process. */
async function withPhone(shop: ShopProcess, run: (start: Start) => Promise<void>): Promise<void> {
  const profile = mkdtempSync(join(tmpdir(), 'rostok-phone-'));
  let open: BrowserContext | null = null;
  const start: Start = async (options = { javaScriptEnabled: true }) => {
    await open?.close();
    open = await chromium.launchPersistentContext(profile, {
      ...config.use?.launchOptions,
      ...options,
      baseURL: shop.url,
      locale: 'ru-RU',
      timezoneId: 'Europe/Moscow',
      viewport: { width: 360, height: 780 },
    });
    return open;
  };
  try {
    await run(start);
  } finally {
    await (open as BrowserContext | null)?.close();
    rmSync(profile, { recursive: true, force: true });
  }
}

/** Revisions of what the phone holds: the pointer's, and that of the kept page of the list. */
function revisions(page: Page): Promise<(string | undefined)[]> {
  return page.evaluate(
    () =>
      new Promise<(string | undefined)[]>((done) => {
        const opening = indexedDB.open('pub');
        opening.addEventListener('success', () => {
          const kv = opening.result.transaction('kv').objectStore('kv');
          const asked = ['cat:ptr', 'cat:page:/katalog'].map((key) => kv.get(key));
          kv.transaction.addEventListener('complete', () => {
            opening.result.close();
            done(asked.map(({ result }) => (result as { rev: string } | undefined)?.rev));
          });
        });
      }),
  );
}
async function keepPage(page: Page, before?: string): Promise<string> {
  await page.goto('/katalog');
  await warmUp(page);
  await expect
    .poll(async () => {
      const [rev, kept] = await revisions(page);
      return rev !== undefined && rev === kept && rev !== before;
    })
    .toBe(true);
  return (await revisions(page))[0]!;
}

/** What a new process shows without a network and without one line of script. */
async function readWithoutScript(start: Start): Promise<string[]> {
  const phone = await start({ javaScriptEnabled: false });
  await phone.setOffline(true);
  const page = await phone.newPage();
  await page.goto('/katalog');
  const titles = await page.getByRole('article').getByRole('heading').allTextContents();
  // A search is no list that anybody has rendered.
  await page.goto('/katalog?q=чай');
  await expect(page.getByRole('article')).toHaveCount(0);
  return titles;
}

for (const role of ['guest', 'cons'] as const)
  test(`${role}: cards stand before any script, are of the revision on the phone, and become one’s own`, async () => {
    const shop = await openShopProcess();
    try {
      await withPhone(shop, (start) => follow(shop, start, role));
    } finally {
      await shop.close();
    }
  });

async function follow(shop: ShopProcess, start: Start, role: 'guest' | 'cons'): Promise<void> {
  let phone = await start();
  let page = await phone.newPage();
  if (role !== 'guest') await logIn(page, role);
  const rev = await keepPage(page);
  // Own prices are a shard of their own, which comes after the page: a phone that goes before it has the client's.
  if (role === 'cons') await expect(page.getByRole('article').first()).toContainText('вам');
  const titles = await readWithoutScript(start);
  expect(titles).toHaveLength(24);

  // Published while the phone was away: it goes on with what it has, page and shards alike.
  const [newest] = await shop.sql<{ title: string }>(
    `update products set title = 'Новее некуда', slug = 'novee-nekuda-' || code
     where id = (select id from products where published order by date_trunc('second', created_at) desc, id limit 1) returning title`,
  );
  await shop.publish();
  expect(await readWithoutScript(start)).toEqual(titles);

  // With scripts the same page is taken over: no part of it is thrown away.
  phone = await start();
  await phone.setOffline(true);
  page = await phone.newPage();
  const faults: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('Failed to load resource')) faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(String(error)));
  await page.goto('/katalog');
  await expect(page.getByRole('status', { name: 'Состояние синхронизации' }).filter({ visible: true })).toContainText(
    'сохранённое',
  );
  await expect(page.getByRole('article').first()).toContainText(titles[0]!);
  if (role === 'cons') await expect(page.getByRole('article').first()).toContainText('вам');
  expect(faults).toEqual([]);

  // The network is back: page and shards are replaced together.
  phone = await start();
  await keepPage(await phone.newPage(), rev);
  expect((await readWithoutScript(start))[0]).toBe(newest!.title);
}
