import { expect } from 'vitest';
import { changeCartAtom } from '#src/features/cart/cart.atoms.ts';
import { syncAtom, syncClientAtom } from '#src/sync-client/sync.atoms.ts';
import { addLogin, enterShop, phone, type Tab } from '#tests/cart/phone.ts';
import type { TestShop } from '#tests/support/open-shop.ts';
import { until } from '#tests/support/until.ts';

// What the tests of a phone's queue do over and over.

export const tap = (tab: Tab, productId: number, delta = 1) => tab.set(changeCartAtom, { productId, delta });
/** The page is gone: nothing more is sent from it. */
export const leave = async (tab: Tab): Promise<void> => (await tab.get(syncClientAtom).load()).leave();
export const queued = (tab: Tab, count: number) => until(() => expect(tab.get(syncAtom).pending).toHaveLength(count));
export async function loggedIn(shop: TestShop) {
  const own = phone(shop);
  const tab = await own.openTab();
  const person = await addLogin(shop);
  await enterShop(tab, person);
  return { own, tab, person };
}
