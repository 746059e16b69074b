import { atom } from 'jotai';
import { FIRST_MESSAGES } from '#contract/first-messages.ts';
import { favouriteIdsAtom, wishesAtom } from '#src/features/favourites/favourites-state.atoms.ts';
import { showToastAtom } from '#src/features/notices/notices.atoms.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';

// Read by everybody: favouriteIdsAtom, confirmedFavouritesAtom. Commands: toggleFavouriteAtom, startFavouritesAtom.
// In the first chunk: what sends and stores comes later.
export {
  confirmedFavouritesAtom,
  favouriteIdsAtom,
  wishesAtom,
} from '#src/features/favourites/favourites-state.atoms.ts';

const commands = () => import('#src/features/favourites/set-favourite.ts');

/** Shows the heart at once; undoes just this one when the server refuses or cannot be reached (Spec §4). */
export const toggleFavouriteAtom = atom(null, (get, set, id: number): void => {
  const { user } = get(sessionAtom);
  // A guest's hearts live on the device and need no network.
  if (!user.isGuest && globalThis.navigator?.onLine === false)
    return void set(showToastAtom, { text: FIRST_MESSAGES.needInternet });
  const isOn = !get(favouriteIdsAtom).has(id);
  set(wishesAtom, new Map(get(wishesAtom)).set(id, isOn));
  void commands().then(
    ({ setFavourite }) => setFavourite(get, set, id),
    () => {
      const left = new Map(get(wishesAtom));
      left.delete(id);
      set(wishesAtom, left);
      set(showToastAtom, { text: FIRST_MESSAGES.needInternet });
    },
  );
});
/** Called whenever another person holds the phone: reads what the device kept; a guest's hearts join the account. */
export const startFavouritesAtom = atom(null, async (get, set) =>
  (await import('#src/features/favourites/join-favourites.ts')).startFavourites(get, set),
);
