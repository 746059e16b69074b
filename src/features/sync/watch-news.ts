import type { createStore } from 'jotai';
import { isBare } from '#src/features/sync/watch-lost.ts';
import { FRONT_MS, hasWaited, isNews, type News, newsOf, waitedAfter } from '#src/features/sync/news.rules.ts';
import {
  arrivedAtom,
  hearTabs,
  hearAcknowledgedAtom,
  newsAtom,
  readAcknowledgedAtom,
  acknowledgedInSheetAtom,
} from '#src/features/sync/sync.atoms.ts';
import { scopeOf } from '#src/offline/outbox/mutation.ts';
import type { OutboxRecord } from '#src/offline/outbox/record.ts';
import { networkAtom } from '#src/platform/api/network.ts';
import { timersAtom } from '#src/platform/timers.atom.ts';
import { kindsAtom, lookAtom } from '#src/sync-client/kinds.atom.ts';
import { acknowledgeAtom, rejectedAtom, syncAtom } from '#src/sync-client/sync.atoms.ts';

type Store = ReturnType<typeof createStore>;

/** The sheet comes when the flush has come to rest, and the snapshot after it is here. */
const QUIET_MS = 700;
const LOOK_AGAIN_MS = 1000;

/** From the queue to the sheet «Пока вы были офлайн». Returns what ends it. */
export function watchNews(store: Store): () => void {
  let uid: string | null = null;
  let isFirst = true;
  let waited: ReadonlySet<string> = new Set();
  /** Of arrivedAtom: those that are told. */
  let known: ReadonlySet<string> = new Set();
  const timers = store.get(timersAtom);
  const now = () => timers.date().getTime();
  let cancel = () => {};

  function look(): void {
    const { uid: holder, isRead, pending, rejected } = store.get(syncAtom);
    if (holder !== uid) begin(holder);
    if (!isRead) return;
    const { isOnline } = store.get(networkAtom);
    waited = waitedAfter(waited, { pending, rejected: rejected.map(({ record }) => record.id), isFirst, isOnline });
    isFirst = false;
    const shown = store.get(newsAtom);
    if (shown) {
      const news = newsNow();
      store.set(newsAtom, isNews(news) ? { ...shown, news } : null);
    } else again(QUIET_MS);
  }

  /** Whoever holds the phone now is told of their own only; a guest who logs in stays the same person. */
  function begin(holder: string): void {
    const before = uid;
    uid = holder;
    isFirst = true;
    waited = new Set();
    if (before && before !== 'guest') store.set(arrivedAtom, []);
    store.set(newsAtom, null);
    store.set(acknowledgedInSheetAtom, null);
    if (holder !== '') void store.set(readAcknowledgedAtom, holder);
  }

  function hear(): void {
    const arrived = store.get(arrivedAtom);
    // Without a network nothing arrives: it was taken back in another tab. Nor does it from a memory that was cleared.
    const { isOnline } = store.get(networkAtom);
    const isCleared = isBare(store.get(syncAtom));
    const isTrue = (record: OutboxRecord) =>
      isOnline && !(isCleared && scopeOf(store.get(kindsAtom).definitions, record));
    const told = arrived.filter(
      (record) => known.has(record.id) || (isTrue(record) && hasWaited(record, waited, now())),
    );
    known = new Set(told.map(({ id }) => id));
    if (told.length < arrived.length) store.set(arrivedAtom, told);
    else look();
  }

  function newsNow(): News {
    const { outcomes, pending } = store.get(syncAtom);
    const told = store.get(acknowledgedInSheetAtom) ?? new Set<string>();
    const at = now();
    return newsOf({
      look: store.get(lookAtom),
      arrived: store.get(arrivedAtom),
      pending,
      outcomes,
      refused: store.get(rejectedAtom).filter(({ record }) => hasWaited(record, waited, at)),
      told,
    });
  }

  function settle(): void {
    const { sending } = store.get(syncAtom);
    if (!store.get(networkAtom).isOnline || sending.size > 0 || store.get(acknowledgedInSheetAtom) === null) return;
    // Nothing is told to an empty room, nor behind a dialog.
    if (typeof document !== 'undefined' && document.visibilityState === 'hidden') return;
    putAway();
    const news = newsNow();
    if (!isNews(news)) {
      // A refusal that its own page has not told by then is told here.
      if (store.get(rejectedAtom).some(({ record }) => !hasWaited(record, waited, now()))) again(FRONT_MS);
      return;
    }
    if (typeof document !== 'undefined' && document.querySelector('dialog:modal')) return again(LOOK_AGAIN_MS);
    store.set(newsAtom, { news, at: timers.date().toISOString() });
  }

  /** Of a sheet that was closed by a page which was gone before it had done so. */
  function putAway(): void {
    const told = store.get(acknowledgedInSheetAtom);
    const left = store.get(syncAtom).outcomes.filter(({ id }) => told?.has(id));
    if (left.length > 0) void store.set(acknowledgeAtom, left).catch(() => {});
  }

  function again(ms: number): void {
    cancel();
    cancel = timers.after(ms, settle);
  }

  const left = [
    ...[syncAtom, networkAtom, rejectedAtom, acknowledgedInSheetAtom].map((one) => store.sub(one, look)),
    store.sub(arrivedAtom, hear),
    hearTabs((ids) => store.set(hearAcknowledgedAtom, ids)),
  ];
  const seen = () => look();
  globalThis.document?.addEventListener('visibilitychange', seen);
  look();
  // What arrived before this was listening is judged like the rest.
  hear();
  return () => {
    cancel();
    for (const leave of left) leave();
    globalThis.document?.removeEventListener('visibilitychange', seen);
  };
}
