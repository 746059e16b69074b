import { atom } from 'jotai';
import { ownerAtom, sessionAtom } from '#src/features/session/session.atoms.ts';
import { syncAtom } from '#src/sync-client/sync.atoms.ts';
import { storesAtom } from '#src/platform/memory/stores.atom.ts';

/**
 * How many actions wait on this phone for somebody whose session has ended without a logout (docs/product/offline.md#owners): they go
 * when the same person logs in again, and until then nothing else on the screen tells of them. 0 = nobody's.
 */
export const sealedCountAtom = atom(0);

/** A guest who turns out to be spent is followed by a new one, whose queue is empty: then it is counted anew. */
export const isQueueEmptyAtom = atom((get) => get(syncAtom).pending.length === 0);
/** Counts anew for whoever holds the phone now; somebody logged in has nothing to do with another one's queue. */
export const readSealedAtom = atom(null, async (get, set, uid: string): Promise<void> => {
  if (!get(sessionAtom).user.isGuest) return set(sealedCountAtom, 0);
  const stores = get(storesAtom);
  const sealed = (await stores.pub().get<Record<string, string>>('meta:sealed')) ?? {};
  const owner = await get(ownerAtom);
  const counts = await Promise.all([
    ...Object.keys(sealed).map(async (one) => (await (await stores.person(one)).entries(RECORDS)).length),
    // A guest that has joined an account, of which this phone has not heard: its queue waits for that account too.
    stores.person('guest').then(async (guests) => {
      const keys = (await guests.entries('')).map(([key]) => key);
      return keys.filter((key) => key.includes(`/${RECORDS}`) && !`guest:${key}`.startsWith(`${owner}/`)).length;
    }),
  ]);
  if (get(sessionAtom).uid === uid)
    set(
      sealedCountAtom,
      counts.reduce((sum, count) => sum + count, 0),
    );
});
/** Keys of stored gestures (docs/product/offline.md#storage). */
const RECORDS = 'ob:';
