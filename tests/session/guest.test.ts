import { afterAll, beforeAll, expect, it } from 'vitest';
import { randomUUID } from 'node:crypto';
import { fetchFrom } from '#tests/support/fetch-from.ts';
import { openShop, type TestShop } from '#tests/support/open-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

it('opens a guest session and repeats it without a new cookie', async () => {
  const fetch = fetchFrom(shop.app);
  const guestId = randomUUID();
  const open = () =>
    fetch('/api/session/guest', {
      method: 'POST',
      body: JSON.stringify({ guestId }),
      headers: { 'content-type': 'application/json', 'x-requested-with': 'rostok' },
    });
  const first = await open();
  expect(first.status).toBe(200);
  expect(await first.json()).toEqual({ status: 'success', guestId });
  const sid = fetch.cookies.get('sid');
  expect(sid).toMatch(/^[\w-]{43}$/);
  await open();
  expect(fetch.cookies.get('sid')).toBe(sid);
});

it('refuses a request from another site', async () => {
  const answer = await shop.app.inject({
    method: 'POST',
    url: '/api/session/guest',
    payload: { guestId: randomUUID() },
  });
  expect(answer.statusCode).toBe(403);
  expect(answer.json()).toMatchObject({ status: 'error', code: 'foreign_origin' });
});
