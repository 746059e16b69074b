import type { createStore } from 'jotai';
import { carryOutLeft } from '#src/app/left-taps.ts';
import { pageWindow } from '#src/app/rendered-page.ts';
import { changeCartAtom, quantityOfAtom } from '#src/features/cart/cart.atoms.ts';
import { lineAsked } from '#src/features/cart/lane.ts';
import { catalogueAtom } from '#src/features/catalogue/catalogue.atoms.ts';
import { favouriteIdsAtom, toggleFavouriteAtom } from '#src/features/favourites/favourites.atoms.ts';
import { startSessionAtom } from '#src/features/session/session.atoms.ts';

/**
 * Carries out what was tapped before React held the page (kept by the first script of index.html), in that order, once each.
 * Hearts and «В корзину» by their product: their card may have left the document meanwhile. Any other button or list is
 * given its event again, if it is still there. Then what earlier pages have left undone.
 */
export async function replayTaps(store: ReturnType<typeof createStore>): Promise<void> {
  // Whose taps they are. The device may fail to tell; then they are a guest's, as every tap would be.
  await store.set(startSessionAtom).catch(() => {});
  const left = carryOutLeft(store);
  // Not taken out a moment before: a page that is left now writes down what is still in it.
  const taps = pageWindow.taps?.splice(0) ?? [];
  const hearts = new Set<number>();
  for (const { button, key } of taps) {
    button.removeAttribute('aria-busy');
    const id = Number(button.closest<HTMLElement>('[data-product]')?.dataset.product);
    const row = store.get(catalogueAtom).byId.get(id);
    if (row && button.dataset.tap === 'heart') {
      if (!hearts.delete(id)) hearts.add(id);
    } else if (row && button.dataset.tap === 'cart') {
      const isIn = store.get(quantityOfAtom)(lineAsked({ productId: id })) > 0;
      store.set(changeCartAtom, { productId: id, delta: 1, ...(isIn ? {} : { added: row }), ...(key ? { key } : {}) });
    } else if (button.isConnected)
      button.dispatchEvent(new Event(button.localName === 'select' ? 'change' : 'click', { bubbles: true }));
  }
  // Every heart of a rendered page is empty: whoever taps one wants it full, also where it was full all along.
  for (const id of hearts) if (!store.get(favouriteIdsAtom).has(id)) store.set(toggleFavouriteAtom, id);
  await left;
}
