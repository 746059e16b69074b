import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { BUILD_NUMBER } from '#contract/build-number.ts';
import { Manifest } from '#contract/catalogue.ts';
import { buildApp } from '#server/app.ts';
import { readEnv } from '#server/platform/env.ts';
import { addProduct } from '#tests/cart/shop-people.ts';
import { openShop, testEnv, type TestShop } from '#tests/support/open-shop.ts';

const ask = (app: TestShop['app'], headers: Record<string, string> = {}) =>
  app.inject({ url: '/api/catalog/manifest', headers: { 'accept-encoding': 'identity', ...headers } });
const nodeWith = async (shop: TestShop, env: Record<string, string>) => {
  const app = await buildApp({ db: shop.db, jobs: shop.jobs, env: testEnv(env), now: () => shop.clock.now });
  await app.ready();
  return app;
};

it('MIN_BUILD stands in the manifest as a revision of its own, over the same files', async () => {
  const shop = await openShop();
  await addProduct(shop);
  const published = await ask(shop.app);
  const before = Manifest.parse(published.json());
  expect(before.minBuild).toBeLessThanOrEqual(BUILD_NUMBER);

  const [raised, twin] = [await nodeWith(shop, { MIN_BUILD: '7' }), await nodeWith(shop, { MIN_BUILD: '7' })];
  const answer = await ask(raised);
  const after = Manifest.parse(answer.json());
  expect(after).toEqual({ ...before, minBuild: 7, rev: `${before.rev}-7` });
  // Bytes, length and ETag belong together, are the same on every node, and an unchanged one is 304.
  expect(Number(answer.headers['content-length'])).toBe(answer.rawPayload.length);
  expect(answer.headers.etag).not.toBe(published.headers.etag);
  expect((await ask(twin)).headers.etag).toBe(answer.headers.etag);
  expect((await ask(raised, { 'if-none-match': String(answer.headers.etag) })).statusCode).toBe(304);
  expect((await ask(raised, { 'if-none-match': String(published.headers.etag) })).statusCode).toBe(200);
  const shard = await raised.inject({
    url: `/api/catalog/s/${after.first.sha256}.json`,
    headers: { 'accept-encoding': 'identity' },
  });
  expect(createHash('sha256').update(shard.rawPayload).digest('hex')).toBe(after.first.sha256);
  await Promise.all([raised.close(), twin.close(), shop.close()]);
});

it('one that asks for nothing more leaves the published bytes as they are', async () => {
  const shop = await openShop();
  const node = await nodeWith(shop, { MIN_BUILD: '1' });
  expect((await ask(node)).body).toBe((await ask(shop.app)).body);
  await Promise.all([node.close(), shop.close()]);
});

it('is a whole number; production takes none that its own build does not fulfil', () => {
  for (const wrong of ['x', '-1', '1.5']) expect(() => readEnv({ MIN_BUILD: wrong })).toThrow('MIN_BUILD');
  const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://shop.example' };
  expect(() => readEnv({ ...production, MIN_BUILD: String(BUILD_NUMBER + 1) })).toThrow('MIN_BUILD: номер этой сборки');
  expect(readEnv({ ...production, MIN_BUILD: String(BUILD_NUMBER) }).minBuild).toBe(BUILD_NUMBER);
});
