import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { retailCart } from '#contract/cart.ts';
import { getUserData } from '#contract/session.ts';
import { getBootstrap } from '#contract/sponsor.ts';
import { createApi, createHttp } from '#src/platform/api/api.ts';
import { pendingCount } from '#src/platform/api/pending-count.ts';
import { addConsultant, addProduct } from '#tests/cart/shop-people.ts';
import { addAccount, openLab, phoneOf } from '#tests/sync-server/phone.ts';
import type { TestShop } from '#tests/support/open-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openLab();
  await addConsultant(shop, { consId: 1_000_001, name: 'Росток', statusId: 1 });
});
afterAll(() => shop.close());

it('a page says how many wait, but not before it has been told what the server remembered', async () => {
  const { browser } = await phoneOf(shop, (await addAccount(shop)).id);
  const page = () => {
    Object.assign(pendingCount, { now: 0, isAsked: false });
    return createApi(createHttp(browser));
  };
  const first = page();
  await first.send(getUserData, {});
  pendingCount.now = 4;
  await first.send(retailCart.data, { query: {} });
  const at = shop.clock.now.toISOString();

  // The next start of the page finds its storage empty, and asks for other things first.
  shop.clock.now = new Date(shop.clock.now.getTime() + 60_000);
  const evicted = page();
  await evicted.send(getBootstrap, { query: {} });
  await evicted.send(retailCart.data, { query: {} });
  expect((await evicted.send(getUserData, {})).heartbeat).toEqual({ pending: 4, at });
  await evicted.send(retailCart.data, { query: {} });
  expect((await evicted.send(getUserData, {})).heartbeat).toMatchObject({ pending: 0 });
});

it('a change that comes late says nothing of the queue: the worker may have said by then that nothing waits', async () => {
  const { browser } = await phoneOf(shop, (await addAccount(shop)).id);
  Object.assign(pendingCount, { now: 0, isAsked: true });
  const api = createApi(createHttp(browser));
  await api.send(retailCart.data, { query: {} });
  pendingCount.now = 2;
  const key = randomUUID();
  const body = { cartType: 0, items: [{ product_id: await addProduct(shop), delta: 1 }] };
  await api.send(retailCart.change, { body }, { headers: { 'Idempotency-Key': key } });
  pendingCount.now = null;
  expect((await api.send(getUserData, {})).heartbeat).toMatchObject({ pending: 0 });
});
