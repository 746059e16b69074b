/** In JSON U+0000 can only stand as an escape, in an address only as `%00`: most requests are done with one look. */
export const mayHoldNul = (json: string | undefined): boolean => json?.includes('\\u0000') === true;
export const namesNul = (url: string): boolean => url.includes('%00');
