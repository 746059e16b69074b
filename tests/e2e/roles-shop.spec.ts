import type { Page } from '@playwright/test';
import { keep } from '#tests/e2e/support/offline-lab-queue.ts';
import { card, nav, sortBox, stepper } from '#tests/e2e/support/pages.ts';
import { expect, logIn, type Role, test } from '#tests/e2e/support/test.ts';

const MAGNESIUM = 'Магний B6 «Тихий вечер»';

test('a client sees client prices only, keeps hearts of the guest and loses no cart line', async ({ page, shop }) => {
  await page.goto('/katalog?q=10201');
  await card(page, MAGNESIUM).getByRole('button', { name: 'В избранное' }).click();
  await card(page, MAGNESIUM).getByRole('button', { name: 'В корзину' }).click();
  await expect(nav(page).getByRole('link', { name: /Корзина/ })).toContainText('1');
  await logIn(page, 'client');
  await page.goto('/katalog?q=10201');
  await expect(card(page, MAGNESIUM).getByRole('button', { name: 'В избранное' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expect(page.getByText(/^вам\s\d/)).toHaveCount(0);
  await expect(sortBox(page).locator('option[value^="actual_cons_price"]')).toHaveCount(0);
  // What waits follows the login: the line, and the hearts one by one.
  await expect
    .poll(() =>
      shop.sql(
        "select i.quantity from cart_items i join carts c on c.id = i.cart_id join users u on u.id = c.user_id join products p on p.id = i.product_id where u.email = 'client@rostok.test' and p.code = '10201'",
      ),
    )
    .toHaveLength(1);
  await expect
    .poll(() =>
      shop.sql(
        "select p.code from favourites f join users u on u.id = f.user_id join products p on p.id = f.product_id where u.email = 'client@rostok.test' and p.code = '10201'",
      ),
    )
    .toEqual([{ code: '10201' }]);
});

test('a consultant sees both prices and points, and hides them from a client', async ({ page }) => {
  await logIn(page, 'cons');
  await page.goto('/katalog?q=10201');
  const magnesium = card(page, MAGNESIUM);
  await expect(magnesium).toContainText('690');
  await expect(magnesium).toContainText('530');
  await expect(magnesium).toContainText('10,5');
  await expect(sortBox(page).locator('option[value^="actual_cons_price"]')).toHaveCount(2);
  await sortBox(page).selectOption('actual_cons_price-asc');
  await expect(page).toHaveURL(/sort=actual_cons_price-asc/);
  await page
    .getByRole('switch', { name: /Цены для клиента/ })
    .first()
    .click();
  await expect(magnesium).not.toContainText('530');
  await expect(magnesium).not.toContainText('10,5');
  await expect.poll(() => keptView(page)).toBe(true);
  await page.goto('/produkt/magnij-b6-tihij-vecher-10201');
  await expect(page.getByRole('heading', { level: 1, name: MAGNESIUM })).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText('530');
  await page.goto('/user');
  await page
    .getByRole('switch', { name: /Цены для клиента/ })
    .first()
    .click();
  await expect.poll(() => keptView(page)).toBe(false);
  await page.goto('/produkt/magnij-b6-tihij-vecher-10201');
  await expect(page.getByRole('main')).toContainText('530');
});

/** What this device remembers of the switch: the next page asks it. */
const keptView = (page: Page): Promise<boolean> =>
  page.evaluate(async () => {
    const opening = indexedDB.open('pub');
    const db = await new Promise<IDBDatabase>((done) =>
      opening.addEventListener('success', () => done(opening.result)),
    );
    const asked = db.transaction('kv').objectStore('kv').get('meta:clientView');
    const kept = await new Promise<unknown>((done) => asked.addEventListener('success', () => done(asked.result)));
    db.close();
    return Boolean(kept);
  });

test('an optovik works on the wholesale cart', async ({ page }) => {
  await logIn(page, 'optovik');
  await page.goto('/cart');
  await expect(page).toHaveURL(/\/optovik\/cart/);
  await expect(page.getByRole('article')).not.toHaveCount(0);
  await page.waitForLoadState('networkidle');
  const field = page.getByRole('textbox', { name: /код/i });
  // Code, Enter, quantity, Enter: no mouse.
  await field.fill('10301');
  await field.press('Enter');
  await page.keyboard.type('3');
  await page.keyboard.press('Enter');
  await expect(stepper(card(page, 'Омега-3 «Полярная рыбка»')).getByRole('textbox')).toHaveValue('3');
});

test('a readonly consultant may look and love, but not fill a cart', async ({ page, consoleGuard }) => {
  consoleGuard.allow(/403/);
  await logIn(page, 'readonly');
  await page.goto('/katalog?q=10201');
  const add = card(page, MAGNESIUM).getByRole('button', { name: 'В корзину' });
  await expect(add).toHaveAccessibleDescription('Аккаунт только для просмотра');
  // Closed, and still reachable: a tap is answered in words. Without `force` Playwright waits until it is open.
  await add.click({ force: true });
  const dialog = page.getByRole('dialog', { name: /Ошибка|Уведомление/ });
  await expect(dialog).toContainText('Запрещено');
  await dialog.getByRole('button', { name: 'ОК' }).click();
  await expect(stepper(card(page, MAGNESIUM))).toHaveCount(0);
  const heart = card(page, MAGNESIUM).getByRole('button', { name: 'В избранное' });
  await keep(page, () => heart.click());
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
  await page.reload();
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
});

// By role and address: tests/rights/entrance, what is shown instead: tests/session/forbidden.
test('an optovik has no education: no tile, and 403 at its address', { tag: '@long' }, async ({ page }) => {
  await logIn(page, 'optovik');
  await page.goto('/user');
  await expect(page.getByRole('link', { name: /Корзина/ }).first()).toBeVisible();
  await expect(page.getByRole('link', { name: /Обучение/ })).toHaveCount(0);
  await page.goto('/user/education');
  await expect(page.getByRole('heading', { level: 1, name: 'Недостаточно прав' })).toBeVisible();
});

test('a guest is led to login and back to the lesson', async ({ page }) => {
  await page.goto('/user/education?from=mail');
  await expect(page).toHaveURL(/\/login\?return=%2Fuser%2Feducation%3Ffrom%3Dmail/);
});

// Prices and rights by role have tests of their own (above, tests/rights, tests/catalogue): how one browses is the same.
for (const role of ['client', 'cons', 'optovik', 'punkt', 'readonly', 'newcomer', 'admin'] as Role[]) {
  test(`${role}: browses, sorts, filters, searches, opens, marks`, { tag: '@long' }, async ({ page }) => {
    await logIn(page, role);
    await page.goto('/katalog/vitaminy');
    await expect(page.getByRole('heading', { level: 1, name: 'Витамины' })).toBeVisible();
    await sortBox(page).selectOption('actual_price-asc');
    await page.goto('/katalog?stock=1&q=%D0%BE%D0%BC%D0%B5%D0%B3%D0%B0');
    const omega = card(page, 'Омега-3 «Полярная рыбка»');
    await expect(omega).toBeVisible();
    await expect(nav(page).getByRole('link', { name: 'Кабинет' })).toBeVisible();
    await page.waitForLoadState('networkidle');
    const heart = omega.getByRole('button', { name: 'В избранное' });
    const pressed = await heart.getAttribute('aria-pressed');
    await keep(page, () => heart.click());
    await expect(heart).toHaveAttribute('aria-pressed', pressed === 'true' ? 'false' : 'true');
    await omega
      .getByRole('link', { name: /Полярная рыбка/ })
      .first()
      .click();
    await expect(page.getByRole('heading', { level: 1, name: 'Омега-3 «Полярная рыбка»' })).toBeVisible();
    await page.goto('/user/favorites');
    await expect(page.getByRole('heading', { level: 1, name: 'Избранное' })).toBeVisible();
    await expect(card(page, 'Омега-3 «Полярная рыбка»')).toHaveCount(pressed === 'true' ? 0 : 1);
  });
}

test('logout leaves no consultant price, name or heart on the phone', async ({ page, shop, consoleGuard }) => {
  // A look at the cart or at own prices that is still on its way when the shop hears of the logout is refused, and nobody waits for it.
  consoleGuard.allow(/status of 401 \(Unauthorized\) \S+\/cart\/data$/);
  consoleGuard.allow(/status of 403 \(Forbidden\) \S+\/api\/catalog\/s\/\w+\.json$/);
  await shop.sql('delete from sessions');
  await logIn(page, 'cons');
  await page.goto('/katalog?q=10201');
  await expect(card(page, MAGNESIUM)).toContainText('530');
  await page.goto('/logout');
  // The page is left for the catalogue when the device has forgotten and the shop has heard.
  await page.waitForURL(/\/katalog$/);
  await expect(nav(page).getByRole('link', { name: 'Войти' })).toBeVisible();
  const held = await page.evaluate(dumpEverything);
  expect(held).not.toContain('Соколова');
  expect(held).not.toContain('cons@rostok.test');
  expect(held).not.toContain('cons_price');
  await page.goBack();
  await expect(page.getByText(/^вам\s530/)).toHaveCount(0);
  const alive = await shop.sql(
    "select 1 from sessions s join users u on u.id = s.user_id where u.email = 'cons@rostok.test'",
  );
  expect(alive).toHaveLength(0);
});

/** Every byte that caches, databases and storage of the origin hold, as text. */
async function dumpEverything(): Promise<string> {
  let text = JSON.stringify({ ...localStorage }) + JSON.stringify({ ...sessionStorage });
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      text += request.url;
      const answer = await cache.match(request);
      if (/json|text/.test(answer?.headers.get('content-type') ?? '') && !/\.(js|css|html)$/.test(request.url))
        text += await answer?.text();
    }
  }
  for (const { name } of await indexedDB.databases()) {
    const db = await new Promise<IDBDatabase>((done) => {
      const open = indexedDB.open(name ?? '');
      open.addEventListener('success', () => done(open.result));
    });
    for (const store of db.objectStoreNames) {
      const read = db.transaction(store).objectStore(store).getAll();
      text += JSON.stringify(await new Promise((done) => read.addEventListener('success', () => done(read.result))));
    }
    db.close();
  }
  return text;
}
