import type { FastifyInstance } from 'fastify';
import { TEST_ORIGIN } from '#tests/support/open-shop.ts';

/**
 * A `fetch` that goes straight into the app, with a cookie jar like a browser's: client code meets the real server
 * without a port. Each call of `fetchFrom` is another browser.
 */
export function fetchFrom(app: FastifyInstance): typeof fetch & { cookies: Map<string, string> } {
  const cookies = new Map<string, string>();
  const go = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(
      typeof input === 'string' && input.startsWith('/') ? `${TEST_ORIGIN}${input}` : input,
      init,
    );
    const url = new URL(request.url);
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const body = request.body ? Buffer.from(await request.arrayBuffer()) : undefined;
    const answer = await app.inject({
      method: request.method as 'GET',
      url: url.pathname + url.search,
      headers: {
        ...Object.fromEntries(request.headers),
        ...(cookie ? { cookie } : {}),
        'sec-fetch-site': 'same-origin',
      },
      payload: body,
    });
    for (const set of answer.cookies) {
      if (set.maxAge === 0 || (set.expires && set.expires.getTime() <= 0)) cookies.delete(set.name);
      else cookies.set(set.name, set.value);
    }
    const headers = new Headers();
    for (const [name, value] of Object.entries(answer.headers)) {
      for (const one of Array.isArray(value) ? value : [value]) headers.append(name, String(one));
    }
    const empty = answer.statusCode === 204 || answer.statusCode === 304;
    return new Response(empty ? null : new Uint8Array(answer.rawPayload), { status: answer.statusCode, headers });
  };
  return Object.assign(go as typeof fetch, { cookies });
}
