import { cleanup, render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createStore, Provider } from 'jotai';
import type { ReactNode } from 'react';
import { afterEach, vi } from 'vitest';
import { type Api, createApi, createHttp } from '#src/platform/api/api.ts';
import { apiAtom } from '#src/platform/api/api.atom.ts';
import { networkAtom } from '#src/platform/api/network.ts';
import { storesAtom } from '#src/platform/memory/stores.atom.ts';
import { syncClientAtom } from '#src/sync-client/sync.atoms.ts';
import { memoryStores } from '#tests/support/memory-stores.ts';

// A part of a screen by itself, for the states that it can be in (docs/decisions/183-component-tests.md). The file that uses
// this begins with `// @vitest-environment happy-dom`.

type Answer = { http: number; body: unknown };
/** What the shop would say; null = no answer at all. */
type Shop = (request: { path: string; search: string; body: unknown }) => Answer | null | Promise<Answer | null>;

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Draws it with a store, memory and a shop of its own. */
export function onScreen(part: ReactNode, shop: Shop = () => null) {
  const store = createStore();
  const asked: { path: string; body: unknown }[] = [];
  store.set(apiAtom, apiOf(shop, asked));
  store.set(storesAtom, memoryStores());
  // A part by itself has no queue: whoever asks for it waits.
  store.set(syncClientAtom, { load: () => new Promise(() => {}) });
  const user = userEvent.setup();
  const drawn = render(<Provider store={store}>{part}</Provider>);
  return { ...drawn, store, user, asked };
}

export const goOffline = (store: ReturnType<typeof createStore>): void =>
  store.set(networkAtom, { isOnline: false, since: Date.now() });

function apiOf(shop: Shop, asked: { path: string; body: unknown }[]): Api {
  const answer = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    const text = await request.text();
    const { pathname: path, search } = new URL(request.url);
    const one = { path, body: text ? (JSON.parse(text) as unknown) : undefined };
    asked.push(one);
    // Asked at a moment of the session's own, also beside a part that is not about it: no answer would take the network away.
    const said = (await shop({ ...one, search })) ?? (path === '/user/data' ? { http: 500, body: {} } : null);
    if (!said) throw new TypeError('fetch failed');
    return Response.json(said.body, { status: said.http });
  };
  // Also of what asks without the API: nothing here has a network.
  vi.stubGlobal('fetch', answer);
  return createApi(createHttp(answer as typeof fetch));
}
