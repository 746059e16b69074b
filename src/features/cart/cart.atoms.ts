import { atom } from 'jotai';
import { LIMITS } from '#contract/first-tables.ts';
import type { cartChange } from '#src/features/cart/cart.mutation.ts';
import type { Change } from '#src/features/cart/cart.types.ts';
import { entryOf, type LineAsked, lineAsked } from '#src/features/cart/lane.ts';
import {
  baseQuantitiesAtom,
  cartBarAtom,
  cartKindAtom,
  popupCartAtom,
  quantityOfAtom,
} from '#src/features/cart/cart-state.atoms.ts';
import { priceOfAtom, seenOfAtom } from '#src/features/catalogue/catalogue.atoms.ts';
import { notSavedAtom, READONLY_DIALOG, showDialogAtom } from '#src/features/notices/notices.atoms.ts';
import { newUuid } from '#src/device/uuid.ts';
import { onceKnownAtom, ownerAtom, realPriceTypeAtom, sessionAtom } from '#src/features/session/session.atoms.ts';
import { mutationNamed, saveAtom } from '#src/sync-client/sync.atoms.ts';

// Read by everybody: cartCountAtom, quantityOfAtom, cartKindAtom, storedCartAtom, popupCartAtom, notifyMeAtom.
// Commands: changeCartAtom (the one way of a gesture into the queue), startCartAtom, pullCartAtom.
// In the first chunk: what stores and sends comes later (client budget, docs/product/start.md#first-load).
export {
  cartBarAtom,
  cartCountAtom,
  cartKindAtom,
  drawnLinesAtom,
  isCartReadAtom,
  isReadonlyAtom,
  notifyMeAtom,
  pendingAtom,
  popupCartAtom,
  quantityOfAtom,
  storedCartAtom,
} from '#src/features/cart/cart-state.atoms.ts';

/** Shows the change at once; it leaves 500 ms after the last tap (docs/product/asked-for.md#constants). False when the person may not change anything. */
export const changeCartAtom = atom(null, (get, set, change: Change): boolean => {
  if (get(sessionAtom).known) return set(makeChangeAtom, change);
  const { productId: id, cartType, delta, key = newUuid() } = change;
  set(onceKnownAtom, { tap: 'cart', id, cartType, delta, key }, () => set(makeChangeAtom, { ...change, key }));
  return true;
});
const makeChangeAtom = atom(null, (get, set, { delta, added, key, ...asked }: Change): boolean => {
  const { uid } = get(sessionAtom);
  if (get(cartBarAtom)) {
    set(showDialogAtom, READONLY_DIALOG);
    return false;
  }
  const line = { kind: get(cartKindAtom), ...lineAsked(asked) };
  void set(saveAtom, mutationNamed<typeof cartChange>('cart.change', { ...line, delta, ...get(seenPriceAtom)(line) }), {
    ...(key ? { key } : {}),
    uid,
    owner: get(ownerAtom),
    seen: get(seenOfAtom)(line.productId),
    holdMs: LIMITS.cartDebounceMs,
    removesLine: get(quantityOfAtom)(line) + delta <= 0,
  }).then((saved) => {
    set(notSavedAtom, saved);
    // «В корзине на телефоне» is said of what the phone holds, not a moment before (docs/product/offline.md I2, I10).
    if (added && saved === 'queued') set(popupCartAtom, added);
  });
  return true;
});
/** A line in the cart keeps its own memory of the price; client prices on a consultant's screen are not theirs. */
export const seenPriceAtom = atom((get) => (line: LineAsked): { seenPrice?: number } => {
  const isHeld = get(baseQuantitiesAtom)[entryOf(lineAsked(line))];
  const price = isHeld ? undefined : get(priceOfAtom)(line.productId);
  const seenPrice = get(realPriceTypeAtom) === 0 ? price?.price : price?.consPrice;
  return seenPrice ? { seenPrice } : {};
});

/** Called whenever another person holds the phone: reads their queue and cart from the device, then the cart from the server. */
export const startCartAtom = atom(null, async (get, set) =>
  (await import('#src/features/cart/read-cart.ts')).startCart(get, set),
);
/** Asks the server what is in the cart. Never throws; without an answer everything stays as last known. */
export const pullCartAtom = atom(null, async (get, set) =>
  (await import('#src/features/cart/read-cart.ts')).pullCart(get, set),
);
