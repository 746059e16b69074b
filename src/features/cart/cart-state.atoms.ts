import { atom } from 'jotai';
import type { cartChange, cartPrice } from '#src/features/cart/cart.mutation.ts';
import { entryOf, type LineAsked, lineAsked, lineOfEntry } from '#src/features/cart/lane.ts';
import { quantityShown } from '#contract/cart-arithmetic.ts';
import type { CartLine } from '#contract/cart.ts';
import type { ListRow } from '#contract/catalogue.ts';
import { CART_TYPES } from '#contract/first-tables.ts';
import type { CartKind, PendingChanges, StoredCart } from '#src/features/cart/cart.types.ts';
import { READONLY_WHY } from '#src/features/notices/notices.atoms.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { baseOf, pendingOf, syncAtom } from '#src/sync-client/sync.atoms.ts';

// What cart.atoms.ts shows and the commands change; others read it through cart.atoms.ts.
// The cart is never stored as the person sees it: it is the server's last word with the waiting gestures on top.
// Lines are keyed by `entryOf`: one product may stand in the cart itself and in a promotion's, and is two lines then.

export const cartKindAtom = atom((get): CartKind => (get(sessionAtom).user.isOptovik ? 'wholesale' : 'retail'));
export const cartScopeAtom = atom((get): `cart:${CartKind}` => `cart:${get(cartKindAtom)}`);
/** The server has answered `readonly`: nothing more is tried until the profile has been read again (docs/product/asked-for.md#validation). */
export const isReadonlyAtom = atom(false);
/** Why the cart cannot be changed, in words for whoever meets a closed button; nothing where it can (docs/product/people.md#roles). */
export const cartBarAtom = atom((get) =>
  get(sessionAtom).user.readonly || get(isReadonlyAtom) ? READONLY_WHY : undefined,
);

const baseAtom = atom((get) => baseOf(get, get(sessionAtom).uid, get(cartScopeAtom)));
/** The last whole snapshot; null = not known yet on this phone. */
export const storedCartAtom = atom((get): StoredCart | null => {
  const { data, at = '' } = get(baseAtom) ?? {};
  // Stored data is read tolerantly: what does not look like a cart is no cart.
  return Array.isArray((data as StoredCart['data'] | null)?.groups) ? { data: data as StoredCart['data'], at } : null;
});
/** Lines as the server has drawn them: of the snapshot, and of single answers since. */
export const drawnLinesAtom = atom((get): ReadonlyMap<string, CartLine> => {
  const groups = get(storedCartAtom)?.data.groups ?? [];
  return new Map([
    ...groups.flatMap(({ cartType, items }) =>
      items.map((item) => [entryOf({ cartType, productId: item.product.id }), item] as const),
    ),
    ...(Object.entries(get(baseAtom)?.lines ?? {}) as [string, CartLine][]),
  ]);
});
/** Pieces by line as the server last said: a snapshot, then what single answers have brought since. */
export const baseQuantitiesAtom = atom((get): Readonly<Record<string, number>> => get(baseAtom)?.values ?? {});
/** True when the device's memory has been read for whoever holds the phone. */
export const isCartReadAtom = atom((get) => get(syncAtom).isRead && get(syncAtom).uid === get(sessionAtom).uid);

/** Waiting changes by line, in the order of the gestures, and raised prices that were agreed to. */
export const pendingAtom = atom((get): PendingChanges => {
  const pending = new Map<string, { deltas: number[]; price?: number }>();
  const kind = get(cartKindAtom);
  const { uid } = get(sessionAtom);
  const held = (entry: string) => pending.get(entry) ?? { deltas: [] };
  for (const { delta, ...line } of pendingOf<typeof cartChange>(get, uid, 'cart.change')) {
    const entry = entryOf(line);
    if (line.kind === kind) pending.set(entry, { ...held(entry), deltas: [...held(entry).deltas, delta] });
  }
  for (const { price, ...line } of pendingOf<typeof cartPrice>(get, uid, 'cart.price'))
    if (line.kind === kind) pending.set(entryOf(line), { ...held(entryOf(line)), price });
  return pending;
});
/** Pieces of a line, the person's unconfirmed gestures included. */
export const quantityOfAtom = atom((get) => {
  const [base, pending] = [get(baseQuantitiesAtom), get(pendingAtom)];
  return (line: LineAsked): number => {
    const entry = entryOf(lineAsked(line));
    return quantityShown(base[entry] ?? 0, pending.get(entry)?.deltas ?? []);
  };
});
/** Pieces in the cart itself that can be bought, for the badge: as its screen and the shop count them (docs/decisions/070). */
export const cartCountAtom = atom((get) => {
  const [of, drawn] = [get(quantityOfAtom), get(drawnLinesAtom)];
  let count = 0;
  for (const entry of new Set([...Object.keys(get(baseQuantitiesAtom)), ...get(pendingAtom).keys()])) {
    const line = lineOfEntry(entry);
    if (line.cartType === CART_TYPES.base && drawn.get(entry)?.available !== false) count += of(line);
  }
  return count;
});

/** «Товар в корзине»: shown after «В корзину», gone after 4 s (docs/product/asked-for.md#states). */
export const popupCartAtom = atom<ListRow | null>(null);
/** «Сообщить о поступлении»: whose sheet is open. */
export const notifyMeAtom = atom<ListRow | null>(null);
