import { add, heart, openCart, openShopOn, pill, saved, sheet } from '#tests/e2e/support/offline-lab-gestures.ts';
import { journey } from '#tests/e2e/support/offline-lab-journey.ts';
import { changeProduct, productsOnSale } from '#tests/e2e/support/offline-lab-shop.ts';
import {
  executionsOf,
  expectExactlyOnce,
  expectQueued,
  rejectedOf,
  readPartitions,
  rewriteQueued,
} from '#tests/e2e/support/offline-lab-queue.ts';
import { expect } from '#tests/e2e/support/offline-lab.ts';
import { line, nav } from '#tests/e2e/support/pages.ts';

// What the shop says no to, or yes with a change: rejected or told, never silent (docs/product/offline.md#promises).

journey(
  'price raised, stock reduced, product gone meanwhile: the sheet tells it, the shop holds exactly that',
  async ({ page: first, context, lab }) => {
    const [raised, fewer, gone, fine] = await productsOnSale(lab.shop, 4);
    const person = await lab.person('client');
    await openShopOn(first, lab, person);
    const page = await context.newPage();
    await openShopOn(page, lab);
    await lab.offline();
    await add(first, raised);
    await add(first, fewer, 5);
    await add(first, gone, 2);
    await add(first, fine);
    await expectQueued(first, 4);
    // The page that made the gestures would tell them on the spot for ten seconds.
    await first.close();
    await rewriteQueued(page, { createdAt: Date.now() - 60_000 });
    const roubles = raised.price / 100;
    await changeProduct(lab.shop, raised, { price: raised.price + 3000 });
    await changeProduct(lab.shop, fewer, { stock: 2 });
    await changeProduct(lab.shop, gone, { published: false });
    await lab.online();

    const told = sheet(page);
    await expect(told).toBeVisible({ timeout: 30_000 });
    const changed = told.getByRole('listitem').filter({ hasText: raised.title });
    await expect(changed).toContainText(amount(roubles));
    await expect(changed).toContainText(amount(roubles + 30));
    await expect(told.getByRole('listitem').filter({ hasText: fewer.title })).toContainText('2 шт.');
    await expect(told.getByRole('listitem').filter({ hasText: gone.title })).toContainText('Товар не найден');
    await expect(told.getByRole('listitem').filter({ hasText: fine.title })).toBeVisible();
    await saved(page, 1, () => changed.getByRole('button', { name: 'Оставить' }).click());
    await told.getByRole('button', { name: 'Готово' }).click();
    await expect(told).toBeHidden();

    const by = [person.owner];
    await expectExactlyOnce(lab, page, [
      { by, product: raised, pieces: 1 },
      { by, product: fewer, pieces: 5 },
      { by, product: gone, pieces: 2 },
      { by, product: fine, pieces: 1 },
    ]);
    expect((await executionsOf(lab)).filter((one) => one.kind === 'cart.price')).toMatchObject([
      { target_id: raised.id, asked: raised.price + 3000 },
    ]);
    // Parked stands apart: in neither the cart nor its sum.
    await openCart(page);
    await expect(line(page, fewer.title).getByRole('textbox', { name: /Количество/ })).toHaveValue('2');
    await expect(line(page, raised.title)).toContainText(amount(roubles + 30));
  },
  { isLong: true },
);

journey(
  'a raised price is not taken silently: the line waits, «Убрать» takes it out',
  async ({ page: first, context, lab }) => {
    const [raised, fine] = await productsOnSale(lab.shop, 2);
    const person = await lab.person('client');
    await openShopOn(first, lab, person);
    const page = await context.newPage();
    await openShopOn(page, lab);
    await lab.offline();
    await add(first, raised, 2);
    await add(first, fine);
    await expectQueued(first, 2);
    await first.close();
    // What is younger than ten seconds is told on the spot by the tab that made it, not by a sheet.
    await rewriteQueued(page, { createdAt: Date.now() - 60_000 });
    await changeProduct(lab.shop, raised, { price: raised.price + 5000 });
    await lab.online();
    await expect(sheet(page)).toBeVisible({ timeout: 30_000 });
    await sheet(page).getByRole('button', { name: 'Готово' }).click();
    // The tab that made nothing knows of it, without having opened the cart.
    await expect(nav(page).getByRole('link', { name: 'Корзина' })).toHaveAccessibleDescription('3 штуки');
    // The sheet was closed without a word about it: the line still asks.
    await openCart(page);
    const asked = line(page, raised.title);
    await expect(asked).toContainText('Цена выросла');
    await saved(page, 1, () => asked.getByRole('button', { name: 'Убрать' }).click());
    await expect(asked).toBeHidden();
    await expectExactlyOnce(lab, page, [
      { by: [person.owner], product: raised, pieces: 0 },
      { by: [person.owner], product: fine, pieces: 1 },
    ]);
  },
  { isLong: true },
);

journey(
  'refused: «Повторить» asks again under a new key, «Убрать» ends it',
  async ({ page: first, context, lab }) => {
    const [back, gone] = await productsOnSale(lab.shop, 2);
    const person = await lab.person('client');
    await openShopOn(first, lab, person);
    const page = await context.newPage();
    await openShopOn(page, lab);
    await lab.offline();
    await add(first, back, 3);
    await add(first, gone);
    await first.close();
    for (const product of [back, gone]) await changeProduct(lab.shop, product, { published: false });
    await lab.online();
    // Where `onLine` lies the first tap is tried at once and stands alone: its product is refused in two pieces.
    const lanes = async () => new Set((await rejectedOf(page)).map(({ record }) => record.lane)).size;
    await expect.poll(lanes, { timeout: 30_000 }).toBe(2);
    await expectQueued(page, 0);
    await expect(pill(page)).toContainText(/Не\s+отправлено:\s+[2-4]/);
    expect(await executionsOf(lab)).toEqual([]);
    const keys = (await rejectedOf(page)).map(({ record }) => record.id);
    await changeProduct(lab.shop, back, { published: true });
    await page.goto('/user/sync');
    const refused = page.getByRole('region', { name: /^Не отправлено/ }).getByRole('listitem');
    const again = refused.filter({ hasText: back.title });
    await expect(again.first()).toBeVisible();
    for (let left = await again.count(); left > 0; left -= 1) {
      await again.getByRole('button', { name: 'Повторить' }).first().click();
      await expect(again).toHaveCount(left - 1);
    }
    await expect(refused).toHaveCount(1);
    await refused.filter({ hasText: gone.title }).getByRole('button', { name: 'Убрать' }).click();
    await expect(refused).toHaveCount(0);
    await expectExactlyOnce(lab, page, [{ by: [person.owner], product: back, pieces: 3 }]);
    expect(keys).not.toContain((await executionsOf(lab))[0]?.key);
  },
  { isLong: true },
);

journey(
  'a queue of thirty days is not sent unasked; «Повторить» sends it under its old key',
  async ({ page, lab }) => {
    const [product, liked] = await productsOnSale(lab.shop, 2);
    const person = await lab.person('client');
    await openShopOn(page, lab, person);
    await lab.offline();
    await add(page, product, 2);
    await heart(page, liked);
    await expectQueued(page, 2);
    const [key] = (await readPartitions(page))
      .flatMap((one) => one.pending)
      .filter((one) => one.kind === 'cart.change');
    await rewriteQueued(page, { serverAt: Date.now() - 30 * 86_400_000 });
    // The phone has lain in a drawer: nobody has been here meanwhile.
    await page.goto('about:blank');
    await lab.online();
    await page.goto('/katalog');
    await expect.poll(async () => (await rejectedOf(page)).length, { timeout: 30_000 }).toBe(2);
    expect(await executionsOf(lab)).toEqual([]);
    await page.goto('/user/sync');
    const waiting = page.getByRole('region', { name: /^Не отправлено/ }).getByRole('listitem');
    await expect(waiting.filter({ hasText: product.title })).toContainText('слишком долго');
    await waiting.filter({ hasText: product.title }).getByRole('button', { name: 'Повторить' }).click();
    await expect(waiting).toHaveCount(1);
    await expectExactlyOnce(lab, page, [
      { by: [person.owner], product, pieces: 2 },
      { by: [person.owner], product: liked, heart: false },
    ]);
    expect((await executionsOf(lab)).map((one) => one.key)).toEqual([key?.id]);
  },
  { isLong: true },
);

journey(
  'an unreadable record is set aside, the app starts and the rest is sent',
  async ({ page, lab }) => {
    const [broken, fine] = await productsOnSale(lab.shop, 2);
    const person = await lab.person('client');
    await openShopOn(page, lab, person);
    await lab.offline();
    await add(page, broken);
    await rewriteQueued(page, { body: 'not a body' });
    await add(page, fine, 2);
    await lab.online();
    await page.reload();
    await expect(page.getByRole('article').first()).toBeVisible();
    await expectExactlyOnce(lab, page, [{ by: [person.owner], product: fine, pieces: 2 }]);
    expect((await readPartitions(page)).reduce((sum, one) => sum + one.quarantined, 0)).toBe(1);
  },
  { isLong: true },
);

const amount = (roubles: number): RegExp =>
  new RegExp(`${String(Math.floor(roubles)).replace(/(\d)(?=(\d{3})+$)/g, '$1\\s')}`);
