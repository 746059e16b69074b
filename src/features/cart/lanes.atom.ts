import { atom } from 'jotai';
import type { CartKind } from '#src/features/cart/cart.types.ts';

/** A wish that waits for the last tap: one signed difference, one key minted at the first gesture. */
export type Wish = {
  delta: number;
  uid: string;
  kind: CartKind;
  seenPrice: number | undefined;
  headers: Promise<Record<string, string>>;
  /** The same as soon as they are there: a page that is being left cannot wait. */
  readyHeaders: Record<string, string> | null;
};
/** One product's way to the server: one request at a time, in the order of the gestures. */
export type Lane = { wish: Wish | null; timer: ReturnType<typeof setTimeout> | undefined; isSending: boolean };
/** A wish on its way. */
export type Ripe = { productId: number; lane: Lane; wish: Wish };
export type Lanes = {
  byProduct: Map<number, Lane>;
  ripe: Ripe[];
  /** Requests under way and started so far: a pull that overlaps a send is thrown away (settled.md §8). */
  active: number;
  started: number;
  isPullWanted: boolean;
  /** The pull under way: the frame and the screen both ask for it. */
  pull: { uid: string; done: Promise<void> } | null;
  /** The page's leaving is listened to. */
  isWatched: boolean;
  /** Whoever waits for one of the four places. */
  queue: (() => void)[];
};
/** At most four requests at once (settled.md §8). */
export const LANES_MAX = 4;

/** One per store, so that two stores (two tabs of a test) share nothing. */
export const lanesAtom = atom((): Lanes => ({
  byProduct: new Map(),
  ripe: [],
  active: 0,
  started: 0,
  isPullWanted: false,
  pull: null,
  isWatched: false,
  queue: [],
}));

export async function takePlace(lanes: Lanes): Promise<void> {
  lanes.started += 1;
  lanes.active += 1;
  if (lanes.active > LANES_MAX) await new Promise<void>((go) => lanes.queue.push(go));
}
export function leavePlace(lanes: Lanes): void {
  lanes.active -= 1;
  lanes.started += 1;
  lanes.queue.shift()?.();
}
