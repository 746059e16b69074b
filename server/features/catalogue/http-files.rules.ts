/** Asked for again at every start, answered 304 while nothing changed. */
export const MANIFEST_CACHE = 'no-cache';
/** The name is the hash of the content. */
export const PUBLIC_CACHE = 'public, max-age=31536000, immutable';
/** Consultants' prices: neither a shared cache nor the next person on the phone may read them. */
export const PRIVATE_CACHE = 'private, no-store';

/** Browsers send one of a handful of headers: each is parsed once and remembered. */
const understood = new Map<string, boolean>();
const MAX_UNDERSTOOD = 200;

/** Whether `br` may be sent: named or covered by `*`, and not with q=0 (RFC 9110 §12.5.3). */
export function acceptsBrotli(header: string | undefined): boolean {
  if (header === undefined) return false;
  const known = understood.get(header);
  if (known !== undefined) return known;
  const answer = readBrotli(header);
  if (understood.size < MAX_UNDERSTOOD && header.length <= 200) understood.set(header, answer);
  return answer;
}
function readBrotli(header: string): boolean {
  let any = false;
  for (const part of header.split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    const q = parameters.find((text) => text.startsWith('q='));
    const isAllowed = q === undefined || Number(q.slice(2)) > 0;
    if (name === 'br') return isAllowed;
    if (name === '*') any = isAllowed;
  }
  return any;
}

/** If-None-Match: a list of tags, weak or strong, or `*`; weak comparison as the rule for GET says (RFC 9110 §13.1.2). */
export function namesEtag(header: string, etag: string): boolean {
  if (header === etag || header === '*') return true;
  if (!header.includes(etag)) return false;
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
