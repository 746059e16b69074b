import { atom, type createStore } from 'jotai';
import { noteSavedGestureAtom } from '#src/app/install.atoms.ts';
import { isReadonlyAtom, popupCartAtom, pullCartAtom } from '#src/features/cart/cart.atoms.ts';
import { guestHeartsAtom, guestWishesAtom } from '#src/features/favourites/favourites-state.atoms.ts';
import { showDialogAtom, showToastAtom } from '#src/features/notices/notices.atoms.ts';
import { ensureServerSessionAtom, refreshSessionAtom, sessionAtom } from '#src/features/session/session.atoms.ts';
import { arrivedAtom, hearToldAtom, toldAtom } from '#src/features/sync/sync.atoms.ts';
import type { Outcome, OutboxRecord, ParkedRecord } from '#src/offline/outbox/record.ts';
import { freshAtom, queueAtom } from '#src/sync-client/queue.atoms.ts';
import { heldAtom } from '#src/sync-client/engine.ts';
import { queueHostAtom } from '#src/sync-client/host.atom.ts';
import { discard, forget, wake, watchPage } from '#src/sync-client/queue.ts';
import { readView } from '#src/sync-client/view.ts';

type Store = ReturnType<typeof createStore>;

/** Joins the queue with the features it knows nothing of; returns what ends it. */
export function hostQueue(store: Store): () => void {
  const left = new AbortController();
  store.set(hostQueueAtom);
  store.set(watchAtom, left.signal);
  const ends = [followReadonly(store), awaitFirstGesture(store)];
  return () => {
    left.abort();
    for (const end of ends) end();
  };
}

/** «Запрещено» holds until the profile has been read again, or is another person's: from then on it bars by itself (docs/product/asked-for.md#validation). */
const followReadonly = (store: Store): (() => void) =>
  store.sub(sessionAtom, () => store.set(isReadonlyAtom, store.get(sessionAtom).user.readonly));

/** The first gesture of this page that the phone holds: in the queue, or a guest's heart (docs/product/look.md#feel). */
function awaitFirstGesture(store: Store): () => void {
  const made = new Set<string>();
  const hear = () => store.get(freshAtom).forEach(({ id }) => made.add(id));
  const isKept = () =>
    store.get(queueAtom).pending.some(({ id }) => made.has(id)) ||
    store.get(guestHeartsAtom)?.ids.some((id) => store.get(guestWishesAtom).get(id));
  const look = () => {
    if (!isKept()) return;
    end();
    void store.set(noteSavedGestureAtom);
  };
  const ends = [store.sub(freshAtom, hear), store.sub(queueAtom, look), store.sub(guestHeartsAtom, look)];
  const end = () => ends.forEach((leave) => leave());
  hear();
  return end;
}

/** What waited for the session or the network goes on. */
export const wakeQueueAtom = atom(null, (get, set) => wake(get, set));
const watchAtom = atom(null, (get, set, left: AbortSignal) => watchPage(get, set, left));

const hostQueueAtom = atom(null, (get, set) => {
  set(queueHostAtom, {
    openGuest: (again) => set(ensureServerSessionAtom, again),
    readSession: () => set(refreshSessionAtom),
    pull: (scopes) =>
      Promise.all([
        scopes.has('fav') && set(refreshSessionAtom),
        [...scopes].some((scope) => scope.startsWith('cart')) && set(pullCartAtom),
        // Its code is on the phone when somebody learns on it.
        scopes.has('edu') &&
          import('#src/features/education/education.atoms.ts').then((education) => set(education.pullEducationAtom)),
      ]),
    refused: (parked) => refused(parked),
    changed: (outcome) => {
      const { code, applied, message = '' } = outcome.change;
      const id = 'productId' in outcome.body ? outcome.body.productId : 0;
      const scope = 'kind' in outcome.body && outcome.body.kind === 'wholesale' ? 'cart:wholesale' : 'cart:retail';
      const quantity = get(queueAtom).bases[scope]?.values[id] ?? applied ?? 0;
      if (code && outcome.kind === 'cart.change') {
        const title = outcome.seen.title;
        set(showToastAtom, { text: `${title ? `${title}: ` : ''}теперь ${quantity}\u00a0шт. ${message}` });
      }
      if (outcome.kind === 'quiz.submit' && !isSeen(outcome)) {
        const title = outcome.seen.title;
        const words = code === 'quiz_passed' ? 'тест сдан' : 'тест не сдан';
        set(showToastAtom, { text: `${title ? `${title}: ` : ''}${words}, ${applied}\u00a0%` });
      }
      void forget(get, [outcome]);
    },
    arrived: (record) => set(arrivedAtom, [...get(arrivedAtom), record]),
  });

  /** The specification's dialog; closed, the entry is gone (docs/product/offline.md#refusals). */
  function refused(parked: ParkedRecord): void {
    const { record, last } = parked;
    // Answers are kept and readable whatever becomes of them: nothing takes them away but their own screen or /user/sync.
    if (record.kind === 'quiz.submit') return isSeen(record) ? set(hearToldAtom, [record.id]) : undefined;
    const text = last?.message ?? 'Не удалось выполнить';
    const { title } = record.seen;
    set(toldAtom, new Set([...get(toldAtom), record.id]));
    if ('productId' in record.body && get(popupCartAtom)?.id === record.body.productId) set(popupCartAtom, null);
    const isBarred = last?.code === 'readonly';
    set(showDialogAtom, {
      title: 'Ошибка',
      text: title && !isBarred ? `${title}: ${text}` : text,
      onClose: () => void closed(parked),
    });
    if (!isBarred) return;
    // Nothing more is tried until the profile has been read again (docs/product/asked-for.md#validation).
    set(isReadonlyAtom, true);
    void set(refreshSessionAtom);
  }

  /** What could not be put away is no longer hidden; what was is out of the view before it could be shown. */
  async function closed(parked: ParkedRecord): Promise<void> {
    await discard(get, parked).catch(() => {});
    const engine = await get(heldAtom).now?.engine.catch(() => undefined);
    if (engine) await readView(get, set, engine);
    set(toldAtom, new Set([...get(toldAtom)].filter((id) => id !== parked.record.id)));
  }
});

/** The screen of this quiz is in front: it shows what became of the answers by itself. */
const isSeen = ({ body }: Pick<Outcome | OutboxRecord, 'body'>): boolean =>
  'lessonId' in body &&
  globalThis.location?.pathname.replace(/\/$/, '') === `/user/education/lesson/${body.lessonId}/quiz`;
