import type { Page } from '@playwright/test';
import { card, nav, searchBox } from '#tests/e2e/support/pages.ts';
import { expect, logIn, test, warmUp } from '#tests/e2e/support/test.ts';

// The front of the shop as somebody walks through it (docs/product/catalogue.md#front): the city, the search by keyboard, rows of one person.

const cityButton = (page: Page) => page.getByRole('banner').getByRole('button', { name: /город/i });
const row = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const namesIn = (page: Page, name: string) =>
  row(page, name)
    .getByRole('article')
    .evaluateAll((cards) => cards.map((one) => one.querySelector('h3')?.textContent?.replaceAll('\u00a0', ' ')));
async function chooseCity(page: Page, typed: string, name: RegExp): Promise<void> {
  await cityButton(page).click();
  const sheet = page.getByRole('dialog', { name: 'Ваш город' });
  await sheet.getByRole('searchbox', { name: 'Найти город' }).fill(typed);
  await sheet.getByRole('button', { name }).first().click();
  await expect(sheet).toBeHidden();
}
async function leave(page: Page): Promise<void> {
  await page.goto('/logout');
  await expect(nav(page).getByRole('link', { name: 'Войти' })).toBeVisible();
}

/** How many products the phone remembers as looked at, of everybody. */
const lookedAt = (page: Page) =>
  page.evaluate(async () => {
    let count = 0;
    for (const { name = '' } of await indexedDB.databases()) {
      if (!name.startsWith('u:')) continue;
      const opening = indexedDB.open(name);
      const db = await new Promise<IDBDatabase>((done) =>
        opening.addEventListener('success', () => done(opening.result)),
      );
      if (db.objectStoreNames.contains('kv')) {
        const read = db.transaction('kv').objectStore('kv').get('own:looked-at');
        const kept = await new Promise<{ ids: number[] } | undefined>((done) =>
          read.addEventListener('success', () => done(read.result as { ids: number[] } | undefined)),
        );
        count += kept?.ids.length ?? 0;
      }
      db.close();
    }
    return count;
  });

test(
  'a city is nobody’s until it is chosen, stays on the device, and is the account’s after a login',
  { tag: '@long' },
  async ({ page, consoleGuard }) => {
    consoleGuard.allow(/401/);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto('/');
    await expect(cityButton(page)).toHaveText('Выберите город');
    await warmUp(page);
    await chooseCity(page, 'томс', /Томск/);
    await expect(cityButton(page)).toHaveText('Город: Томск');

    // Without a signal too, with the price of a parcel to there.
    await page.context().setOffline(true);
    await page.goto('/produkt/magnij-b6-tihij-vecher-10201');
    const delivery = page.getByRole('region', { name: 'Доставка' });
    await expect(delivery).toContainText('Томск');
    await expect(delivery).toContainText(/от\s\d+\s₽, \d/);
    await expect(cityButton(page)).toHaveText('Город: Томск');
    await page.context().setOffline(false);

    await logIn(page, 'client');
    await expect(cityButton(page)).toHaveText('Город: Новосибирск');
    await chooseCity(page, 'каз', /Казань/);
    await page.goto('/produkt/magnij-b6-tihij-vecher-10201');
    await expect(delivery).toContainText('Казань');
    // What a person chose goes with the person; the device has its own again.
    await leave(page);
    await page.goto('/');
    await expect(cityButton(page)).toHaveText('Город: Томск');
  },
);

test(
  'the front by keyboard: «/», letters, arrows, Enter; the last query is offered the next time',
  { tag: '@long' },
  async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1, name: 'Магазин' })).toBeVisible();
    await warmUp(page);
    await page.keyboard.press('/');
    await expect(searchBox(page)).toBeFocused();
    const list = page.getByRole('listbox', { name: 'Подсказки' });
    await page.keyboard.type('сон');
    await expect(list.getByRole('option', { name: /Сон и отдых/ })).toBeVisible();
    await page.keyboard.press('ArrowDown');
    const chosen = list.getByRole('option', { selected: true });
    await expect(chosen).toContainText('Сон и отдых');
    await expect(searchBox(page)).toHaveAttribute('aria-activedescendant', (await chosen.getAttribute('id')) ?? '');
    await expect(searchBox(page)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('Сон и отдых');
    await expect(list).toBeHidden();
    await expect(card(page, 'Магний B6 «Тихий вечер»')).toBeVisible();

    await page.getByRole('link', { name: 'Росток, на главную' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Магазин' })).toBeVisible();
    await page.keyboard.press('/');
    await page.keyboard.press('ArrowDown');
    await expect(list.getByRole('option')).toHaveText([/^Сон и отдых/]);
    await page.keyboard.press('Escape');
    await expect(list).toBeHidden();

    // A word typed in the other layout, mended, without a signal.
    await page.context().setOffline(true);
    await page.keyboard.type('vfuybq');
    await expect(list.getByRole('option', { name: /магний/i }).first()).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/3\s?товара/);
    await expect(card(page, 'Магний B6 «Тихий вечер»')).toBeVisible();
    await page.context().setOffline(false);
  },
);

test(
  '«Вы смотрели» and «Купить снова» are the person’s: there without a signal, gone with the logout',
  { tag: '@long' },
  async ({ page, consoleGuard }) => {
    consoleGuard.allow(/401/);
    const see = async (slug: string, title: string) => {
      const before = await lookedAt(page);
      await page.goto(`/produkt/${slug}`);
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      await expect.poll(() => lookedAt(page)).toBe(before + 1);
    };
    await logIn(page, 'client');
    await warmUp(page);
    await see('magnij-b6-tihij-vecher-10201', 'Магний B6 «Тихий вечер»');
    await see('vitamin-c-ryabinka-10101', 'Витамин C «Рябинка»');
    await expect(row(page, 'Вы смотрели')).toContainText('Тихий вечер');
    await page.goto('/');
    await expect.poll(() => namesIn(page, 'Вы смотрели')).toEqual(['Витамин C «Рябинка»', 'Магний B6 «Тихий вечер»']);
    // Of the last two orders that stand, the latest first.
    await expect.poll(() => namesIn(page, 'Купить снова')).toHaveLength(3);
    const bought = await namesIn(page, 'Купить снова');
    expect(bought[0]).toContain('Полярная рыбка');

    await page.context().setOffline(true);
    await page.goto('/');
    await expect.poll(() => namesIn(page, 'Купить снова')).toEqual(bought);
    await expect.poll(() => namesIn(page, 'Вы смотрели')).toHaveLength(2);
    await page.context().setOffline(false);

    await leave(page);
    await page.goto('/');
    await expect(row(page, 'Хиты')).toBeVisible();
    await expect(row(page, 'Вы смотрели')).toHaveCount(0);
    await expect(row(page, 'Купить снова')).toHaveCount(0);
  },
);
