import { atom, type Getter } from 'jotai';
import { pullCartAtom } from '#src/features/cart/cart.atoms.ts';
import { networkAtom } from '#src/platform/api/network.ts';
import { flushAtom, syncAtom, syncClient } from '#src/sync-client/sync.atoms.ts';

/** How long an order waits for changes of the cart that are still on the phone (docs/product/offline.md#what-is-queued). */
const DRAIN_MS = 5000;
const isOfCart = ({ kind }: { kind: string }): boolean => kind === 'cart.change' || kind === 'cart.price';

/** Changes of the cart that the shop has not heard of. */
const waitingInCart = (get: Getter): readonly { id: string }[] => get(syncAtom).pending.filter(isOfCart);

/**
 * The order is made of what the shop holds: first everything in the cart's lanes goes there. Null when nothing waits any more;
 * else why not, in words. Parked changes stay out and are named in the cart.
 */
export const drainCartAtom = atom(null, async (get, set): Promise<string | null> => {
  const waiting = waitingInCart(get);
  if (waiting.length > 0) {
    void set(flushAtom, 'person');
    const client = await syncClient(get);
    await Promise.all(waiting.map(({ id }) => client.result(id, DRAIN_MS)));
  }
  if (waitingInCart(get).length > 0)
    return get(networkAtom).isOnline
      ? 'Изменения корзины ещё не дошли до магазина. Подождите немного и попробуйте снова.'
      : 'Нет сети: изменения корзины ещё на телефоне. Оформим, когда они дойдут до магазина.';
  if (waiting.length > 0) await set(pullCartAtom);
  return null;
});
