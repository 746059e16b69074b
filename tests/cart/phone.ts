import { createStore } from 'jotai';
import { randomUUID } from 'node:crypto';
import { startCartAtom, storedCartAtom } from '#src/features/cart/cart.atoms.ts';
import { startFavouritesAtom } from '#src/features/favourites/favourites.atoms.ts';
import { loginAtom, refreshSessionAtom, startSessionAtom } from '#src/features/session/session.atoms.ts';
import { type Bus, busAtom, type QueueNews } from '#src/platform/api/bus.atom.ts';
import { createApi, createHttp } from '#src/platform/api/api.ts';
import { apiAtom } from '#src/platform/api/api.atom.ts';
import { storesAtom } from '#src/platform/memory/stores.atom.ts';
import { timersAtom } from '#src/platform/timers.atom.ts';
import { hashPassword } from '#server/platform/password.ts';
import { fetchFrom } from '#tests/support/fetch-from.ts';
import type { TestShop } from '#tests/support/open-shop.ts';
import { addPerson } from '#tests/cart/shop-people.ts';
import { followSync } from '#src/app/sync-events.ts';
import { provideSync } from '#src/app/provide-sync.ts';
import { flushAtom } from '#src/sync-client/sync.atoms.ts';
import { memoryStores } from '#tests/support/memory-stores.ts';
import { pass, phoneTime, whileAsking } from '#tests/support/phone-time.ts';

export type Sent = { method: string; path: string; body: unknown; key: string | null };
/** `hold` keeps the answers to cart changes back; `lose` drops an answer after the server has acted. */
type Net = { isOn: boolean; hold: Promise<unknown> | null; lose: ((sent: Sent) => boolean) | null };

type Kept = { browser: ReturnType<typeof fetchFrom>; stores: ReturnType<typeof memoryStores> };
/**
 * A phone: one browser with its storage, on which tabs are opened. `net` switches its signal. `kept`: the same phone after a
 * restart; what still runs of the first loses its signal for good.
 */
export function phone(shop: TestShop, kept?: Kept) {
  const browser = kept?.browser ?? fetchFrom(shop.app);
  const stores = kept?.stores ?? memoryStores();
  const net: Net = { isOn: true, hold: null, lose: null };
  const bus = tabBus();
  const sent: Sent[] = [];
  const fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    const one: Sent = {
      method: request.method,
      path: new URL(request.url).pathname,
      key: request.headers.get('idempotency-key'),
      body: request.body ? await request.clone().json() : undefined,
    };
    if (!net.isOn) throw new TypeError('fetch failed');
    sent.push(one);
    const answer = await whileAsking(browser(request));
    if (one.path.endsWith('/change')) await net.hold;
    if (net.lose?.(one)) throw new TypeError('fetch failed');
    return answer;
  };
  /** A page whose code has come, and nothing else yet. */
  const bareTab = () => {
    const store = createStore();
    store.set(apiAtom, createApi(createHttp(fetch as typeof globalThis.fetch)));
    store.set(storesAtom, stores);
    store.set(timersAtom, phoneTime);
    store.set(busAtom, bus());
    provideSync(store);
    followSync(store);
    return store;
  };
  const openTab = async () => {
    const store = bareTab();
    await store.set(startSessionAtom);
    await store.set(refreshSessionAtom);
    await store.set(startCartAtom);
    await store.set(startFavouritesAtom);
    await store.set(flushAtom, 'resumed');
    return store;
  };
  return {
    bareTab,
    browser,
    stores,
    net,
    sent,
    openTab,
    changes: () => sent.filter((one) => one.path.endsWith('/change')),
  };
}
/** Tabs of one phone hear each other, never themselves. */
export function tabBus(): () => Bus {
  const ears = new Map<number, (news: QueueNews) => void>();
  let tabs = 0;
  return () => {
    const me = (tabs += 1);
    return {
      post: (news) => ears.forEach((listen, tab) => tab !== me && queueMicrotask(() => listen(news))),
      hear: (listen, left) => {
        ears.set(me, listen);
        left.addEventListener('abort', () => ears.delete(me));
      },
    };
  };
}
export type Tab = Awaited<ReturnType<ReturnType<typeof phone>['openTab']>>;

export async function addLogin(
  shop: TestShop,
  more: Parameters<typeof addPerson>[1] = {},
): Promise<{ userId: number; login: string; password: string }> {
  const login = `${randomUUID()}@rostok.test`;
  const userId = await addPerson(shop, { email: login, passwordHash: await hashPassword('rostok-demo'), ...more });
  return { userId, login, password: 'rostok-demo' };
}
/** Login as the screen does it, and what the app does when another person holds the phone. */
export async function enterShop(tab: Tab, { login, password }: { login: string; password: string }): Promise<void> {
  await tab.set(loginAtom, { login, password });
  await tab.set(startCartAtom);
  await tab.set(startFavouritesAtom);
  await tab.set(flushAtom, 'resumed');
}
export const itemsOf = (tab: Tab) => tab.get(storedCartAtom)?.data.groups[0]?.items ?? [];
/** So much of the phones' time passes. */
export const sleep = pass;
