import type { createStore } from 'jotai';
import { carryOutLeft } from '#src/app/left-taps.ts';
import { pageWindow } from '#src/app/rendered-page.ts';
import { changeCartAtom, quantityOfAtom } from '#src/features/cart/cart.atoms.ts';
import { lineAsked } from '#src/features/cart/lane.ts';
import { catalogueAtom } from '#src/features/catalogue/catalogue.atoms.ts';
import { setFavouriteAtom } from '#src/features/favourites/favourites.atoms.ts';
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
  await productsKnown(
    store,
    (pageWindow.taps ?? []).flatMap(({ button }) => (button.dataset.tap ? productOf(button) : [])),
  );
  // Not taken out a moment before: a page that is left now writes down what is still in it.
  const taps = pageWindow.taps?.splice(0) ?? [];
  const isWhole = store.get(catalogueAtom).status === 'ready';
  const hearts = new Set<number>();
  for (const { button, key } of taps) {
    button.removeAttribute('aria-busy');
    const id = productOf(button);
    const row = store.get(catalogueAtom).byId.get(id);
    // A product that the whole catalogue does not hold was withdrawn meanwhile.
    const isSold = row !== undefined || (!isWhole && Number.isInteger(id));
    if (isSold && button.dataset.tap === 'heart') {
      if (!hearts.delete(id)) hearts.add(id);
    } else if (isSold && button.dataset.tap === 'cart') {
      const isIn = store.get(quantityOfAtom)(lineAsked({ productId: id })) > 0;
      store.set(changeCartAtom, {
        productId: id,
        delta: 1,
        ...(isIn || !row ? {} : { added: row }),
        ...(key ? { key } : {}),
      });
    } else if (button.isConnected)
      button.dispatchEvent(new Event(button.localName === 'select' ? 'change' : 'click', { bubbles: true }));
  }
  // Every heart of a rendered page is empty: whoever taps one wants it full, also where it was full all along.
  for (const id of hearts) store.set(setFavouriteAtom, { id, on: true });
  await left;
}

const productOf = (button: HTMLElement): number =>
  Number(button.closest<HTMLElement>('[data-product]')?.dataset.product);

/** So long is the catalogue waited for; then the tap is done without it, as one of an earlier page is. */
const PATIENCE_MS = 10_000;
/**
 * A page that another build has rendered is drawn anew and knows no product at first: a tap that did not wait for the catalogue
 * would find nothing to do.
 */
async function productsKnown(store: ReturnType<typeof createStore>, ids: readonly number[]): Promise<void> {
  const isKnown = () => {
    const { status, byId } = store.get(catalogueAtom);
    return status === 'ready' || ids.every((id) => byId.has(id));
  };
  if (isKnown()) return;
  await new Promise<void>((known) => {
    const end = () => {
      clearTimeout(timer);
      stop();
      known();
    };
    const stop = store.sub(catalogueAtom, () => isKnown() && end());
    const timer = setTimeout(end, PATIENCE_MS);
  });
}
