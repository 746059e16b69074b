import type { createStore } from 'jotai';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { apiAtom } from '#src/platform/api/api.atom.ts';
import { storesAtom } from '#src/platform/memory/stores.atom.ts';

/**
 * Whenever it is known who holds the phone: their pushes are kept alive, or those of whoever has left are ended. Where the browser was
 * never asked nothing of it is loaded.
 */
export function followPush(store: ReturnType<typeof createStore>): void {
  if (!('Notification' in globalThis) || Notification.permission !== 'granted') return;
  let last = '';
  const look = async (): Promise<void> => {
    const { known, uid, user } = store.get(sessionAtom);
    if (!known || uid === last) return;
    last = uid;
    const push = await import('#src/features/notifications/push.ts');
    if (user.isGuest) await push.endPush();
    else await push.keepPush({ api: store.get(apiAtom), store: await store.get(storesAtom).person(uid) });
  };
  const follow = () => void look().catch(() => (last = ''));
  store.sub(sessionAtom, follow);
  follow();
}
