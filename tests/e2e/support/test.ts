import { expect, type Page, test as base } from '@playwright/test';
import { openShopProcess, type ShopProcess } from '#tests/e2e/support/shop-process.ts';

export { expect };

/** What Chromium itself prints for a request that the test cut on purpose. */
const NETWORK_NOISE =
  /net::ERR_(INTERNET_DISCONNECTED|CONNECTION_REFUSED|CONNECTION_RESET|FAILED|NETWORK_CHANGED|ABORTED|EMPTY_RESPONSE)/;

/** A picture is not waited for longer than two seconds (render-picture.ts): on a machine that stands still the shop says so. */
const BUSY_PICTURE = /status of 503 .*\/pictures\//;

export type Console = {
  /** Texts this test expects on the console (a refused answer prints its HTTP status). */
  allow(pattern: RegExp): void;
};

type Fixtures = { consoleGuard: Console };
type WorkerFixtures = { shop: ShopProcess };

export const test = base.extend<Fixtures, WorkerFixtures>({
  shop: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const shop = await openShopProcess();
      await use(shop);
      await shop.close();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  baseURL: async ({ shop }, use) => use(shop.url),
  // oxlint-disable-next-line no-empty-pattern
  consoleGuard: [
    async ({ context }, use) => {
      const allowed: RegExp[] = [NETWORK_NOISE, BUSY_PICTURE];
      const seen: string[] = [];
      const watch = (page: Page) => {
        page.on('console', (message) => {
          if (message.type() === 'error' || message.type() === 'warning')
            seen.push(`${message.type()}: ${message.text()} ${message.location().url}`);
        });
        // Without a frame of a script (a part that did not load) there is no stack, and the message says all.
        page.on('pageerror', (error) => seen.push(`pageerror: ${error.stack || `${error.name}: ${error.message}`}`));
      };
      context.on('page', watch);
      context.pages().forEach(watch);
      await use({ allow: (pattern) => allowed.push(pattern) });
      const unexpected = seen.filter((line) => !allowed.some((pattern) => pattern.test(line)));
      // In the name too: of a long report only the first lines are told again.
      expect(unexpected, `unexpected messages on the console: ${unexpected.join('; ')}`).toEqual([]);
    },
    { auto: true },
  ],
});

export type Role =
  | 'client'
  | 'cons'
  | 'newcomer'
  | 'inactive'
  | 'director'
  | 'optovik'
  | 'punkt'
  | 'readonly'
  | 'newuser'
  | 'admin'
  | 'accountant';

export async function logIn(page: Page, role: Role): Promise<void> {
  await page.goto('/login');
  await page.getByRole('textbox', { name: 'Телефон или e-mail' }).fill(`${role}@rostok.test`);
  await page.getByLabel('Пароль', { exact: true }).fill('rostok-demo');
  await page.getByRole('button', { name: 'Войти', exact: true }).click();
  await expect(page.getByRole('link', { name: 'Кабинет' }).first()).toBeVisible();
}

/** The worker controls the page, the shell is precached and the whole catalogue is on the device. */
export async function warmUp(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    const has = async () => {
      const open = indexedDB.open('pub');
      const db = await new Promise<IDBDatabase>((done, fail) => {
        open.addEventListener('success', () => done(open.result));
        open.addEventListener('error', () => fail(open.error));
      });
      if (!db.objectStoreNames.contains('kv')) return db.close();
      const read = db.transaction('kv').objectStore('kv').get('cat:ptr');
      const pointer = await new Promise((done) => read.addEventListener('success', () => done(read.result)));
      db.close();
      return pointer;
    };
    for (let tries = 0; tries < 600; tries += 1) {
      if (navigator.serviceWorker.controller && (await has())) return;
      await new Promise((done) => setTimeout(done, 100));
    }
    throw new Error('the phone was not warmed up in a minute');
  });
}
