import type { Page } from '@playwright/test';
import { codeTo, linkTo } from '#tests/e2e/support/codes.ts';
import { card, nav } from '#tests/e2e/support/pages.ts';
import { expect, logIn, test } from '#tests/e2e/support/test.ts';

// docs/product/people.md#registration, in a real browser; codes are read where the embedded mail gate keeps its letters.
const MAGNESIUM = 'Магний B6 «Тихий вечер»';
const field = (page: Page, name: string) => page.getByRole('textbox', { name });

test('a guest with a cart registers, mends what is wrong, survives a reload, confirms and may order', async ({
  page,
  shop,
}) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto('/katalog?q=10201');
  await card(page, MAGNESIUM).getByRole('button', { name: 'В корзину' }).click();
  await expect(nav(page).getByRole('link', { name: 'Корзина' })).toHaveAccessibleDescription('1 штука');
  await nav(page).getByRole('link', { name: 'Войти' }).click();
  await page.getByRole('link', { name: 'Зарегистрироваться' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Регистрация' })).toBeVisible();
  await page.getByRole('button', { name: 'Получить код' }).click();
  await expect(page.getByText('Заполните поле').first()).toBeVisible();
  await expect(field(page, 'Имя')).toBeFocused();

  await field(page, 'Имя').fill('Наталья');
  await field(page, 'Фамилия').fill('Верещагина');
  await field(page, 'Телефон').pressSequentially('9132456789');
  await page.reload();
  await expect(field(page, 'Фамилия')).toHaveValue('Верещагина');
  // The last keystrokes before a reload may not have been written.
  await field(page, 'Телефон').fill('');
  await field(page, 'Телефон').pressSequentially('9132456789');
  await page.getByText('на почту').click();
  await field(page, 'Эл. почта').fill('natalia@mail.test');
  await page.getByRole('combobox', { name: 'Город' }).fill('новосибирск');
  await field(page, 'Пароль').fill('росток и лён');
  await page.getByRole('checkbox', { name: 'согласие на обработку' }).check();
  await page.getByRole('checkbox', { name: 'публичную оферту' }).check();
  await page.getByRole('button', { name: 'Получить код' }).click();

  await expect(page.getByRole('heading', { level: 1, name: 'Подтвердите адрес' })).toBeVisible();
  await expect(page.getByText('Отправили на n***@mail.test')).toBeVisible();
  const code = await codeTo(shop, 'natalia@mail.test');
  const wrong = code === '111111' ? '222222' : '111111';
  await field(page, 'Код из сообщения').fill(wrong);
  await expect(page.getByText('Код не подошёл. Осталось 4')).toBeVisible();
  await field(page, 'Код из сообщения').fill(code);
  await expect(page).toHaveURL(/\/katalog/);
  await nav(page).getByRole('link', { name: 'Корзина' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Корзина' })).toBeVisible();
  await expect(page.getByRole('article', { name: MAGNESIUM })).toBeVisible();
  const rows = await shop.sql<{ role: string; email: string }>(
    "select role, email from users where first_name = 'Наталья' and last_name = 'Верещагина'",
  );
  expect(rows).toEqual([{ role: 'client', email: 'natalia@mail.test' }]);
});

test(
  'login by code, and a new password that ends the other sessions',
  { tag: '@long' },
  async ({ page, shop, context }) => {
    await page.goto('/login');
    await page.getByRole('button', { name: 'Войти по коду' }).click();
    await field(page, 'Телефон или e-mail').fill('client@rostok.test');
    await page.getByRole('button', { name: 'Получить код' }).click();
    await field(page, 'Код из сообщения').fill(await codeTo(shop, 'client@rostok.test', 'для входа'));
    await expect(page.getByRole('heading', { level: 1, name: 'Кабинет' })).toBeVisible();
    const other = await context.browser()!.newPage({ baseURL: new URL(page.url()).origin });
    await other.goto('/password/reset');
    await field(other, 'Телефон или e-mail').fill('client@rostok.test');
    await other.getByRole('button', { name: 'Получить код' }).click();
    await field(other, 'Код из сообщения').fill(await codeTo(shop, 'client@rostok.test', 'нового пароля'));
    await field(other, 'Новый пароль').fill('новый и длинный');
    const open = "select from sessions s join users u on u.id = s.user_id where u.email = 'client@rostok.test'";
    const before = (await shop.sql(open)).length;
    await other.getByRole('button', { name: 'Задать пароль' }).click();
    await expect(other.getByRole('heading', { level: 1, name: 'Пароль изменён' })).toBeVisible();
    expect(before).toBeGreaterThan(0);
    await expect(other.getByText(new RegExp(`^Завершено сеансов\\s*${before}$`))).toBeVisible();
    expect(await shop.sql(open)).toHaveLength(1);
    await other.getByRole('main').getByRole('link', { name: 'В кабинет' }).click();
    await expect(other.getByRole('heading', { level: 1, name: 'Кабинет' })).toBeVisible();
    await other.close();
    // The journeys behind this one log in as the same person.
    await shop.sql(
      "update users set password_hash = (select password_hash from users where email = 'cons@rostok.test') where email = 'client@rostok.test'",
    );
  },
);

test(
  'a consultant invites a newcomer, who registers on a phone of their own; the code comes by SMS',
  { tag: '@long' },
  async ({ page, shop, context }) => {
    await logIn(page, 'cons');
    await page.goto('/user/register');
    await field(page, 'Имя').fill('Олег');
    await field(page, 'Фамилия').fill('Новиков');
    await field(page, 'Телефон').pressSequentially('9137770011');
    await page.getByRole('button', { name: 'Отправить ссылку новичку' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Олег Новиков: ссылка готова' })).toBeFocused();
    await expect(page.getByRole('img', { name: 'QR-код ссылки для новичка' })).toBeVisible();
    const link = await linkTo(shop, '+79137770011');
    await expect(page.getByText(link)).toBeVisible();

    const phone = await context.browser()!.newPage({ viewport: { width: 360, height: 780 } });
    await phone.goto(link);
    await expect(phone.getByText('Олег, вас приглашает')).toBeVisible();
    await expect(field(phone, 'Фамилия')).toHaveValue('Новиков');
    await phone.getByRole('combobox', { name: 'Город' }).fill('Казань');
    await field(phone, 'Пароль').fill('свой и длинный');
    await phone.getByRole('checkbox', { name: 'согласие на обработку' }).check();
    await phone.getByRole('checkbox', { name: 'публичную оферту' }).check();
    await phone.getByRole('button', { name: 'Получить код' }).click();
    await expect(phone.getByText('Отправили на +7 9** ***-**-11')).toBeVisible();
    await field(phone, 'Код из сообщения').fill(await codeTo(shop, '+79137770011'));
    await expect(phone.getByRole('heading', { level: 1, name: 'Кабинет' })).toBeVisible();
    await phone.close();
    const rows = await shop.sql<{ role: string; phone: string; cons_id: number }>(
      "select u.role, u.phone, s.cons_id from users u join users s on s.id = u.sponsor_id where u.phone = '+79137770011'",
    );
    expect(rows).toEqual([{ role: 'client', phone: '+79137770011', cons_id: 1_000_157 }]);
  },
);
