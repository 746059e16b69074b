import { useAtom, useAtomValue, useSetAtom, useStore } from 'jotai';
import { Suspense, useEffect } from 'react';
import { notifyMeAtom, startCartAtom } from '#src/features/cart/cart.atoms.ts';
import { followSync } from '#src/app/sync-events.ts';
import { PopupCart } from '#src/features/cart/PopupCart.tsx';
import { catalogueAtom } from '#src/features/catalogue/catalogue.atoms.ts';
import { ProductPicture } from '#src/features/catalogue/ProductPicture.tsx';
import { favouriteIdsAtom, startFavouritesAtom } from '#src/features/favourites/favourites.atoms.ts';
import { noteHeartsAtom } from '#src/features/favourites/hearts-back.atoms.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { flushAtom } from '#src/sync-client/sync.atoms.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';

const NotifyMe = lazyPart(() => import('#src/features/notify/NotifyMe.tsx'), 'NotifyMe');

/** What belongs to no screen: cart and hearts of whoever holds the phone, the popup cart, the notify-me sheet. */
export function ShopHosts() {
  const { known, uid, user, asOf } = useAtomValue(sessionAtom);
  const store = useStore();
  const flush = useSetAtom(flushAtom);
  useEffect(() => followSync(store), [store]);
  const startCart = useSetAtom(startCartAtom);
  const startFavourites = useSetAtom(startFavouritesAtom);
  const { status, rev } = useAtomValue(catalogueAtom);
  const hearts = useAtomValue(favouriteIdsAtom);
  const noteHearts = useSetAtom(noteHeartsAtom);
  useEffect(() => {
    if (known && status === 'ready') void noteHearts();
  }, [known, uid, status, rev, hearts, noteHearts]);
  const [notifyRow, setNotifyRow] = useAtom(notifyMeAtom);
  useEffect(() => {
    if (!known) return undefined;
    const start = () => {
      void startCart();
      void startFavourites();
    };
    start();
    addEventListener('online', start);
    return () => removeEventListener('online', start);
  }, [known, uid, startCart, startFavourites]);
  // Runs whenever the server has said who holds the phone: what waited for that may go on.
  useEffect(() => {
    if (known) flush('resumed').catch(() => {});
  }, [known, uid, asOf, flush]);
  return (
    <>
      <PopupCart
        cartHref={user.isOptovik ? '/optovik/cart' : '/cart'}
        picture={(row) => <ProductPicture image={row.image} title="" size={240} sizes="56px" />}
      />
      <Suspense>
        {notifyRow && <NotifyMe key={notifyRow.id} row={notifyRow} onClose={() => setNotifyRow(null)} />}
      </Suspense>
    </>
  );
}
