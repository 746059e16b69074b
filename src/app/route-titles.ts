import type { ScreenPath } from '#src/app/routes.tsx';

/** What the tab and the history call a page until its screen knows better (a product, a category). */
export const ROUTE_TITLES: Record<ScreenPath, string> = {
  '/': 'Магазин',
  '/eshop': 'Магазин',
  '/katalog': 'Каталог',
  '/katalog/:category': 'Каталог',
  '/search': 'Каталог',
  '/product/:id': 'Товар',
  '/produkt/:slug': 'Товар',
  '/cart': 'Корзина',
  '/optovik/cart': 'Оптовая корзина',
  '/login': 'Вход',
  '/logout': 'Выход',
  '/user': 'Кабинет',
  '/user/favorites': 'Избранное',
  '/user/form-style': 'Оформление',
  '/user/sync': 'Синхронизация',
  '/cookie': 'Файлы куки',
  '/kompaniya/privacy-policy': 'Политика защиты персональных данных',
  '/kompaniya/soglasie': 'Согласие на обработку персональных данных',
  '/kompaniya/rekvizity': 'Реквизиты',
  '/offline': 'Нет подключения',
  '/403': 'Недостаточно прав',
  '/404': 'Страница не найдена',
};
