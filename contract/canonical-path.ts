import { screenAt } from '#contract/paths.ts';

/**
 * The one spelling of a screen's address: lower case, no slash at its end, no double ones. Undefined for an address that is no
 * screen in any spelling. What a link carries as a key (`/order/:token`) keeps its case. No library in here.
 */
export function canonicalPath(pathname: string): string | undefined {
  const parts = pathname.split('/').filter((part) => part !== '');
  const screen = screenAt(`/${parts.join('/').toLowerCase()}`);
  if (screen === undefined) return undefined;
  const pattern = screen.split('/').filter((part) => part !== '');
  return `/${parts.map((part, i) => (isKey(pattern[i]) ? part : lowered(part))).join('/')}`;
}

/** Slugs are published in lower case; every other parameter may be a secret or a number. */
const isKey = (part: string | undefined): boolean =>
  part !== undefined && part.startsWith(':') && part !== ':slug' && part !== ':category';
/** The digits of `%D0` stay as they came: they name a byte, not a letter. */
const lowered = (part: string): string => (part.includes('%') ? part : part.toLowerCase());
