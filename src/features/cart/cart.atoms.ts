import { atom } from 'jotai';
import { FIRST_MESSAGES } from '#contract/first-messages.ts';
import type { Change } from '#src/features/cart/cart.types.ts';
import { isReadonlyAtom, pendingAtom } from '#src/features/cart/cart-state.atoms.ts';
import { showDialogAtom, showToastAtom } from '#src/features/notices/notices.atoms.ts';
import { mutationHeadersAtom, sessionAtom } from '#src/features/session/session.atoms.ts';

// Read by everybody: cartCountAtom, quantityOfAtom, cartKindAtom, storedCartAtom, popupCartAtom, notifyMeAtom.
// Commands: changeCartAtom (the one way of a gesture to the server), startCartAtom, pullCartAtom, readKeptCartAtom.
// In the first chunk: what sends and stores comes later (client budget, settled.md §7).
export {
  cartCountAtom,
  cartKindAtom,
  cartStateAtom,
  isReadonlyAtom,
  notifyMeAtom,
  pendingAtom,
  popupCartAtom,
  quantityOfAtom,
  storedCartAtom,
} from '#src/features/cart/cart-state.atoms.ts';

const commands = () => import('#src/features/cart/change-cart.ts');

/** Shows the change at once and sends it 500 ms after the last tap. False when the person may not or there is no network. */
export const changeCartAtom = atom(null, (get, set, change: Change): boolean => {
  if (!mayChange(get(sessionAtom).user.readonly || get(isReadonlyAtom))) return false;
  const { productId, delta } = change;
  const pending = new Map(get(pendingAtom));
  const { sending, waiting } = pending.get(productId) ?? { sending: 0, waiting: 0 };
  pending.set(productId, { sending, waiting: waiting + delta });
  // Taps that took each other back leave nothing to wait for.
  if (sending === 0 && waiting + delta === 0) pending.delete(productId);
  set(pendingAtom, pending);
  void commands().then(
    ({ queueChange }) => queueChange(get, set, change),
    () => {
      const left = new Map(get(pendingAtom));
      left.delete(productId);
      set(pendingAtom, left);
      set(showToastAtom, { text: FIRST_MESSAGES.needInternet });
    },
  );
  return true;

  function mayChange(isReadonly: boolean): boolean {
    if (isReadonly) set(showDialogAtom, { title: 'Ошибка', text: FIRST_MESSAGES.readonly });
    else if (globalThis.navigator?.onLine === false) set(showToastAtom, { text: FIRST_MESSAGES.needInternet });
    else return true;
    return false;
  }
});

/** Called whenever another person holds the phone: reads their cart from the device, then from the server. */
export const startCartAtom = atom(null, async (get, set) => {
  await (await import('#src/features/cart/read-cart.ts')).startCart(get, set);
  // At hand for a first gesture that is followed by leaving the page: its code, and who makes it.
  await Promise.all([commands(), set(mutationHeadersAtom)]).catch(() => {});
});
/** Asks the server what is in the cart. Never throws; without an answer everything stays as last known. */
export const pullCartAtom = atom(null, async (get, set) =>
  (await import('#src/features/cart/read-cart.ts')).pullCart(get, set),
);
/** Another tab has kept a newer cart of this person. */
export const readKeptCartAtom = atom(null, async (get, set) =>
  (await import('#src/features/cart/read-cart.ts')).readKept(get, set),
);
