import { atom, type createStore } from 'jotai';
import { noteSavedGestureAtom } from '#src/features/install/install.atoms.ts';
import { isReadonlyAtom, popupCartAtom } from '#src/features/cart/cart.atoms.ts';
import { guestHeartsAtom, guestWishesAtom } from '#src/features/favourites/favourites-state.atoms.ts';
import { READONLY_DIALOG, showDialogAtom, showToastAtom } from '#src/features/notices/notices.atoms.ts';
import { refreshSessionAtom, sessionAtom } from '#src/features/session/session.atoms.ts';
import { arrivedAtom, hearAcknowledgedAtom, acknowledgedAtom } from '#src/features/sync/sync.atoms.ts';
import type { Faced } from '#src/offline/outbox/face.ts';
import type { Outcome, RejectedRecord } from '#src/offline/outbox/record.ts';
import { lookAtom } from '#src/sync-client/kinds.atom.ts';
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
  if (event.type === 'changed') set(tellChangedAtom, event);
  if (event.type === 'arrived') set(arrivedAtom, [...get(arrivedAtom), event.record]);
});

type Changed = { outcome: Outcome; isAwaited: boolean };
const tellChangedAtom = atom(null, (get, set, { outcome, isAwaited }: Changed): void => {
  const faced = get(lookAtom)(outcome);
  // A verdict is told in its own place by the form that waits for it.
  const isTold = isAwaited && faced?.face.verdicts !== undefined;
  if (faced?.face.changed && !isTold && !isOnOwnScreen(faced)) {
    const { definition, face, payload } = faced;
    const target = definition.target(payload);
    const value = target && get(syncAtom).bases[target.scope]?.values[target.entry];
    const words = face.changed?.(payload, outcome.change, value ?? outcome.change.applied ?? 0);
    const { title } = outcome.seen;
    set(showToastAtom, { text: `${title ? `${title}: ` : ''}${words}` });
  }
  void set(acknowledgeAtom, [outcome]);
});

/** The specification's dialog; closed, the entry is gone, unless somebody has typed it (docs/product/offline.md#refusals). */
const tellRejectedAtom = atom(null, (get, set, entry: RejectedRecord): void => {
  const { record, last } = entry;
  const faced = get(lookAtom)(record);
  if (faced?.face.ownScreen) return isOnOwnScreen(faced) ? set(hearAcknowledgedAtom, [record.id]) : undefined;
  const text = last?.message ?? 'Не удалось выполнить';
  const { title } = record.seen;
  set(acknowledgedAtom, new Set([...get(acknowledgedAtom), record.id]));
  const about = faced?.face.about(faced.payload);
  if (about && 'product' in about && get(popupCartAtom)?.id === about.product) set(popupCartAtom, null);
  const isBarred = last?.code === 'readonly';
  const isTyped = faced?.face.isTyped === true;
  const words = title && !isBarred ? `${title}: ${text}` : text;
  set(showDialogAtom, {
    ...(isBarred ? READONLY_DIALOG : { title: 'Ошибка' }),
    text: isTyped ? `${words.replace(/\.$/, '')}. Что вы ввели, сохранено на странице «Синхронизация».` : words,
    onClose: () => void set(closeRejectedAtom, entry, isTyped),
  });
  if (!isBarred) return;
  // Nothing more is tried until the profile has been read again (docs/product/asked-for.md#validation).
  set(isReadonlyAtom, true);
  void set(refreshSessionAtom);
});

/** What could not be put away is no longer hidden; what was is out of the state before it could be shown. */
const closeRejectedAtom = atom(null, async (get, set, entry: RejectedRecord, isKept: boolean): Promise<void> => {
  if (isKept) set(hearAcknowledgedAtom, [entry.record.id]);
  else await set(discardAtom, entry).catch(() => {});
  set(acknowledgedAtom, new Set([...get(acknowledgedAtom)].filter((id) => id !== entry.record.id)));
});

/** The screen that tells of it is in front: it shows by itself what became of it. */
function isOnOwnScreen({ face, payload }: Faced): boolean {
  const screen = face.ownScreen?.(payload);
  return screen !== undefined && screen === globalThis.location?.pathname.replace(/\/$/, '');
}
