import { atom } from 'jotai';
import type { CartPrice, cartChange, cartPrice } from '#src/features/cart/cart.mutation.ts';
import { isOfCart } from '#src/features/cart/lane.ts';
import { quantityShown } from '#contract/cart-arithmetic.ts';
import type { CartLine } from '#contract/cart.ts';
import type { ListRow } from '#contract/catalogue.ts';
import type { CartKind, PendingChanges, StoredCart } from '#src/features/cart/cart.types.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { baseOf, pendingOf, syncAtom } from '#src/sync-client/sync.atoms.ts';

// What cart.atoms.ts shows and the commands change; others read it through cart.atoms.ts.
// The cart is never stored as the person sees it: it is the server's last word with the waiting gestures on top.

export const cartKindAtom = atom((get): CartKind => (get(sessionAtom).user.isOptovik ? 'wholesale' : 'retail'));
export const cartScopeAtom = atom((get): `cart:${CartKind}` => `cart:${get(cartKindAtom)}`);
/** The server has answered `readonly`: nothing more is tried until the profile has been read again (docs/product/asked-for.md#validation). */
export const isReadonlyAtom = atom(false);

const baseAtom = atom((get) => baseOf(get, get(sessionAtom).uid, get(cartScopeAtom)));
/** The last whole snapshot; null = not known yet on this phone. */
export const storedCartAtom = atom((get): StoredCart | null => {
  const { data, at = '' } = get(baseAtom) ?? {};
  // Stored data is read tolerantly: what does not look like a cart is no cart.
  return Array.isArray((data as StoredCart['data'] | null)?.groups) ? { data: data as StoredCart['data'], at } : null;
});
/** Lines as the server has drawn them: of the snapshot, and of single answers since. */
export const drawnLinesAtom = atom((get): readonly CartLine[] => {
  const { lines = {} } = get(baseAtom) ?? {};
  const items = get(storedCartAtom)?.data.groups.find((group) => group.cartType === 0)?.items ?? [];
  const known = new Set(items.map((item) => item.product.id));
  const newer = Object.fromEntries(Object.entries(lines).filter(([entry]) => isOfCart(entry))) as Record<
    number,
    CartLine
  >;
  return [
    ...items.map((item) => newer[item.product.id] ?? item),
    ...Object.values(newer).filter((item) => !known.has(item.product.id)),
  ];
});
/** Pieces by product as the server last said: a snapshot, then what single answers have brought since. */
export const baseQuantitiesAtom = atom((get): Readonly<Record<number, number>> =>
  Object.fromEntries(Object.entries(get(baseAtom)?.values ?? {}).filter(([entry]) => isOfCart(entry))),
);
/** True when the device's memory has been read for whoever holds the phone. */
export const isCartReadAtom = atom((get) => get(syncAtom).isRead && get(syncAtom).uid === get(sessionAtom).uid);

/** Waiting changes by product, in the order of the gestures, and raised prices that were agreed to. */
export const pendingAtom = atom((get): PendingChanges => {
  const pending = new Map<number, { deltas: number[]; price?: number }>();
  const kind = get(cartKindAtom);
  const { uid } = get(sessionAtom);
  // Lines of promotions have entries of their own; no screen shows them yet.
  const isShown = (line: Pick<CartPrice, 'kind' | 'cartType'>) => line.kind === kind && line.cartType === 0;
  const held = (id: number) => pending.get(id) ?? { deltas: [] };
  for (const { productId: id, delta, ...line } of pendingOf<typeof cartChange>(get, uid, 'cart.change'))
    if (isShown(line)) pending.set(id, { ...held(id), deltas: [...held(id).deltas, delta] });
  for (const { productId: id, price, ...line } of pendingOf<typeof cartPrice>(get, uid, 'cart.price'))
    if (isShown(line)) pending.set(id, { ...held(id), price });
  return pending;
});
/** Pieces of a product in the cart, the person's unconfirmed gestures included. */
export const quantityOfAtom = atom((get) => {
  const [base, pending] = [get(baseQuantitiesAtom), get(pendingAtom)];
  return (id: number): number => quantityShown(base[id] ?? 0, pending.get(id)?.deltas ?? []);
});
/** Pieces in the cart, for the badge. */
export const cartCountAtom = atom((get) => {
  const of = get(quantityOfAtom);
  let count = 0;
  for (const id of new Set([...Object.keys(get(baseQuantitiesAtom)).map(Number), ...get(pendingAtom).keys()]))
    count += of(id);
  return count;
});

/** «Товар в корзине»: shown after «В корзину», gone after 4 s (docs/product/asked-for.md#states). */
export const popupCartAtom = atom<ListRow | null>(null);
/** «Сообщить о поступлении»: whose sheet is open. */
export const notifyMeAtom = atom<ListRow | null>(null);
