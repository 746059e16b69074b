/** PostgreSQL keeps no U+0000 in a text, and a statement that carries one fails: it is refused before it gets there. */
const NUL = '\u0000';

/** Paths of the texts (and keys) with U+0000 in a parsed body, as `items.0.code`. */
export function nulFields(value: unknown, path = ''): string[] {
  if (typeof value === 'string') return value.includes(NUL) ? [path || 'body'] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => {
    if (key.includes(NUL)) return [path || 'body'];
    return nulFields(one, path === '' ? key : `${path}.${key}`);
  });
}

/** In JSON it can only stand as an escape, in an address only as `%00`: most requests are done with one look. */
export const mayHoldNul = (json: string | undefined): boolean => json?.includes('\\u0000') === true;
export const namesNul = (url: string): boolean => url.includes('%00');
