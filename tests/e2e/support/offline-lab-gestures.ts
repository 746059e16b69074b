import type { Locator, Page } from '@playwright/test';
import { hasWorker } from '#tests/e2e/support/offline-lab-variants.ts';
import type { LabProduct, Person } from '#tests/e2e/support/offline-lab-shop.ts';
import { readPartitions } from '#tests/e2e/support/offline-lab-queue.ts';
import { expect, type OfflineLab } from '#tests/e2e/support/offline-lab.ts';
import { card, nav, searchBox, stepper } from '#tests/e2e/support/pages.ts';
import { warmUp } from '#tests/e2e/support/test.ts';

// What a person does, by role and name (docs/product/look.md#names), without a navigation that would need the network.

/**
 * The shop is open on this phone, with everything it keeps for a time without a signal. Null = a guest. The person has
 * logged in before; where the form matters, use `logInAs`.
 */
export async function openShopOn(page: Page, lab: OfflineLab, person: Person | null = null): Promise<void> {
  if (person) await lab.switchUser(person);
  await page.goto('/katalog');
  await expect(page.getByRole('article').first()).toBeVisible();
  if (person) await expect(page.getByRole('link', { name: 'Кабинет' }).first()).toBeVisible();
  if (hasWorker(lab.variant)) return warmUp(page);
  // Without a worker only code that has been used once is there when the network goes.
  await expect.poll(() => keptRevision(page)).not.toBeNull();
  const shown = await page.getByRole('article').first().getByRole('heading').innerText();
  await searchBox(page).fill(shown);
  await searchBox(page).press('Enter');
  await expect(card(page, shown)).toBeVisible();
  // The list filters in place, so there is nothing to go back to.
  await searchBox(page).fill('');
  await expect(page).not.toHaveURL(/[?&]q=/);
}

/** Which catalogue the phone keeps. */
function keptRevision(page: Page): Promise<string | null> {
  return page.evaluate(async () => {
    // Cards of a rendered page stand before any script: whoever asks too early must not make the database that the shop will open.
    const opening = indexedDB.open('pub');
    opening.addEventListener('upgradeneeded', () => opening.transaction?.abort());
    const db = await answerOf(opening).catch(() => null);
    if (!db) return null;
    const pointer = db.objectStoreNames.contains('kv')
      ? await answerOf<{ rev?: string } | undefined>(db.transaction('kv').objectStore('kv').get('cat:ptr'))
      : undefined;
    db.close();
    return pointer?.rev ?? null;

    function answerOf<T>(request: IDBRequest<T>): Promise<T> {
      return new Promise((done, fail) => {
        request.addEventListener('success', () => done(request.result));
        request.addEventListener('error', () => fail(request.error));
      });
    }
  });
}

/** Brings the card of this product onto the screen. */
export async function find(page: Page, product: LabProduct): Promise<Locator> {
  const found = card(page, product.title);
  await searchBox(page).fill(product.code);
  await searchBox(page).press('Enter');
  await expect(found).toBeVisible();
  return found;
}

/**
 * Runs `act` and waits until its gestures are durable, as «сохранено» promises: the phone's books count each of them once,
 * whatever becomes of it later. (A guest's hearts are no gestures of the queue.)
 */
export async function saved(page: Page, gestures: number, act: () => Promise<void>): Promise<void> {
  const before = await enqueuedOf(page);
  await act();
  await expect.poll(() => enqueuedOf(page), { message: 'gestures in the books of the phone' }).toBe(before + gestures);
}
/** Gestures that this phone has ever taken. */
export const enqueuedOf = async (page: Page): Promise<number> =>
  (await readPartitions(page)).reduce((sum, one) => sum + (one.ledger?.enqueued ?? 0), 0);

/** `pieces` taps: «В корзину», then «Добавить». */
export async function add(page: Page, product: LabProduct, pieces = 1): Promise<void> {
  const found = await find(page, product);
  await saved(page, pieces, async () => {
    for (let tap = 0; tap < pieces; tap += 1)
      await found.getByRole('button', { name: /^(В корзину|Добавить)$/ }).click();
  });
  await expect(stepper(found)).toBeVisible();
}

export async function heart(page: Page, product: LabProduct, on = true): Promise<void> {
  const found = await find(page, product);
  const toggle = heartOf(found);
  await expect(toggle).toHaveAttribute('aria-pressed', String(!on));
  await saved(page, 1, () => toggle.click());
  await expect(toggle).toHaveAttribute('aria-pressed', String(on));
}
export const heartOf = (within: Locator): Locator => within.getByRole('button', { name: 'В избранное' });

export async function openCart(page: Page): Promise<void> {
  await nav(page)
    .getByRole('link', { name: /Корзина/ })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Корзина' })).toBeVisible();
}

export const pill = (page: Page): Locator =>
  page.getByRole('status', { name: 'Состояние синхронизации' }).filter({ visible: true });
export const sheet = (page: Page): Locator => page.getByRole('dialog', { name: 'Пока вы были офлайн' });

/** The id under which this phone's guest is known. */
export function guestOf(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const db = await answerOf(indexedDB.open('pub'));
    const guest = await answerOf<{ id: string }>(db.transaction('kv').objectStore('kv').get('meta:guest'));
    db.close();
    return `guest:${guest.id}`;

    function answerOf<T>(request: IDBRequest<T>): Promise<T> {
      return new Promise((done, fail) => {
        request.addEventListener('success', () => done(request.result));
        request.addEventListener('error', () => fail(request.error));
      });
    }
  });
}
