import type { createStore } from 'jotai';
import { LOST_KEY, lostAtom } from '#src/features/sync/lost.atoms.ts';
import { isLost, type Lost, lostOf } from '#src/features/sync/lost.rules.ts';
import { MARK_KEY } from '#src/offline/keys.ts';
import { EMPTY_BASE } from '#src/offline/outbox/base.ts';
import { heartbeatAtom } from '#src/platform/api/heartbeat.atom.ts';
import { syncAtom, syncClientAtom, type SyncState } from '#src/sync-client/sync.atoms.ts';
import { storesAtom } from '#src/platform/memory/stores.atom.ts';

type Store = ReturnType<typeof createStore>;

/** Own key of `pub`: this memory is the one the server has heard of. A phone that was cleared has none. */

/**
 * Notices that this phone has lost its memory (docs/product/offline.md F35, docs/product/offline.md#eviction): at the start, by what the server
 * last heard from this browser; under an open page, by a queue that is gone together with its books.
 */
export function watchLost(store: Store): () => void {
  let isMarked: boolean | null = null;
  let before: SyncState | null = null;
  let isLeft = false;
  /** One after the other: what is read from the phone must not overtake what has just been told. */
  let turn: Promise<void> = Promise.resolve();
  const inTurn = (work: () => Promise<void>): void => {
    turn = turn.then(work).catch(() => {});
  };
  const pub = store.get(storesAtom).pub();

  const begin = async () => {
    isMarked = (await pub.get(MARK_KEY).catch(() => undefined)) !== undefined;
    ask();
  };

  function ask(): void {
    const said = store.get(heartbeatAtom);
    const { isRead, pending } = store.get(syncAtom);
    if (isLeft || isMarked !== false || said === undefined || !isRead) return;
    const lost = lostOf(said, { isMarked, pending: pending.length });
    isMarked = true;
    void pub.set(MARK_KEY, true).catch(() => {});
    if (lost) inTurn(() => tell(lost));
  }

  async function tell(lost: Lost): Promise<void> {
    const { uid } = store.get(syncAtom);
    store.set(lostAtom, lost);
    const person = await store.get(storesAtom).person(uid);
    await person.set(LOST_KEY, lost).catch(() => {});
  }

  function look(): void {
    const now = store.get(syncAtom);
    if (!now.isRead) return;
    const last = before;
    before = now;
    if (last?.uid !== now.uid) inTurn(() => recall(now.uid, last?.uid));
    ask();
    if (last?.uid === now.uid) inTurn(() => compare(last, now));
  }

  async function compare(last: SyncState, now: SyncState): Promise<void> {
    if (last.pending.length === 0 || now.pending.length > 0 || !isBare(now)) return;
    const client = await store.get(syncClientAtom).load();
    const [own] = (await client.inspect()).partitions;
    // Every change is booked in the transaction that stores it: no books, no memory.
    if (own?.ledger.enqueued === 0) await tell({ v: 1, pending: last.pending.length, at: new Date().toISOString() });
  }

  /**
   * Told to this person, but not closed yet when the page went. A cleared phone starts as a guest's, until the server says
   * whose it is: what it has lost is theirs.
   */
  async function recall(uid: string, previous: string | undefined): Promise<void> {
    const lost = store.get(lostAtom);
    const stores = store.get(storesAtom);
    if (lost && previous === 'guest') {
      await (await stores.person(previous)).del([LOST_KEY]).catch(() => {});
      return tell(lost);
    }
    const person = await stores.person(uid);
    const kept = await person.get<unknown>(LOST_KEY).catch(() => undefined);
    if (isLeft || store.get(syncAtom).uid !== uid) return;
    store.set(lostAtom, isLost(kept) ? kept : null);
  }

  const left = [store.sub(syncAtom, look), store.sub(heartbeatAtom, ask)];
  void begin().then(look);
  return () => {
    isLeft = true;
    for (const leave of left) leave();
  };
}

/** Nothing of the server's is remembered either. */
export const isBare = ({ bases }: Pick<SyncState, 'bases'>): boolean =>
  Object.values(bases).every((base) => base.top === EMPTY_BASE.top);
