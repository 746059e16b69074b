import { violationsOn } from '#tests/e2e/support/axe.ts';
import type { Page } from '@playwright/test';
import {
  add,
  find,
  guestOf,
  heart,
  heartOf,
  openCart,
  openShopOn,
  pill,
  saved,
  sheet,
} from '#tests/e2e/support/offline-lab-gestures.ts';
import { type LabProduct, productsOnSale } from '#tests/e2e/support/offline-lab-shop.ts';
import { expectDrained, expectQueued, rejectedOf, pendingOf } from '#tests/e2e/support/offline-lab-queue.ts';
import { expect, type OfflineLab, test } from '#tests/e2e/support/offline-lab.ts';
import { card, line, nav, popupCart, stepper } from '#tests/e2e/support/pages.ts';

// What people see of the queue (docs/product/offline.md#refusals): by role and name, at every width, in both themes.

/** The browser tests of the gate as part of `npm run test:all` look at every width. */
const isLongRun = process.env.TEST_SET !== undefined || process.env.TEST_ALL === '1';
const LOOKS = [
  [1440, 900, 'light'],
  [834, 1112, 'dark'],
  [360, 780, 'dark'],
  [360, 780, 'light'],
] as const;

/** As it stands now, at three widths, on the phone in both themes (in the gate on the phone alone); then a phone's again. */
async function expectAccessible(page: Page, label: string): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const [width, height, colorScheme] of LOOKS.filter(([wide]) => isLongRun || wide === 360)) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme });
    expect(await violationsOn(page), `${label}, ${width}, ${colorScheme}`).toEqual([]);
  }
  await page.setViewportSize({ width: 320, height: 640 });
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
    `${label}: sideways scroll at 320`,
  ).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 360, height: 780 });
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: null });
}

// The last files of a run: their tests go to whichever worker is free, each on a shop as it finds it.
test.describe.configure({ mode: 'parallel' });

test.beforeEach(async ({ page }) => {
  // axe looks four times at every state.
  await page.setViewportSize({ width: 360, height: 780 });
});

/** What the shop itself goes by; the published catalogue stays as it was. */
const setPrice = ({ shop }: OfflineLab, { id }: LabProduct, kopecks: number) =>
  shop.sql('update products set actual_price = $2 where id = $1', [id, kopecks]);
const setStock = ({ shop }: OfflineLab, { id }: LabProduct, pieces: number) =>
  shop.sql('update products set stock_qty = $2 where id = $1', [id, pieces]);

// Its states by themselves: tests/sync/pill-rules, keep-pill, sync-pill.
test(
  'the pill: no network, what waits, under way, sent; it leads to the queue',
  { tag: '@long' },
  async ({ page, lab, consoleGuard }) => {
    // A request that the tunnel cut may still be under way at the shop when it is sent again: «in flight».
    consoleGuard.allow(/status of 409 .*\/cart\/change/);
    const [first, second] = await productsOnSale(lab.shop, 2);
    await openShopOn(page, lab);
    await expect(pill(page)).toHaveText('');
    await lab.offline();
    await expect(pill(page)).toHaveText(/Нет сети — показываем сохранённое\s+от\s+\d\d:\d\d/);
    await add(page, first);
    await add(page, second);
    await expect(pill(page)).toHaveText(/сохранённое\s+от\s+\d\d:\d\d · в\s+очереди:\s+2/);
    const held = lab.holdServer({ match: ({ key }) => key !== null });
    await lab.online();
    await held.met();
    await expect(pill(page)).toContainText('Отправляем…');
    lab.releaseServer();
    await expect(pill(page)).toHaveText('Отправлено');
    await expect(pill(page)).toHaveText('');
    await lab.offline();
    await pill(page).getByRole('link').click();
    await expect(page.getByRole('heading', { level: 1, name: 'Синхронизация' })).toBeVisible();
    await expect(page).toHaveURL(/\/user\/sync$/);
    await expectDrained(page);
  },
);

test('a tap that is answered at once moves no pill and no mark', async ({ page, lab }) => {
  const [product] = await productsOnSale(lab.shop, 1);
  // The page's own time, which stands while a busy machine takes long over the answer.
  await page.clock.install();
  await openShopOn(page, lab);
  const found = await find(page, product);
  await page.evaluate(() => {
    const told: string[] = [];
    Object.assign(globalThis, { told });
    new MutationObserver(() => {
      const words = [...document.querySelectorAll('output[aria-label="Состояние синхронизации"]')];
      const marks = document.querySelectorAll('[data-mark]').length;
      if (marks > 0 || words.some((one) => one.textContent))
        told.push(`${marks} ${words.map((one) => one.textContent).join(' | ')}`);
    }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
  });
  // Ahead of the page's own moment: by then it may be a little later. A call under way would meet its deadline in the leap, and the page
  // would take it for no network.
  await page.waitForLoadState('networkidle');
  await page.clock.pauseAt(new Date((await page.evaluate(() => Date.now())) + 10_000));
  await saved(page, 1, () => found.getByRole('button', { name: 'В корзину' }).click());
  // Almost the second after which a wait is told (docs/product/look.md#feel).
  await page.clock.runFor(900);
  await expectDrained(page);
  await page.clock.resume();
  await expect(stepper(found)).toBeVisible();
  expect(await page.evaluate(() => (globalThis as unknown as { told: string[] }).told)).toEqual([]);
  await expect(sheet(page)).toHaveCount(0);
});

test('hearts, cards and lines carry what waits; nothing queued is called sent', async ({ page, lab }) => {
  const [product, liked] = await productsOnSale(lab.shop, 2);
  await openShopOn(page, lab, await lab.person('client'));
  await lab.offline();
  await heart(page, liked);
  await expect(heartOf(card(page, liked.title))).toHaveAttribute('aria-description', `${liked.title}, в очереди`);
  const shown = await find(page, product);
  await saved(page, 2, async () => {
    await shown.getByRole('button', { name: 'В корзину' }).click();
    // It stands for four seconds: looked at before anything else is waited for.
    await expect(popupCart(page)).toContainText(/на\s+телефоне, отправим, когда будет сеть/);
    await shown.getByRole('button', { name: 'Добавить' }).click();
  });
  await expect(card(page, product.title)).toContainText('в очереди');
  await openCart(page);
  await expect(line(page, product.title)).toContainText('в очереди');
  await expect(line(page, product.title)).not.toContainText('не отправлено');
  await expectAccessible(page, 'cart, queued');
  await lab.online();
  await expectDrained(page);
  await expect(line(page, product.title)).not.toContainText('в очереди');
  const found = await find(page, liked);
  await expect(heartOf(found)).toHaveAttribute('aria-description', liked.title);
  await expect(heartOf(found)).toHaveAttribute('aria-pressed', 'true');
});

/** Offline: two of the first, one of each other; meanwhile the shop changes. The page that did it is gone. */
async function comeBackTo(
  page: Page,
  lab: OfflineLab,
  { rises, runsOut, shrinks, plain }: Record<'rises' | 'runsOut' | 'shrinks' | 'plain', LabProduct>,
): Promise<void> {
  await openShopOn(page, lab, await lab.person('client'));
  await lab.offline();
  await add(page, rises, 2);
  await add(page, runsOut);
  await add(page, shrinks, 3);
  await add(page, plain);
  await heart(page, plain);
  await expectQueued(page, 5);
  await setPrice(lab, rises, rises.price + 5000);
  await setStock(lab, runsOut, 0);
  await setStock(lab, shrinks, 1);
  await page.reload();
  await expect(pill(page)).toContainText(/в\s+очереди:\s+5/);
  await lab.online();
  await expectDrained(page);
}

test.describe('the sheet «Пока вы были офлайн»', () => {
  let products: Record<'rises' | 'runsOut' | 'shrinks' | 'plain', LabProduct>;
  test.beforeEach(async ({ page, lab }) => {
    const [rises, runsOut, shrinks, plain] = await productsOnSale(lab.shop, 4);
    products = { rises, runsOut, shrinks, plain };
    await comeBackTo(page, lab, products);
    await expect(sheet(page)).toBeVisible();
  });
  test.afterEach(async ({ lab }) => {
    const { rises, runsOut, shrinks } = products;
    await setPrice(lab, rises, rises.price);
    for (const one of [runsOut, shrinks]) await setStock(lab, one, one.stock);
  });

  test('tells three groups, takes no focus, and is told once', async ({ page }) => {
    const { rises, runsOut, shrinks, plain } = products;
    const group = (name: string) => sheet(page).getByRole('heading', { level: 3, name }).locator('xpath=..');
    await expect(group('Добавлено с изменением')).toContainText(rises.title);
    await expect(group('Добавлено с изменением')).toContainText(/Прежняя цена:.*→.*за\s+1\s+шт\./);
    await expect(group('Добавлено с изменением')).toContainText(shrinks.title);
    await expect(group('Добавлено с изменением')).toContainText(/Просили: 3\s*→\s*1 шт\./);
    await expect(group('Не добавлено')).toContainText(runsOut.title);
    await expect(group('Не добавлено')).toContainText('Товара нет в наличии');
    await expect(sheet(page).getByRole('heading', { level: 3, name: /^Добавлено\s*2$/ })).toBeVisible();
    await expect(sheet(page)).toContainText(/Проверьте 3\s+строки\s+— остальное в\s+порядке/);
    await expect(sheet(page).locator(':focus')).toHaveCount(0);
    // Never a blocking modal: the page behind it is alive.
    expect(await sheet(page).evaluate((dialog) => dialog.matches(':modal'))).toBe(false);
    await expect(nav(page).getByRole('link', { name: 'Избранное' })).toBeVisible();
    await expectAccessible(page, 'the sheet');

    await page.keyboard.press('Escape');
    await expect(sheet(page)).toHaveCount(0);
    await expect(pill(page)).toContainText(/Не\s+отправлено:\s+1/);
    await page.reload();
    await expect(pill(page)).toContainText(/Не\s+отправлено:\s+1/);
    await nav(page).getByRole('link', { name: 'Избранное' }).click();
    await expect(card(page, plain.title)).toBeVisible();
    await expect(sheet(page)).toHaveCount(0);
    expect(await rejectedOf(page)).toHaveLength(1);
  });

  test('prices are kept or left, refusals repeated, replaced or removed, right in it', async ({ page, lab }) => {
    const { rises, runsOut } = products;
    const price = `${(rises.price / 100 + 50).toLocaleString('ru-RU')}`.replaceAll(/\s/g, '\\s');
    const keep = sheet(page).getByRole('button', { name: 'Оставить' });
    await keep.focus();
    await page.keyboard.press('Enter');
    await expect(keep).toHaveCount(0);
    await expectDrained(page);
    // The keyboard is still in the sheet.
    await expect(sheet(page).locator(':focus')).toHaveCount(1);

    await sheet(page).getByRole('link', { name: 'Заменить' }).click();
    await expect(page).toHaveURL(/\/katalog\/[a-z-]+/);
    await expect(sheet(page)).toHaveCount(0);
    await openCart(page);
    await expect(line(page, rises.title)).toContainText(new RegExp(price));
    await expect(line(page, rises.title)).not.toContainText('Цена выросла');

    // A product without a line has a row of its own: in neither a quantity nor «Итого».
    const refused = line(page, runsOut.title);
    await expect(refused).toContainText(/не\s+отправлено: \+1\s+шт\./);
    await expect(refused).toContainText('Товара нет в наличии');
    await expect(stepper(refused)).toHaveCount(0);
    await expect(page.getByText(/неотправленное в\s+сумму не\s+входит/)).toBeVisible();
    await expectAccessible(page, 'cart, refused');

    await pill(page).getByRole('link').click();
    const waiting = page.getByRole('region', { name: /Не отправлено/ });
    await expect(waiting).toContainText(runsOut.title);
    await expect(waiting).toContainText('Товара нет в наличии');
    await expectAccessible(page, '/user/sync, refused');
    await setStock(lab, runsOut, 30);
    await waiting.getByRole('button', { name: 'Повторить' }).click();
    await expect(waiting).toHaveCount(0);
    await expectDrained(page);
    await openCart(page);
    await expect(stepper(line(page, runsOut.title)).getByRole('textbox')).toHaveValue('1');
    await expect(page.getByText(/не\s+отправлено/)).toHaveCount(0);
  });

  test('«Убрать» ends a refusal and a raised line', { tag: '@long' }, async ({ page }) => {
    const { rises, runsOut } = products;
    const removals = sheet(page).getByRole('button', { name: 'Убрать' });
    await expect(removals).toHaveCount(2);
    await removals.last().click();
    await expect(sheet(page)).not.toContainText(runsOut.title);
    await removals.first().click();
    await expect(sheet(page)).not.toContainText(rises.title);
    await sheet(page).getByRole('button', { name: 'Готово' }).click();
    await expectDrained(page);
    await openCart(page);
    await expect(line(page, rises.title)).toHaveCount(0);
    await expect(line(page, runsOut.title)).toHaveCount(0);
    expect(await rejectedOf(page)).toEqual([]);
  });
});

test(
  '/user/sync of a guest: the queue, what the phone keeps, diagnostics without names',
  { tag: '@long' },
  async ({ page, lab }) => {
    const [product] = await productsOnSale(lab.shop, 1);
    await openShopOn(page, lab);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Оформление' }).click();
    await page.getByRole('link', { name: 'Синхронизация' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Синхронизация' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Очередь' })).toContainText('Всё отправлено');
    await expect(page.getByText('каталог открывается и без сети')).toBeVisible();
    await expectAccessible(page, '/user/sync, empty');

    await lab.offline();
    await add(page, product, 3);
    await pill(page).getByRole('link').click();
    const queue = page.getByRole('region', { name: /Очередь/ });
    await expect(queue).toContainText(product.title);
    await expect(queue).toContainText(/3\s+шт\. в\s+корзину, в\s+\d\d:\d\d/);
    await expect(queue).toContainText('в очереди');
    await queue.getByRole('button', { name: 'Отправить сейчас' }).click();
    await expect(queue).toContainText(/Сервер не\s+ответил/);

    const storage = page.getByRole('region', { name: 'На этом устройстве' });
    await expect(storage).toContainText(/Каталог\d+\s+товар/);
    await expect(storage).toContainText(/Всего по оценке браузера[\d,]+\s+[кМ]Б/);
    await expect(storage.getByRole('button', { name: /Скачать каталог с\s+картинками/ })).toBeDisabled();
    await expect(storage).toContainText('Нужен интернет');

    await page.getByRole('button', { name: 'Показать диагностику' }).click();
    const text = await page.getByRole('textbox', { name: 'Диагностика' }).inputValue();
    expect(text).toContain('очередь: ждёт 1');
    expect(text).toContain('ждёт 1: сходится');
    expect(text).not.toContain((await guestOf(page)).slice('guest:'.length));
    await expectAccessible(page, '/user/sync, offline with a queue');

    await lab.online();
    await expectDrained(page);
    await expect(queue).toContainText('Всё отправлено');
  },
);

test(
  '/user/sync draws a page of five hundred records, and the next one on demand',
  { tag: '@long' },
  async ({ page, lab }) => {
    const [product] = await productsOnSale(lab.shop, 1);
    await openShopOn(page, lab);
    await lab.offline();
    await add(page, product);
    const [made] = await pendingOf(page);
    await page.evaluate(plant, { made, count: 499 });
    await page.reload();
    await pill(page).getByRole('link').click();
    const queue = page.getByRole('region', { name: /Очередь/ });
    await expect(queue.getByRole('heading')).toContainText('500');
    await expect(queue.getByRole('listitem')).toHaveCount(30);
    await queue.getByRole('button', { name: /Показать ещё 30 из 470/ }).click();
    await expect(queue.getByRole('listitem')).toHaveCount(60);
    await expectAccessible(page, '/user/sync, 500 records');
  },
);

/** Runs in the page: as many records more, of other products with a long name, beside the one that was made. */
async function plant({ made, count }: { made: unknown; count: number }): Promise<void> {
  type Made = { seq: number; id: string; lane: string; body: { productId: number }; seen: { title: string } };
  const open = indexedDB.open('u:guest');
  const db = await new Promise<IDBDatabase>((done) => open.addEventListener('success', () => done(open.result)));
  const store = db.transaction('kv', 'readwrite').objectStore('kv');
  const keys = await new Promise<string[]>((done) => {
    const read = store.getAllKeys();
    read.addEventListener('success', () => done(read.result as string[]));
  });
  const prefix = keys.find((key) => key.includes('/ob:'))?.split('ob:')[0] ?? '';
  const one = made as Made;
  for (let n = 1; n <= count; n += 1) {
    const productId = 900_000 + n;
    const seq = one.seq + n;
    store.put(
      {
        ...one,
        id: crypto.randomUUID(),
        seq,
        lane: `cart:retail:0:${productId}`,
        body: { ...one.body, productId },
        seen: { title: `Очень длинное название товара, которому мало двух строк на узком экране, №${n}` },
      },
      `${prefix}ob:${String(seq).padStart(12, '0')}`,
    );
  }
  store.put(one.seq + count, `${prefix}seq`);
  await new Promise((done) => store.transaction.addEventListener('complete', done));
  db.close();
}

test('the catalogue with its pictures: numbers, cancelling, going on, and pictures without a network', async ({
  page,
  lab,
  context,
}) => {
  const [product] = await productsOnSale(lab.shop, 1);
  const [first] = await lab.shop.sql<{ image: string }>(
    'select left(sha256, 16) as image from product_pictures where product_id = $1 order by position limit 1',
    [product.id],
  );
  await openShopOn(page, lab);
  // Drawing two hundred pictures is the shop's work, not this test's: each is the same one.
  const picture = Buffer.from(await (await fetch(`${lab.shop.url}/pictures/${first?.image}/240.avif`)).arrayBuffer());
  let isHeld = true;
  let goOn = () => {};
  const going = new Promise<void>((done) => (goOn = done));
  let asked = 0;
  await context.route(/\/pictures\/\w+\/240\.\w+\?download$/, async (route) => {
    asked += 1;
    if (asked > 20 && isHeld) await going;
    await route.fulfill({ body: picture, contentType: 'image/avif' }).catch(() => {});
  });
  await page.goto('/user/sync');
  const storage = page.getByRole('region', { name: 'На этом устройстве' });
  await expect(storage).toContainText(/Сейчас это ≈\s+\d+\s+кБ/);
  await storage.getByRole('button', { name: /Скачать каталог с\s+картинками/ }).click();
  const progress = storage.getByRole('progressbar', { name: 'Загрузка картинок' });
  await expect(storage).toContainText(/1\d из \d+ · \d+\s+кБ/);
  await expect(progress).toBeVisible();
  await expectAccessible(page, '/user/sync, downloading');
  await storage.getByRole('button', { name: 'Отменить' }).click();
  await expect(storage).toContainText(/Остановлено. Что успели, сохранено/);
  isHeld = false;
  goOn();
  await storage.getByRole('button', { name: /Докачать картинки/ }).click();
  await expect(storage).toContainText(/Готово: картинки на\s+телефоне/, { timeout: 60_000 });
  await expect(storage).toContainText(/Скачанные картинки\d+\s+шт\./);
  const before = asked;

  // A picture this phone has never seen, at a size it has never asked for.
  await lab.offline();
  await page.getByRole('link', { name: 'Каталог', exact: true }).first().click();
  const found = await find(page, product);
  await expect
    .poll(() => found.locator('img').evaluate((img: HTMLImageElement) => img.naturalWidth))
    .toBeGreaterThan(0);
  expect(asked).toBe(before);
  await lab.online();
  await page.goto('/user/sync');
  await storage.getByRole('button', { name: 'Удалить скачанное' }).click();
  await expect(storage).toContainText(/Скачанные картинкинет/);
});

test('an evicted phone is told once what had not been sent', { tag: '@queue' }, async ({ page, lab, consoleGuard }) => {
  // It asks as a guest until it has been told whose it is.
  consoleGuard.allow(/status of 403/);
  const [product] = await productsOnSale(lab.shop, 1);
  const person = await lab.person('client');
  await openShopOn(page, lab, person);
  const dropped = lab.drop();
  // One piece: a second tap after the first was sent would wait as a change of its own.
  await add(page, product, 1);
  await dropped.met();
  // The shop hears that one waits, and remembers when it heard it.
  await page.reload();
  await openCart(page);
  await expect
    .poll(async () => {
      // It says so with its next request after the shop's first answer.
      await page.evaluate(() => dispatchEvent(new Event('online')));
      return lab.shop.sql('select pending from sessions where user_id = $1', [person.id]);
    })
    .toEqual([{ pending: 1 }]);
  await lab.evict('databases');
  await page.reload();
  // Not before: the old page may have had the change in hand.
  lab.proxy.liftAll();
  const notice = page.getByRole('complementary', { name: 'Память телефона очищена' });
  await expect(notice).toContainText(/На\s+\d\d:\d\d не\s+было отправлено:\s+1. Сделанное позже могло пропасть/);
  await expectAccessible(page, 'after an eviction');
  await page.reload();
  await expect(notice).toBeVisible();
  await notice.getByRole('button', { name: 'Понятно' }).click();
  await expect(notice).toHaveCount(0);
  await page.reload();
  // What was never sent is gone from the phone and was never in the shop.
  await expect(page.getByRole('heading', { name: 'Здесь пока пусто' })).toBeVisible();
  await expect(nav(page).getByRole('link', { name: 'Кабинет' })).toBeVisible();
  await expect(notice).toHaveCount(0);
});

test(
  'the first start from the home screen promises nothing before it is ready',
  { tag: '@long' },
  async ({ page, lab }) => {
    await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'standalone', { get: () => true }));
    const held = lab.holdServer({ match: ({ path }) => path.startsWith('/api/catalog/s/') && !path.includes('first') });
    await page.goto('/user/sync');
    await held.met();
    const notice = page.getByRole('complementary', { name: 'Подготовка к работе без сети' });
    await expect(notice).toContainText(/Готовим работу без\s+сети/);
    await expect(page.getByText('ещё не готово к работе без сети')).toBeVisible();
    await expect(page.getByText(/открыва\S+ и\s+без\s+сети/)).toHaveCount(0);
    await expectAccessible(page, 'the first standalone start');
    lab.releaseServer();
    await expect(notice).toContainText(/Готово: каталог, избранное и\s+корзина открываются и\s+без\s+сети/, {
      timeout: 30_000,
    });
    await notice.getByRole('button', { name: 'Понятно' }).click();
    await page.reload();
    await expect(page.getByText('каталог открывается и без сети')).toBeVisible();
    await expect(notice).toHaveCount(0);
  },
);
