import { atom } from 'jotai';
import { sessionAtom } from '#src/features/session/session.atoms.ts';

// What favourites.atoms.ts shows and the commands change; others read it through favourites.atoms.ts.

/** `base:fav` of a person: what the server last confirmed, or a guest's own hearts. */
export type StoredFavourites = { v: 1; ids: number[]; version: number; at: string };
/** What this device knows beside the session: of `uid` only. */
export const keptFavouritesAtom = atom<{ uid: string; kept: StoredFavourites } | null>(null);
/** The newest wish per product that the server has not confirmed yet; it wins over everything known. */
export const wishesAtom = atom<ReadonlyMap<number, boolean>>(new Map());

/** Last confirmed hearts, the latest first: the answer with the newer version wins (settled.md §8). */
export const confirmedFavouritesAtom = atom((get): { ids: readonly number[]; version: number; at: string | null } => {
  const { uid, user, favoriteProducts, favouritesVersion, asOf } = get(sessionAtom);
  const own = get(keptFavouritesAtom);
  const kept = own?.uid === uid ? own.kept : null;
  if (kept && (user.isGuest || kept.version >= favouritesVersion)) return kept;
  return { ids: user.isGuest ? [] : favoriteProducts, version: favouritesVersion, at: asOf };
});
/** In the order of the screen: the latest heart first. */
export const favouriteIdsAtom = atom((get): ReadonlySet<number> => {
  const wishes = get(wishesAtom);
  const { ids } = get(confirmedFavouritesAtom);
  if (wishes.size === 0) return new Set(ids);
  const added = [...wishes].flatMap(([id, isOn]) => (isOn && !ids.includes(id) ? [id] : [])).reverse();
  return new Set([...added, ...ids.filter((id) => wishes.get(id) !== false)]);
});
