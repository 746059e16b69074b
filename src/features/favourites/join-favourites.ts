import { atom, type Getter, type Setter } from 'jotai';
import { seenOfAtom } from '#src/features/catalogue/catalogue.atoms.ts';
import { HEARTS_KEY, isGuestHearts, readGuestHearts } from '#src/features/favourites/guest-hearts.ts';
import { favSet } from '#src/features/favourites/favourites.mutation.ts';
import { guestHeartsAtom } from '#src/features/favourites/favourites-state.atoms.ts';
import { ownerAtom, sessionAtom } from '#src/features/session/session.atoms.ts';
import { syncClient } from '#src/sync-client/sync.atoms.ts';
import { ask } from '#src/device/storage.ts';
import { storesAtom } from '#src/platform/memory/stores.atom.ts';
import { newUuid } from '#src/device/uuid.ts';
import { changeOf } from '#src/sync-client/change.ts';
import type { SyncClient } from '#src/sync-client/client.types.ts';

const JOIN = 'fav:join';
/** Hearts on their way to one account: each with the key it will be sent under, however often (docs/product/people.md#guests). */
type Join = { v: 1; uid: string; items: { id: number; key: string }[] };

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

/**
 * The guest's hearts become one gesture each. The keys are stored, and the hearts taken from the guest, in one transaction
 * before the first of them is queued: a crash at any point queues the same keys again, and the queue takes each key once.
 */
async function join(get: Getter, set: Setter, client: SyncClient, uid: string): Promise<void> {
  const store = await get(storesAtom).person('guest');
  const items = await store
    .change(async (kv) => {
      const [hearts, begun] = await Promise.all([ask(kv.get(HEARTS_KEY)), ask(kv.get(JOIN))]);
      const before = isJoin(begun) ? begun : null;
      // Hearts under way to another account wait for its owner.
      if (before && before.uid !== uid) return [];
      const ids = isGuestHearts(hearts) ? [...hearts.ids].reverse() : [];
      const all = [...(before?.items ?? []), ...ids.map((id) => ({ id, key: newUuid() }))];
      if (ids.length > 0) {
        kv.put({ v: 1, uid, items: all } satisfies Join, JOIN);
        kv.delete(HEARTS_KEY);
      }
      return all;
    })
    .catch(() => []);
  set(guestHeartsAtom, null);
  for (const { id, key } of items) {
    const change = changeOf(favSet, { productId: id, on: true });
    const saved = await client.save(change, { key, uid, owner: uid, seen: get(seenOfAtom)(id), once: true });
    // What found no room stays under way; the next start goes on.
    if (saved !== 'queued') return;
    await store.change(async (kv) => {
      const held = await ask(kv.get(JOIN));
      const left = isJoin(held) ? held.items.filter((item) => item.key !== key) : [];
      if (left.length > 0) kv.put({ v: 1, uid, items: left } satisfies Join, JOIN);
      else kv.delete(JOIN);
    });
  }
}

function isJoin(value: unknown): value is Join {
  const { v, uid, items } = (value ?? {}) as Partial<Join>;
  return (
    v === 1 &&
    typeof uid === 'string' &&
    Array.isArray(items) &&
    items.every((item) => Number.isInteger(item?.id) && typeof item.key === 'string')
  );
}
