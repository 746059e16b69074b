import type { Page } from '@playwright/test';
import {
  carrierConsent,
  choosePayment,
  chooseCentre,
  fillPlace,
  fillRecipient,
  go,
  openCheckout,
} from '#tests/e2e/support/checkout.ts';
import { add, openShopOn } from '#tests/e2e/support/offline-lab-gestures.ts';
import { test as lab } from '#tests/e2e/support/offline-lab.ts';
import { productsOnSale } from '#tests/e2e/support/offline-lab-shop.ts';
import { card } from '#tests/e2e/support/pages.ts';
import { expect, logIn, test } from '#tests/e2e/support/test.ts';

// From a full cart to paid; docs/product/checkout.md and docs/product/payments.md.

const MAGNESIUM = 'Магний B6 «Тихий вечер»';

test('a guest on a phone orders with at most twelve form elements and pays by a sandbox card', async ({
  page,
  shop,
}) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto('/katalog?q=10201');
  await card(page, MAGNESIUM).getByRole('button', { name: 'В корзину' }).click();
  await openCheckout(page);
  const seen = new Set<string>();
  const count = async () => {
    for (const name of await elements(page)) seen.add(name);
  };
  await count();
  // Nothing typed yet: every fault stands at its field, the first one has the focus.
  await go(page, 'К доставке').click();
  await expect(page.getByText('Заполните поле').first()).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Имя и фамилия' })).toBeFocused();
  await fillRecipient(page);
  await count();
  await fillPlace(page, 'Новосибирск, Советская, 64');
  await expect(page.getByText('Адрес найден')).toBeVisible();
  await count();
  await chooseCentre(page);
  await count();
  await choosePayment(page, 'Банковской картой');
  expect(seen.size, [...seen].join(', ')).toBeLessThanOrEqual(12);

  await go(page, /^Оплатить/).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Тестовая оплата' })).toBeVisible();
  const before = await shop.sql<{ status: number; public_token: string | null }>(
    'select status, public_token from orders order by id desc limit 1',
  );
  expect(before[0]?.status).toBeLessThan(2);
  await page.getByRole('button', { name: 'Оплатить' }).click();
  await expect
    .poll(
      async () => (await shop.sql<{ status: number }>('select status from orders order by id desc limit 1'))[0]?.status,
    )
    .toBe(2);
  await page.goto('/cart');
  await expect(page.getByText('Здесь пока пусто')).toBeVisible();
});

/** Fields, ticks, and each radiogroup once, by name. */
const elements = (page: Page): Promise<string[]> =>
  page
    .locator('#main')
    .evaluate((main) =>
      [...main.querySelectorAll<HTMLElement>('input:not([type=radio]), select, textarea, [role=radiogroup]')]
        .filter((one) => one.checkVisibility())
        .map(
          (one) =>
            one.getAttribute('aria-label') ?? one.closest('label, div')?.textContent?.slice(0, 40) ?? one.outerHTML,
        ),
    );

test('what was typed outlives a reload; the second order is two taps', async ({ page, shop }) => {
  await logIn(page, 'newcomer');
  await page.goto('/katalog?q=10201');
  await card(page, MAGNESIUM).getByRole('button', { name: 'В корзину' }).click();
  await openCheckout(page);
  await go(page, 'К доставке').click();
  await fillPlace(page, 'Новосибирск');
  await expect(page.getByText('Город найден')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'Город или адрес' })).toHaveValue('Новосибирск');
  await chooseCentre(page);
  await choosePayment(page, 'По реквизитам');
  await go(page, 'Оформить заказ').click();
  await expect(page).toHaveURL(/\/user\/orders\/\d+/);

  await page.goto('/katalog?q=10201');
  await card(page, MAGNESIUM).getByRole('button', { name: 'В корзину' }).click();
  await openCheckout(page);
  await expect(page.getByRole('region', { name: 'Как в прошлый раз' })).toBeVisible();
  await expect(page.getByText('считаем…')).toBeHidden();
  await go(page, 'Оформить заказ').click();
  await expect(page).toHaveURL(/\/user\/orders\/\d+/);
  const rows = await shop.sql<{ n: number }>(
    "select count(*)::int as n from orders o join users u on u.id = o.user_id where u.email = 'newcomer@rostok.test'",
  );
  expect(rows[0]?.n).toBe(2);
});

test('a price that rose while the form was open is shown old → new and accepted by one tap', async ({
  page,
  shop,
  consoleGuard,
}) => {
  consoleGuard.allow(/status of 4\d\d/);
  await logIn(page, 'inactive');
  await page.goto('/katalog?q=10201');
  await card(page, MAGNESIUM).getByRole('button', { name: 'В корзину' }).click();
  await openCheckout(page);
  await go(page, 'К доставке').click();
  await fillPlace(page, 'Новосибирск');
  await chooseCentre(page);
  await choosePayment(page, 'По реквизитам');
  await shop.sql("update products set actual_cons_price = actual_cons_price + 5000 where code = '10201'");
  try {
    await go(page, 'Оформить заказ').click();
    const asked = page.getByRole('dialog', { name: 'Проверьте сумму' });
    await expect(asked).toContainText('530');
    await expect(asked).toContainText('580');
    await asked.getByRole('button', { name: 'Принять' }).click();
    await expect(page).toHaveURL(/\/user\/orders\/\d+/);
  } finally {
    await shop.sql("update products set actual_cons_price = actual_cons_price - 5000 where code = '10201'");
  }
});

lab(
  'the answer is lost between tap and shop: one order; a checkout begun in a tunnel is finished outside',
  async ({ page, lab: shopLab }) => {
    const [product] = await productsOnSale(shopLab.shop, 1);
    const person = await shopLab.person('client');
    await openShopOn(page, shopLab, person);
    await add(page, product);
    await openCheckout(page);
    await shopLab.offline();
    const name = page.getByRole('textbox', { name: 'Имя и фамилия' });
    if ((await name.inputValue()) === '') await name.fill('Анна Иванова');
    const phone = page.getByRole('textbox', { name: 'Телефон' });
    if ((await phone.inputValue()) === '') await phone.pressSequentially('9123456789');
    await go(page, 'К доставке').click();
    await fillPlace(page, 'Томск');
    await expect(page.getByText(/предварительно/)).toBeVisible();
    await page.getByRole('button', { name: /^Транспортная компания/ }).click();
    await page.getByRole('radio', { name: 'ТК «КИТ»' }).check();
    await go(page, 'Выбрать оплату').click();
    await choosePayment(page, 'По реквизитам');
    await carrierConsent(page).check();
    await expect(page.getByText('Заказ сохранён как черновик').filter({ visible: true })).toBeVisible();
    await shopLab.online();
    const lost = shopLab.loseAnswer({ times: 1, match: ({ path }) => path.startsWith('/cart/create_payment') });
    await go(page, 'Оформить заказ').click();
    await lost.met(1);
    await expect(page).toHaveURL(/\/user\/orders\/\d+/, { timeout: 20_000 });
    const rows = await shopLab.shop.sql<{ n: number }>(
      `select count(*)::int as n from orders o join users u on u.id = o.user_id where 'u:' || u.id = '${person.owner}' or u.id::text = '${person.owner}'`,
    );
    expect(rows[0]?.n).toBe(1);
  },
);
