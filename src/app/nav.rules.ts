/** Which of the four links a path belongs to. */
export type NavKey = 'catalogue' | 'favourites' | 'cart' | 'cabinet';

const OWNERS: readonly (readonly [prefix: string, key: NavKey])[] = [
  ['/user/favorites', 'favourites'],
  ['/katalog', 'catalogue'],
  ['/produkt', 'catalogue'],
  ['/product', 'catalogue'],
  ['/eshop', 'catalogue'],
  ['/cart', 'cart'],
  ['/optovik/cart', 'cart'],
  ['/login', 'cabinet'],
  ['/user', 'cabinet'],
];

export function navKeyOf(path: string): NavKey | undefined {
  return OWNERS.find(([prefix]) => path === prefix || path.startsWith(`${prefix}/`))?.[1];
}

/** `?return=` for the login link: where the person is now, without the sponsor (the router adds it again). */
export function returnPath(path: string, search: string): string {
  if (/^\/(login|logout)(\/|$)/.test(path)) return '';
  const params = new URLSearchParams(search);
  params.delete('sponsorId');
  const query = params.toString();
  return `?return=${encodeURIComponent(query ? `${path}?${query}` : path)}`;
}
