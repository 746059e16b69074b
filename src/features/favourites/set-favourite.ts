import { atom, type Getter, type Setter } from 'jotai';
import { addFavourite, type FavouritesReply, removeFavourite } from '#contract/favourites.ts';
import {
  confirmedFavouritesAtom,
  keptFavouritesAtom,
  type StoredFavourites,
  wishesAtom,
} from '#src/features/favourites/favourites-state.atoms.ts';
import { showDialogAtom, showToastAtom } from '#src/features/notices/notices.atoms.ts';
import { mutationHeadersAtom, refreshSessionAtom, sessionAtom } from '#src/features/session/session.atoms.ts';
import { apiAtom } from '#src/platform/api.atom.ts';
import { failureOf, failureText } from '#src/platform/failure.ts';
import { reportNetworkAtom } from '#src/platform/network.ts';
import { ask } from '#src/platform/storage.ts';
import { storesAtom } from '#src/platform/stores.atom.ts';

// setFavourite · takeFavourites. The one narrow way of a heart to the server; the outbox takes its place here.

const FAV = 'base:fav';
/** Products with a request under way: one at a time, the newest wish goes next. */
const busyAtom = atom(() => new Set<number>());

/** Carries the newest wish for this product out; a wish that changed meanwhile goes after it. */
export async function setFavourite(get: Getter, set: Setter, id: number): Promise<void> {
  const { uid, user } = get(sessionAtom);
  if (user.isGuest) return keepGuestHeart(get, set, id);
  const busy = get(busyAtom);
  if (busy.has(id)) return;
  busy.add(id);
  try {
    for (let isOn = get(wishesAtom).get(id); isOn !== undefined; isOn = nextWish(get, set, id, isOn)) {
      // Back where the server is: nothing to send.
      if (isOn === get(confirmedFavouritesAtom).ids.includes(id)) continue;
      const headers = await set(mutationHeadersAtom);
      const reply = await get(apiAtom).send(
        isOn ? addFavourite : removeFavourite,
        { params: { id: String(id) } },
        { headers, keepalive: true },
      );
      set(reportNetworkAtom, true);
      await takeFavourites(get, set, uid, reply);
    }
  } catch (error) {
    dropWish(get, set, id);
    const failure = failureOf(error);
    if (failure.kind === 'offline') set(reportNetworkAtom, false);
    if (failure.kind === 'refused') set(showDialogAtom, { title: 'Ошибка', text: failure.refusal.message });
    else set(showToastAtom, { text: failureText(failure) });
    // A lost answer may hide a done change: the profile tells what the server holds.
    if (failure.kind !== 'offline') await set(refreshSessionAtom);
  } finally {
    busy.delete(id);
  }
}

/** The wish that came while the last one was under way, or none: then the wish is done with. */
function nextWish(get: Getter, set: Setter, id: number, done: boolean): boolean | undefined {
  const wish = get(wishesAtom).get(id);
  if (wish !== undefined && wish !== done) return wish;
  dropWish(get, set, id);
  return undefined;
}

export function dropWish(get: Getter, set: Setter, id: number): void {
  const left = new Map(get(wishesAtom));
  left.delete(id);
  set(wishesAtom, left);
}

/** Shows and keeps an answer unless a newer one is known; never for somebody who has left the phone. */
export async function takeFavourites(
  get: Getter,
  set: Setter,
  uid: string,
  { favoriteProducts, version }: FavouritesReply,
): Promise<void> {
  if (get(sessionAtom).uid !== uid || get(confirmedFavouritesAtom).version > version) return;
  const kept: StoredFavourites = { v: 1, ids: favoriteProducts, version, at: new Date().toISOString() };
  set(keptFavouritesAtom, { uid, kept });
  try {
    const store = await get(storesAtom).person(uid);
    await store.change(async (kv) => {
      const [open, held] = await Promise.all([ask(kv.get('open')), ask(kv.get(FAV))]);
      const heldVersion = (held as StoredFavourites | undefined)?.version ?? -1;
      if (open !== false && heldVersion <= version) kv.put(kept, FAV);
    });
  } catch {
    // The hearts are on the server; the device only remembers them.
  }
}

/** Read, changed and written in one transaction, so that two tabs lose nothing. */
async function keepGuestHeart(get: Getter, set: Setter, id: number): Promise<void> {
  const isOn = get(wishesAtom).get(id);
  if (isOn === undefined) return;
  const at = new Date().toISOString();
  const { uid } = get(sessionAtom);
  let kept: StoredFavourites = { v: 1, ids: change(get(confirmedFavouritesAtom).ids), version: 0, at };
  try {
    const store = await get(storesAtom).person(uid);
    kept = await store.change(async (kv) => {
      const held = (await ask(kv.get(FAV))) as StoredFavourites | undefined;
      const next: StoredFavourites = { v: 1, ids: change(held?.ids ?? []), version: 0, at };
      kv.put(next, FAV);
      return next;
    });
  } catch {
    set(showToastAtom, { text: 'Телефон не даёт сохранить: избранное пропадёт, когда вы закроете страницу' });
  }
  if (get(sessionAtom).uid === uid) set(keptFavouritesAtom, { uid, kept });
  if (get(wishesAtom).get(id) === isOn) dropWish(get, set, id);

  function change(ids: readonly number[]): number[] {
    const others = ids.filter((one) => one !== id);
    return isOn ? [id, ...others] : others;
  }
}
