import { add, heart, openCart, openShopOn } from '#tests/e2e/support/offline-lab-gestures.ts';
import { journey } from '#tests/e2e/support/offline-lab-journey.ts';
import { expectExactlyOnce, expectQueued, pendingOf, quantityOf } from '#tests/e2e/support/offline-lab-queue.ts';
import { productsOnSale } from '#tests/e2e/support/offline-lab-shop.ts';
import { expect, isKeyed } from '#tests/e2e/support/offline-lab.ts';

// The page may be gone when the signal comes back: the worker sends the same records (docs/product/offline.md F5, F12).

const WITHOUT = ['no service worker', 'no SyncManager'] as const;

journey(
  'every tab is closed, the signal comes back: the worker sends what was left',
  async ({ page, context, lab }) => {
    const [product, liked] = await productsOnSale(lab.shop, 2);
    const person = await lab.person('client');
    await openShopOn(page, lab, person);
    await lab.offline();
    await add(page, product, 2);
    await heart(page, liked);
    await expectQueued(page, 2);
    await page.close();
    await lab.online();
    // The browser does it by itself (docs/product/offline.md P13); whether it has noticed that it was offline is not ours to test.
    await lab.dispatchSync('outbox');
    await expect.poll(() => quantityOf(lab, person.owner, product.id), { timeout: 60_000 }).toBe(2);
    const next = await context.newPage();
    await next.goto('/katalog');
    await expectExactlyOnce(lab, next, [
      { by: [person.owner], product, pieces: 2 },
      { by: [person.owner], product: liked, heart: true },
    ]);
  },
  { not: WITHOUT },
);

journey(
  'what the worker has sent does not wait any more for the shop either: a phone that is cleared later is told no untruth',
  async ({ page, lab }) => {
    const [first, second] = await productsOnSale(lab.shop, 2);
    const person = await lab.person('client');
    await openShopOn(page, lab, person);
    const dropped = lab.drop();
    await add(page, first);
    await add(page, second);
    await dropped.met(2);
    const told = () => lab.shop.sql('select pending from sessions where user_id = $1', [person.id]);
    await page.reload();
    await openCart(page);
    await expect.poll(told).toEqual([{ pending: 2 }]);
    // The first of the two is overtaken on its way: what it says of the queue is older than what the shop knows.
    const [early] = await pendingOf(page);
    const late = lab.holdServer({ match: ({ key }) => key === early?.id });
    await page.close();
    dropped.lift();
    await lab.dispatchSync('outbox');
    await expect.poll(() => quantityOf(lab, person.owner, second.id), { timeout: 60_000 }).toBe(1);
    expect(await quantityOf(lab, person.owner, first.id)).toBe(0);
    lab.releaseServer();
    late.lift();
    await expect.poll(() => quantityOf(lab, person.owner, first.id), { timeout: 60_000 }).toBe(1);
    // A try that the browser cut off with its worker is said again with the next one, after its wait.
    await expect.poll(told, { timeout: 60_000 }).toEqual([{ pending: 0 }]);
  },
  { isLong: true, not: WITHOUT },
);

journey(
  'the worker is killed with an answer on its way: nothing is lost, nothing comes twice',
  async ({ page, context, lab }) => {
    const [first, second] = await productsOnSale(lab.shop, 2);
    const person = await lab.person('client');
    await openShopOn(page, lab, person);
    await lab.offline();
    await add(page, first);
    await add(page, second, 2);
    await expectQueued(page, 2);
    const held = lab.holdServer({ where: 'answer', match: isKeyed });
    await page.close();
    await lab.online();
    await lab.dispatchSync('outbox');
    await held.met(2);
    expect(await lab.killWorker()).toBe(1);
    lab.releaseServer();
    held.lift();
    const next = await context.newPage();
    await next.goto('/katalog');
    const by = [person.owner];
    await expectExactlyOnce(lab, next, [
      { by, product: first, pieces: 1 },
      { by, product: second, pieces: 2 },
    ]);
  },
  { not: WITHOUT },
);

journey(
  'page and worker at once: one lock, and what the worker has tried the page repeats under the same key',
  async ({ page, lab }) => {
    const products = await productsOnSale(lab.shop, 5);
    const person = await lab.person('client');
    await openShopOn(page, lab, person);
    await lab.offline();
    for (const product of products) await add(page, product);
    await expectQueued(page, 5);
    const keys = (await pendingOf(page)).map((one) => one.id);
    lab.loseAnswer({ times: 3 });
    await lab.online();
    await lab.dispatchSync('outbox');
    await lab.dispatchSync('outbox', { lastChance: true });
    const by = [person.owner];
    await expectExactlyOnce(
      lab,
      page,
      products.map((product) => ({ by, product, pieces: 1 })),
    );
    expect(new Set(lab.proxy.seen.filter(isKeyed).map((one) => one.key))).toEqual(new Set(keys));
  },
  { not: WITHOUT },
);
