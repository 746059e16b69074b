import type { Page } from '@playwright/test';
import { choosePayment, chooseCentre, fillPlace, go, openCheckout } from '#tests/e2e/support/checkout.ts';
import { violationsOn } from '#tests/e2e/support/axe.ts';
import { card, line } from '#tests/e2e/support/pages.ts';
import { expect, logIn, test, warmUp } from '#tests/e2e/support/test.ts';

// After the order: its money back, the same again, reading it in airplane mode; docs/product/orders.md.

const MAGNESIUM = 'Магний B6 «Тихий вечер»';
async function addMagnesium(page: Page): Promise<void> {
  await page.goto('/katalog?q=10201');
  const added = page.waitForResponse((answer) => answer.url().endsWith('/cart/change'));
  await card(page, MAGNESIUM)
    .getByRole('button', { name: /В корзину|Добавить/ })
    .first()
    // «В корзину» becomes a stepper when the cart has been read: a press in that moment begins on the one and ends on the other.
    .dispatchEvent('click');
  await added;
}

test('a client pays by card, cancels with the money back to the account, and orders the same again', async ({
  page,
  shop,
}) => {
  await logIn(page, 'client');
  await addMagnesium(page);
  await openCheckout(page);
  await go(page, 'К доставке').click();
  await fillPlace(page, 'Новосибирск');
  await chooseCentre(page);
  await choosePayment(page, 'Банковской картой');
  await go(page, /^Оплатить/).click();
  await page.getByRole('button', { name: 'Оплатить' }).click();
  await expect(page.getByText('Оплата получена. Спасибо!')).toBeVisible({ timeout: 30_000 });
  await page.getByRole('button', { name: 'Отменить заказ' }).click();
  const asked = page.getByRole('dialog', { name: /^Отменить заказ/ });
  await expect(asked).toContainText('Вернём');
  await asked.getByRole('radio', { name: /^На личный счёт/ }).check();
  await asked.getByRole('button', { name: 'Отменить заказ' }).click();
  await expect(page.getByText('Заказ отменён')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Товары' })).toContainText('Вернули');
  const [paid] = await shop.sql<{ due_kop: string; balance_kop: string }>(
    `select o.due_kop, a.balance_kop from orders o join accounts a on a.owner_id = o.user_id and a.type = 0
     join users u on u.id = o.user_id where u.email = 'client@rostok.test' order by o.id desc limit 1`,
  );
  expect(Number(paid?.due_kop)).toBeGreaterThan(0);
  expect(Number(paid?.balance_kop)).toBe(Number(paid?.due_kop));
  await page.getByRole('button', { name: 'Повторить заказ' }).click();
  await expect(page).toHaveURL(/\/cart(\?|$)/);
  await expect(line(page, MAGNESIUM)).toBeVisible();
});

test(
  'airplane mode: the list and an opened order are read, and what waits for the network says so',
  { tag: '@long' },
  async ({ page, context, shop }) => {
    // A journey before this one may have cancelled it with the account it belongs to.
    await shop.sql(
      `update orders set status = 1, cancel_reason = null, pay_until = now() + interval '3 days' where id =
        (select max(o.id) from orders o join users u on u.id = o.user_id
          where u.email = 'client@rostok.test' and o.status in (1, 7) and o.paid_at is null)`,
    );
    await page.setViewportSize({ width: 360, height: 780 });
    await logIn(page, 'client');
    await page.goto('/user/orders');
    const unpaid = page.getByRole('article').filter({ hasText: 'Ждёт оплаты' }).first();
    const name = (await unpaid.getByRole('link').getAttribute('aria-label')) ?? '';
    await unpaid.getByRole('link').click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await warmUp(page);
    await context.setOffline(true);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(page.getByRole('main').getByText(/^данные (на|от)/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Отменить заказ' })).toBeDisabled();
    await expect(page.getByText('Изменить заказ можно, когда будет сеть.')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Оплатить/ })).toHaveAccessibleDescription(/когда будет сеть/);
    expect(await violationsOn(page)).toEqual([]);
    await page.goto('/user/orders');
    await expect(page.getByRole('article', { name })).toBeVisible();
    await expect(page.getByRole('main').getByText(/^данные (на|от)/)).toBeVisible();
    await context.setOffline(false);
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await expect(page.getByRole('main').getByText(/^данные (на|от)/)).toBeHidden();
  },
);

test(
  'a consultant pays from the bonus and the personal account and the rest by СБП, on the page of the order',
  { tag: '@long' },
  async ({ page, shop, context }) => {
    await logIn(page, 'cons');
    await addMagnesium(page);
    await openCheckout(page);
    await go(page, 'К доставке').click();
    await fillPlace(page, 'Новосибирск');
    await chooseCentre(page);
    const spend = page.getByRole('region', { name: 'Списать со счетов' });
    await spend.getByRole('textbox', { name: 'На товары, Бонусный, БС' }).fill('10');
    await spend.getByRole('textbox', { name: 'На товары, Личный, ЛС' }).fill('20');
    await page.keyboard.press('Tab');
    const side = page.getByRole('complementary', { name: 'Ваш заказ' });
    await expect(side).toContainText('−10');
    await expect(side).toContainText('−20');
    await choosePayment(page, 'СБП (QR-код)');
    await go(page, /^Оплатить/).click();
    const code = page.getByRole('region', { name: 'Оплата через СБП' });
    await expect(code.getByRole('img', { name: 'QR-код для оплаты через СБП' })).toBeVisible();
    // The order begins at its top, wherever the button of the checkout was.
    await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
    expect(await violationsOn(page)).toEqual([]);
    // Another telephone reads the code and pays; this page hears of it by itself.
    const link = await code.getByRole('link', { name: 'Открыть страницу оплаты' }).getAttribute('href');
    const telephone = await context.newPage();
    await telephone.goto(link ?? '');
    await telephone.getByRole('button', { name: 'Оплатить' }).click();
    await expect(page.getByText('Оплата получена. Спасибо!')).toBeVisible({ timeout: 30_000 });
    const [order] = await shop.sql<{ status: number; spend: unknown }>(
      "select status, spend from orders o join users u on u.id = o.user_id where u.email = 'cons@rostok.test' order by o.id desc limit 1",
    );
    expect(order?.status).toBe(2);
    const goods = page.getByRole('region', { name: 'Товары' });
    await expect(goods).toContainText('С бонусного счёта');
    await expect(goods).toContainText('С личного счёта');
  },
);
