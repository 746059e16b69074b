import { atom } from 'jotai';
import type { ListRow } from '#contract/catalogue.ts';
import type { CartKind, PendingChanges, StoredCart } from '#src/features/cart/cart.types.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';

// What cart.atoms.ts shows and the commands change; others read it through cart.atoms.ts.

export const cartKindAtom = atom((get): CartKind => (get(sessionAtom).user.isOptovik ? 'wholesale' : 'retail'));
/** What the server last said, for the person who holds the phone; `null` cart = not known yet. */
export const cartStateAtom = atom<{ uid: string; stored: StoredCart | null; isRead: boolean }>({
  uid: '',
  stored: null,
  isRead: false,
});
export const pendingAtom = atom<PendingChanges>(new Map());
/** The server has answered `readonly`: nothing more is tried until the profile has been read again (Spec §5). */
export const isReadonlyAtom = atom(false);

export const storedCartAtom = atom((get): StoredCart | null => {
  const { uid, stored } = get(cartStateAtom);
  return uid === get(sessionAtom).uid ? stored : null;
});
const baseQuantitiesAtom = atom((get): ReadonlyMap<number, number> => {
  const items = get(storedCartAtom)?.data.groups.find((group) => group.cartType === 0)?.items ?? [];
  return new Map(items.map((item) => [item.product.id, item.quantity]));
});
/** Pieces of a product in the cart, the person's unconfirmed gestures included. */
export const quantityOfAtom = atom((get) => {
  const [base, pending] = [get(baseQuantitiesAtom), get(pendingAtom)];
  return (id: number): number => {
    const change = pending.get(id);
    return Math.max(0, (base.get(id) ?? 0) + (change ? change.waiting + change.sending : 0));
  };
});
/** Pieces in the cart, for the badge. */
export const cartCountAtom = atom((get) => {
  const of = get(quantityOfAtom);
  let count = 0;
  for (const id of new Set([...get(baseQuantitiesAtom).keys(), ...get(pendingAtom).keys()])) count += of(id);
  return count;
});

/** «Товар в корзине»: shown after «В корзину», gone after 4 s (Spec §4). */
export const popupCartAtom = atom<ListRow | null>(null);
/** «Сообщить о поступлении»: whose sheet is open. */
export const notifyMeAtom = atom<ListRow | null>(null);
