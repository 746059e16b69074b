import { REQUESTED_WITH } from '#src/offline/keys.ts';

/**
 * Network of the catalogue sync, in the page and in the worker alike: plain fetch, no ky, no DOM
 * (docs/product/start.md#first-load).
 */
export type NetAnswer = { status: number; etag: string | null; type: string; body: ArrayBuffer };
export type Net = {
  get(path: string, options?: { etag?: string | null; owner?: string; signal?: AbortSignal }): Promise<NetAnswer>;
};

const DEADLINE_MS = 15_000;

/** @throws TypeError when nothing answers, DOMException when the deadline of 15 s passes. */
export const fetchNet: Net = {
  async get(path, { etag, owner, signal } = {}) {
    const deadline = AbortSignal.timeout(DEADLINE_MS);
    const early = await takeEarly(path);
    const response =
      early ??
      (await fetch(path, {
        headers: {
          Accept: 'application/json',
          'X-Requested-With': REQUESTED_WITH,
          ...(etag ? { 'If-None-Match': etag } : {}),
          ...(owner ? { 'X-Client-User': owner } : {}),
        },
        credentials: 'same-origin',
        // The HTTP cache would answer a 304 as 200: validators are ours.
        cache: path.includes('/s/') ? 'default' : 'no-store',
        redirect: 'error',
        signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
      }));
    return {
      status: response.status,
      etag: response.headers.get('etag'),
      type: response.headers.get('content-type') ?? '',
      body: await response.arrayBuffer(),
    };
  },
};

/** What index.html asked for on a first visit, before this code was here; each answer is used once. */
async function takeEarly(path: string): Promise<Response | undefined> {
  const { early } = globalThis as { early?: Record<string, Promise<Response> | undefined> };
  const asked = early?.[path];
  if (!early || !asked) return undefined;
  early[path] = undefined;
  const answer = await asked.catch(() => undefined);
  return answer?.ok && !answer.redirected ? answer : undefined;
}
