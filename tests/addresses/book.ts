import { expect } from 'vitest';
import type { Address } from '#contract/addresses.ts';
import { addPerson, type Browser, browserOf, call } from '#tests/cart/shop-people.ts';
import type { TestShop } from '#tests/support/open-shop.ts';

/** A whole address as the form sends it. */
export const anAddress = (more: Record<string, unknown> = {}) => ({
  title: 'Дом',
  country_id: 1,
  city_id: 3,
  index: '630091',
  region: 'Новосибирская область',
  city: 'Новосибирск',
  street: 'ул. Советская',
  house: '64',
  flat: '18',
  recipient: { name: 'Мария Соколова', phone: '+79000000157', phone_country: 'ru' },
  ...more,
});
export const personWithBook = async (shop: TestShop): Promise<Browser> =>
  browserOf(shop, { userId: await addPerson(shop) });
export const save = (browser: Browser, body: unknown, headers: Record<string, string> = {}) =>
  call(browser, 'POST', '/user/delivery_address', body, headers);
export const remove = (browser: Browser, id: number) => call(browser, 'POST', '/user/delivery_address_remove', { id });
export async function bookOf(browser: Browser): Promise<Address[]> {
  const { http, body } = await call(browser, 'GET', '/api/addresses');
  expect(http).toBe(200);
  return body.addresses;
}
