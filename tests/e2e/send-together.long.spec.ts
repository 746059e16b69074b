import { carrierConsent, fillPlace } from '#tests/e2e/support/checkout.ts';
import { scanMark } from '#tests/e2e/support/scan-mark.ts';
import { expect, logIn, test } from '#tests/e2e/support/test.ts';

// «Отправить отложенные» (docs/product/orders.md#sent-together): two orders that wait in the warehouse leave by a carrier that their buyer pays, and
// the desk hands them over as one parcel.

test('deferred orders are sent together, paid for, packed and handed over as one parcel', async ({
  page,
  browser,
  shop,
}) => {
  test.setTimeout(300_000);
  const one = async <T>(sql: string): Promise<T> => (await shop.sql<{ value: T }>(sql))[0]?.value as T;
  await logIn(page, 'cons');
  await page.goto('/user/orders');
  await expect(page.getByText(/^Отложено: 2\u00a0заказа, /)).toBeVisible();
  await page.getByRole('link', { name: 'Отправить вместе' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Отправить отложенные' })).toBeVisible();
  const boxes = page.getByRole('region', { name: 'Что отправить' }).getByRole('checkbox');
  await expect(boxes).toHaveCount(2);
  for (const at of [0, 1]) await expect(boxes.nth(at)).toBeChecked();

  // Sent empty it says what is missing, one thing after the other.
  await page.getByRole('button', { name: 'Отправить' }).click();
  await expect(page.getByRole('alert').filter({ visible: true })).toHaveText('Укажите город или адрес');
  await fillPlace(page, 'Томск, ул. Ленина, 5');
  await page.getByRole('radio', { name: 'СДЭК', exact: true }).check();
  await page.getByRole('radio', { name: 'Банковской картой' }).check();
  await page.getByRole('button', { name: /^Отправить за/ }).click();
  await expect(page.getByRole('alert').filter({ visible: true })).toContainText('согласие');
  await carrierConsent(page).check();
  await page.getByRole('button', { name: /^Отправить за/ }).click();
  // A consultant's addresses carry their own number.
  await expect(page).toHaveURL(/\/user\/orders\/\d+(\?|$)/);
  const id = Number(new URL(page.url()).pathname.split('/').at(-1));
  await expect(page.getByText('Отложенные заказы едут вместе')).toBeVisible();
  const joined = await shop.sql<{ id: number; status: number }>(
    `select id, status from orders where shipment_id = ${id} order by id`,
  );
  expect(joined.map(({ status }) => status)).toEqual([8, 8]);

  await page
    .getByRole('button', { name: /^Оплатить/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Тестовая оплата' })).toBeVisible();
  await page.getByRole('button', { name: 'Оплатить' }).click();
  await expect.poll(() => one<number>(`select status as value from orders where id = ${id}`)).toBe(2);
  await expect
    .poll(() => one<number>(`select count(*)::int as value from orders where shipment_id = ${id} and status = 2`))
    .toBe(2);

  // ── At the desk ──────────────────────────────────────────────────────────────────────────────
  const context = await browser.newContext({ baseURL: shop.url, viewport: { width: 834, height: 1112 } });
  const desk = await context.newPage();
  await logIn(desk, 'admin');
  for (const { id: order } of joined) {
    await desk.goto(`/desk/orders/${order}`);
    await desk.getByRole('button', { name: 'Взять в сборку' }).click();
    // The scanner types at once.
    await expect(desk.getByRole('textbox', { name: 'Код товара' })).toBeFocused();
    const pieces = desk.getByRole('combobox', { name: /^В посылке: / });
    const lines = await pieces.count();
    for (let at = 0; at < lines; at += 1) {
      const last = await pieces.nth(at).locator('option').last().getAttribute('value');
      await pieces.nth(at).selectOption(last ?? '');
    }
    // Each piece of a marked line has a code of its own.
    const marked = await shop.sql<{ quantity: number }>(
      `select quantity from order_lines where order_id = ${order} and marked`,
    );
    const codes = marked.reduce((sum, { quantity }) => sum + quantity, 0);
    for (let at = 0; at < codes; at += 1)
      await scanMark(desk, desk.getByRole('textbox', { name: 'Код товара' }), `T${order}n${at}`);
    await desk.getByRole('button', { name: 'Закрыть посылку' }).click();
    await expect(desk.getByRole('button', { name: 'Открыть снова' })).toBeVisible();
  }
  await desk.goto(`/desk/orders/${id}`);
  await desk.getByRole('button', { name: 'Взять в сборку' }).click();
  await desk.getByRole('button', { name: 'Закрыть посылку' }).click();
  const inside = desk.getByRole('group', { name: /^Положить внутрь/ }).getByRole('checkbox');
  await expect(inside).toHaveCount(2);
  for (const at of [0, 1]) await expect(inside.nth(at)).toBeChecked();
  await desk.getByRole('textbox', { name: /^Трек-номер/ }).fill('RU5500017');
  await desk.getByRole('button', { name: 'Передать перевозчику' }).click();
  await expect
    .poll(() =>
      one<number>(`select count(*)::int as value from orders where (id = ${id} or shipment_id = ${id}) and status = 4`),
    )
    .toBe(3);
  await context.close();

  await page.goto(`/user/orders/${joined[0]?.id}`);
  await expect(page.getByText(/Едет с отправкой/)).toBeVisible();
  await expect(page.getByText('RU5500017').first()).toBeVisible();
});
