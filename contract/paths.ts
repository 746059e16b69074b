import type { Needs } from '#contract/rights.ts';

/** Screen paths and server-only prefixes, read by src/app, sw and server (docs/product/calls.md#screens-and-calls-apart). No library in here. */
/** Every screen and who may enter it (docs/product/addresses.md): others are led to login or see 403. */
export const SCREENS = {
  '/': 'anyone',
  '/eshop': 'anyone',
  '/katalog': 'anyone',
  '/katalog/:category': 'anyone',
  '/product/:id': 'anyone',
  '/produkt/:slug': 'anyone',
  '/search': 'anyone',
  '/cart': 'anyone',
  '/optovik/cart': 'optovik.cart',
  '/checkout': 'anyone',
  '/login': 'anyone',
  '/logout': 'anyone',
  '/register': 'anyone',
  '/user/register': 'newcomer.create',
  '/password/reset': 'anyone',
  '/user': 'account',
  '/user/favorites': 'anyone',
  '/user/education': 'education.view',
  '/user/education/course/:id': 'education.view',
  '/user/education/lesson/:id': 'education.view',
  '/user/education/lesson/:id/quiz': 'education.view',
  '/user/orders': 'account',
  '/user/orders/:id': 'account',
  '/order/:token': 'anyone',
  '/user/addresses': 'account',
  '/user/consents': 'account',
  '/user/profile': 'account',
  '/user/become': 'account',
  '/optovik/apply': 'account',
  '/user/settings': 'anyone',
  '/user/notifications': 'account',
  '/user/form-style': 'anyone',
  '/user/sync': 'anyone',
  '/user/notify': 'anyone',
  '/desk': 'desk.*',
  '/desk/orders': 'desk.orders',
  '/desk/orders/:id': 'desk.orders',
  '/desk/users': 'desk.users',
  '/desk/users/:id': 'desk.users',
  '/desk/audit': 'desk.audit',
  '/punkt': 'punkt.counter',
  '/punkty': 'anyone',
  '/faq': 'anyone',
  '/contacts': 'anyone',
  '/cookie': 'anyone',
  '/kompaniya': 'anyone',
  '/kompaniya/dokumenty': 'anyone',
  '/kompaniya/privacy-policy': 'anyone',
  '/kompaniya/soglasie': 'anyone',
  '/kompaniya/soglasie-reklama': 'anyone',
  '/kompaniya/dogovor-konsultanta': 'anyone',
  '/kompaniya/rekvizity': 'anyone',
  '/kompaniya/oferta': 'anyone',
  '/kompaniya/vozvrat': 'anyone',
  '/kompaniya/dostavka-i-oplata': 'anyone',
  '/kompaniya/:document/:version': 'anyone',
  '/offline': 'anyone',
  '/403': 'anyone',
  '/404': 'anyone',
} as const satisfies Record<`/${string}`, Needs>;
export type ScreenPath = keyof typeof SCREENS;
export const SCREEN_PATHS = Object.keys(SCREENS) as ScreenPath[];
/** Never answered with the app shell: neither by the worker nor by the server. */
export const SERVER_PREFIXES = [
  '/api/',
  '/education/',
  '/reports/make-export/',
  '/make-export/',
  '/pay/',
  '/metrics',
  '/healthz',
  '/readyz',
  '/dev/',
  '/pictures/',
  '/map-tiles/',
  '/assets/',
] as const;

export function isServerPath(pathname: string): boolean {
  return SERVER_PREFIXES.some((prefix) => pathname === prefix || (prefix.endsWith('/') && pathname.startsWith(prefix)));
}

/** The screen that a pathname (no query, trailing slash allowed) belongs to. */
export function screenAt(pathname: string): ScreenPath | undefined {
  const parts = split(pathname);
  return SCREEN_PATHS.find((pattern) => {
    const expected = split(pattern);
    return expected.length === parts.length && expected.every((part, i) => part.startsWith(':') || part === parts[i]);
  });
}
export const isScreenPath = (pathname: string): boolean => screenAt(pathname) !== undefined;

const split = (pathname: string): string[] => pathname.split('/').filter((part) => part !== '');
