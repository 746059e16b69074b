import type { Page } from '@playwright/test';
import { violationsOn } from '#tests/e2e/support/axe.ts';
import { expect, logIn, test, warmUp } from '#tests/e2e/support/test.ts';

// The address book and, with it, the one form and the phone input in a real browser (docs/product/addresses-of-people.md).

const HERE = '/user/addresses';
const field = (page: Page, name: string) => page.getByRole('textbox', { name: new RegExp(`^${name}`) });
const line = (page: Page) => page.getByRole('combobox', { name: /^Адрес/ });
const save = (page: Page) => page.getByRole('button', { name: 'Сохранить' });
const row = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title });
/** What the phone keeps of the new address; it is written a moment after the key. */
const draftOf = (page: Page): Promise<unknown> =>
  page.evaluate(async () => {
    const asked = <T>(request: IDBRequest<T>) =>
      new Promise<T>((done, fail) => {
        request.addEventListener('success', () => done(request.result));
        request.addEventListener('error', () => fail(request.error));
      });
    for (const { name } of await indexedDB.databases()) {
      if (!name?.startsWith('u:') || name === 'u:guest') continue;
      const db = await asked(indexedDB.open(name));
      const kept = await asked(db.transaction('kv').objectStore('kv').get('draft:form:address:new'));
      db.close();
      if (kept) return (kept as { values: unknown }).values;
    }
    return null;
  });
async function openNew(page: Page): Promise<void> {
  await page.goto(HERE);
  await page.getByRole('button', { name: 'Добавить адрес' }).click();
  await expect(line(page)).toBeFocused();
}

test('an address is typed, lost with the tab, found again, saved by Enter and read in a tunnel', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await logIn(page, 'director');
  await openNew(page);
  await save(page).click();
  await expect(line(page)).toBeFocused();
  await expect(line(page)).toHaveAccessibleDescription(/Заполните поле/);
  await expect(page.locator('output').filter({ hasText: 'Исправьте поля: Адрес, Индекс' })).toHaveCount(1);
  await line(page).fill('Барнаул, ул. Молодёжная, 12, кв. 5');
  await expect(line(page)).not.toHaveAccessibleDescription(/Заполните поле/);
  await expect(field(page, 'Индекс')).toHaveValue('656000');
  await expect(field(page, 'Квартира')).toHaveValue('5');
  await field(page, 'Название').fill('Мама в Барнауле');
  await expect.poll(() => draftOf(page)).toMatchObject({ title: 'Мама в Барнауле' });
  await page.reload();
  await expect(line(page)).toHaveValue('Барнаул, ул. Молодёжная, 12, кв. 5');
  await expect(page.getByText('Вернули то, что вы набирали раньше')).toBeVisible();
  await field(page, 'Получатель').fill('Вера Соколова');
  // As a phone pastes it, with its plus.
  await field(page, 'Телефон').fill('+7 900 000-02-11');
  await expect(field(page, 'Телефон')).toHaveValue('(900) 000-02-11');
  await field(page, 'Получатель').press('Enter');
  await expect(row(page, 'Мама в Барнауле')).toContainText('656000, Барнаул, ул. Молодёжная, 12, кв.\u00a05');
  await expect(row(page, 'Мама в Барнауле')).toContainText('основной');
  await page.getByRole('button', { name: 'Добавить адрес' }).click();
  await expect(line(page)).toHaveValue('');
  await page.getByRole('button', { name: 'Отмена' }).click();

  await warmUp(page);
  await context.setOffline(true);
  await page.reload();
  await expect(row(page, 'Мама в Барнауле')).toBeVisible();
  await expect(page.getByText(/данные на\s\d\d:\d\d/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Удалить: Мама в Барнауле' })).toBeDisabled();
  await page.getByRole('button', { name: 'Изменить: Мама в Барнауле' }).click();
  await field(page, 'Квартира').fill('6');
  await expect(save(page)).toBeDisabled();
  await expect(save(page)).toHaveAccessibleDescription(/Нужен интернет/);
  await context.setOffline(false);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await save(page).click();
  await expect(row(page, 'Мама в Барнауле')).toContainText('кв.\u00a06');

  await page.getByRole('button', { name: 'Удалить: Мама в Барнауле' }).click();
  await expect(page.getByText('Адресов пока нет')).toBeVisible();
  await page.getByRole('button', { name: 'Вернуть' }).click();
  await expect(row(page, 'Мама в Барнауле')).toContainText('кв.\u00a06');
});

test('by keyboard alone: the country, the parts, a fault of the shop', async ({ page }) => {
  await logIn(page, 'newcomer');
  await openNew(page);
  await page.getByRole('button', { name: 'Ввести по частям' }).press('Enter');
  await page.getByRole('combobox', { name: /^Страна/ }).selectOption('Кыргызстан');
  await page.getByRole('combobox', { name: /^Город/ }).pressSequentially('Бишкек');
  await expect(field(page, 'Индекс')).toHaveValue('720000');
  await field(page, 'Улица').pressSequentially('Киевская');
  await field(page, 'Дом').pressSequentially('44');
  await page.getByRole('button', { name: /^Страна: Россия/ }).press('Enter');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('option', { name: /Кыргызстан\s*\+/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(field(page, 'Телефон')).toBeFocused();
  await expect(field(page, 'Телефон')).toHaveValue('');
  await page.keyboard.type('70012345');
  await page.keyboard.press('Tab');
  await expect(field(page, 'Телефон')).toHaveAccessibleDescription(/Введите номер полностью/);
  await field(page, 'Телефон').press('End');
  await page.keyboard.type('6');
  await expect(field(page, 'Телефон')).toHaveValue('700 123 456');
  await save(page).press('Enter');
  await expect(row(page, 'Бишкек')).toContainText('720000, Бишкек, Киевская, 44');
  await expect(row(page, 'Бишкек')).toContainText('+996 700 123 456');
});

test('axe finds nothing in any state of the form, and it reflows at 320 pixels', { tag: '@long' }, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 320, height: 640 });
  await logIn(page, 'director');
  await openNew(page);
  const check = async (state: string) => {
    await page.waitForTimeout(300);
    expect(await violationsOn(page), state).toEqual([]);
    const aside = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(aside, state).toBeLessThanOrEqual(0);
  };
  await check('new');
  await save(page).click();
  await check('faults');
  await page.getByRole('button', { name: /^Страна/ }).click();
  await check('countries');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Ввести по частям' }).click();
  await check('parts');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: /^Страна/ }).click();
  await check('countries, desktop');
});
