import type { Locator, Page } from '@playwright/test';

/** Pages of text that only their words tell from «Согласие»: a walk in the gate leaves them to the other widths of the long run. */
export const LIKE_ANOTHER: readonly string[] = [
  '/kompaniya',
  '/kompaniya/privacy-policy',
  '/kompaniya/oferta',
  '/kompaniya/vozvrat',
  '/kompaniya/dostavka-i-oplata',
];

/** Pages of a guest on which nothing may move by itself. */
export const STEADY: readonly string[] = [
  '/katalog',
  '/katalog/vitaminy',
  '/produkt/magnij-b6-tihij-vecher-10201',
  '/eshop',
  '/cart',
  '/user/favorites',
  '/login',
  '/register',
  '/password/reset',
  '/cookie',
  '/kompaniya',
  '/kompaniya/dokumenty',
  '/kompaniya/privacy-policy',
  '/kompaniya/soglasie',
  '/kompaniya/soglasie-reklama',
  '/kompaniya/dogovor-konsultanta',
  '/kompaniya/rekvizity',
  '/kompaniya/oferta',
  '/kompaniya/vozvrat',
  '/kompaniya/dostavka-i-oplata',
  '/punkty',
  '/faq',
  '/contacts',
  '/user/settings',
  '/user/form-style',
  '/user/notify',
  '/net-takoy',
];

/** Page models: only the roles and names of docs/product/look.md#names. */
export const card = (page: Page, title: string): Locator => page.getByRole('article', { name: title, exact: true });
export const nav = (page: Page): Locator =>
  page.getByRole('navigation', { name: 'Основная навигация' }).filter({ visible: true }).first();
export const sortBox = (page: Page): Locator => page.getByRole('combobox', { name: 'Сортировка' });
export const searchBox = (page: Page): Locator =>
  page.getByRole('searchbox', { name: 'Поиск по каталогу' }).filter({ visible: true }).first();
export const line = card;
export const popupCart = (page: Page): Locator => page.getByRole('dialog', { name: 'Товар в корзине' });
export const stepper = (within: Locator): Locator => within.getByRole('group', { name: 'Количество' });
/** Titles of the visible cards in reading order. */
export const titles = async (page: Page): Promise<string[]> =>
  page
    .getByRole('main')
    .getByRole('article')
    .evaluateAll((cards) =>
      cards.map(
        (one) =>
          document.getElementById(one.getAttribute('aria-labelledby') ?? '')?.textContent ??
          one.getAttribute('aria-label') ??
          '',
      ),
    );
/** «1 290 ₽» → kopecks. */
export const kopecks = (text: string): number =>
  Math.round(Number(text.replace(/[^\d,]/g, '').replace(',', '.')) * 100);
