import type { Page } from '@playwright/test';
import type { Cut, Passing } from '#tests/e2e/support/cutting-proxy.ts';
import {
  add,
  find,
  guestOf,
  heart,
  heartOf,
  openCart,
  openShopOn,
  saved,
} from '#tests/e2e/support/offline-lab-gestures.ts';
import { journey } from '#tests/e2e/support/offline-lab-journey.ts';
import { productsOnSale } from '#tests/e2e/support/offline-lab-shop.ts';
import { expectDrained, expectExactlyOnce, expectQueued, pendingOf } from '#tests/e2e/support/offline-lab-queue.ts';
import { expect, isKeyed } from '#tests/e2e/support/offline-lab.ts';
import { card, line, nav, stepper, titles } from '#tests/e2e/support/pages.ts';

// Whatever becomes of requests and answers: every gesture reaches the shop exactly once (docs/product/offline.md#promises).

journey('three lost answers are one piece', async ({ page, lab }) => {
  const [product] = await productsOnSale(lab.shop, 1);
  const person = await lab.person('client');
  await openShopOn(page, lab, person);
  const lost = lab.loseAnswer({ times: 3 });
  await add(page, product);
  await lost.met(3);
  await expectExactlyOnce(lab, page, [{ by: [person.owner], product, pieces: 1 }]);
});

journey(
  'three requests that never arrive, while the browser believes it is online',
  async ({ page, lab }) => {
    const [product, liked] = await productsOnSale(lab.shop, 2);
    const person = await lab.person('client');
    await openShopOn(page, lab, person);
    const dropped = lab.drop({ times: 3 });
    await add(page, product, 2);
    await heart(page, liked);
    await dropped.met(3);
    await expectExactlyOnce(lab, page, [
      { by: [person.owner], product, pieces: 2 },
      { by: [person.owner], product: liked, heart: true },
    ]);
  },
  { inVariants: true },
);

journey('the browser sends lost POSTs again by itself, and the shop does each once', async ({ page, lab }) => {
  const products = await productsOnSale(lab.shop, 4);
  const person = await lab.person('client');
  await openShopOn(page, lab, person);
  lab.loseAnswer({ times: 4, resends: 'own' });
  for (const product of products) await add(page, product);
  await expectExactlyOnce(
    lab,
    page,
    products.map((product) => ({ by: [person.owner], product, pieces: 1 })),
  );
});

journey(
  'a tab that crashes between the gesture and its answer, and the next one that goes on',
  async ({ page, context, lab }) => {
    const [sent, waiting, liked] = await productsOnSale(lab.shop, 3);
    const person = await lab.person('client');
    await openShopOn(page, lab, person);
    const held = lab.holdServer({ match: isKeyed });
    // One piece: a second tap after the first was sent would wait as a change of its own.
    await add(page, sent);
    await held.met();
    await add(page, waiting);
    await heart(page, liked);
    await expectQueued(page, 3);
    await lab.crashTab(page);
    held.lift();
    lab.releaseServer();

    const next = await context.newPage();
    await next.goto('/katalog');
    await expectExactlyOnce(lab, next, [
      { by: [person.owner], product: sent, pieces: 1 },
      { by: [person.owner], product: waiting, pieces: 1 },
      { by: [person.owner], product: liked, heart: true },
    ]);
    await expect(nav(next).getByRole('link', { name: /Корзина/ })).toContainText('2');
  },
);

journey(
  'two tabs without a network, one queue: both see it, each gesture arrives once',
  async ({ page, context, lab }) => {
    const [both, first, second] = await productsOnSale(lab.shop, 3);
    const person = await lab.person('client');
    await openShopOn(page, lab, person);
    const other = await context.newPage();
    await openShopOn(other, lab);
    await lab.offline();
    await add(page, both, 2);
    await add(other, both);
    await add(page, first);
    await heart(other, second);
    await expect(stepper(await find(page, both))).toContainText('3');
    await expect(heartOf(await find(page, second))).toHaveAttribute('aria-pressed', 'true');
    await expectQueued(page, 3);
    await lab.online();
    await expectExactlyOnce(lab, page, [
      { by: [person.owner], product: both, pieces: 3 },
      { by: [person.owner], product: first, pieces: 1 },
      { by: [person.owner], product: second, heart: true },
    ]);
    for (const tab of [page, other]) await expect(nav(tab).getByRole('link', { name: /Корзина/ })).toContainText('4');
  },
  { isLong: true },
);

journey(
  'quantities changed, one line removed, one brought back, all without a network',
  async ({ page, lab }) => {
    const [fewer, gone, back, fresh] = await productsOnSale(lab.shop, 4);
    const person = await lab.person('client');
    await openShopOn(page, lab, person);
    for (const [product, pieces] of [
      [fewer, 3],
      [gone, 2],
      [back, 1],
    ] as const)
      await add(page, product, pieces);
    await expectDrained(page);
    await openCart(page);
    await lab.offline();
    await saved(page, 4, async () => {
      await line(page, fewer.title).getByRole('button', { name: 'Убавить' }).click();
      await line(page, gone.title).getByRole('button', { name: 'Удалить' }).click();
      await expect(line(page, gone.title)).toBeHidden();
      await line(page, back.title).getByRole('button', { name: 'Удалить' }).click();
      // Its own «Вернуть» stands when it has gone; before that the last one is of the product before it.
      await expect(line(page, back.title)).toBeHidden();
      await page.getByRole('button', { name: 'Вернуть' }).last().click();
    });
    await expect(line(page, back.title)).toBeVisible();
    await add(page, fresh, 2);
    await expectQueued(page, 3);
    await lab.online();
    const by = [person.owner];
    await expectExactlyOnce(lab, page, [
      { by, product: fewer, pieces: 2 },
      { by, product: gone, pieces: 0 },
      { by, product: back, pieces: 1 },
      { by, product: fresh, pieces: 2 },
    ]);
    await openCart(page);
    await expect(line(page, fewer.title).getByRole('textbox', { name: /Количество/ })).toHaveValue('2');
    await expect(line(page, gone.title)).toBeHidden();
  },
  { inVariants: true },
);

journey(
  'HTML, half an answer, cut JSON, somebody else’s JSON, a missing echo: none of them is an answer',
  async ({ page, lab, consoleGuard }) => {
    consoleGuard.allow(/ERR_(CONTENT_LENGTH_MISMATCH|INCOMPLETE_CHUNKED_ENCODING)/);
    const json = { 'Content-Type': 'application/json; charset=utf-8' };
    const answer = (headers: Record<string, string>, body: string): Cut => ({
      kind: 'answer',
      http: 200,
      headers,
      body,
    });
    const bad: ((passing: Passing) => Cut)[] = [
      () => answer({ 'Content-Type': 'text/html' }, '<title>Вход в сеть</title>'),
      () => ({ kind: 'half' }),
      ({ key }) => answer({ ...json, 'Idempotency-Key': key ?? '' }, '{"status":1,"items":[{"product_id":'),
      ({ key }) => answer({ ...json, 'Idempotency-Key': key ?? '' }, '{"status":1,"ok":true}'),
      () => answer(json, '{"status":1,"items":[],"version":1}'),
      ({ key }) => answer({ ...json, 'Idempotency-Key': key ?? '' }, '{"status":0}'),
    ];
    const products = await productsOnSale(lab.shop, bad.length);
    const person = await lab.person('client');
    await openShopOn(page, lab, person);
    let nth = 0;
    const struck = lab.proxy.fault((passing) => bad[nth++]?.(passing) ?? null, { match: isKeyed, resends: 'own' });
    await lab.offline();
    for (const product of products) await add(page, product);
    await expectQueued(page, bad.length);
    await lab.online();
    await struck.met(bad.length);
    const by = [person.owner];
    await expectExactlyOnce(
      lab,
      page,
      products.map((product) => ({ by, product, pieces: 1 })),
    );
  },
);

journey(
  '503 with Retry-After is waited out, whatever wakes the queue in between',
  async ({ page, lab }) => {
    const [product] = await productsOnSale(lab.shop, 1);
    const person = await lab.person('client');
    await openShopOn(page, lab, person);
    const busy = lab.busy({ retryAfter: 4, times: 1 });
    await add(page, product);
    await busy.met();
    await lab.offline();
    await lab.online();
    await expectExactlyOnce(lab, page, [{ by: [person.owner], product, pieces: 1 }]);
    const tries = lab.proxy.seen.filter(isKeyed);
    expect(tries).toHaveLength(2);
    expect(tries[1]!.at - tries[0]!.at).toBeGreaterThanOrEqual(4000);
  },
  { isLong: true },
);

journey(
  'on, off and on again, without a network and with it: the last gesture holds',
  async ({ page, lab }) => {
    const [kept, dropped, untouched] = await productsOnSale(lab.shop, 3);
    const person = await lab.person('client');
    await openShopOn(page, lab, person);
    await heart(page, dropped);
    await expectDrained(page);
    await lab.offline();
    await heart(page, kept);
    await heart(page, dropped, false);
    await heart(page, untouched);
    await heart(page, untouched, false);
    const slow = lab.stall(300);
    await lab.online();
    await slow.met(2);
    await heart(page, kept, false);
    await heart(page, kept);
    await expectExactlyOnce(lab, page, [
      { by: [person.owner], product: kept, heart: true },
      { by: [person.owner], product: dropped, heart: false },
      { by: [person.owner], product: untouched, heart: false },
    ]);
  },
  { isLong: true },
);

journey(
  'a thousand hearts at random without a network: one request per product at most',
  async ({ page, lab }) => {
    const person = await lab.person('client');
    await openShopOn(page, lab, person);
    await lab.offline();
    const shown = await titles(page);
    let wanted: boolean[] = [];
    await saved(page, 1000, async () => {
      wanted = await tapAtRandom(page, 1000);
    });
    await expect
      .poll(() => page.getByRole('main').getByRole('button', { name: 'В избранное', pressed: true }).count())
      .toBe(wanted.filter(Boolean).length);
    // What was tried before the page knew that there is no network goes again as it is, and what came after it once.
    const tried = (await pendingOf(page)).filter((record) => record.tries > 0).length;
    if (!lab.variant.startsWith('onLine')) expect(tried).toBe(0);
    lab.proxy.forget();
    await lab.online();
    await expectDrained(page);
    expect(lab.proxy.seen.filter(isKeyed).length).toBeLessThanOrEqual(shown.length + tried);
    const products = await lab.shop.sql<{ id: number; title: string }>('select id, title from products');
    const by = [person.owner];
    await expectExactlyOnce(
      lab,
      page,
      shown.map((title, i) => ({
        by,
        // On the screen short words are tied to the next one.
        product: products.find((one) => one.title === title.replaceAll('\u00a0', ' ')) ?? { id: 0, title },
        heart: wanted[i] === true,
      })),
    );
  },
  { isLong: true },
);

/** Which hearts are on after so many taps. */
function tapAtRandom(page: Page, taps: number): Promise<boolean[]> {
  return page.getByRole('main').evaluate(async (main, taps) => {
    const hearts = [...main.querySelectorAll<HTMLElement>('article button[aria-label="В избранное"]')];
    const on = hearts.map(() => false);
    for (let tap = 0; tap < taps; tap += 1) {
      const at = Math.floor(Math.random() * hearts.length);
      hearts[at]?.click();
      on[at] = !on[at];
      // As fast as a page can draw them, not faster.
      if (tap % 20 === 0) await new Promise((done) => requestAnimationFrame(done));
    }
    return on;
  }, taps);
}

journey(
  'six first writes of a guest at once, and the answer that opens its session is lost',
  async ({ page, lab }) => {
    const products = await productsOnSale(lab.shop, 6);
    await openShopOn(page, lab);
    await lab.offline();
    for (const product of products) await add(page, product);
    await expectQueued(page, 6);
    const lost = lab.loseAnswer({ times: 2, match: ({ path }) => path === '/api/session/guest' });
    await lab.online();
    await lost.met(2);
    const guest = await guestOf(page);
    await expectExactlyOnce(
      lab,
      page,
      products.map((product) => ({ by: [guest], product, pieces: 1 })),
    );
    await openCart(page);
    for (const product of products) await expect(card(page, product.title)).toBeVisible();
  },
  { isLong: true },
);
