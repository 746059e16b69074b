import type { favSet } from '#src/features/favourites/favourites.mutation.ts';
import { atom } from 'jotai';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { baseOf, pendingOf } from '#src/sync-client/sync.atoms.ts';

// What favourites.atoms.ts shows and the commands change; others read it through favourites.atoms.ts.

/** A guest's own hearts, kept on the device only: key `hearts` of `u:guest`. */
export type GuestHearts = { v: 1; ids: number[]; at: string };
export const guestHeartsAtom = atom<GuestHearts | null>(null);
/** A guest's taps that are not on the device yet. */
export const guestWishesAtom = atom<ReadonlyMap<number, boolean>>(new Map());

/** Last confirmed hearts, the latest first. */
export const confirmedFavouritesAtom = atom((get): { ids: readonly number[]; at: string | null } => {
  const { uid, user, favoriteProducts, asOf } = get(sessionAtom);
  if (user.isGuest) return get(guestHeartsAtom) ?? { ids: [], at: null };
  const base = baseOf(get, uid, 'fav');
  if (!base) return { ids: favoriteProducts, at: asOf };
  const { values, versions } = base;
  const pulled = Array.isArray(base.data) ? (base.data as number[]) : favoriteProducts;
  const acked = Object.keys(values)
    .map(Number)
    .filter((id) => values[id] === 1 && !pulled.includes(id))
    .sort((a, b) => (versions[b] ?? 0) - (versions[a] ?? 0));
  return { ids: [...acked, ...pulled.filter((id) => values[id] !== 0)], at: base.at || asOf };
});
/** The newest wish per product that the server has not confirmed yet; it wins over everything known. */
export const wishesAtom = atom((get): ReadonlyMap<number, boolean> => {
  const { uid, user } = get(sessionAtom);
  if (user.isGuest) return get(guestWishesAtom);
  const wishes = new Map<number, boolean>();
  for (const { productId, on } of pendingOf<typeof favSet>(get, uid, 'fav.set')) {
    // The latest gesture stands last: its heart is the first of the screen.
    wishes.delete(productId);
    wishes.set(productId, on);
  }
  return wishes;
});
/** In the order of the screen: the latest heart first. */
export const favouriteIdsAtom = atom((get): ReadonlySet<number> => {
  const wishes = get(wishesAtom);
  const { ids } = get(confirmedFavouritesAtom);
  if (wishes.size === 0) return new Set(ids);
  const added = [...wishes].flatMap(([id, isOn]) => (isOn && !ids.includes(id) ? [id] : [])).reverse();
  return new Set([...added, ...ids.filter((id) => wishes.get(id) !== false)]);
});
