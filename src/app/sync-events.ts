import { atom, type createStore } from 'jotai';
import { noteSavedGestureAtom } from '#src/app/install.atoms.ts';
import { isReadonlyAtom, popupCartAtom } from '#src/features/cart/cart.atoms.ts';
import { guestHeartsAtom, guestWishesAtom } from '#src/features/favourites/favourites-state.atoms.ts';
import { showDialogAtom, showToastAtom } from '#src/features/notices/notices.atoms.ts';
import { refreshSessionAtom, sessionAtom } from '#src/features/session/session.atoms.ts';
import { arrivedAtom, hearToldAtom, toldAtom } from '#src/features/sync/sync.atoms.ts';
import type { Outcome, OutboxRecord, ParkedRecord } from '#src/offline/outbox/record.ts';
import type { SyncEvent } from '#src/sync-client/client.types.ts';
import { acknowledgeAtom, discardAtom, freshAtom, syncAtom, syncClientAtom } from '#src/sync-client/sync.atoms.ts';

type Store = ReturnType<typeof createStore>;

/** Tells what the sync client has to tell, in the words and places of the features; returns what ends it. */
export function followSync(store: Store): () => void {
  let isLeft = false;
  const ends = [followReadonly(store), awaitFirstGesture(store)];
  void store
    .get(syncClientAtom)
    .load()
    .then((client) => isLeft || ends.push(client.subscribe((event) => store.set(tellAtom, event))))
    // The chunk did not load: then nothing is sent from this page either.
    .catch(() => {});
  return () => {
    isLeft = true;
    for (const end of ends) end();
  };
}

/** «Запрещено» holds until the profile has been read again, or is another person's: from then on it bars by itself (docs/product/asked-for.md#validation). */
const followReadonly = (store: Store): (() => void) =>
  store.sub(sessionAtom, () => store.set(isReadonlyAtom, store.get(sessionAtom).user.readonly));

/** The first gesture of this page that the phone holds: in the queue, or a guest's heart (docs/product/look.md#feel). */
function awaitFirstGesture(store: Store): () => void {
  const made = new Set<string>();
  const hear = () => store.get(freshAtom).forEach(({ key }) => made.add(key));
  const isKept = () =>
    store.get(syncAtom).pending.some(({ id }) => made.has(id)) ||
    store.get(guestHeartsAtom)?.ids.some((id) => store.get(guestWishesAtom).get(id));
  const look = () => {
    if (!isKept()) return;
    end();
    void store.set(noteSavedGestureAtom);
  };
  const ends = [store.sub(freshAtom, hear), store.sub(syncAtom, look), store.sub(guestHeartsAtom, look)];
  const end = () => ends.forEach((leave) => leave());
  hear();
  return end;
}

const tellAtom = atom(null, (get, set, event: SyncEvent): void => {
  if (event.type === 'rejected') set(tellRejectedAtom, event.entry);
  if (event.type === 'changed') set(tellChangedAtom, event.outcome);
  if (event.type === 'arrived') set(arrivedAtom, [...get(arrivedAtom), event.record]);
});

const tellChangedAtom = atom(null, (get, set, outcome: Outcome): void => {
  const { code, applied, message = '' } = outcome.change;
  const id = 'productId' in outcome.body ? outcome.body.productId : 0;
  const scope = 'kind' in outcome.body && outcome.body.kind === 'wholesale' ? 'cart:wholesale' : 'cart:retail';
  const quantity = get(syncAtom).bases[scope]?.values[id] ?? applied ?? 0;
  if (code && outcome.kind === 'cart.change') {
    const title = outcome.seen.title;
    set(showToastAtom, { text: `${title ? `${title}: ` : ''}теперь ${quantity}\u00a0шт. ${message}` });
  }
  if (outcome.kind === 'quiz.submit' && !isSeen(outcome)) {
    const title = outcome.seen.title;
    const words = code === 'quiz_passed' ? 'тест сдан' : 'тест не сдан';
    set(showToastAtom, { text: `${title ? `${title}: ` : ''}${words}, ${applied}\u00a0%` });
  }
  void set(acknowledgeAtom, [outcome]);
});

/** The specification's dialog; closed, the entry is gone (docs/product/offline.md#refusals). */
const tellRejectedAtom = atom(null, (get, set, entry: ParkedRecord): void => {
  const { record, last } = entry;
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
    onClose: () => void set(closeRejectedAtom, entry),
  });
  if (!isBarred) return;
  // Nothing more is tried until the profile has been read again (docs/product/asked-for.md#validation).
  set(isReadonlyAtom, true);
  void set(refreshSessionAtom);
});

/** What could not be put away is no longer hidden; what was is out of the state before it could be shown. */
const closeRejectedAtom = atom(null, async (get, set, entry: ParkedRecord): Promise<void> => {
  await set(discardAtom, entry).catch(() => {});
  set(toldAtom, new Set([...get(toldAtom)].filter((id) => id !== entry.record.id)));
});

/** The screen of this quiz is in front: it shows what became of the answers by itself. */
const isSeen = ({ body }: Pick<Outcome | OutboxRecord, 'body'>): boolean =>
  'lessonId' in body &&
  globalThis.location?.pathname.replace(/\/$/, '') === `/user/education/lesson/${body.lessonId}/quiz`;
