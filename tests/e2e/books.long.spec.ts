import type { Page } from '@playwright/test';
import { violationsOn } from '#tests/e2e/support/axe.ts';
import { expect, logIn, test } from '#tests/e2e/support/test.ts';

// Money from outside onto ЛС, and a correction that two people make: docs/product/payments.md#deposits, docs/product/money.md#corrections.

const h1 = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });

test('a deposit is paid on the page of the bank, comes back, and stands on ЛС once', async ({ page, shop }) => {
  const onLs = async (): Promise<number> =>
    (await shop.sql<{ kop: number }>(`select balance_kop::int as kop from accounts a join users u on u.id = a.owner_id
      where u.email = 'cons@rostok.test' and a.type = 0`))[0]!.kop; // prettier-ignore
  const before = await onLs();
  await logIn(page, 'cons');
  await page.goto('/user/deposit');
  await page.getByRole('textbox', { name: 'Сумма, ₽' }).fill('1500,50');
  await page.getByRole('radio', { name: /Банковской картой/ }).check();
  await page.getByRole('button', { name: 'Перейти к оплате' }).click();
  await page.getByRole('button', { name: 'Оплатить' }).click();
  await expect(page.getByText(/1\s500,50\s₽ зачислены на ЛС/)).toBeVisible();
  expect(await onLs()).toBe(before + 150_050);
  expect(await violationsOn(page)).toEqual([]);
  // The address of the return proves nothing: opened again, and again, it books nothing.
  await page.reload();
  await expect(page.getByText(/1\s500,50\s₽ зачислены на ЛС/)).toBeVisible();
  await page.goBack();
  await page.goForward();
  expect(await onLs()).toBe(before + 150_050);
  await page.goto('/user/account');
  const history = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Пополнение' });
  await expect(history).toHaveCount(1);
  await expect(history).toContainText('+1 500,50');
});

test('a correction waits for another person, who lets it be posted: the money moves then, once', async ({
  page: mine,
  browser,
  baseURL,
  shop,
}) => {
  const onKs = async (): Promise<number> =>
    (await shop.sql<{ kop: number }>(`select balance_kop::int as kop from accounts a join users u on u.id = a.owner_id
      where u.email = 'cons@rostok.test' and a.type = 1`))[0]!.kop; // prettier-ignore
  const before = await onKs();
  await logIn(mine, 'admin');
  await mine.goto('/desk/books');
  await expect(h1(mine, 'Счета и сверка')).toBeVisible();
  await mine.getByRole('button', { name: 'Предложить исправление' }).click();
  const sheet = dialog(mine, 'Предложить исправление');
  await sheet.getByRole('textbox', { name: 'Номер консультанта или кабинета' }).fill('01000157');
  await sheet.getByRole('button', { name: 'Найти' }).click();
  await expect(sheet.getByText('Мария Соколова, 01000157')).toBeVisible();
  await sheet.getByRole('combobox', { name: 'Счёт' }).selectOption('1');
  await sheet.getByRole('textbox', { name: 'Сумма, ₽' }).fill('250');
  await sheet.getByRole('textbox', { name: 'Причина' }).fill('Бонус посчитан без возвращённого заказа');
  await sheet.getByRole('button', { name: 'Предложить' }).click();
  await expect(sheet).toBeHidden();
  const row = (page: Page) => page.getByRole('listitem').filter({ hasText: 'Бонус посчитан без возвращённого заказа' });
  await expect(row(mine)).toContainText('ждёт второго');
  // Whoever has proposed it decides nothing, and nothing has moved.
  await expect(row(mine)).toContainText('Решает другой сотрудник');
  await expect(row(mine).getByRole('button', { name: 'Провести' })).toHaveCount(0);
  expect(await onKs()).toBe(before);

  const other = await browser.newPage({ baseURL: baseURL!, locale: 'ru-RU' });
  await logIn(other, 'accountant');
  await other.goto('/desk/books');
  await row(other).getByRole('button', { name: 'Провести' }).click();
  const decide = dialog(other, /^Провести исправление №/);
  await decide.getByRole('textbox', { name: 'Что вы проверили' }).fill('Сверила с выпиской');
  await decide.getByRole('button', { name: 'Провести' }).click();
  await expect(decide).toBeHidden();
  await expect(row(other)).toContainText('проведено');
  await expect(row(other)).toContainText('Сверила с выпиской');
  expect(await onKs()).toBe(before + 25_000);
  expect(await violationsOn(other)).toEqual([]);
  await mine.reload();
  await expect(row(mine)).toContainText('проведено');
  await other.close();
});
