import { atom, type Getter, type Setter } from 'jotai';
import { addFavourite } from '#contract/favourites.ts';
import {
  keptFavouritesAtom,
  type StoredFavourites,
  wishesAtom,
} from '#src/features/favourites/favourites-state.atoms.ts';
import { dropWish, takeFavourites } from '#src/features/favourites/set-favourite.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { apiAtom } from '#src/platform/api.atom.ts';
import { failureOf } from '#src/platform/failure.ts';
import { ask } from '#src/platform/storage.ts';
import { storesAtom } from '#src/platform/stores.atom.ts';
import { newUuid } from '#src/platform/uuid.ts';

const FAV = 'base:fav';
const JOIN = 'fav:join';
const GUEST = 'guest';
/** Hearts on their way to one account: each with the key it will be sent under, however often (settled.md §3). */
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
  await readKept(get, set, uid);
  if (!user.isGuest) await join(get, set, uid);
}

async function readKept(get: Getter, set: Setter, uid: string): Promise<void> {
  const kept = await get(storesAtom)
    .person(uid)
    .then((store) => store.get<unknown>(FAV))
    .catch(() => undefined);
  if (isStored(kept) && get(sessionAtom).uid === uid) set(keptFavouritesAtom, { uid, kept });
}

/**
 * The guest's hearts become one keyed PUT each. The keys are stored, and the hearts taken from the guest, in one
 * transaction before anything is sent: a crash at any point sends the same keys again, so nothing doubles or is lost.
 */
async function join(get: Getter, set: Setter, uid: string): Promise<void> {
  const store = await get(storesAtom).person(GUEST);
  const items = await store
    .change(async (kv) => {
      const [hearts, begun] = await Promise.all([ask(kv.get(FAV)), ask(kv.get(JOIN))]);
      const before = isJoin(begun) ? begun : null;
      // Hearts under way to another account wait for its owner.
      if (before && before.uid !== uid) return [];
      const ids = isStored(hearts) ? [...hearts.ids].reverse() : [];
      const all = [...(before?.items ?? []), ...ids.map((id) => ({ id, key: newUuid() }))];
      if (ids.length > 0) {
        kv.put({ v: 1, uid, items: all } satisfies Join, JOIN);
        kv.delete(FAV);
      }
      return all;
    })
    .catch(() => []);
  if (items.length === 0) return;
  set(wishesAtom, new Map([...get(wishesAtom), ...items.map(({ id }) => [id, true] as const)]));
  for (const { id, key } of items) {
    if (!(await carry(get, set, uid, id, key))) return;
    await store.change(async (kv) => {
      const held = await ask(kv.get(JOIN));
      const left = isJoin(held) ? held.items.filter((item) => item.key !== key) : [];
      if (left.length > 0) kv.put({ v: 1, uid, items: left } satisfies Join, JOIN);
      else kv.delete(JOIN);
    });
    dropWish(get, set, id);
  }
}

/** True when this heart is settled: taken, or refused for good (the product is gone). Otherwise it is sent again later. */
async function carry(get: Getter, set: Setter, uid: string, id: number, key: string): Promise<boolean> {
  if (get(sessionAtom).uid !== uid) return false;
  try {
    const headers = { 'Idempotency-Key': key, 'X-Client-User': uid };
    await takeFavourites(
      get,
      set,
      uid,
      await get(apiAtom).send(addFavourite, { params: { id: String(id) } }, { headers }),
    );
    return true;
  } catch (error) {
    const failure = failureOf(error);
    return failure.kind === 'refused' && failure.refusal.code === 'not_found';
  }
}

function isStored(value: unknown): value is StoredFavourites {
  const { v, ids, version, at } = (value ?? {}) as Partial<StoredFavourites>;
  return (
    v === 1 &&
    typeof version === 'number' &&
    typeof at === 'string' &&
    Array.isArray(ids) &&
    ids.every((id) => Number.isInteger(id))
  );
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
