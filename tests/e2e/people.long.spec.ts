import type { Page } from '@playwright/test';
import { violationsOn } from '#tests/e2e/support/axe.ts';
import { codeTo } from '#tests/e2e/support/codes.ts';
import { card, nav, stepper } from '#tests/e2e/support/pages.ts';
import { tabTo } from '#tests/e2e/support/keyboard.ts';
import { expect, logIn, test, warmUp } from '#tests/e2e/support/test.ts';

// docs/product/people.md in a real browser: two devices of one person, a code by SMS, a hand that has only keys.

const field = (page: Page, name: string) => page.getByRole('textbox', { name });
const sideways = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

test('«Выйти на всех устройствах»: both are guests from then on', async ({
  page,
  browser,
  baseURL,
  consoleGuard,
  shop,
}) => {
  consoleGuard.allow(/status of 401/);
  // Of the journeys before this one.
  await shop.sql("delete from sessions s using users u where u.id = s.user_id and u.email = 'client@rostok.test'");
  await logIn(page, 'client');
  const tablet = await browser.newPage({ baseURL: baseURL!, viewport: { width: 834, height: 1112 }, locale: 'ru-RU' });
  await logIn(tablet, 'client');
  await tablet.goto('/user/addresses');
  await expect(tablet.getByRole('heading', { level: 1, name: 'Адреса доставки' })).toBeVisible();

  await page.goto('/user/profile');
  const devices = page.getByRole('region', { name: 'Вход и устройства' });
  await expect(devices.getByRole('listitem')).toHaveCount(2);
  await devices.getByRole('button', { name: 'Выйти на всех устройствах' }).click();
  await expect(page.getByRole('link', { name: 'Войти' }).first()).toBeVisible();
  await tablet.goto('/user/profile');
  await expect(tablet).toHaveURL(/\/login\?return=/);
  await expect(tablet.getByRole('heading', { level: 1, name: 'Вход' })).toBeVisible();
  const rows = await shop.sql<{ n: number }>(
    "select count(*)::int as n from sessions s join users u on u.id = s.user_id where u.email = 'client@rostok.test'",
  );
  expect(rows).toEqual([{ n: 0 }]);
  await tablet.close();
});

test('login by a code that comes to the telephone', async ({ page, shop }) => {
  const [row] = await shop.sql<{ phone: string }>("select phone from users where email = 'director@rostok.test'");
  await page.goto('/login');
  await page.getByRole('button', { name: 'Войти по коду' }).click();
  await field(page, 'Телефон или e-mail').fill(row!.phone);
  await page.getByRole('button', { name: 'Получить код' }).click();
  const code = field(page, 'Код из сообщения');
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code');
  await code.fill(await codeTo(shop, row!.phone, 'для входа'));
  await expect(page.getByRole('heading', { level: 1, name: 'Кабинет' })).toBeVisible();
});

test('what a guest has done without a signal, and a form begun without one, become the account’s: each piece once', async ({
  page,
  context,
  shop,
}) => {
  const MAGNESIUM = 'Магний B6 «Тихий вечер»';
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto('/katalog?q=10201');
  await warmUp(page);
  await context.setOffline(true);
  const magnesium = card(page, MAGNESIUM);
  await magnesium.getByRole('button', { name: 'В корзину' }).click();
  await stepper(magnesium).getByRole('button', { name: 'Добавить' }).click();
  await magnesium.getByRole('button', { name: 'В избранное' }).click();
  await nav(page).getByRole('link', { name: 'Войти' }).click();
  await page.getByRole('link', { name: 'Зарегистрироваться' }).click();
  await field(page, 'Имя').fill('Галина');
  await field(page, 'Фамилия').fill('Очередная');
  await field(page, 'Телефон').pressSequentially('9132450361');
  await page.getByRole('combobox', { name: 'Город' }).fill('новосибирск');
  await field(page, 'Пароль').fill('росток и лён');
  await page.getByRole('checkbox', { name: 'согласие на обработку' }).check();
  await page.getByRole('checkbox', { name: 'публичную оферту' }).check();
  await expect(page.getByText('Нужен интернет: код присылает магазин.')).toBeVisible();

  await context.setOffline(false);
  await page.getByRole('button', { name: 'Получить код' }).click();
  await field(page, 'Код из сообщения').fill(await codeTo(shop, '+79132450361'));
  await expect(page).toHaveURL(/\/katalog/);
  const held = () =>
    shop.sql<{ role: string; pieces: number; hearts: number }>(
      `select u.role, (select coalesce(sum(i.quantity), 0)::int from cart_items i join carts c on c.id = i.cart_id
          where c.user_id = u.id) as pieces, (select count(*)::int from favourites f where f.user_id = u.id) as hearts
        from users u where u.last_name = 'Очередная'`,
    );
  await expect.poll(held).toEqual([{ role: 'client', pieces: 2, hearts: 1 }]);
  await nav(page).getByRole('link', { name: 'Корзина' }).click();
  await expect(stepper(page.getByRole('article', { name: MAGNESIUM })).getByRole('textbox')).toHaveValue('2');
});

test('keyboard alone at 320 pixels: from the empty form to the cabinet, a second address, the agreement of a consultant, a new password', async ({
  page,
  consoleGuard,
  shop,
}) => {
  // What a page had asked when the logout came is refused: a cart, prices of a consultant.
  consoleGuard.allow(/status of 40[13]/);
  await page.setViewportSize({ width: 320, height: 568 });
  const isWhole = async () => expect([await sideways(page), await violationsOn(page)]).toEqual([0, []]);
  const press = async (button: string) => {
    await tabTo(page, page.getByRole('button', { name: button }));
    await page.keyboard.press('Enter');
  };
  await page.goto('/register?return=/user');
  const type = async (name: string, text: string) => {
    await tabTo(page, field(page, name));
    await page.keyboard.type(text);
  };
  await type('Имя', 'Клавдия');
  await type('Фамилия', 'Клавишина');
  await type('Телефон', '9132450320');
  await tabTo(page, page.getByRole('combobox', { name: 'Город' }));
  await page.keyboard.type('Новосибирск');
  await tabTo(page, field(page, 'Пароль'));
  await page.keyboard.type('росток и лён');
  for (const name of ['согласие на обработку', 'публичную оферту']) {
    await tabTo(page, page.getByRole('checkbox', { name }));
    await page.keyboard.press('Space');
  }
  await isWhole();
  await press('Получить код');
  await expect(page.getByRole('heading', { level: 1, name: 'Подтвердите адрес' })).toBeVisible();
  await isWhole();
  await tabTo(page, field(page, 'Код из сообщения'));
  await page.keyboard.type(await codeTo(shop, '+79132450320'));
  await expect(page.getByRole('heading', { level: 1, name: 'Кабинет' })).toBeVisible();
  expect(await sideways(page)).toBe(0);

  // What a consultant needs and the account lacks: the mailbox, proved by a code.
  await page.goto('/user/become');
  await tabTo(page, page.getByRole('main').getByRole('link', { name: /почт/ }));
  await isWhole();
  await page.keyboard.press('Enter');
  await expect(field(page, 'Новый адрес')).toBeFocused();
  await page.keyboard.type('klavdia@mail.test');
  await isWhole();
  await press('Получить код');
  await expect(field(page, 'Код из сообщения')).toBeFocused();
  await isWhole();
  await page.keyboard.type(await codeTo(shop, 'klavdia@mail.test'));
  await expect(page.getByRole('heading', { level: 1, name: 'Профиль' })).toBeFocused();
  await page.goto('/user/become');
  await type('Дата рождения', '14.06.1991');
  await tabTo(page, page.getByRole('checkbox', { name: /договор консультанта/ }));
  await page.keyboard.press('Space');
  await isWhole();
  await press('Стать консультантом');
  await expect(page.getByText(/Ваш номер 01\d{6}/)).toBeVisible();
  const rows = await shop.sql<{ role: string; email: string }>(
    "select role, email from users where last_name = 'Клавишина'",
  );
  expect(rows).toEqual([{ role: 'cons', email: 'klavdia@mail.test' }]);

  await page.goto('/logout');
  await expect(page.getByRole('link', { name: 'Войти' }).first()).toBeVisible();
  await page.goto('/password/reset');
  await type('Телефон или e-mail', 'klavdia@mail.test');
  await press('Получить код');
  await type('Код из сообщения', await codeTo(shop, 'klavdia@mail.test', 'нового пароля'));
  await type('Новый пароль', 'клавиши и лён');
  await isWhole();
  await press('Задать пароль');
  await expect(page.getByRole('heading', { level: 1, name: 'Пароль изменён' })).toBeFocused();
  await isWhole();
  await tabTo(page, page.getByRole('main').getByRole('link', { name: 'В кабинет' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Кабинет' })).toBeVisible();
});

test('a guest calls the consultant by keyboard at 320 pixels, without a signal: told so, and sent once when there is one', async ({
  page,
  context,
  shop,
}) => {
  await page.setViewportSize({ width: 320, height: 568 });
  await page.goto('/katalog?sponsorId=1000157');
  await warmUp(page);
  await page.goto('/produkt/magnij-b6-tihij-vecher-10201');
  const ask = page.getByRole('button', { name: 'Спросить консультанта' });
  await tabTo(page, ask);
  await page.keyboard.press('Enter');
  const contact = page.getByRole('dialog', { name: 'Ваш консультант' });
  await expect(contact).toContainText('01000157');
  await tabTo(page, contact.getByRole('button', { name: 'Позвать консультанта' }));
  await page.keyboard.press('Enter');
  const call = page.getByRole('dialog', { name: 'Позвать консультанта' });
  await context.setOffline(true);
  for (const [name, text] of [
    ['Имя', 'Галина'],
    ['Телефон', '9132450362'],
    ['Вопрос', 'Подойдёт ли на ночь?'],
  ] as const) {
    await tabTo(page, call.getByRole('textbox', { name }));
    await page.keyboard.type(text);
  }
  await tabTo(page, call.getByRole('checkbox', { name: 'Согласие' }));
  await page.keyboard.press('Space');
  expect([await sideways(page), await violationsOn(page)]).toEqual([0, []]);
  await tabTo(page, call.getByRole('button', { name: 'Отправить' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Отправим при появлении связи')).toBeVisible();
  await context.setOffline(false);
  const told = () =>
    shop.sql<{ n: number }>("select count(*)::int as n from mail_outbox where text like '%Подойдёт ли на ночь?%'");
  await expect.poll(told).toEqual([{ n: 1 }]);
});
