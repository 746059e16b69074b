import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { Suspense, useEffect } from 'react';
import { notifyMeAtom, readKeptCartAtom, startCartAtom } from '#src/features/cart/cart.atoms.ts';
import { PopupCart } from '#src/features/cart/PopupCart.tsx';
import { ProductPicture } from '#src/features/catalogue/ProductPicture.tsx';
import { startFavouritesAtom } from '#src/features/favourites/favourites.atoms.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';

const NotifyMe = lazyPart(async () => (await import('#src/features/notify/NotifyMe.tsx')).NotifyMe);

/** What belongs to no screen: cart and hearts of whoever holds the phone, the popup cart, the notify-me sheet. */
export function ShopHosts() {
  const { known, uid, user } = useAtomValue(sessionAtom);
  const startCart = useSetAtom(startCartAtom);
  const readKept = useSetAtom(readKeptCartAtom);
  const startFavourites = useSetAtom(startFavouritesAtom);
  const [notifyRow, setNotifyRow] = useAtom(notifyMeAtom);
  useEffect(() => {
    if (!known) return undefined;
    const start = () => {
      void startCart();
      void startFavourites();
    };
    start();
    addEventListener('online', start);
    const channel = typeof BroadcastChannel === 'function' ? new BroadcastChannel('rostok') : null;
    channel?.addEventListener('message', ({ data }: MessageEvent<{ type?: string; uid?: string } | undefined>) => {
      if (data?.type === 'cart' && data.uid === uid) void readKept();
    });
    return () => {
      removeEventListener('online', start);
      channel?.close();
    };
  }, [known, uid, startCart, startFavourites, readKept]);
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
