import type { Browser, Page } from '@playwright/test';
import { withText } from '#tests/e2e/support/large-text.ts';
import { textFaults } from '#tests/e2e/support/text-faults.ts';
import { expect, logIn, type Role, test } from '#tests/e2e/support/test.ts';
import type { ShopProcess } from '#tests/e2e/support/shop-process.ts';

// Every screen of docs/product/people.md, profile and consents at 320 pixels with the browser's text at 200 %: nothing scrolls
// sideways, no word is broken, cut off or hangs out of its button; windows and refused forms too.
const NARROW = { viewport: { width: 320, height: 568 }, locale: 'ru-RU', timezoneId: 'Europe/Moscow' };
const PAPERS = ['/cookie', '/kompaniya', ...['soglasie', 'soglasie-reklama', 'privacy-policy', 'oferta', 'dogovor-konsultanta', 'rekvizity', 'dokumenty'].map((one) => `/kompaniya/${one}`)]; // prettier-ignore

type Act = [name: string, act: (page: Page) => Promise<unknown>];
const button = (page: Page, name: string | RegExp) => page.getByRole('main').getByRole('button', { name }).first();
const field = (page: Page, name: string) => page.getByRole('textbox', { name });
const dialog = (page: Page) => page.getByRole('dialog');

async function walk(
  browser: Browser,
  shop: ShopProcess,
  role: Role | null,
  routes: readonly string[],
  acts: readonly Act[],
  viewport = NARROW.viewport,
) {
  const page = await browser.newPage({ ...NARROW, viewport, baseURL: shop.url });
  const found: Record<string, string[]> = {};
  const look = async (name: string) => {
    // What comes late pushes too: the sponsor's card, the notice of cookies.
    await page.waitForTimeout(700);
    const faults = await textFaults(page);
    if (faults.length > 0) found[name] = faults;
  };
  if (role) await logIn(page, role);
  for (const route of routes) {
    await page.goto(route);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached();
    await look(route);
  }
  for (const [name, act] of acts) {
    await act(page);
    await look(name);
  }
  expect(found).toEqual({});
  await page.close();
}

test('papers on a tablet, where columns have no room for such letters', async ({ shop }) => {
  const browser = await withText(32);
  await walk(browser, shop, null, PAPERS, [], { width: 800, height: 1112 });
  await browser.close();
});

test('a guest’s: registration, login, a new password, papers, the consultant’s window', async ({ shop }) => {
  const browser = await withText(32);
  const byCode = async (page: Page) => {
    await field(page, 'Телефон или e-mail').fill('director@rostok.test');
    await button(page, 'Получить код').click();
    await expect(field(page, 'Код из сообщения')).toBeVisible();
  };
  await walk(
    browser,
    shop,
    null,
    [
      '/register',
      '/login',
      '/password/reset',
      '/user/settings',
      '/user/form-style',
      ...PAPERS,
      '/register?sponsorId=1000157',
    ],
    [
      [
        'a consultant’s registration, refused, beside the sponsor',
        async (page) => {
          await expect(page.getByRole('region', { name: 'Ваш консультант' })).toBeVisible();
          await page.getByText('и рекомендовать').click();
          await button(page, 'Получить код').click();
          await expect(page.getByRole('textbox', { name: 'Имя' })).toHaveAttribute('aria-invalid', 'true');
        },
      ],
      ['a login refused', async (page) => (await page.goto('/login'), await button(page, 'Войти').click())],
      ['a login by code', async (page) => (await button(page, 'Войти по коду').click(), await byCode(page))],
      ['a new password', async (page) => (await page.goto('/password/reset'), await byCode(page))],
      [
        'the consultant’s window',
        async (page) => {
          await page.goto('/user/sync?sponsorId=1000157');
          await page.goto('/register');
          await page.getByRole('button', { name: 'Спросить консультанта' }).click();
          await expect(dialog(page)).toContainText('01000157');
        },
      ],
      [
        'the call, refused',
        async (page) => {
          await dialog(page).getByRole('button', { name: 'Позвать консультанта' }).click();
          await dialog(page).getByRole('button', { name: 'Отправить' }).click();
        },
      ],
    ],
  );
  await browser.close();
});

test('a buyer’s: cabinet, profile with each form open, the agreement, wholesale, consents', async ({ shop }) => {
  const browser = await withText(32);
  const forms = ['email', 'phone', 'name', 'password'].map((one) => `/user/profile?edit=${one}`);
  await walk(
    browser,
    shop,
    'client',
    ['/user', '/user/profile', ...forms, '/user/become', '/optovik/apply', '/user/consents'],
    [
      [
        'deleting the account',
        async (page) => {
          await button(page, /удалить/i).click();
          await expect(dialog(page)).toBeVisible();
        },
      ],
      [
        'wholesale refused',
        async (page) => (
          await page.goto('/optovik/apply'),
          await page.getByRole('main').getByRole('button').last().click()
        ),
      ],
    ],
  );
  await walk(browser, shop, 'newuser', ['/user', '/register', '/user/profile'], []);
  await browser.close();
});

test('a consultant’s: a newcomer, the search, the invitation', async ({ shop }) => {
  const browser = await withText(32);
  await walk(
    browser,
    shop,
    'cons',
    ['/user', '/user/register', '/user/profile', '/user/become', '/user/consultants'],
    [
      [
        'people found',
        async (page) => {
          await page
            .getByRole('main')
            .getByRole('textbox')
            .or(page.getByRole('main').getByRole('searchbox'))
            .first()
            .fill('соко');
          await page.waitForResponse((answer) => answer.url().endsWith('/user/cons/search'));
        },
      ],
      [
        'a newcomer refused',
        async (page) => (await page.goto('/user/register'), await button(page, 'Отправить ссылку новичку').click()),
      ],
      [
        'one’s own code',
        async (page) => {
          await button(page, 'Новичок рядом: показать код').click();
          await expect(dialog(page)).toBeVisible();
        },
      ],
    ],
  );
  await browser.close();
});

test('the desk’s: people and the journal', async ({ shop }) => {
  const browser = await withText(32);
  const [person] = await shop.sql<{ id: number }>("select id from users where email = 'cons@rostok.test'");
  const sheets = ['Заменить потерянный', 'Включить', 'Изменить', 'Исправить', 'Объединить'];
  await walk(
    browser,
    shop,
    'admin',
    ['/desk', '/desk/users', '/desk/audit', `/desk/users/${person!.id}`],
    sheets.map((name): Act => [
      name,
      async (page) => {
        await page.goto(`/desk/users/${person!.id}`);
        await button(page, name).click();
        await expect(dialog(page)).toBeVisible();
      },
    ]),
  );
  await browser.close();
});
