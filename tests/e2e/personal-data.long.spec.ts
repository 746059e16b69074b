import { readFileSync } from 'node:fs';
import { strFromU8, unzipSync } from 'fflate';
import type { Page } from '@playwright/test';
import { expect, logIn, test } from '#tests/e2e/support/test.ts';

// docs/product/law.md#consents, #export, #deletion, in a real browser, by keyboard where a person would.
const HERE = '/user/consents';
const row = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title });
const PASSWORD = process.env.SEED_PASSWORD ?? 'rostok-demo';

test('a consent is given and taken back, the archive is made, fetched and read, the account is ended and comes back', async ({
  page,
  shop,
}) => {
  await page.setViewportSize({ width: 320, height: 720 });
  await logIn(page, 'client');
  await page.goto(HERE);
  await expect(page.getByRole('heading', { level: 1, name: 'Согласия и мои данные' })).toBeVisible();

  // 1 A consent: by keyboard, unticked at first.
  const marketing = row(page, 'Контакты для наставника').first();
  await marketing.getByRole('button', { name: 'Дать' }).focus();
  await page.keyboard.press('Enter');
  const give = page.getByRole('dialog', { name: 'Контакты для наставника' });
  await expect(give.getByRole('checkbox')).not.toBeChecked();
  await give.getByRole('button', { name: 'Дать согласие' }).click();
  await expect(give.getByText('Отметьте, что согласны')).toBeVisible();
  await give.getByRole('checkbox').press('Space');
  await give.getByRole('button', { name: 'Дать согласие' }).press('Enter');
  await expect(give).toBeHidden();
  await expect(marketing.getByText('действует')).toBeVisible();
  await marketing.getByRole('button', { name: 'Отозвать' }).click();
  const withdraw = page.getByRole('dialog', { name: /Отозвать согласие/ });
  await expect(withdraw.getByText('Ваш консультант увидит только имя и город.')).toBeVisible();
  await withdraw.getByRole('button', { name: 'Отозвать', exact: true }).click();
  await expect(marketing.getByText(/отозвано/)).toBeVisible();
  const kept = await shop.sql<{ ended: boolean }>(
    `select withdrawn_at is not null as ended from consents c join users u on u.id = c.user_id
      where u.email = 'client@rostok.test' and purpose = 'sponsor_contacts'`,
  );
  expect(kept).toEqual([{ ended: true }]);

  // 2 The archive, made by a job of the running shop.
  await page.getByRole('button', { name: 'Собрать мои данные' }).click();
  const link = page.getByRole('link', { name: 'Скачать архив' });
  await expect(link).toBeVisible();
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  const files = unzipSync(new Uint8Array(readFileSync(await download.path())));
  expect(strFromU8(files['moi-dannye.html']!)).toContain('client@rostok.test');
  const opened = await page.context().newPage();
  await opened.setContent(strFromU8(files['moi-dannye.html']!));
  await expect(opened.getByRole('heading', { name: 'Мои данные в магазине «Росток»' })).toBeVisible();
  await expect(opened.getByRole('heading', { name: 'Заказы', exact: true })).toBeVisible();
  await opened.close();

  // 3 The account: a wrong password, the right one, and back.
  await page.getByRole('button', { name: 'Удалить аккаунт' }).click();
  const end = page.getByRole('dialog', { name: 'Удалить аккаунт?' });
  await end.getByLabel('Пароль от этого кабинета').fill('не тот');
  await end.getByRole('button', { name: 'Удалить через 30 дней' }).click();
  await expect(end.getByText(/Пароль не подошёл/)).toBeVisible();
  await end.getByLabel('Пароль от этого кабинета').fill(PASSWORD);
  await end.getByRole('button', { name: 'Удалить через 30 дней' }).click();
  await expect(end).toBeHidden();
  await expect(page.getByRole('button', { name: 'Отменить удаление' })).toBeVisible();
  await page.goto('/user/addresses');
  await page.getByRole('link', { name: 'Отменить удаление' }).click();
  await page.getByRole('button', { name: 'Отменить удаление' }).click();
  await expect(page.getByRole('button', { name: 'Удалить аккаунт' })).toBeVisible();
  await expect(page.getByText(/Аккаунт удалится \d/)).toHaveCount(0);
});
