import { mutationOf } from '#src/offline/outbox/mutation.ts';
import { atom, type Getter, type Setter } from 'jotai';
import { seenOfAtom } from '#src/features/catalogue/catalogue.atoms.ts';
import { readGuestHearts } from '#src/features/favourites/guest-hearts.ts';
import { favSet } from '#src/features/favourites/favourites.mutation.ts';
import { guestHeartsAtom } from '#src/features/favourites/favourites-state.atoms.ts';
import { ownerAtom, sessionAtom } from '#src/features/session/session.atoms.ts';
import { type JoiningHeart, joinHearts } from '#src/offline/identity/hearts.ts';
import { identityStoresAtom } from '#src/platform/memory/identity-stores.atom.ts';
import type { SyncClient } from '#src/sync-client/client.types.ts';
import { syncClient } from '#src/sync-client/sync.atoms.ts';

/** One start per person at a time: the frame and the screen both ask for it. */
const runningAtom = atom((): { uid: string; done: Promise<void> | null } => ({ uid: '', done: null }));

export function startFavourites(get: Getter, set: Setter): Promise<void> {
  const { uid } = get(sessionAtom);
  const running = get(runningAtom);
  if (running.done && running.uid === uid) return running.done;
  running.uid = uid;
  running.done = start(get, set).finally(() => {
    if (running.uid === uid) running.done = null;
  });
  return running.done;
}

async function start(get: Getter, set: Setter): Promise<void> {
  const { uid, user } = get(sessionAtom);
  if (user.isGuest) return readGuestHearts(get, set);
  const client = await syncClient(get);
  await client.enter({ uid, owner: await get(ownerAtom) }).catch(() => {});
  await join(get, set, client, uid);
}

/** The guest's hearts become one change each of the account (src/offline/identity/hearts.ts); what fails goes on at the next start. */
async function join(get: Getter, set: Setter, client: SyncClient, uid: string): Promise<void> {
  const queue = async ({ id, key }: JoiningHeart) => {
    const mutation = mutationOf(favSet, { productId: id, on: true });
    const saved = await client.save(mutation, { key, uid, owner: uid, seen: get(seenOfAtom)(id), once: true });
    return saved === 'queued';
  };
  const taken = () => set(guestHeartsAtom, null);
  await joinHearts(get(identityStoresAtom), { uid, taken, queue });
}
