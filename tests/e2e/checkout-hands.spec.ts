import type { Page } from '@playwright/test';
import { violationsOn } from '#tests/e2e/support/axe.ts';
import { carrierConsent, go } from '#tests/e2e/support/checkout.ts';
import { tabTo } from '#tests/e2e/support/keyboard.ts';
import { card } from '#tests/e2e/support/pages.ts';
import { expect, test } from '#tests/e2e/support/test.ts';
import { textFaults } from '#tests/e2e/support/text-faults.ts';

// A guest's order by keyboard alone on a wide screen, and by touch on the narrowest phone.

const MAGNESIUM = 'Магний B6 «Тихий вечер»';
async function fillCart(page: Page): Promise<void> {
  await page.goto('/katalog?q=10201');
  const added = page.waitForResponse((answer) => answer.url().endsWith('/cart/change'));
  await card(page, MAGNESIUM).getByRole('button', { name: 'В корзину' }).click();
  await added;
  await page.goto('/cart');
}
test('keyboard alone: a guest on a wide screen orders and is asked to pay', { tag: '@long' }, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await fillCart(page);
  await tabTo(page, go(page, 'Оформить заказ'));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Оформление заказа' })).toBeVisible();
  // Nothing leads elsewhere but the way back.
  await expect(page.getByRole('link', { name: 'Вернуться в корзину' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Основная навигация' })).toBeHidden();
  await tabTo(page, page.getByRole('textbox', { name: 'Имя и фамилия' }));
  await page.keyboard.type('Анна Иванова');
  await tabTo(page, page.getByRole('textbox', { name: 'Телефон' }));
  await page.keyboard.type('9123456789');
  await tabTo(page, go(page, 'К доставке'));
  await page.keyboard.press('Enter');
  const where = page.getByRole('combobox', { name: 'Город или адрес' });
  await expect(where).toBeVisible();
  await tabTo(page, where);
  await page.keyboard.type('Новосибирск');
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const ways = page.getByRole('radiogroup', { name: 'Способ доставки' });
  const first = ways.getByRole('radio').first();
  await expect(first).toBeEnabled();
  await tabTo(page, first);
  await page.keyboard.press('Space');
  await expect(first).toBeChecked();
  await tabTo(page, go(page, 'Выбрать оплату'));
  await page.keyboard.press('Enter');
  const payment = page.getByRole('radiogroup', { name: 'Способ оплаты' }).getByRole('radio').first();
  await expect(payment).toBeVisible();
  await tabTo(page, payment);
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: 'Банковской картой' })).toBeChecked();
  await tabTo(page, page.getByRole('checkbox', { name: 'Согласие на обработку персональных данных' }));
  await page.keyboard.press('Space');
  expect(await violationsOn(page)).toEqual([]);
  await tabTo(page, go(page, /^Оплатить/));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Тестовая оплата' })).toBeVisible();
});

test('by courier: the flat is asked for, and the order says where to', { tag: '@long' }, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await fillCart(page);
  await go(page, 'Оформить заказ').click();
  await page.getByRole('textbox', { name: 'Имя и фамилия' }).fill('Анна Иванова');
  await page.getByRole('textbox', { name: 'Телефон' }).pressSequentially('9123456789');
  await page.keyboard.press('Enter');
  await page.getByRole('combobox', { name: 'Город или адрес' }).fill('Новосибирск, ул. Советская, 64');
  await page.getByRole('option').first().click();
  await page.getByRole('button', { name: /^Курьер до двери/ }).click();
  await page.getByRole('radio', { name: 'СДЭК', exact: true }).check();
  await go(page, 'Выбрать оплату').click();
  const flat = page.getByRole('textbox', { name: 'Квартира' });
  await expect(flat).toBeFocused();
  await expect(page.getByText('Укажите квартиру или отметьте «Частный дом»')).toBeVisible();
  expect(await textFaults(page)).toEqual([]);
  expect(await violationsOn(page)).toEqual([]);
  await page.getByRole('checkbox', { name: 'Частный дом' }).check();
  await expect(flat).toBeHidden();
  await page.getByRole('textbox', { name: 'Курьеру' }).fill('Калитка со двора');
  await go(page, 'Выбрать оплату').click();
  await page.getByRole('radio', { name: 'По реквизитам' }).check();
  await page.getByRole('checkbox', { name: 'Согласие на обработку персональных данных' }).check();
  await carrierConsent(page).check();
  await go(page, 'Оформить заказ').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Заказ принят' })).toBeVisible();
  // A link without a login names the town alone.
  await expect(page.getByRole('region', { name: 'Доставка' })).toContainText('СДЭК, Новосибирск');
  await expect(page.getByText('Калитка со двора')).toBeHidden();
});

test.describe('320 pixels', () => {
  test.use({ viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true });
  test('by touch: no screen of the order scrolls sideways or cuts a word', { tag: '@long' }, async ({ page }) => {
    const faults: Record<string, string[]> = {};
    const look = async (name: string) => {
      const found = await textFaults(page);
      if (found.length > 0) faults[name] = found;
    };
    await fillCart(page);
    await look('cart');
    await go(page, 'Оформить заказ').tap();
    await go(page, 'К доставке').tap();
    await expect(page.getByText('Заполните поле').first()).toBeVisible();
    await look('recipient with faults');
    await page.getByRole('textbox', { name: 'Имя и фамилия' }).fill('Константинопольская-Задунайская Александра');
    await page.getByRole('textbox', { name: 'Телефон' }).pressSequentially('9123456789');
    await go(page, 'К доставке').tap();
    await page.getByRole('combobox', { name: 'Город или адрес' }).fill('Новосибирск, Советская, 64');
    await expect(page.getByRole('option').first()).toBeVisible();
    await look('places');
    await page.getByRole('option').first().tap();
    await expect(page.getByText('Адрес найден')).toBeVisible();
    await look('delivery');
    const point = page.getByRole('radio', { name: 'СДЭК, пункт' });
    await expect(point).toBeEnabled();
    await point.tap();
    const sheet = page.getByRole('dialog', { name: /^Пункты: СДЭК/ });
    await expect(sheet.getByRole('listitem').first()).toBeVisible();
    await look('points');
    await sheet.getByRole('list', { name: 'Пункты выдачи' }).getByRole('button').first().tap();
    await look('a point');
    await sheet.getByRole('button', { name: 'Забрать здесь' }).tap();
    await expect(go(page, 'Выбрать оплату')).toBeVisible();
    await look('a point chosen');
    await go(page, 'Выбрать оплату').tap();
    await page.getByRole('radio', { name: 'По реквизитам' }).tap();
    await look('payment');
    await page.getByRole('checkbox', { name: 'Согласие на обработку персональных данных' }).tap();
    await go(page, 'Оформить заказ').tap();
    await expect(page.getByText(/Отметьте согласие или выберите самовывоз/)).toBeVisible();
    await look('without the consent for the carrier');
    await carrierConsent(page).tap();
    await go(page, 'Оформить заказ').tap();
    await expect(page.getByRole('heading', { level: 1, name: 'Заказ принят' })).toBeVisible();
    await expect(page.getByRole('img', { name: 'QR-код с реквизитами и суммой' })).toBeVisible();
    await look('the order');
    await page.getByRole('button', { name: 'Отменить заказ' }).tap();
    await look('cancel');
    expect(faults).toEqual({});
  });
});
