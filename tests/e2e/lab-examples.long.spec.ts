import { add, enqueuedOf, find, heart, openCart, openShopOn, pill } from '#tests/e2e/support/offline-lab-gestures.ts';
import {
  executionsOf,
  expectDrained,
  expectExactlyOnce,
  expectQueued,
  pendingOf,
} from '#tests/e2e/support/offline-lab-queue.ts';
import { productsOnSale } from '#tests/e2e/support/offline-lab-shop.ts';
import { expect, isKeyed, test } from '#tests/e2e/support/offline-lab.ts';
import { card } from '#tests/e2e/support/pages.ts';

// One worked example per fault. docs/testing-offline.md quotes them word for word (tests/offline/testing-docs.test.ts).

test('offline: what is done in aeroplane mode waits', async ({ page, lab }) => {
  const [product] = await productsOnSale(lab.shop, 1);
  const person = await lab.person('client');
  await openShopOn(page, lab, person);
  await lab.offline();
  await add(page, product, 2);
  await expectQueued(page, 1);
  expect(lab.proxy.seen.filter(isKeyed)).toEqual([]);
  await lab.online();
  await expectExactlyOnce(lab, page, [{ by: [person.owner], product, pieces: 2 }]);
});

test('drop: the shop has not heard, so it waits', async ({ page, lab }) => {
  const [product] = await productsOnSale(lab.shop, 1);
  const person = await lab.person('client');
  await openShopOn(page, lab, person);
  const dropped = lab.drop();
  await heart(page, product);
  await dropped.met();
  expect(await executionsOf(lab)).toEqual([]);
  dropped.lift();
  await expectExactlyOnce(lab, page, [{ by: [person.owner], product, heart: true }]);
});

test('loseAnswer: a lost answer is one piece', async ({ page, lab }) => {
  const [product] = await productsOnSale(lab.shop, 1);
  const person = await lab.person('client'); //            1 an account of this test alone: empty cart, no hearts
  await openShopOn(page, lab, person); //                  2 the phone holds everything it needs without a signal
  const lost = lab.loseAnswer({ times: 1 }); //            3 the fault, then the gesture
  await add(page, product);
  await lost.met();
  await expectExactlyOnce(lab, page, [{ by: [person.owner], product, pieces: 1 }]); // 4 the three assertions
});

test('halfAnswer: half an answer is none, its repeat does nothing twice', async ({ page, lab }) => {
  const [product] = await productsOnSale(lab.shop, 1);
  const person = await lab.person('client');
  await openShopOn(page, lab, person);
  const half = lab.halfAnswer({ times: 1 });
  await add(page, product);
  await half.met();
  await expectExactlyOnce(lab, page, [{ by: [person.owner], product, pieces: 1 }]);
  expect(lab.proxy.seen.filter(isKeyed).length).toBeGreaterThan(1);
});

test('stall: while the answer is late, the pill says that it is under way', async ({ page, lab }) => {
  const [product] = await productsOnSale(lab.shop, 1);
  const person = await lab.person('client');
  await openShopOn(page, lab, person);
  lab.stall(2500, { times: 1 });
  await add(page, product);
  await expect(pill(page)).toContainText('Отправляем');
  await expectExactlyOnce(lab, page, [{ by: [person.owner], product, pieces: 1 }]);
  await expect(pill(page)).not.toContainText('Отправляем');
});

test('portal: a page of HTML is no answer', async ({ page, lab }) => {
  const [product] = await productsOnSale(lab.shop, 1);
  const person = await lab.person('client');
  await openShopOn(page, lab, person);
  const portal = lab.portal();
  await add(page, product);
  await expect.poll(() => portal.struck.some(isKeyed)).toBe(true);
  await expectQueued(page, 1);
  portal.lift();
  await expectExactlyOnce(lab, page, [{ by: [person.owner], product, pieces: 1 }]);
});

test('busy: the phone comes back when the shop has asked it to', async ({ page, lab }) => {
  const [product] = await productsOnSale(lab.shop, 1);
  const person = await lab.person('client');
  await openShopOn(page, lab, person);
  lab.busy({ retryAfter: 2, times: 1 });
  await add(page, product);
  await expectExactlyOnce(lab, page, [{ by: [person.owner], product, pieces: 1 }]);
  const [refused, heard] = lab.proxy.seen.filter(isKeyed);
  expect(heard!.at - refused!.at).toBeGreaterThanOrEqual(2000);
});

test('holdServer: the gesture is saved before the shop has heard', async ({ page, lab }) => {
  const [product] = await productsOnSale(lab.shop, 1);
  const person = await lab.person('client');
  await openShopOn(page, lab, person);
  const held = lab.holdServer({ match: isKeyed });
  await add(page, product);
  await held.met();
  await expectQueued(page, 1);
  expect(await executionsOf(lab)).toEqual([]);
  lab.releaseServer();
  await expectExactlyOnce(lab, page, [{ by: [person.owner], product, pieces: 1 }]);
});

test('proxy.fault: a success without our key is somebody else’s answer', async ({ page, lab }) => {
  const [product] = await productsOnSale(lab.shop, 1);
  const person = await lab.person('client');
  await openShopOn(page, lab, person);
  const headers = { 'Content-Type': 'application/json' };
  const forged = { kind: 'answer', http: 200, headers, body: '{"status":1}' } as const;
  const fault = lab.proxy.fault(forged, { match: isKeyed, times: 1 });
  await add(page, product);
  await fault.met();
  await expectExactlyOnce(lab, page, [{ by: [person.owner], product, pieces: 1 }]);
});

test('shop.stop: a shop that is gone and comes back', async ({ page, lab }) => {
  const [product] = await productsOnSale(lab.shop, 1);
  const person = await lab.person('client');
  await openShopOn(page, lab, person);
  await lab.shop.stop('SIGKILL');
  await add(page, product);
  await expectQueued(page, 1);
  await lab.shop.start();
  await expectExactlyOnce(lab, page, [{ by: [person.owner], product, pieces: 1 }]);
});

test('killWorker: it dies with the answer on its way, the next tab goes on', async ({ page, context, lab }) => {
  const [product] = await productsOnSale(lab.shop, 1);
  const person = await lab.person('client');
  await openShopOn(page, lab, person);
  await lab.offline();
  await add(page, product);
  const held = lab.holdServer({ where: 'answer', match: isKeyed });
  await page.close();
  await lab.online();
  await lab.dispatchSync('outbox'); // now only the worker is there to send
  await held.met();
  expect(await lab.killWorker()).toBe(1);
  lab.releaseServer();
  const next = await context.newPage();
  await next.goto('/katalog');
  await expectExactlyOnce(lab, next, [{ by: [person.owner], product, pieces: 1 }]);
});

test('crashTab: a saved gesture outlives its tab', async ({ page, context, lab }) => {
  const [product] = await productsOnSale(lab.shop, 1);
  const person = await lab.person('client');
  await openShopOn(page, lab, person);
  const held = lab.holdServer({ match: isKeyed });
  await add(page, product);
  await held.met();
  await lab.crashTab(page);
  lab.releaseServer();
  const next = await context.newPage();
  await next.goto('/katalog');
  await expectExactlyOnce(lab, next, [{ by: [person.owner], product, pieces: 1 }]);
});

test('evict: what has been sent comes back from the shop', async ({ page, lab }) => {
  const [product] = await productsOnSale(lab.shop, 1);
  const person = await lab.person('client');
  await openShopOn(page, lab, person);
  await add(page, product, 2);
  await expectDrained(page);
  await page.goto('about:blank');
  await lab.evict('databases');
  await page.goto('/katalog');
  await openCart(page);
  await expect(card(page, product.title)).toBeVisible();
  await expectExactlyOnce(lab, page, [{ by: [person.owner], product, pieces: 2 }]);
});

test('quota and fillDisk: what cannot be saved is called not saved', async ({ page, lab }) => {
  const [product] = await productsOnSale(lab.shop, 1);
  const person = await lab.person('client');
  await lab.quota(30_000_000); // before the first page opens
  await openShopOn(page, lab, person);
  await lab.offline();
  const found = await find(page, product);
  let giveBack = async () => {};
  await expect(async () => {
    giveBack = await lab.fillDisk(); // again after a tap that was saved: the phone has given up pictures for it
    await found.getByRole('button', { name: /^(В корзину|Добавить)$/ }).click();
    await expect(page.getByText('Не сохранено: на телефоне нет места')).toBeVisible({ timeout: 1000 });
  }).toPass();
  await giveBack();
  await lab.online();
  const pieces = await enqueuedOf(page); // as many taps as were called saved
  await expectExactlyOnce(lab, page, [{ by: [person.owner], product, pieces }]);
});

test('skew: a clock that is ten years behind changes nothing', async ({ page, lab }) => {
  const [product] = await productsOnSale(lab.shop, 1);
  const person = await lab.person('client');
  await openShopOn(page, lab, person);
  await lab.offline();
  await lab.skew(-10 * 365 * 86_400_000);
  await add(page, product);
  expect((await pendingOf(page))[0]!.createdAt).toBeLessThan(Date.now() - 9 * 365 * 86_400_000);
  await lab.online();
  await expectExactlyOnce(lab, page, [{ by: [person.owner], product, pieces: 1 }]);
});

test('deploy: the open tab of the old build sends to the new shop', async ({ page, lab }) => {
  const [product] = await productsOnSale(lab.shop, 1);
  const person = await lab.person('client');
  await openShopOn(page, lab, person);
  await lab.offline();
  await add(page, product);
  await lab.deploy('second');
  await lab.online();
  await expectExactlyOnce(lab, page, [{ by: [person.owner], product, pieces: 1 }]);
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
  await expect(page.getByRole('status').filter({ hasText: 'Доступна новая версия' })).toBeVisible();
});

test('switchUser: nothing of one person is done for another', async ({ page, lab, consoleGuard }) => {
  consoleGuard.allow(/status of 40[13]/); // what the open tab asks meanwhile
  const [product] = await productsOnSale(lab.shop, 1);
  const [person, other] = [await lab.person('client'), await lab.person('client')];
  await openShopOn(page, lab, person);
  await lab.offline();
  await add(page, product);
  await lab.switchUser(other);
  const refused = page.waitForResponse((answer) => answer.status() === 403);
  await lab.online();
  await refused;
  expect(await executionsOf(lab)).toEqual([]);
  await lab.switchUser(person);
  await page.reload();
  await expectExactlyOnce(lab, page, [{ by: [person.owner], product, pieces: 1 }]);
});
