import { atom, type Getter, type Setter } from 'jotai';
import { retailCart, wholesaleCart } from '#contract/cart.ts';
import { LIMITS } from '#contract/tables.ts';
import { explain, takeAnswer, tellOutcomes, withSession } from '#src/features/cart/cart-answers.ts';
import { cartKindAtom, pendingAtom, popupCartAtom, storedCartAtom } from '#src/features/cart/cart-state.atoms.ts';
import type { Change, Pending } from '#src/features/cart/cart.types.ts';
import { type Lane, lanesAtom, leavePlace, type Ripe, takePlace, type Wish } from '#src/features/cart/lanes.atom.ts';
import { pullCart } from '#src/features/cart/read-cart.ts';
import { priceOfAtom } from '#src/features/catalogue/catalogue.atoms.ts';
import {
  ensureServerSessionAtom,
  mutationHeadersAtom,
  realPriceTypeAtom,
  sessionAtom,
} from '#src/features/session/session.atoms.ts';
import { apiAtom } from '#src/platform/api.atom.ts';
import { failureOf } from '#src/platform/failure.ts';
import { reportNetworkAtom } from '#src/platform/network.ts';
import { postOnLeave } from '#src/platform/post-on-leave.ts';

/** Lines of one request (the contract's limit). */
const BATCH_MAX = 200;

// queueChange · flushAll. The one narrow way of a gesture to the server; the outbox takes its place here.

/** Joins the wish that waits for this product, or starts one; it leaves 500 ms after the last tap (Spec §9). */
export function queueChange(get: Getter, set: Setter, { productId, delta }: Change): void {
  const lanes = get(lanesAtom);
  watchLeaving(get, set);
  const lane: Lane = lanes.byProduct.get(productId) ?? { wish: null, timer: undefined, isSending: false };
  lanes.byProduct.set(productId, lane);
  if (lane.wish) lane.wish.delta += delta;
  else {
    const wish: Wish = {
      delta,
      uid: get(sessionAtom).uid,
      kind: get(cartKindAtom),
      seenPrice: seenPriceOf(get, productId),
      headers: set(mutationHeadersAtom),
      readyHeaders: null,
    };
    lane.wish = wish;
    void wish.headers.then((headers) => {
      wish.readyHeaders = headers;
    });
    // The guest's session is opened while the taps are still being counted.
    void set(ensureServerSessionAtom).catch(() => {});
  }
  clearTimeout(lane.timer);
  if (lane.wish.delta === 0) lane.wish = null;
  else if (!lane.isSending) lane.timer = setTimeout(() => ripen(get, set, productId, lane), LIMITS.cartDebounceMs);
}

/** The page is being left: what still waits goes now, even beside a request under way. */
export function flushAll(get: Getter, set: Setter): Promise<unknown> {
  for (const [productId, lane] of get(lanesAtom).byProduct) ripen(get, set, productId, lane);
  return sendRipe(get, set);
}

/** From the first gesture on: a debounce that still waits is sent when the page is hidden or left (settled.md §2). */
function watchLeaving(get: Getter, set: Setter): void {
  const lanes = get(lanesAtom);
  if (lanes.isWatched || typeof document === 'undefined') return;
  lanes.isWatched = true;
  addEventListener('pagehide', () => leaveNow(get, set));
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && leaveNow(get, set));
}

/** Within the event, one request per person and cart; a page that lives on (another tab in front) asks what became of it. */
function leaveNow(get: Getter, set: Setter): void {
  const lanes = get(lanesAtom);
  for (const [productId, lane] of lanes.byProduct) ripen(get, set, productId, lane);
  const groups = Map.groupBy(lanes.ripe.splice(0), ({ wish }) => `${wish.uid} ${wish.kind}`);
  for (const group of groups.values()) {
    const batch = group.slice(0, BATCH_MAX);
    const headers = batch[0]?.wish.readyHeaders;
    if (!headers) {
      // A gesture of this very millisecond: its key is still being made.
      void carry(get, set, batch, []);
      continue;
    }
    lanes.active += 1;
    lanes.started += 1;
    const { path } = (batch[0]?.wish.kind === 'wholesale' ? wholesaleCart : retailCart).change;
    void postOnLeave(path, headers, bodyOf(batch)).then(() => {
      leavePlace(lanes);
      for (const { productId, lane, wish } of batch) {
        lane.isSending = false;
        move(get, set, productId, { waiting: 0, sending: -wish.delta });
      }
      return pullCart(get, set);
    });
  }
}

/** The wish leaves its lane; wishes that are ripe in one moment («Очистить», «Вернуть») travel together. */
function ripen(get: Getter, set: Setter, productId: number, lane: Lane): void {
  const { wish } = lane;
  if (!wish) return;
  const { ripe } = get(lanesAtom);
  clearTimeout(lane.timer);
  lane.wish = null;
  lane.isSending = true;
  move(get, set, productId, { waiting: -wish.delta, sending: wish.delta });
  if (ripe.length === 0) setTimeout(() => void sendRipe(get, set));
  ripe.push({ productId, lane, wish });
}

/** One request per person and cart, one line of it per product. */
async function sendRipe(get: Getter, set: Setter): Promise<void> {
  const lanes = get(lanesAtom);
  const groups = Map.groupBy(lanes.ripe.splice(0), ({ wish }) => `${wish.uid} ${wish.kind}`);
  await Promise.all(
    [...groups.values()].map((group) => carry(get, set, group.slice(0, BATCH_MAX), group.slice(BATCH_MAX))),
  );
  if (lanes.active === 0 && lanes.isPullWanted) await pullCart(get, set);
}

async function carry(get: Getter, set: Setter, batch: readonly Ripe[], rest: readonly Ripe[]): Promise<void> {
  const [first] = batch;
  if (!first) return;
  const lanes = get(lanesAtom);
  const { uid, kind } = first.wish;
  const { change } = kind === 'wholesale' ? wholesaleCart : retailCart;
  await takePlace(lanes);
  try {
    const headers = await first.wish.headers;
    const body = bodyOf(batch);
    const { items: outcomes, ...data } = await withSession(get, set, () =>
      get(apiAtom).send(change, { body }, { headers, keepalive: true }),
    );
    set(reportNetworkAtom, true);
    const owner = headers['X-Client-User'] ?? uid;
    const productIds = batch.map((one) => one.productId);
    set(atOnceAtom, (get, set) => {
      // Whoever holds the phone now may be somebody else: the answer belongs to the one who tapped.
      if (get(sessionAtom).uid === uid) takeAnswer(get, set, data, productIds, owner, lanes.active === 1);
      for (const { productId, wish } of batch) move(get, set, productId, { waiting: 0, sending: -wish.delta });
    });
    for (const { product_id: id, applied, asked } of outcomes) if (applied === 0 && asked > 0) hidePopup(get, set, id);
    tellOutcomes(get, set, outcomes);
  } catch (error) {
    for (const one of batch) undo(get, set, one);
    await explain(get, set, failureOf(error));
  } finally {
    leavePlace(lanes);
  }
  for (const { productId, lane } of batch) {
    lane.isSending = false;
    ripen(get, set, productId, lane);
  }
  await carry(get, set, rest.slice(0, BATCH_MAX), rest.slice(BATCH_MAX));
}

const bodyOf = (batch: readonly Ripe[]) => ({
  cartType: 0,
  items: batch.map(({ productId, wish: { delta, seenPrice } }) => ({
    product_id: productId,
    delta,
    ...(seenPrice === undefined ? {} : { seen_price: seenPrice }),
  })),
});

/** One step for whoever watches: the answer in, the gesture out, no wrong number between. */
const atOnceAtom = atom(null, (get, set, work: (get: Getter, set: Setter) => void) => work(get, set));

/** Only these products go back to what the server holds; wishes that stood on the refused ones fall with them. */
function undo(get: Getter, set: Setter, { productId, lane, wish }: Ripe): void {
  const behind = lane.wish?.delta ?? 0;
  clearTimeout(lane.timer);
  lane.wish = null;
  move(get, set, productId, { waiting: -behind, sending: -wish.delta });
  hidePopup(get, set, productId);
}
/** «Товар в корзине» would be a lie now. */
function hidePopup(get: Getter, set: Setter, productId: number): void {
  if (get(popupCartAtom)?.id === productId) set(popupCartAtom, null);
}

function move(get: Getter, set: Setter, productId: number, by: Pending): void {
  const all = new Map(get(pendingAtom));
  const held = all.get(productId) ?? { waiting: 0, sending: 0 };
  const next = { waiting: held.waiting + by.waiting, sending: held.sending + by.sending };
  if (next.waiting === 0 && next.sending === 0) all.delete(productId);
  else all.set(productId, next);
  set(pendingAtom, all);
}

/** The price that stood on the screen, in the real price type; undefined while the other one is shown. */
function seenPriceOf(get: Getter, productId: number): number | undefined {
  const line = get(storedCartAtom)?.data.groups[0]?.items.find((item) => item.product.id === productId);
  // A line whose rise has not been accepted keeps its own memory of the price.
  if (line) return undefined;
  const price = get(priceOfAtom)(productId);
  return get(realPriceTypeAtom) === 0 ? price?.price : (price?.consPrice ?? undefined);
}
