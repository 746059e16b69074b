import type { Locator, Page } from '@playwright/test';
import { nav } from '#tests/e2e/support/pages.ts';
import { expect } from '#tests/e2e/support/test.ts';

// The checkout by its roles and names (docs/product/look.md#names).

/** The one solid button of the moment: at the thumb on the phone, in «Ваш заказ» elsewhere. */
export const go = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('button', { name }).filter({ visible: true });

/** By the link, as a person goes: a page that is left in the moment of a tap may take the tap with it. */
export async function openCheckout(page: Page): Promise<void> {
  await nav(page).getByRole('link', { name: 'Корзина' }).click();
  await expect(page).toHaveURL(/\/cart/);
  await go(page, 'Оформить заказ').click();
  await expect(page).toHaveURL(/\/checkout/);
  await expect(page.getByRole('heading', { level: 1, name: 'Оформление заказа' })).toBeVisible();
}
export async function fillRecipient(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Имя и фамилия' }).fill('Анна Иванова');
  await page.getByRole('textbox', { name: 'Телефон' }).pressSequentially('9123456789');
  await go(page, 'К доставке').click();
}
export async function fillPlace(page: Page, typed: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Город или адрес' }).fill(typed);
  await page.getByRole('option').first().click();
}
/** Collected at an own service centre: nothing more is asked. */
export async function chooseCentre(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'Самовывоз из Центра обслуживания' }).check();
  await go(page, 'Выбрать оплату').click();
}
export async function choosePayment(page: Page, name: string): Promise<void> {
  await page.getByRole('radio', { name }).check();
  // Whoever has agreed to the same text before is not asked again (docs/product/law.md#consents).
  const box = page.getByRole('checkbox', { name: 'Согласие на обработку персональных данных' });
  const given = page.getByText(/^Согласие на обработку данных дано/);
  await expect(box.or(given).first()).toBeVisible();
  if (await box.isVisible()) await box.check();
}
/** Name, phone and address go to whoever brings the parcel: a box of its own where that is another company. */
export const carrierConsent = (page: Page): Locator =>
  page.getByRole('checkbox', { name: 'Согласие на передачу имени, телефона и адреса перевозчику' });
