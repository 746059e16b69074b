import { atom } from 'jotai';
import { seenOfAtom } from '#src/features/catalogue/catalogue.atoms.ts';
import { favouriteIdsAtom, guestWishesAtom } from '#src/features/favourites/favourites-state.atoms.ts';
import type { favSet } from '#src/features/favourites/favourites.mutation.ts';
import { notSavedAtom } from '#src/features/notices/notices.atoms.ts';
import { onceKnownAtom, ownerAtom, sessionAtom } from '#src/features/session/session.atoms.ts';
import { mutationNamed, saveAtom } from '#src/sync-client/sync.atoms.ts';

// Read by everybody: favouriteIdsAtom, confirmedFavouritesAtom.
// Commands: toggleFavouriteAtom, setFavouriteAtom, startFavouritesAtom.
// In the first chunk: what stores and sends comes later.
export {
  confirmedFavouritesAtom,
  favouriteIdsAtom,
  wishesAtom,
} from '#src/features/favourites/favourites-state.atoms.ts';

/** Shows the heart at once; it goes back when the server refuses it, never for want of a signal (docs/product/offline.md#refusals). */
export const toggleFavouriteAtom = atom(null, (get, set, id: number): void => {
  if (get(sessionAtom).known) set(setFavouriteAtom, { id, on: !get(favouriteIdsAtom).has(id) });
  // Every heart is empty until the device tells whose it is: whoever taps one wants it full, also where it was full all along.
  else set(onceKnownAtom, { tap: 'heart', id }, () => set(setFavouriteAtom, { id, on: true }));
});
/**
 * A tap whose wish is known. It is stored also where the heart seems to stand so already: what a page knows of the hearts in
 * its first moments may be older than the queue of this device.
 */
export const setFavouriteAtom = atom(null, (get, set, { id, on }: { id: number; on: boolean }): void => {
  const { user, uid } = get(sessionAtom);
  if (user.isGuest) {
    // A guest's hearts live on the device; they become gestures at login (docs/product/people.md#guests).
    set(guestWishesAtom, new Map(get(guestWishesAtom)).set(id, on));
    void import('#src/features/favourites/guest-hearts.ts').then(
      ({ keepGuestHeart }) => keepGuestHeart(get, set, id),
      () => {
        set(guestWishesAtom, new Map());
        set(notSavedAtom, 'lost');
      },
    );
    return;
  }
  const mutation = mutationNamed<typeof favSet>('fav.set', { productId: id, on });
  void set(saveAtom, mutation, { uid, owner: get(ownerAtom), seen: get(seenOfAtom)(id) }).then((saved) =>
    set(notSavedAtom, saved),
  );
});
/** Called whenever another person holds the phone: a guest's hearts are read, or join the account. */
export const startFavouritesAtom = atom(null, async (get, set) =>
  (await import('#src/features/favourites/join-favourites.ts')).startFavourites(get, set),
);
