import { keep } from '#tests/e2e/support/offline-lab-queue.ts';
import { card, nav, popupCart, searchBox, sortBox, stepper, titles } from '#tests/e2e/support/pages.ts';
import { expect, test } from '#tests/e2e/support/test.ts';

test('a guest sorts, filters, searches, opens a product and comes back to the same place', async ({ page }) => {
  await page.goto('/katalog');
  await expect(page.getByRole('heading', { level: 1, name: 'Каталог' })).toBeVisible();
  await expect(page.getByRole('article')).not.toHaveCount(0);

  await sortBox(page).selectOption('title-asc');
  await expect(page).toHaveURL(/sort=title-asc/);
  // The address changes first, the cards a moment later.
  await expect(async () => {
    const sorted = await titles(page);
    expect(sorted.length).toBeGreaterThan(0);
    expect(sorted).toEqual(
      [...sorted].sort((a, b) =>
        a.replaceAll('ё', 'е').localeCompare(b.replaceAll('ё', 'е'), 'ru', { ignorePunctuation: true }),
      ),
    );
  }).toPass({ timeout: 30_000 });

  await expect(sortBox(page).locator('option[value^="actual_cons_price"]')).toHaveCount(0);
  // The first cards stand before the whole list is here: scrolled as a person would, again when it ended too early.
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 600);
      return page.evaluate(() => scrollY);
    })
    .toBeGreaterThan(1500);
  await page.waitForTimeout(300);
  const visible = page.getByRole('article').filter({ visible: true });
  const shown = await visible.evaluateAll((cards) =>
    cards
      .map((one) => ({ top: one.getBoundingClientRect().top, id: one.getAttribute('aria-labelledby') }))
      .find((one) => one.top > 150),
  );
  // A click would scroll to it by itself: the place that is come back to is the one it was clicked at.
  const title = page.locator(`#${shown?.id}`);
  await title.scrollIntoViewIfNeeded();
  await page.waitForTimeout(300);
  const before = await page.evaluate(() => scrollY);
  await title.click();
  await expect(page).toHaveURL(/\/produkt\//);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/sort=title-asc/);
  await expect.poll(async () => Math.abs((await page.evaluate(() => scrollY)) - before)).toBeLessThan(4);
  await expect(sortBox(page)).toHaveValue('title-asc');
});

// Its rules: tests/catalogue/client-search; that a page filters while one types: search-early.spec.
test('search understands words, prefixes, codes, ё, a wrong layout and a typo', { tag: '@long' }, async ({ page }) => {
  await page.goto('/katalog');
  for (const [typed, found] of [
    ['магний', 'Магний B6 «Тихий вечер»'],
    ['рябин', 'Витамин C «Рябинка»'],
    ['10201', 'Магний B6 «Тихий вечер»'],
    ['березовый', 'Шампунь «Берёзовый сок»'],
    ['vfuybq', 'Магний B6 «Тихий вечер»'],
    ['жемчюжина', 'Морской коллаген «Жемчужина»'],
  ] as const) {
    await searchBox(page).fill(typed);
    await searchBox(page).press('Enter');
    await expect(card(page, found), `«${typed}»`).toBeVisible();
  }
  await searchBox(page).fill('ъъъъъъъ');
  await searchBox(page).press('Enter');
  await expect(page.getByText(/ничего\s+не\s+наш/i).first()).toBeVisible();
});

test('a guest fills a cart: one tap, popup for four seconds, stepper, removal with undo', async ({ page }) => {
  await page.goto('/katalog?q=10201');
  const magnesium = card(page, 'Магний B6 «Тихий вечер»');
  await magnesium.getByRole('button', { name: 'В корзину' }).click();
  await expect(stepper(magnesium)).toBeVisible();
  await expect(popupCart(page)).toBeVisible();
  await page.mouse.move(5, 5);
  await expect(popupCart(page)).toBeHidden();
  await keep(page, () => stepper(magnesium).getByRole('button', { name: 'Добавить' }).click());
  await expect(nav(page).getByRole('link', { name: /Корзина/ })).toContainText('2');

  await page.goto('/cart');
  await expect(page.getByRole('heading', { level: 1, name: 'Корзина' })).toBeVisible();
  const row = card(page, 'Магний B6 «Тихий вечер»');
  await expect(row).toContainText('1 380');
  await row.getByRole('button', { name: 'Удалить' }).click();
  await expect(row).toBeHidden();
  await keep(page, () => page.getByRole('button', { name: 'Вернуть' }).click());
  await expect(row).toContainText('1 380');
  await page.reload();
  await expect(row).toContainText('1 380');
});

test('a code that does not exist says so under the field and keeps what was typed', async ({ page }) => {
  await page.goto('/cart');
  const field = page.getByRole('textbox', { name: /код/i });
  await field.fill('99999');
  await page.getByRole('button', { name: 'Добавить', exact: true }).click();
  await expect(page.getByText('Товар с таким кодом не найден')).toBeVisible();
  await expect(field).toHaveValue('99999');
  await field.fill('10101');
  await field.press('Enter');
  await expect(card(page, 'Витамин C «Рябинка»')).toBeVisible();
});

test('unknown product, category and address: words and a way on', async ({ page, consoleGuard }) => {
  consoleGuard.allow(/404/);
  for (const path of ['/produkt/net-takogo-00000', '/katalog/net-takoy', '/net-takoy-stranicy', '/product/987654321']) {
    // The status is the server's word: the worker, as soon as it is there, answers every page with the shell.
    expect((await page.request.get(path)).status(), path).toBe(404);
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 }), path).toContainText(/не найден|нет/i);
    await expect(
      page
        .getByRole('main')
        .getByRole('link', { name: /каталог/i })
        .first(),
      path,
    ).toBeVisible();
  }
});

test('a sponsor number is carried on every address; a wrong one stops navigation', async ({ page }) => {
  await page.goto('/katalog?sponsorId=01000157&sort=title-asc');
  await expect(page.getByRole('article').first()).toBeVisible();
  await nav(page)
    .getByRole('link', { name: /Корзина/ })
    .click();
  await expect(page).toHaveURL(/\/cart\?sponsorId=01000157/);
  await page.goto('/katalog?sponsorId=abc');
  await expect(page.getByRole('heading', { level: 1, name: 'Ссылка недействительна' })).toBeVisible();
});

test('the preview opens from its address and Back closes it', async ({ page }) => {
  await page.goto('/katalog?preview=magnij-b6-tihij-vecher-10201');
  const preview = page.getByRole('dialog');
  await expect(preview.getByRole('heading', { name: 'Магний B6 «Тихий вечер»' })).toBeVisible();
  await expect(preview).toContainText('Не является лекарственным средством');
  await page.keyboard.press('Escape');
  await expect(preview).toBeHidden();
  await expect(page).not.toHaveURL(/preview=/);
  await card(page, await firstTitle(page)).hover();
  await page.getByRole('button', { name: 'Быстрый просмотр' }).first().click();
  await expect(page).toHaveURL(/preview=/);
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeHidden();
});

async function firstTitle(page: Parameters<typeof titles>[0]): Promise<string> {
  return (await titles(page))[0] ?? '';
}

test('an old numeric address leads to the slug and keeps the query', async ({ page, shop }) => {
  const [row] = await shop.sql<{ id: number; slug: string }>("select id, slug from products where code = '10301'");
  await page.goto(`/product/${row?.id}?sponsorId=01000157`);
  await expect(page).toHaveURL(new RegExp(`/produkt/${row?.slug}\\?sponsorId=01000157`));
});

test('the cookie notice comes after a second, stays until «Окей» and does not come back', async ({ page }) => {
  await page.goto('/katalog');
  const notice = page.getByRole('region', { name: 'Уведомление о cookie' });
  await expect(notice).toBeVisible();
  await notice.getByRole('button', { name: 'Окей' }).click();
  await expect(notice).toBeHidden();
  await page.reload();
  await page.waitForTimeout(1500);
  await expect(notice).toBeHidden();
  const cookie = (await page.context().cookies()).find((one) => one.name === 'is_cookies_accepted');
  expect(((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400).toBeGreaterThan(27);
});

test('notify-me keeps what was typed, asks for consent and stores it', async ({ page, shop }) => {
  const [gone] = await shop.sql<{ title: string; code: string }>(
    'select title, code from products where stock_qty = 0 and published order by id limit 1',
  );
  await page.goto(`/katalog?q=${gone?.code}`);
  await card(page, gone?.title ?? '')
    .getByRole('button', { name: 'Сообщить о поступлении' })
    .click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('textbox').first().fill('anna@example.test');
  await sheet.getByRole('button', { name: /Сообщить|Отправить/ }).click();
  await expect(sheet.getByRole('checkbox')).not.toBeChecked();
  await expect(sheet.getByRole('textbox').first()).toHaveValue('anna@example.test');
  await sheet.getByRole('checkbox').check();
  await sheet.getByRole('button', { name: /Сообщить|Отправить/ }).click();
  const told = page.getByRole('dialog', { name: 'Проверьте почту' });
  await expect(told).toContainText('Мы отправили письмо на anna@example.test. Подтвердите адрес');
  await told.getByRole('button', { name: 'Понятно' }).click();
  await expect(told).toBeHidden();
  const stored = await shop.sql(
    "select n.contact, c.doc_version from notify_requests n join consents c on c.id = n.consent_id where n.contact = 'anna@example.test'",
  );
  expect(stored).toHaveLength(1);

  const letter = () => shop.sql<{ text: string }>("select text from mail_outbox where recipient = 'anna@example.test'");
  await expect.poll(async () => (await letter()).length).toBe(1);
  const link = /\/user\/notify#\S+/.exec((await letter())[0]?.text ?? '')?.[0] ?? '';
  await page.goto(link);
  await page.getByRole('button', { name: 'Подтвердить адрес' }).click();
  const done = page.getByRole('heading', { level: 1, name: 'Адрес подтверждён' });
  await expect(done).toBeFocused();
  await page.getByRole('link', { name: gone?.title ?? '' }).click();
  await expect(page.getByRole('heading', { level: 1, name: gone?.title ?? '' })).toBeVisible();
  const [row] = await shop.sql<{ confirmed: boolean }>(
    "select confirmed_at is not null as confirmed from notify_requests where contact = 'anna@example.test'",
  );
  expect(row?.confirmed).toBe(true);
});
