import type { ManifestOptions } from 'vite-plugin-pwa';

/** The web app manifest, Russian everywhere (docs/product/look.md#words, docs/product/addresses.md#screens: start_url is /katalog). */
export const manifest = {
  id: '/katalog',
  name: 'Росток — магазин и кабинет консультанта',
  short_name: 'Росток',
  description: 'Витамины, чай, красота и дом. Каталог, избранное и корзина открываются и без интернета.',
  lang: 'ru',
  dir: 'ltr',
  start_url: '/katalog',
  scope: '/',
  display: 'standalone',
  orientation: 'any',
  background_color: '#faf7f0',
  theme_color: '#fffefb',
  categories: ['shopping', 'health', 'lifestyle'],
  icons: [
    { src: '/icons/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
    { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
    { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
    { src: '/icons/maskable-192.png', sizes: '192x192', type: 'image/png', purpose: 'maskable' },
    { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
  screenshots: [
    {
      src: '/screenshots/katalog-phone.webp',
      sizes: '720x1560',
      type: 'image/webp',
      form_factor: 'narrow',
      label: 'Каталог на телефоне',
    },
    {
      src: '/screenshots/produkt-phone.webp',
      sizes: '720x1560',
      type: 'image/webp',
      form_factor: 'narrow',
      label: 'Страница товара',
    },
    {
      src: '/screenshots/katalog-desktop.webp',
      sizes: '1440x900',
      type: 'image/webp',
      form_factor: 'wide',
      label: 'Каталог на компьютере',
    },
  ],
  shortcuts: [
    {
      name: 'Каталог',
      url: '/katalog',
      icons: [{ src: '/icons/shortcut-katalog.png', sizes: '96x96', type: 'image/png' }],
    },
    {
      name: 'Корзина',
      url: '/cart',
      icons: [{ src: '/icons/shortcut-korzina.png', sizes: '96x96', type: 'image/png' }],
    },
    {
      name: 'Избранное',
      url: '/user/favorites',
      icons: [{ src: '/icons/shortcut-izbrannoe.png', sizes: '96x96', type: 'image/png' }],
    },
  ],
} satisfies Partial<ManifestOptions>;
