import type { createStore } from 'jotai';
import { isBare } from '#src/features/sync/watch-lost.ts';
import { pillAtom } from '#src/features/sync/pill.atoms.ts';
import { isSameMap, marksOf, pillOf } from '#src/features/sync/pill.rules.ts';
import { refusedRows } from '#src/features/sync/refused-rows.rules.ts';
import { acknowledgedAtom } from '#src/features/sync/sync.atoms.ts';
import { type Mutations, scopeOf } from '#src/offline/outbox/mutation.ts';
import { kindsAtom, lookAtom } from '#src/sync-client/kinds.atom.ts';
import { marksAtom, rejectedAtom, syncAtom, type SyncState } from '#src/sync-client/sync.atoms.ts';
import { networkAtom } from '#src/platform/api/network.ts';
import { timersAtom } from '#src/platform/timers.atom.ts';

type Store = ReturnType<typeof createStore>;

/** A gesture that is answered sooner than this says nothing: no pill that comes and goes with every tap. */
const LATE_MS = 1000;
/** How long «Отправлено» stands. */
const SENT_MS = 4000;

/** From the queue to what the pill, the hearts and the lines say. Returns what ends it. */
export function watchPill(store: Store): () => void {
  let isLate = false;
  let isSent = false;
  let hasSent = false;
  let peak = 0;
  let last = store.get(syncAtom);
  const timers = store.get(timersAtom);
  let stopLate = () => {};
  let stopSent = () => {};

  function look(): void {
    const queue = store.get(syncAtom);
    const { pending, sending } = queue;
    const { isOnline } = store.get(networkAtom);
    stopLate();
    // Another person's queue tells nothing of the one before: that one waits, sealed, for its owner.
    if (queue.uid !== last.uid) {
      rest(false);
      isSent = false;
    }
    if (pending.length === 0)
      rest(isLate && hasSent && isOnline && !isCleared(store.get(kindsAtom).definitions, last, queue));
    else if (isLate || !isOnline) {
      isLate = true;
      isSent = false;
      hasSent ||= sending.size > 0;
      peak = Math.max(peak, pending.length);
    } else {
      // Taps still come, or the answer is on its way: the wait begins when nothing happens any more.
      stopLate = timers.after(LATE_MS, () => {
        isLate = true;
        look();
      });
    }
    last = queue;
    draw();
  }

  /** Nothing waits any more. `isAcknowledged`: because it has reached the shop. */
  function rest(isAcknowledged: boolean): void {
    isLate = false;
    hasSent = false;
    peak = 0;
    if (isAcknowledged) tellSent();
  }

  function tellSent(): void {
    isSent = true;
    stopSent();
    stopSent = timers.after(SENT_MS, () => {
      isSent = false;
      draw();
    });
  }

  function draw(): void {
    const { pending, rejected, sending } = store.get(syncAtom);
    const told = store.get(acknowledgedAtom);
    const refused = rejected.filter(({ record }) => !told.has(record.id));
    const before = store.get(rejectedAtom);
    if (refused.length !== before.length || refused.some((one, i) => one !== before[i]))
      store.set(rejectedAtom, refused);
    const marks = marksOf(isLate ? pending : [], sending, refused);
    if (!isSameMap(marks, store.get(marksAtom))) store.set(marksAtom, marks);
    const { isOnline } = store.get(networkAtom);
    const counts = {
      pending: pending.length,
      sending: sending.size,
      refused: refusedRows(store.get(lookAtom), refused).length,
    };
    const pill = pillOf({ isOnline, ...counts, isLate, isSent, peak });
    const shown = store.get(pillAtom);
    if (pill?.text !== shown?.text || pill?.more !== shown?.more || pill?.tone !== shown?.tone)
      store.set(pillAtom, pill);
  }

  const left = [syncAtom, networkAtom, acknowledgedAtom].map((one) => store.sub(one, look));
  look();
  return () => {
    stopLate();
    stopSent();
    for (const leave of left) leave();
  };
}

/** A memory that was cleared under the page has sent nothing; forms leave no trace in it either way. */
const isCleared = (definitions: Mutations, last: SyncState, now: SyncState): boolean =>
  isBare(now) && last.pending.some((one) => scopeOf(definitions, one));
