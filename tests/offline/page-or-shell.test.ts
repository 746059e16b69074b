import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { POINTER_KEY, pageKey } from '#src/offline/keys.ts';
import type { Store } from '#src/offline/ports.ts';
import { memoryStore } from '#tests/support/memory-stores.ts';

// What the worker opens with: the kept page, or the shell of its build (docs/decisions/258 and 516).

/** By name: the worker's types are not the page's. */
const WORKER = '#sw/pages.ts';
type Open = (url: URL, own: Promise<Response>, store: () => Store) => Promise<Response>;
const { pageOrShell } = (await import(WORKER)) as { pageOrShell: Open };

const ENTRY = '/assets/index-own.js';
const SHELL = `<html><script type="module" src="${ENTRY}"></script></html>`;
const PAGE = '<html data-rendered="1"></html>';
const URL_OF = new URL('https://rostok.test/katalog');

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A database that answers after so many milliseconds. */
async function held(delay: number) {
  const store = memoryStore('pub');
  await store.set(POINTER_KEY, { rev: '7' });
  await store.set(pageKey('/katalog'), { v: 1, rev: '7', entry: ENTRY, html: PAGE });
  const late: typeof store = {
    ...store,
    getMany: async (keys) => {
      await new Promise((done) => setTimeout(done, delay));
      return store.getMany(keys);
    },
  };
  return () => late;
}
const shell = async () => new Response(SHELL, { headers: { 'content-security-policy': 'self', etag: '"1"' } });
async function opened(delay: number): Promise<string> {
  const answer = pageOrShell(URL_OF, shell(), await held(delay));
  await vi.advanceTimersByTimeAsync(10_000);
  return (await answer).text();
}

it.each([0, 450, 1200])('a database that opens after %i ms: the page', async (delay) =>
  expect(await opened(delay)).toBe(PAGE),
);
it('a database that is held by somebody else: the shell, and not after ten seconds', async () => {
  const answer = pageOrShell(URL_OF, shell(), await held(1e9));
  await vi.advanceTimersByTimeAsync(4000);
  expect(await (await answer).text()).toBe(SHELL);
});
it('a database that cannot be opened at all: the shell', async () => {
  const broken = () => {
    throw new Error('no database');
  };
  expect(await (await pageOrShell(URL_OF, shell(), broken)).text()).toBe(SHELL);
});
it('the page goes out under the policy of the shell, without what names the shell’s bytes', async () => {
  const asked = pageOrShell(URL_OF, shell(), await held(0));
  await vi.advanceTimersByTimeAsync(10);
  const answer = await asked;
  expect(answer.headers.get('content-security-policy')).toBe('self');
  expect(answer.headers.get('etag')).toBeNull();
});
