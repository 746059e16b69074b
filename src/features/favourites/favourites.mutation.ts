import { defineMutation, isId, isInt, isObject } from '#src/offline/outbox/mutation.ts';
import type { Face } from '#src/offline/outbox/face.ts';
import { favLane } from '#src/features/favourites/lane.ts';

export type FavSet = { productId: number; on: boolean };

/** A heart is on or off; the last tap wins. A guest's hearts stay on the device and become these at login. */
export const favSet = defineMutation({
  kind: 'fav.set',
  v: 1,
  merge: 'set',
  who: 'account',
  scopes: ['fav'],
  repeatable: true,
  isPayload: (value): value is FavSet => isObject(value) && isId(value.productId) && typeof value.on === 'boolean',
  lane: ({ productId }) => favLane(productId),
  target: ({ productId }) => ({ scope: 'fav', entry: String(productId) }),
  request: ({ productId, on }) => ({
    method: on ? 'PUT' : 'DELETE',
    path: `/favorite-products/${productId}`,
    body: null,
  }),
  readAnswer({ productId }, { favoriteProducts: ids, version }) {
    if (!Array.isArray(ids) || !isInt(version)) return null;
    return [{ do: 'entry', value: ids.includes(productId) ? 1 : 0, version }];
  },
  view: { of: (base, entry): boolean => base?.values[entry] === 1, fold: (_on, payload) => payload.on },
  /**
   * Back and forth cancels out where the heart without the tail is what is now asked for: two tabs may have asked for the same
   * thing twice, and then «off» does not undo «on» but must be sent. Where nobody knows it (null: nothing was pulled yet)
   * nothing cancels out, for the server may hold the heart since long ago (both found by simulation).
   */
  collapse: (_tail, next, before) => (before === next.on ? 'cancel' : next),
  /** Tried and never answered: it may be set or not. */
  afterReject: (_payload, reason, tries) => (reason === 'stale' && tries > 0 ? [{ do: 'unknown' }] : []),
});

export const favSetFace: Face<FavSet> = {
  words: ({ on }) => (on ? 'в\u00a0избранное' : 'убрать из\u00a0избранного'),
  done: ({ on }) => (on ? 'в\u00a0избранное' : 'из\u00a0избранного'),
  group: ({ on }) => (on ? 'added' : 'removed'),
  about: ({ productId }) => ({ product: productId }),
};
