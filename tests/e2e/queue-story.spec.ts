import type { Page } from '@playwright/test';
import {
  add,
  find,
  heart,
  heartOf,
  openCart,
  openShopOn,
  saved,
  sheet,
} from '#tests/e2e/support/offline-lab-gestures.ts';
import { withPhone } from '#tests/e2e/support/offline-lab-phone.ts';
import {
  expectExactlyOnce,
  expectQueued,
  type Intended,
  pendingOf,
  quantityOf,
} from '#tests/e2e/support/offline-lab-queue.ts';
import {
  changeProduct,
  type LabProduct,
  logInAs,
  type Person,
  productsOnSale,
} from '#tests/e2e/support/offline-lab-shop.ts';
import { expect, type OfflineLab, type OpenLab, test } from '#tests/e2e/support/offline-lab.ts';
import { line, stepper } from '#tests/e2e/support/pages.ts';

// A day on the train, told once as a person would live it and three times with something between: the promise whole.

/** What happens after the browser has been restarted and before the signal is back; what it adds to the intents. */
type Between = (story: { lab: OpenLab; page: Page; person: Person; spare: LabProduct }) => Promise<Intended[]>;
/** Where the gestures are made: one tab, or every other one in a second. */
type Options = { tabs?: 1 | 2; between?: Between };

const HEARTS = 10;

for (const [title, options, long] of [
  // The first is the second with less in it.
  ['alone', {}, '@long'],
  ['in two tabs', { tabs: 2 }],
  ['another person logs in and out between', { between: anotherPerson }, '@long'],
  ['a new build comes between', { between: newBuild }, '@long'],
] as const satisfies readonly [string, Options, '@long'?][]) {
  test(
    `ten hearts, five products, a crash, a restart, the shop changes meanwhile: ${title}`,
    { tag: long ? ['@queue', long] : '@queue' },
    async ({ lab: house, consoleGuard }) => {
      await withPhone(
        { shop: house.shop, proxy: house.proxy, console: consoleGuard, ledgerStart: house.ledgerStart },
        async (phone) => {
          const { shop } = house;
          const products = await productsOnSale(shop, HEARTS + 6);
          const liked = products.slice(0, HEARTS);
          const [raised, gone, fewer, removed, fine, spare] = products.slice(HEARTS) as [
            LabProduct,
            LabProduct,
            LabProduct,
            LabProduct,
            LabProduct,
            LabProduct,
          ];
          const person = await house.person('client');

          // On the platform, with a signal.
          let { page, lab } = await phone.start();
          await openShopOn(page, lab, person);
          // A browser writes its cookies down when it is closed, or half a minute later: she logged in yesterday.
          ({ page, lab } = await phone.start());
          await openShopOn(page, lab);
          const tabs = [page];
          if ('tabs' in options) {
            const second = await lab.context.newPage();
            await openShopOn(second, lab);
            tabs.push(second);
          }
          const tabOf = (turn: number) => tabs[turn % tabs.length] ?? page;

          // In the tunnel.
          await lab.offline();
          // The browser forgets for a moment that it is offline when a tab dies or a worker starts: the tunnel does not.
          const tunnel = lab.drop();
          for (const [turn, product] of liked.entries()) await heart(tabOf(turn), product);
          for (const [turn, product] of [raised, gone, fewer, removed, fine].entries()) await add(tabOf(turn), product);
          await add(page, fewer, 2);
          const card = await find(page, removed);
          await saved(page, 1, () => stepper(card).getByRole('button', { name: 'Убавить' }).click());
          // What was added and taken out again before anybody heard of it is nothing.
          await expectQueued(page, HEARTS + 4);
          for (const tab of tabs.slice(1)) await tab.close();
          await lab.crashTab(page);
          page = await lab.context.newPage();
          await page.goto('/katalog');
          await expectOnTheScreen(page, liked[0]!, fewer);
          await phone.crash();
          ({ page, lab } = await phone.start({ offline: true }));
          await page.goto('/katalog');
          await expectOnTheScreen(page, liked[HEARTS - 1]!, fewer);
          await expectQueued(page, HEARTS + 4);

          // Meanwhile in the shop.
          await changeProduct(shop, raised, { price: raised.price + 4000 });
          await changeProduct(shop, gone, { published: false });
          tunnel.lift();
          const added = 'between' in options ? await options.between({ lab, page, person, spare }) : [];

          // Light at the end of it.
          await lab.online();
          const told = sheet(page);
          await expect(told).toBeVisible({ timeout: 30_000 });
          const changed = told.getByRole('listitem').filter({ hasText: raised.title });
          await expect(changed).toContainText('→');
          await expect(told.getByRole('listitem').filter({ hasText: gone.title })).toContainText('Товар не найден');
          await saved(page, 1, () => changed.getByRole('button', { name: 'Оставить' }).click());
          await told.getByRole('button', { name: 'Готово' }).click();
          await expect(told).toBeHidden();

          const by = [person.owner];
          await expectExactlyOnce(lab, page, [
            ...liked.map((product) => ({ by, product, heart: true })),
            { by, product: raised, pieces: 1 },
            { by, product: gone, pieces: 1 },
            { by, product: fewer, pieces: 3 },
            { by, product: removed, pieces: 0 },
            { by, product: fine, pieces: 1 },
            ...added,
          ]);
          for (const [product, pieces] of [
            [raised, 1],
            [gone, 0],
            [fewer, 3],
            [removed, 0],
            [fine, 1],
          ] as const)
            expect(await quantityOf(lab, person.owner, product.id), product.title).toBe(pieces);
          await openCart(page);
          for (const product of [raised, fewer, fine]) await expect(line(page, product.title)).toBeVisible();
        },
      );
    },
  );
}

/** The phone shows what was meant, though nobody but it knows. */
async function expectOnTheScreen(page: Page, liked: LabProduct, added: LabProduct): Promise<void> {
  await expect(heartOf(await find(page, liked))).toHaveAttribute('aria-pressed', 'true');
  await expect(stepper(await find(page, added))).toContainText('3');
}

/** Her session ends, her brother buys something on the same phone and leaves, she logs in again. */
async function anotherPerson({ lab, page, person, spare }: Parameters<Between>[0]): Promise<Intended[]> {
  const brother = await lab.person('client');
  await lab.shop.sql('delete from sessions where user_id = $1', [person.id]);
  await lab.online();
  await logInAs(page, brother);
  await page.goto('/katalog');
  await add(page, spare, 2);
  await expect.poll(() => quantityOf(lab, brother.owner, spare.id)).toBe(2);
  // Not one of hers has gone, to him or to anybody.
  expect((await pendingOf(page)).length).toBe(HEARTS + 4);
  await page.goto('/logout');
  await page.waitForURL(/\/katalog/);
  await logInAs(page, person);
  return [{ by: [brother.owner], product: spare, pieces: 2 }];
}

async function newBuild({ lab, page }: Parameters<Between>[0]): Promise<Intended[]> {
  const entryOf = () => page.evaluate(() => document.querySelector('script[src]')?.getAttribute('src'));
  const before = await entryOf();
  const dropped = (lab as OfflineLab).drop();
  await lab.deploy('second');
  await lab.online();
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
  const update = page.getByRole('button', { name: 'Обновить', exact: true });
  await expect(update).toBeVisible({ timeout: 30_000 });
  await update.click();
  // Chrome's change of workers takes seconds, more of them on a busy machine.
  await expect.poll(() => entryOf().catch(() => before), { timeout: 30_000 }).not.toBe(before);
  await expect(page.getByRole('article').first()).toBeVisible();
  await expectQueued(page, HEARTS + 4);
  dropped.lift();
  return [];
}
