import { violationsOn } from '#tests/e2e/support/axe.ts';
import { expect, logIn, test } from '#tests/e2e/support/test.ts';

// An order by telephone, from the first letter to the money (docs/product/desk.md#an-order-by-telephone).

test('is written down at the desk, survives a reload, and is paid by whoever opens its link', async ({
  page,
  browser,
  shop,
}) => {
  await logIn(page, 'admin');
  await page.goto('/desk/orders');
  await page.getByRole('link', { name: 'Заказы по телефону' }).click();
  await page.getByRole('button', { name: 'Новый заказ' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Новый заказ' })).toBeVisible();
  const done = page.getByRole('button', { name: 'Оформить и отправить ссылку' });
  await done.click();
  await expect(page.getByText('Чтобы оформить, проверьте: имя и фамилию')).toBeVisible();

  await page.getByRole('textbox', { name: 'Имя и фамилия' }).fill('Вера Соколова');
  await page.getByRole('textbox', { name: 'Телефон' }).fill('9120000077');
  await page.getByRole('textbox', { name: 'Эл. почта' }).fill('vera@mail.test');
  const find = page.getByRole('searchbox', { name: 'Добавить товар' });
  await find.fill('10101');
  await find.press('Enter');
  const lines = page.getByRole('list', { name: 'Состав заказа' }).getByRole('listitem');
  await expect(lines).toHaveCount(1);
  await lines.getByRole('button', { name: 'Добавить' }).click();
  await page.getByRole('combobox', { name: 'Город или адрес' }).fill('Новосибирск, Советская 64');
  await page.getByRole('listbox', { name: 'Город или адрес' }).getByRole('option').first().click();
  await page.getByRole('radio', { name: 'СДЭК' }).check();
  await expect(page.getByText('Черновик записан')).toBeVisible();
  expect(await violationsOn(page)).toEqual([]);

  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Имя и фамилия' })).toHaveValue('Вера Соколова');
  await expect(page.getByRole('radio', { name: 'СДЭК' })).toBeChecked();
  await done.click();
  const sheet = page.getByRole('dialog', { name: 'Оформить заказ' });
  await sheet.getByRole('button', { name: 'Оформить и отправить ссылку' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Заказ №/ })).toBeVisible();

  const id = Number(new URL(page.url()).pathname.split('/').at(-1));
  const [order] = await shop.sql<{ token: string }>(`select public_token as token from orders where id = ${id}`);
  const buyer = await (await browser.newContext({ locale: 'ru-RU' })).newPage();
  await buyer.goto(`${shop.url}/order/${order?.token}`);
  await expect(buyer.getByRole('heading', { name: 'Проверьте заказ' })).toBeVisible();
  await expect(buyer.getByRole('button', { name: /^Оплатить/ })).toHaveCount(0);
  const agree = buyer.getByRole('button', { name: 'Всё верно, к оплате' });
  await agree.click();
  await expect(buyer.getByText('Отметьте все согласия')).toBeVisible();
  expect(await violationsOn(buyer)).toEqual([]);
  for (const box of await buyer.getByRole('form', { name: 'Проверьте заказ' }).getByRole('checkbox').all())
    await box.check();
  await agree.click();
  await buyer.getByRole('button', { name: /^Оплатить/ }).click();
  await expect(buyer.getByRole('heading', { level: 1, name: 'Тестовая оплата' })).toBeVisible();
  await buyer.getByRole('button', { name: 'Оплатить' }).click();
  await expect(buyer.getByText('Оплата получена. Спасибо!')).toBeVisible();
  await buyer.context().close();
});
