import type { Page } from '@playwright/test';
import { violationsOn } from '#tests/e2e/support/axe.ts';
import { expect, logIn, test } from '#tests/e2e/support/test.ts';

// Orders at the desk, from the search to the money (docs/product/desk.md).

const h1 = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });

test('finds an order, marks a transfer paid, gives a part back; without a network nothing is promised', async ({
  page,
  context,
  shop,
}) => {
  const [order] = await shop.sql<{ id: number; due: number; name: string }>(
    `select id, due_kop as due, recipient_name as name from orders where status in (0, 1) and due_kop > 0 and items_count > 1
     order by id desc limit 1`,
  );
  if (!order) throw new Error('the demo has no unpaid order');
  const { id, due } = order;
  await logIn(page, 'admin');
  await page.goto('/desk');
  await page
    .getByRole('link', { name: /^Заказы/ })
    .first()
    .click();
  await expect(h1(page, 'Заказы')).toBeVisible();
  const table = page.getByRole('table', { name: 'Заказы' });
  await expect(table.getByRole('row').nth(2)).toBeVisible();
  await page.getByRole('searchbox', { name: 'Найти' }).fill(`№ ${id}`);
  await expect(table.getByRole('row')).toHaveCount(2);
  await table.getByRole('link').first().click();
  await expect(h1(page, /^Заказ №/)).toBeVisible();

  // Nothing is taken over from the order: sum and reason are typed, and what is wrong stands at its field.
  await page.getByRole('button', { name: 'Отметить оплаченным' }).click();
  const paid = dialog(page, 'Перевод пришёл');
  await paid.getByRole('button', { name: 'Отметить оплаченным' }).click();
  await expect(paid.getByText('Сумма из выписки, например')).toBeVisible();
  await paid.getByRole('textbox', { name: 'Сумма из выписки' }).fill('1');
  await paid.getByRole('textbox', { name: 'Причина' }).fill('Выписка № 15');
  await paid.getByRole('button', { name: 'Отметить оплаченным' }).click();
  await expect(paid.getByText('Сумма не равна сумме заказа').first()).toBeVisible();
  await expect(paid.getByRole('textbox', { name: 'Причина' })).toHaveValue('Выписка № 15');
  await paid.getByRole('textbox', { name: 'Сумма из выписки' }).fill((due / 100).toFixed(2).replace('.', ','));
  await paid.getByRole('button', { name: 'Отметить оплаченным' }).click();
  await expect(paid).toBeHidden();
  await expect(page.getByText(/Отмечен оплаченным: Выписка № 15/)).toBeVisible();

  await page.getByRole('button', { name: 'Вернуть деньги' }).click();
  const refund = dialog(page, 'Вернуть деньги');
  await refund.getByRole('combobox').first().selectOption('1');
  await refund.getByRole('textbox', { name: 'Причина' }).fill('Разбит флакон');
  await refund.getByRole('button', { name: 'Вернуть деньги' }).click();
  await expect(refund).toBeHidden();
  await expect(
    page
      .getByRole('region', { name: 'Деньги' })
      .getByText(/Разбит флакон/)
      .first(),
  ).toBeVisible();
  const lines = await shop.sql<{ act: string; reason: string }>(
    `select act, reason from audit_log where target_id = ${id} order by id`,
  );
  expect(lines).toEqual([
    { act: 'deskMarkPaid', reason: 'Выписка № 15' },
    { act: 'deskRefundOrder', reason: 'Разбит флакон' },
  ]);

  await context.setOffline(true);
  await expect(page.getByText('Действия с заказом не откладываются')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Отменить заказ' })).toBeDisabled();
});

test(
  'what a refund gives back: seen before it is confirmed, by keyboard, at 320 pixels, nothing for axe',
  { tag: '@long' },
  async ({ page, shop }) => {
    const [order] = await shop.sql<{ id: number; due: number }>(
      `select id, due_kop as due from orders where status = 3 and paid_at is not null and refunded_kop = 0 and payment_type = 1
       order by id desc limit 1`,
    );
    if (!order) throw new Error('the demo has no order that is being packed');
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.setViewportSize({ width: 320, height: 640 });
    await logIn(page, 'admin');
    await page.goto(`/desk/orders/${order.id}`);
    await page.getByRole('button', { name: 'Вернуть деньги' }).press('Enter');
    const refund = dialog(page, 'Вернуть деньги');
    await refund.getByRole('button', { name: 'Весь заказ' }).press('Enter');
    const split = refund.getByRole('region', { name: 'Что куда вернётся' });
    const rub = new Intl.NumberFormat('ru-RU').format(order.due / 100);
    await expect(split).toContainText(`Всего вернётся${rub}`);
    await expect(split).toContainText('Вернётся на карту');
    const aside = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(await aside()).toBeLessThanOrEqual(0);
    expect(await violationsOn(page)).toEqual([]);
    await refund.getByRole('radio', { name: 'Туда, откуда пришла оплата' }).press('ArrowDown');
    await expect(split).toContainText('На личный счёт');
    await expect(split).not.toContainText('Вернётся на карту');
    expect(await aside()).toBeLessThanOrEqual(0);
    await page.keyboard.press('Escape');
    await expect(refund).toBeHidden();
    const [after] = await shop.sql<{ refunded: number }>(
      `select refunded_kop as refunded from orders where id = ${order.id}`,
    );
    expect(after?.refunded).toBe(0);
  },
);

test('packs an order by keyboard alone: codes, weight, the carrier’s number', async ({ page, shop }) => {
  const [parcel] = await shop.sql<{ order: number; code: string }>(
    `select o.id as order, 'P' || o.id || '-1' as code from parcels p join orders o on o.id = p.order_id
     where p.state = 'packing' order by o.id desc limit 1`,
  );
  if (!parcel) throw new Error('the demo has no parcel that is being packed');
  const lines = await shop.sql<{ code: string; quantity: number }>(
    `select code, quantity from order_lines where order_id = ${parcel.order}`,
  );
  await logIn(page, 'admin');
  await page.goto('/desk/orders?queue=pack');
  const table = page.getByRole('table', { name: 'Заказы' });
  const link = table.getByRole('link', { name: new RegExp(`${String(parcel.order).slice(-3)}$`) });
  await link.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('End');
  await link.focus();
  await page.keyboard.press('Enter');
  const card = page.getByRole('article', { name: `Посылка ${parcel.code}` });
  const field = card.getByRole('textbox', { name: 'Код товара' });
  await field.focus();
  await page.keyboard.type('99999');
  await page.keyboard.press('Enter');
  await expect(card.getByRole('alert').filter({ hasText: 'такого товара в этой посылке нет' })).toBeVisible();
  // A scanner does not wait for the shop.
  for (const { code, quantity } of lines)
    for (let piece = 0; piece < quantity; piece += 1) {
      await page.keyboard.type(code);
      await page.keyboard.press('Enter');
    }
  const close = card.getByRole('button', { name: 'Закрыть посылку' });
  await expect(close).toBeVisible();
  await card.getByRole('textbox', { name: 'Вес, г' }).focus();
  await page.keyboard.type('410');
  await page.keyboard.press('Enter');
  const track = card.getByRole('textbox', { name: /^Трек-номер/ });
  await track.focus();
  await page.keyboard.type('RA123456785RU');
  await page.keyboard.press('Enter');
  await expect(card.getByText(/трек RA123456785RU/)).toBeVisible();
  await expect(page.getByRole('region', { name: 'История' }).getByText(/отправлена, трек RA123456785RU/)).toBeVisible();
  const [sent] = await shop.sql<{ status: number; track: string }>(
    `select status, track from orders where id = ${parcel.order}`,
  );
  expect(sent).toEqual({ status: 4, track: 'RA123456785RU' });
});
