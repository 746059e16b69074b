/** Addresses of screens that are rendered, exactly as links name them; `styles.json` of the build has the same names. */
export type PageScreen = 'catalogue' | 'product' | 'front';

/** Marks of a visit that no screen reads, and the sponsor, which the page adds to its links by itself. */
const HARMLESS = /^(utm_\w+|[a-z]{1,2}clid|ysclid|fbclid|msclkid|_openstat|etext|from)$/;
const SPONSOR = /^\d{1,20}$/;

/** The screen of a pathname; undefined for what is not rendered, and for another spelling of it (trailing slash, capitals). */
export function pageScreenOf(pathname: string): PageScreen | undefined {
  if (pathname === '/' || pathname === '/eshop') return 'front';
  if (/^\/katalog(\/[a-z0-9-]+)?$/.test(pathname)) return 'catalogue';
  return /^\/produkt\/[a-z0-9-]+$/.test(pathname) ? 'product' : undefined;
}

/**
 * True for a query that changes nothing of what the page shows. Any other one (a search, a filter, an open preview, a wrong
 * sponsor) is left to the page: one page is kept per pathname, whatever stands behind its question mark.
 */
export function isPlainQuery(query: string): boolean {
  if (query === '') return true;
  for (const [name, value] of new URLSearchParams(query)) {
    if (name === 'sponsorId' ? !SPONSOR.test(value.trim()) : !HARMLESS.test(name)) return false;
  }
  return true;
}
