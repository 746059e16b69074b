import type { Browser, Page } from '@playwright/test';
import { expect, logIn, test as base, warmUp } from '#tests/e2e/support/test.ts';
import { card, nav, stepper } from '#tests/e2e/support/pages.ts';
import { databaseProcesses, openShopFolder, type ShopFolder, signalAll } from '#tests/support/shop-folder.ts';

// The shop's own embedded database is stopped (SIGSTOP), then killed, under an open page (docs/decisions/197-database-away.md).

const MAGNESIUM = 'Магний B6 «Тихий вечер»';

const test = base.extend<object, { folder: ShopFolder }>({
  folder: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const folder = await openShopFolder();
      await folder.serve({ SEED: 'demo', SEED_MONTHS: '0', DIST_DIR: 'dist' });
      await use(folder);
      await folder.end();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  baseURL: async ({ folder }, use) => use(folder.address),
});

const pill = (page: Page) => page.getByRole('status', { name: 'Состояние синхронизации' }).filter({ visible: true });

test(
  'a client reads on while the database is stopped or killed, hears of it in one line, and loses nothing',
  { tag: '@long' },
  async ({ page, browser, folder, consoleGuard }) => {
    consoleGuard.allow(/status of 503/);
    await logIn(page, 'client');
    await page.goto('/cart');
    await expect(page.getByRole('heading', { level: 1, name: 'Корзина' })).toBeVisible();
    // The cart is on the phone by now: nothing could bring it there later.
    await expect(stepper(card(page, MAGNESIUM))).toBeVisible();
    await page.goto('/katalog?q=10201');
    await warmUp(page);
    const before = (await held(folder))!;

    await test.step('stopped', async () => {
      const stopped = databaseProcesses(folder.databasePid());
      signalAll(stopped, 'SIGSTOP');
      try {
        await addOne(page);
        await expect(pill(page)).toContainText('В очереди: 1', { timeout: 30_000 });
        await readsOn(page);
        await page.goto('/user/sync');
        await expect(page.getByText('Магазин пока не отвечает: показываем сохранённое.')).toBeVisible({
          timeout: 30_000,
        });
        await strangerSeesPage(browser, folder.address);
      } finally {
        signalAll(stopped, 'SIGCONT');
      }
      await expect.poll(() => held(folder), { timeout: 90_000 }).toBe(before + 1);
      await expect(page.getByText('Магазин отвечает.')).toBeVisible();
    });

    await test.step('killed', async () => {
      await page.goto('/katalog?q=10201');
      const server = folder.databasePid();
      process.kill(server, 'SIGKILL');
      await addOne(page);
      await readsOn(page);
      await expect.poll(() => pidOf(folder), { timeout: 30_000 }).not.toBe(server);
      await expect.poll(() => pidOf(folder), { timeout: 30_000 }).toBeGreaterThan(0);
      await expect.poll(() => held(folder), { timeout: 90_000 }).toBe(before + 2);
    });
  },
);

async function addOne(page: Page): Promise<void> {
  await stepper(card(page, MAGNESIUM)).getByRole('button', { name: 'Добавить' }).click();
}

/** What was read before opens as before, and nothing calls for attention. */
async function readsOn(page: Page): Promise<void> {
  for (const [path, heading] of [
    ['/katalog', 'Каталог'],
    ['/cart', 'Корзина'],
    ['/user/favorites', 'Избранное'],
    ['/user', 'Кабинет'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(page.getByRole('alert').filter({ visible: true, hasText: /\S/ })).toHaveCount(0);
  }
  await page.goto('/cart');
  await expect(card(page, MAGNESIUM)).toBeVisible();
  await page.goto('/katalog');
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(nav(page)).toBeVisible();
}

/** Without a worker and at an address that only the database knows. */
async function strangerSeesPage(browser: Browser, baseURL: string): Promise<void> {
  const context = await browser.newContext({ baseURL, serviceWorkers: 'block' });
  try {
    const page = await context.newPage();
    const answer = await page.goto('/katalog/krasota');
    expect([answer?.status(), answer?.headers()['retry-after']]).toEqual([503, '2']);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('article').first()).toBeVisible({ timeout: 30_000 });
  } finally {
    await context.close();
  }
}

/** Undefined between two servers. */
const pidOf = (folder: ShopFolder): number | undefined => {
  try {
    return folder.databasePid();
  } catch {
    return undefined;
  }
};

/** Pieces in the client's cart, as the database tells. */
const held = (folder: ShopFolder): Promise<number | undefined> =>
  folder
    .insideDb(async (client) => {
      const { rows } = await client.query<{ n: number }>(`
      select coalesce(sum(quantity), 0)::int as n from cart_items join carts on carts.id = cart_id
      join users on users.id = user_id where email = 'client@rostok.test' and kind = 'retail'`);
      return rows[0]!.n;
    })
    .catch(() => undefined);
