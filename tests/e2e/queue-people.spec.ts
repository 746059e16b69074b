import { add, find, guestOf, heart, heartOf, openShopOn, saved } from '#tests/e2e/support/offline-lab-gestures.ts';
import { journey } from '#tests/e2e/support/offline-lab-journey.ts';
import { logInAs, productsOnSale } from '#tests/e2e/support/offline-lab-shop.ts';
import {
  executionsOf,
  expectDrained,
  expectExactlyOnce,
  expectQueued,
  quantityOf,
} from '#tests/e2e/support/offline-lab-queue.ts';
import { expect, isKeyed } from '#tests/e2e/support/offline-lab.ts';

// Whose gesture it is: nothing is ever done for somebody else (docs/product/offline.md#promises, docs/product/offline.md#owners).

journey(
  'somebody else’s cookie: nothing of the first person is done for the second, and all of it once the first is back',
  async ({ page, lab, consoleGuard }) => {
    consoleGuard.allow(/status of 403/);
    const [waiting, sent, liked] = await productsOnSale(lab.shop, 3);
    const [first, second] = [await lab.person('client'), await lab.person('client')];
    await openShopOn(page, lab, first);
    await lab.offline();
    await add(page, waiting, 2);
    await heart(page, liked);
    await expectQueued(page, 2);
    await lab.switchUser(second);
    // The server has been asked, by the page or by its worker, and has said that this is somebody else's.
    const refused = page.context().waitForEvent('response', {
      predicate: async (answer) => (await answer.request().allHeaders())['x-client-user'] === first.owner,
    });
    await lab.online();
    await refused;
    await page.reload();
    await expect.poll(() => holderOf(page)).toBe(second.owner);
    await add(page, sent);
    await expectDrainedOf(second.owner);
    expect((await executionsOf(lab)).map(({ owner, person }) => [owner, person])).toEqual([
      [second.owner, second.owner],
    ]);
    await expectQueued(page, 2);

    await lab.switchUser(first);
    await page.reload();
    await expectExactlyOnce(lab, page, [
      { by: [first.owner], product: waiting, pieces: 2 },
      { by: [first.owner], product: liked, heart: true },
      { by: [second.owner], product: sent, pieces: 1 },
    ]);

    async function expectDrainedOf(owner: string): Promise<void> {
      await expect.poll(() => quantityOf(lab, owner, sent.id)).toBe(1);
    }
  },
);

journey(
  'the session has ended: the queue waits, and goes when the same person has logged in again',
  async ({ page, lab, consoleGuard }) => {
    consoleGuard.allow(/status of 401/);
    const [product, liked] = await productsOnSale(lab.shop, 2);
    const person = await lab.person('client');
    await openShopOn(page, lab, person);
    await lab.shop.sql('delete from sessions where user_id = $1', [person.id]);
    const refused = page.context().waitForEvent('response', { predicate: (answer) => answer.status() === 401 });
    // One piece: a second tap after the first was sent would wait as a change of its own.
    await add(page, product);
    await refused;
    expect(await executionsOf(lab)).toEqual([]);
    await expectQueued(page, 1);
    // Told, also by the next page: without a word the cart would merely look empty.
    const notice = page.getByRole('complementary', { name: 'Сессия закончилась' });
    await expect(notice).toContainText('ждёт отправки 1 действие');
    await page.reload();
    await expect(notice).toContainText('ждёт отправки 1 действие');
    await notice.getByRole('link', { name: 'Войти' }).click();
    await expect(page.getByText('сохранённое на этом устройстве вас ждёт')).toBeVisible();
    await logInAs(page, person);
    await expect(notice).toBeHidden();
    await page.goto('/katalog');
    await heart(page, liked);
    await expectExactlyOnce(lab, page, [
      { by: [person.owner], product, pieces: 1 },
      { by: [person.owner], product: liked, heart: true },
    ]);
  },
);

journey(
  'a guest’s cart joins the account at login: what was sent, what was tried, what was never tried',
  async ({ page, lab, consoleGuard }) => {
    // A request of the guest that the login overtakes is answered 401 and goes once more as the account's.
    consoleGuard.allow(/status of 401/);
    // The page is left while it sends: the next one's try may meet the first in the shop, which says «in flight».
    consoleGuard.allow(/status of 409 \(Conflict\) \S+\/(?:favorite-products\/\d+|cart\/\S+)$/);
    const [sent, tried, untried, gone, liked] = await productsOnSale(lab.shop, 5);
    const person = await lab.person('client');
    await openShopOn(page, lab);
    await add(page, sent, 2);
    await expectDrained(page);
    const guest = await guestOf(page);
    // One that the shop may have done, one that it has done and never answered, the rest has not left yet.
    const lost = lab.loseAnswer({ match: isKeyed });
    await add(page, tried);
    await lost.met();
    await lab.offline();
    await add(page, untried);
    const card = await find(page, gone);
    await saved(page, 2, async () => {
      await card.getByRole('button', { name: 'В корзину' }).click();
      await card.getByRole('button', { name: 'Убавить' }).click();
    });
    const likedCard = await find(page, liked);
    await heartOf(likedCard).click();
    await expect(heartOf(likedCard)).toHaveAttribute('aria-pressed', 'true');
    // Only what the phone has stored survives the page that is left now.
    await expect.poll(() => guestHeartsOf(page)).toBe(1);
    lost.lift();
    await lab.online();
    await logInAs(page, person);
    await page.goto('/katalog');
    const by = [guest, person.owner];
    await expect.poll(async () => (await executionsOf(lab)).filter((one) => one.kind === 'fav.set').length).toBe(1);
    await expectExactlyOnce(lab, page, [
      { by, product: sent, pieces: 2 },
      { by, product: tried, pieces: 1 },
      { by, product: untried, pieces: 1 },
      { by, product: gone, pieces: 0 },
      { by: [person.owner], product: liked, heart: true },
    ]);
  },
);

/** How many hearts of guests this phone holds. */
function guestHeartsOf(page: Parameters<typeof guestOf>[0]): Promise<number> {
  return page.evaluate(async () => {
    const db = await answerOf(indexedDB.open('u:guest'));
    const held = await answerOf<{ ids?: number[] } | undefined>(
      db.transaction('kv').objectStore('kv').get('hearts'),
    ).finally(() => db.close());
    return held?.ids?.length ?? 0;
    function answerOf<T>(request: IDBRequest<T>): Promise<T> {
      return new Promise((done, fail) => {
        request.addEventListener('success', () => done(request.result));
        request.addEventListener('error', () => fail(request.error ?? new Error('no database')));
      });
    }
  });
}

/** Who the page says holds the phone, as the device remembers it. */
function holderOf(page: Parameters<typeof guestOf>[0]): Promise<string> {
  return page.evaluate(async () => {
    const db = await answerOf(indexedDB.open('pub'));
    const mark = await answerOf<{ uid?: string } | undefined>(
      db.transaction('kv').objectStore('kv').get('meta:session'),
    );
    db.close();
    return mark?.uid ?? '';

    function answerOf<T>(request: IDBRequest<T>): Promise<T> {
      return new Promise((done, fail) => {
        request.addEventListener('success', () => done(request.result));
        request.addEventListener('error', () => fail(request.error));
      });
    }
  });
}
