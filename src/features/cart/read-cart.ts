import type { Getter, Setter } from 'jotai';
import { retailCart, wholesaleCart } from '#contract/cart.ts';
import { cartKindAtom, cartStateAtom, storedCartAtom } from '#src/features/cart/cart-state.atoms.ts';
import type { CartKind, StoredCart } from '#src/features/cart/cart.types.ts';
import { lanesAtom } from '#src/features/cart/lanes.atom.ts';
import { afterPull, isStoredCart } from '#src/features/cart/stored-cart.rules.ts';
import { guestIdAtom, sessionAtom } from '#src/features/session/session.atoms.ts';
import { apiAtom } from '#src/platform/api.atom.ts';
import { failureOf } from '#src/platform/failure.ts';
import { reportNetworkAtom } from '#src/platform/network.ts';
import { ask } from '#src/platform/storage.ts';
import { storesAtom } from '#src/platform/stores.atom.ts';

// startCart · pullCart · keepCart

const keyOf = (kind: CartKind): string => (kind === 'wholesale' ? 'base:cart:wholesale' : 'base:cart');
const CHANNEL = 'rostok';
type CartNews = { type: 'cart'; uid: string };

/** The device's memory first, then the server. Repeated for every person who takes the phone. */
export async function startCart(get: Getter, set: Setter): Promise<void> {
  await readKept(get, set);
  // A guest who has never put anything in has no cart to ask for; the cart screen asks anyway.
  if (!get(sessionAtom).user.isGuest || get(storedCartAtom)) await pullCart(get, set);
}

/** Another tab has kept a newer cart. */
export async function readKept(get: Getter, set: Setter): Promise<void> {
  const { uid } = get(sessionAtom);
  const stored = await get(storesAtom)
    .person(uid)
    .then((store) => store.get<unknown>(keyOf(get(cartKindAtom))))
    .catch(() => undefined);
  const known = get(storedCartAtom);
  if (get(sessionAtom).uid !== uid) return;
  if (!isStoredCart(stored)) set(cartStateAtom, { uid, stored: known, isRead: true });
  else if (!known || known.owner !== stored.owner || stored.data.version >= known.data.version)
    set(cartStateAtom, { uid, stored, isRead: true });
}

/**
 * A whole snapshot. Thrown away when a change was sent meanwhile or when we hold something newer; then it is asked again
 * as soon as nothing is under way (settled.md §8).
 */
export function pullCart(get: Getter, set: Setter): Promise<void> {
  const lanes = get(lanesAtom);
  const { uid } = get(sessionAtom);
  if (lanes.pull?.uid === uid) return lanes.pull.done;
  const done = pull(get, set).finally(() => {
    if (lanes.pull?.done === done) lanes.pull = null;
  });
  lanes.pull = { uid, done };
  return done;
}

async function pull(get: Getter, set: Setter): Promise<void> {
  const lanes = get(lanesAtom);
  for (let tries = 0; tries < 3; tries += 1) {
    lanes.isPullWanted = lanes.active > 0;
    if (lanes.isPullWanted) return;
    const { started } = lanes;
    const { uid } = get(sessionAtom);
    const kind = get(cartKindAtom);
    const owner = uid === 'guest' ? `guest:${await get(guestIdAtom)}` : uid;
    const data = await askServer(get, set, kind);
    if (!data || get(sessionAtom).uid !== uid) return;
    if (lanes.started !== started) continue;
    const stored = afterPull(get(storedCartAtom), data, owner, new Date().toISOString());
    if (!stored) return;
    set(cartStateAtom, { uid, stored, isRead: true });
    await keepCart(get, uid, stored);
    return;
  }
  lanes.isPullWanted = true;
}

async function askServer(get: Getter, set: Setter, kind: CartKind) {
  try {
    const data = await get(apiAtom).send((kind === 'wholesale' ? wholesaleCart : retailCart).data, { query: {} });
    set(reportNetworkAtom, true);
    return data;
  } catch (error) {
    // Last known stays on the screen and says since when.
    if (failureOf(error).kind === 'offline') set(reportNetworkAtom, false);
    return undefined;
  }
}

/** Never over something newer, never into a database that a logout has closed; other tabs are told. Storage may be full: then memory must do. */
export async function keepCart(get: Getter, uid: string, stored: StoredCart): Promise<void> {
  try {
    const store = await get(storesAtom).person(uid);
    const isKept = await store.change(async (kv) => {
      const [open, held] = await Promise.all([ask(kv.get('open')), ask(kv.get(keyOf(stored.data.kind)))]);
      if (
        open === false ||
        (isStoredCart(held) && held.owner === stored.owner && held.data.version > stored.data.version)
      )
        return false;
      kv.put(stored, keyOf(stored.data.kind));
      return true;
    });
    if (isKept) tellTabs(uid);
  } catch {
    // The cart is on the server; the device only remembers it.
  }
}

function tellTabs(uid: string): void {
  if (typeof BroadcastChannel !== 'function' || typeof document === 'undefined') return;
  const channel = new BroadcastChannel(CHANNEL);
  // A broadcast channel has no target origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  channel.postMessage({ type: 'cart', uid } satisfies CartNews);
  channel.close();
}
