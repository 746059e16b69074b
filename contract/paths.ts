/** Screen paths and server-only prefixes, read by src/app, sw and server (docs/product/calls.md#screens-and-calls-apart). No library in here. */
export const SCREEN_PATHS = [
  '/',
  '/eshop',
  '/katalog',
  '/katalog/:category',
  '/product/:id',
  '/produkt/:slug',
  '/search',
  '/cart',
  '/optovik/cart',
  '/login',
  '/logout',
  '/user',
  '/user/favorites',
  '/user/education',
  '/user/education/course/:id',
  '/user/education/lesson/:id',
  '/user/education/lesson/:id/quiz',
  '/user/form-style',
  '/user/sync',
  '/cookie',
  '/kompaniya/privacy-policy',
  '/kompaniya/soglasie',
  '/kompaniya/rekvizity',
  '/offline',
  '/403',
  '/404',
] as const;
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
  '/assets/',
] as const;

export function isServerPath(pathname: string): boolean {
  return SERVER_PREFIXES.some((prefix) => pathname === prefix || (prefix.endsWith('/') && pathname.startsWith(prefix)));
}

/** True when a pathname (no query, trailing slash allowed) belongs to one of our screens. */
export function isScreenPath(pathname: string): boolean {
  const parts = split(pathname);
  return SCREEN_PATHS.some((pattern) => {
    const expected = split(pattern);
    return expected.length === parts.length && expected.every((part, i) => part.startsWith(':') || part === parts[i]);
  });
}

const split = (pathname: string): string[] => pathname.split('/').filter((part) => part !== '');
