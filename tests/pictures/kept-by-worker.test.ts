import { expect, it } from 'vitest';

// What the worker keeps under the address of a picture stays there for ever: only a picture may (docs/product/offline.md F28).

/** Typed by hand: the worker is compiled with the types of a worker, not of a page. */
const WORKER = '#sw/pictures-only.ts';
type Kept = { picturesOnly: { cacheWillUpdate(asked: { response: Response }): Promise<Response | null> } };

/** As `fetch` answers for an address of this site; a constructed response has neither type nor redirects. */
function answer(contentType: string | null, more: { status?: number; type?: string; redirected?: boolean } = {}) {
  const { status = 200, type = 'basic', redirected = false } = more;
  const response = new Response(status === 204 ? null : 'x', {
    status,
    headers: contentType === null ? {} : { 'content-type': contentType },
  });
  if (contentType === null) response.headers.delete('content-type');
  return Object.defineProperties(response, { type: { value: type }, redirected: { value: redirected } });
}
const isKept = async (response: Response): Promise<boolean> => {
  const { picturesOnly } = (await import(WORKER)) as Kept;
  const kept = await picturesOnly.cacheWillUpdate({ response });
  expect([null, response]).toContain(kept);
  return kept !== null;
};

it.each(['image/avif', 'image/webp', 'image/svg+xml; charset=utf-8'])('keeps %s', async (type) => {
  expect(await isKept(answer(type))).toBe(true);
});

it.each([
  ['the page of a captive portal', answer('text/html; charset=utf-8')],
  ['a page that only calls itself a picture further on', answer('text/html; x=image/png')],
  ['an answer without a type', answer(null)],
  ['a refusal with a picture', answer('image/webp', { status: 404 })],
  ['a part of a picture', answer('image/webp', { status: 206 })],
  ['an empty answer', answer('image/webp', { status: 204 })],
  ['a picture of another site', answer('image/webp', { type: 'cors' })],
  ['an answer that nobody may look into', answer('image/webp', { type: 'opaque' })],
  ['a picture that a portal led to', answer('image/webp', { redirected: true })],
])('does not keep %s', async (_name, response) => {
  expect(await isKept(response)).toBe(false);
});
