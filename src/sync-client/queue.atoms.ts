import { atom, type Getter } from 'jotai';
import type { Base } from '#src/offline/outbox/base.ts';
import type { Intent, Outcome, OutboxRecord, ParkedRecord, Seen } from '#src/offline/outbox/record.ts';

// What the person has done and the server has not confirmed: queueAtom as stored, freshAtom as of this moment.
// Read by features through intentsOf and baseOf; changed by gesture.atom.ts and queue.ts only.

/** One transaction's view of the partition of `uid` (and of guests that have joined it). */
export type QueueView = {
  uid: string;
  /** False until the device's memory has been read. */
  isRead: boolean;
  pending: readonly OutboxRecord[];
  parked: readonly ParkedRecord[];
  outcomes: readonly Outcome[];
  bases: Readonly<Record<string, Base>>;
  /** Keys under way at this moment, from this tab. */
  sending: ReadonlySet<string>;
};
export const queueAtom = atom<QueueView>({
  uid: '',
  isRead: false,
  pending: [],
  parked: [],
  outcomes: [],
  bases: {},
  sending: new Set<string>(),
});

type Fresh = { id: string; uid: string; intent: Intent };
/** Gestures that are not durable yet: shown at once, called saved a moment later. */
export const freshAtom = atom<readonly Fresh[]>([]);

/** `owner` as in X-Client-User; `holdMs` waits for the last tap of a row (docs/product/asked-for.md#constants). */
export type Gesture = {
  uid: string;
  owner: Promise<string>;
  intent: Intent;
  seen: Seen;
  holdMs?: number;
  removesLine?: boolean;
  /** Minted earlier where a crash may repeat the gesture: an attempt at a quiz carries its key from its first answer on. */
  id?: string;
};
export type MadeGesture = Gesture & { id: string };
/**
 * What became of it on the device: `queued` is durable; `full`: no room; `broken`: its database does not answer; `unjudged`:
 * answers of this quiz wait already.
 */
export type Saved = 'queued' | 'full' | 'broken' | 'lost' | 'unjudged';

/** In the order of the gestures; what the last pull holds already is left out (docs/product/offline.md#reads). */
export function intentsOf(get: Getter, uid: string, scope: string): readonly Intent[] {
  const queue = get(queueAtom);
  const included = queue.bases[scope]?.included ?? [];
  return [
    ...(queue.uid === uid ? queue.pending.filter((record) => !included.includes(record.id)) : []),
    ...get(freshAtom).flatMap((one) => (one.uid === uid ? [one.intent] : [])),
  ];
}
export const baseOf = (get: Getter, uid: string, scope: string): Base | undefined =>
  get(queueAtom).uid === uid ? get(queueAtom).bases[scope] : undefined;
