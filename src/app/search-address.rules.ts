/** The query that the address asks for; other pages than the list have none. */
export const askedIn = (path: string, search: string): string =>
  isList(path) ? (new URLSearchParams(search).get('q') ?? '') : '';
export const isList = (path: string): boolean => path === '/katalog' || path === '/katalog/';
