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
  '/user/orders/deferred': 'account',
  '/user/orders/:id': 'account',
  '/user/orders/:id/return': 'account',
  '/order/:token': 'anyone',
  '/order/:token/return': 'anyone',
  '/user/account': 'account.view',
  '/user/account/:period': 'structure.view',
  // A readonly consultant looks in too; what may not be done there, the shop refuses.
  '/user/deposit': 'structure.view',
  '/user/addresses': 'account',
  '/user/consents': 'account',
  '/user/consultants': 'structure.view',
  '/user/profile': 'account',
  '/user/become': 'account',
  '/optovik/apply': 'account',
  // A readonly consultant looks at them too; what may not be done there, the shop refuses.
  '/user/transfers': 'structure.view',
  '/user/career': 'structure.view',
  '/user/settings': 'anyone',
  '/user/notifications': 'account',
  '/user/form-style': 'anyone',
  '/user/reports': 'reports.view',
  '/user/reports/activity': 'reports.view',
  '/user/reports/inactive': 'reports.view',
  '/user/reports/rookie': 'reports.view',
  '/user/reports/birthdays': 'reports.view',
  '/user/reports/new-statuses': 'reports.view',
  '/user/reports/personal-stat': 'reports.view',
  '/user/business': 'structure.view',
  '/user/business/structure': 'structure.view',
  '/user/sync': 'anyone',
  '/user/notify': 'anyone',
  '/desk': 'desk.*',
  '/desk/orders': 'desk.orders',
  '/desk/orders/:id': 'desk.orders',
  '/desk/drafts': 'desk.orders',
  '/desk/drafts/:id': 'desk.orders',
  '/desk/returns': 'desk.orders',
  '/desk/returns/:id': 'desk.orders',
  '/desk/shelves': 'desk.orders',
  '/desk/boxes': 'desk.orders',
  '/desk/products': 'desk.products',
  '/desk/products/import': 'desk.products',
  '/desk/products/import/:id': 'desk.products',
  '/desk/products/:id': 'desk.products',
  '/desk/users': 'desk.users',
  '/desk/users/:id': 'desk.users',
  '/desk/books': 'desk.finance',
  '/desk/finance': 'desk.finance',
  '/desk/finance/:period': 'desk.finance',
  '/desk/audit': 'desk.audit',
  '/punkt': 'punkt.counter',
  '/punkt/orders/:id': 'punkt.counter',
  '/punkt/supply': 'punkt.counter',
  '/punkt/returns': 'punkt.counter',
  '/punkt/report': 'punkt.counter',
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
  '/otpiska/',
  '/pictures/',
  '/map-tiles/',
  '/assets/',
] as const;

export function isServerPath(pathname: string): boolean {
  return SERVER_PREFIXES.some((prefix) => pathname === prefix || (prefix.endsWith('/') && pathname.startsWith(prefix)));
}

/**
 * At desk and counter a number is a number and a month a month: whoever types another thing is told that there is no such page, and the shop
 * answers 404.
 */
const STAFF = ['desk', 'punkt'];
const STAFF_PARTS: Readonly<Record<string, RegExp>> = {
  ':id': /^[1-9]\d{0,8}$/,
  ':period': /^20\d{2}(?:0[1-9]|1[0-2])$/,
};
const fits = (pattern: string, part: string, root: string | undefined): boolean =>
  !STAFF.includes(root ?? '') || (STAFF_PARTS[pattern]?.test(part) ?? true);

/** The screen that a pathname (no query, trailing slash allowed) belongs to. */
export function screenAt(pathname: string): ScreenPath | undefined {
  const parts = split(pathname);
  return SCREEN_PATHS.find((pattern) => {
    const expected = split(pattern);
    return (
      expected.length === parts.length &&
      expected.every((part, i) => (part.startsWith(':') ? fits(part, parts[i] ?? '', expected[0]) : part === parts[i]))
    );
  });
}
export const isScreenPath = (pathname: string): boolean => screenAt(pathname) !== undefined;

const split = (pathname: string): string[] => pathname.split('/').filter((part) => part !== '');
