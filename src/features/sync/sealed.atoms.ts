import { atom } from 'jotai';
import { guestIdAtom, sessionAtom } from '#src/features/session/session.atoms.ts';
import { identityStoresAtom } from '#src/platform/memory/identity-stores.atom.ts';
import { syncAtom } from '#src/sync-client/sync.atoms.ts';

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
  // With what the device remembers of people: the first chunk does without it.
  const { countSealed } = await import('#src/offline/identity/seals.ts');
  const count = await countSealed(get(identityStoresAtom), await get(guestIdAtom));
  if (get(sessionAtom).uid === uid) set(sealedCountAtom, count);
});
