import { createStore } from 'jotai';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import {
  catalogueAsOfAtom,
  catalogueAtom,
  netAtom,
  priceOfAtom,
  reloadCatalogueAtom,
  startCatalogueAtom,
  syncCatalogueAtom,
  syncStateAtom,
} from '#src/features/catalogue/catalogue.atoms.ts';
import { detailsOfAtom, findOnlineAtom, retryCatalogueAtom } from '#src/features/catalogue/catalogue-more.atoms.ts';
import { isClientViewAtom, loginAtom, logoutAtom, startSessionAtom } from '#src/features/session/session.atoms.ts';
import type { Net } from '#src/offline/ports.ts';
import { apiAtom } from '#src/platform/api/api.atom.ts';
import { createApi, createHttp } from '#src/platform/api/api.ts';
import { networkAtom } from '#src/platform/api/network.ts';
import { provideSync } from '#src/app/provide-sync.ts';
import { storesAtom } from '#src/platform/memory/stores.atom.ts';
import { hashPassword } from '#server/platform/password.ts';
import { addConsultant } from '#tests/cart/shop-people.ts';
import { openCatalogueShop } from '#tests/catalogue/server-shop.ts';
import { fetchFrom } from '#tests/support/fetch-from.ts';
import { memoryStores } from '#tests/support/memory-stores.ts';
import type { TestShop } from '#tests/support/open-shop.ts';
import { until } from '#tests/support/until.ts';

// Client atoms → the real app → a real database. A phone keeps its cookies and databases; each `open` is a new start.
let shop: TestShop;
beforeAll(async () => {
  shop = await openCatalogueShop(60);
  await addConsultant(shop, {
    consId: 1_000_157,
    email: 'cons@rostok.test',
    passwordHash: await hashPassword('пароль'),
    name: 'Мария',
  });
});
afterAll(() => shop.close());
beforeEach(() => void vi.stubGlobal('navigator', { onLine: true }));
afterEach(() => vi.unstubAllGlobals());

function newPhone() {
  const browser = fetchFrom(shop.app);
  const stores = memoryStores();
  const net = { isUp: true, asked: [] as string[] };
  const through = (async (input, init) => {
    if (!net.isUp) throw new TypeError('Failed to fetch');
    return browser(input, init);
  }) as typeof fetch;
  const plain: Net = {
    async get(path, { etag } = {}) {
      net.asked.push(path);
      const answer = await through(path, { headers: etag ? { 'If-None-Match': etag } : {} });
      return {
        status: answer.status,
        etag: answer.headers.get('etag'),
        type: answer.headers.get('content-type') ?? '',
        body: await answer.arrayBuffer(),
      };
    },
  };
  const open = async () => {
    const store = createStore();
    store.set(apiAtom, createApi(createHttp(through)));
    store.set(storesAtom, stores);
    store.set(netAtom, plain);
    provideSync(store);
    await store.set(startSessionAtom);
    return store;
  };
  return { stores, net, open };
}

it('first visit: 24 cards, then everything; a cold start without a network has it all', async () => {
  const phone = newPhone();
  const first = await phone.open();
  const statuses: string[] = [];
  first.sub(catalogueAtom, () =>
    statuses.push(`${first.get(catalogueAtom).status}:${first.get(catalogueAtom).rows.length}`),
  );
  await first.set(startCatalogueAtom);
  expect(statuses[0]).toBe('first:24');
  const { status, rows, total, categories, bySlug, byCode, prices } = first.get(catalogueAtom);
  expect({ status, total, rows: rows.length }).toEqual({ status: 'ready', total: 60, rows: 60 });
  expect(categories.length).toBeGreaterThan(3);
  expect(byCode.get(rows[5]!.code)).toBe(rows[5]);
  expect(bySlug.get(rows[5]!.slug)).toBe(rows[5]);
  expect(prices.at.size).toBe(60);
  const price = first.get(priceOfAtom)(rows[0]!.id)!;
  expect(price.price % 100).toBe(0);
  expect(price).toMatchObject({ consPrice: null, points: null });
  expect(first.get(priceOfAtom)(9999)).toBeUndefined();

  phone.net.isUp = false;
  const cold = await phone.open();
  expect(await cold.set(reloadCatalogueAtom)).toBe(true);
  expect(cold.get(catalogueAtom).rows).toEqual(rows);
  expect(cold.get(catalogueAsOfAtom)).toBe(first.get(catalogueAsOfAtom));
  const details = await cold.get(detailsOfAtom)(rows[3]!.id);
  expect(details?.description_html).toContain(rows[3]!.title);
  await cold.set(syncCatalogueAtom);
  expect(cold.get(networkAtom).isOnline).toBe(false);
  expect(cold.get(syncStateAtom)).toEqual({ kind: 'offline' });
  expect(cold.get(catalogueAtom).rows.length).toBe(60);
});

it('nothing stored and nobody answers: says so, and «Попробовать снова» goes on from there', async () => {
  const phone = newPhone();
  phone.net.isUp = false;
  const store = await phone.open();
  await store.set(startCatalogueAtom);
  expect(store.get(catalogueAtom).status).toBe('empty');
  expect(store.get(syncStateAtom)).toEqual({ kind: 'offline' });
  phone.net.isUp = true;
  await store.set(retryCatalogueAtom);
  expect(store.get(catalogueAtom).status).toBe('ready');
  expect(store.get(syncStateAtom)).toEqual({ kind: 'idle' });
});

it('consultant prices: with the login, hidden in client view, gone with the logout', async () => {
  const phone = newPhone();
  const store = await phone.open();
  await store.set(startCatalogueAtom);
  const id = store.get(catalogueAtom).rows[0]!.id;
  await store.set(loginAtom, { login: 'cons@rostok.test', password: 'пароль' });
  store.sub(priceOfAtom, () => {});
  await store.set(syncCatalogueAtom);
  const own = await until(() => {
    const price = store.get(priceOfAtom)(id)!;
    expect(price.consPrice).toBeGreaterThan(0);
    return price;
  });
  expect(own.consPrice!).toBeLessThan(own.price);
  expect(own.points).toBeGreaterThan(0);
  expect(JSON.stringify(phone.stores.all().pub)).not.toContain('cons_price');

  await store.set(isClientViewAtom, true);
  expect(store.get(priceOfAtom)(id)).toMatchObject({ consPrice: null, points: null });
  await store.set(isClientViewAtom, false);
  expect(store.get(priceOfAtom)(id)!.consPrice).toBe(own.consPrice);

  await store.set(logoutAtom).catch(() => {});
  expect(store.get(priceOfAtom)(id)).toMatchObject({ consPrice: null, points: null });
  expect(JSON.stringify(phone.stores.all())).not.toContain('cons_price');
});

it('a product that this device does not hold is asked for; unknown and offline are told apart', async () => {
  const phone = newPhone();
  const store = await phone.open();
  const known = (await store.set(findOnlineAtom, { id: 7 })) as { kind: string; row: { id: number; slug: string } };
  expect(known).toMatchObject({ kind: 'found', row: { id: 7 } });
  expect(await store.set(findOnlineAtom, { slug: known.row.slug })).toMatchObject({ kind: 'found', row: { id: 7 } });
  expect(await store.set(findOnlineAtom, { slug: 'net-takogo-1' })).toEqual({ kind: 'unknown' });
  phone.net.isUp = false;
  expect(await store.set(findOnlineAtom, { id: 8 })).toEqual({ kind: 'offline' });
});
