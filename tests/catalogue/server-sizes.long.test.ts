import { afterAll, beforeAll, expect, it } from 'vitest';
import { measureCatalogue } from '#tests/support/measure-catalogue.ts';
import { openShop, type TestShop } from '#tests/support/open-shop.ts';

// The ★ row of docs/product/start.md#catalogue-of-10000 for 10,000 products: bytes, so they do not depend on the machine.
let shop: TestShop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

it('a catalogue of 10,000 products stays within its bytes', { timeout: 120_000 }, async () => {
  const address = await shop.app.listen({ host: '127.0.0.1', port: 0 });
  const sizes = await measureCatalogue({ db: shop.db, app: shop.app, address }, 10_000);
  console.log('bytes of 10,000 products', JSON.stringify(sizes));
  expect(sizes.list).toBeLessThanOrEqual(250_000);
  expect(sizes.nothingChanged).toBeLessThanOrEqual(300);
  // Manifest and public prices; a device that holds the list needs no new first screen.
  expect(sizes.onePercent.guest).toBeLessThanOrEqual(25_000);
  // Our own bound: the first screen's cards are one small file.
  expect(sizes.first).toBeLessThanOrEqual(5000);
});
