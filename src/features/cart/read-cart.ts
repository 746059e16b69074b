import { atom, type Getter, type Setter } from 'jotai';
import { entryOf } from '#src/features/cart/lane.ts';
import { type CartData, retailCart, wholesaleCart } from '#contract/cart.ts';
import { baseQuantitiesAtom, cartKindAtom, storedCartAtom } from '#src/features/cart/cart-state.atoms.ts';
import type { CartKind } from '#src/features/cart/cart.types.ts';
import { ensureServerSessionAtom, ownerAtom, sessionAtom } from '#src/features/session/session.atoms.ts';
import type { Snapshot } from '#src/offline/outbox/pull.ts';
import { apiAtom } from '#src/platform/api/api.atom.ts';
import { failureOf } from '#src/platform/api/failure.ts';
import { reportNetworkAtom } from '#src/platform/api/network.ts';
import { syncClient } from '#src/sync-client/sync.atoms.ts';

// startCart · pullCart

/** The device's memory first, then the server. Repeated for every person who takes the phone. */
export async function startCart(get: Getter, set: Setter): Promise<void> {
  const { uid, user } = get(sessionAtom);
  const identity = { uid, owner: await get(ownerAtom) };
  await syncClient(get)
    .then((client) => client.enter(identity))
    .catch(() => {});
  // A guest who has never put anything in has no cart to ask for; the cart screen asks anyway. Whoever has, may hold single
  // answers alone: of a change that the worker sent, or of one whose page was closed before the cart had come.
  const hasPutIn = get(storedCartAtom) !== null || Object.keys(get(baseQuantitiesAtom)).length > 0;
  if (!user.isGuest || hasPutIn) await pullCart(get, set);
}

/** The pull under way: the frame and the screen both ask for it; whoever asks meanwhile is answered by one more. */
const pullingAtom = atom((): { owner: string; done: Promise<void> | null; isAgain: boolean } => ({
  owner: '',
  done: null,
  isAgain: false,
}));

/**
 * A whole snapshot. Thrown away when something was sent meanwhile or when we hold something newer: then an answer is on its
 * way, and after it the cart is asked for again (docs/product/offline.md#reads).
 */
export async function pullCart(get: Getter, set: Setter): Promise<void> {
  const owner = `${await get(ownerAtom)} ${get(cartKindAtom)}`;
  const running = get(pullingAtom);
  running.isAgain = true;
  if (running.done && running.owner === owner) return running.done;
  running.owner = owner;
  const done = (async () => {
    while (running.isAgain && running.owner === owner) {
      running.isAgain = false;
      await pullOnce(get, set);
    }
  })().finally(() => {
    if (running.done === done) running.done = null;
  });
  running.done = done;
  return done;
}

async function pullOnce(get: Getter, set: Setter): Promise<void> {
  const { uid } = get(sessionAtom);
  const kind = get(cartKindAtom);
  const owner = await get(ownerAtom);
  const client = await syncClient(get);
  const pulled = client.pull({ uid, owner, scope: `cart:${kind}` }, async (tried) => {
    const data = await askServer(get, set, kind, owner, tried);
    // Whoever holds the phone now may be somebody else.
    return data && get(sessionAtom).uid === uid ? snapshotOf(data) : null;
  });
  await pulled.catch(() => {});
}

function snapshotOf(data: CartData): Snapshot {
  const values = Object.fromEntries(
    data.groups.flatMap(({ cartType, items }) =>
      items.map(({ product, quantity }) => [entryOf({ cartType, productId: product.id }), quantity]),
    ),
  );
  return { version: data.version, values, included: data.included ?? [], data };
}

async function askServer(
  get: Getter,
  set: Setter,
  kind: CartKind,
  owner: string,
  tried: readonly string[],
  isAgain = false,
): Promise<CartData | null> {
  // A guest whose cart has never been changed may have no session to name: their empty cart is answered without one.
  const isGuest = owner.startsWith('guest:');
  const isNamed = !isGuest || (get(storedCartAtom)?.data.version ?? 0) > 0;
  const whose: Record<string, string> = isNamed ? { 'X-Client-User': owner } : {};
  try {
    const { data: call } = kind === 'wholesale' ? wholesaleCart : retailCart;
    const headers = { ...whose, ...(tried.length > 0 ? { 'X-Client-Tried': tried.join(',') } : {}) };
    const data = await get(apiAtom).send(call, { query: {} }, { headers });
    set(reportNetworkAtom, true);
    return data;
  } catch (error) {
    // The last known cart stays on the screen and says since when.
    const { kind: failure } = failureOf(error);
    if (failure === 'offline') set(reportNetworkAtom, false);
    if (failure !== 'refused' || !isGuest || isAgain) return null;
    // The server has lost the guest's session, or the cookie is an account's by now: then somebody else holds the phone.
    await set(ensureServerSessionAtom, true).catch(() => {});
    return get(sessionAtom).user.isGuest && (await get(ownerAtom)) === owner
      ? askServer(get, set, kind, owner, tried, true)
      : null;
  }
}
