import { atom } from 'jotai';
import { getUnread } from '#contract/unread.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { apiAtom } from '#src/platform/api/api.atom.ts';
import { timersAtom } from '#src/platform/timers.atom.ts';

// unreadAtom · loadUnreadAtom · tellUnreadAtom: how much of the inbox nobody has read. Shown beside every screen of the cabinet, counted by
// the inbox itself while it is open.

const heldAtom = atom<{ uid: string; count: number; at: number }>({ uid: '', count: 0, at: 0 });
/** None of somebody who was here before. */
export const unreadAtom = atom((get): number => {
  const { uid, count } = get(heldAtom);
  return uid === get(sessionAtom).uid ? count : 0;
});
/** A menu is drawn with every screen; the shop is asked once a minute. */
const FRESH_MS = 60_000;

/** Never throws: without a signal the number stays what it was. */
export const loadUnreadAtom = atom(null, async (get, set): Promise<void> => {
  const { uid, user } = get(sessionAtom);
  const now = get(timersAtom).now();
  const held = get(heldAtom);
  if (user.isGuest || (held.uid === uid && now - held.at < FRESH_MS)) return;
  set(heldAtom, { uid, count: held.uid === uid ? held.count : 0, at: now });
  try {
    const { unread } = await get(apiAtom).send(getUnread, {});
    if (get(sessionAtom).uid === uid) set(heldAtom, { uid, count: unread, at: now });
  } catch {
    // The next screen asks again.
    set(heldAtom, (last) => (last.uid === uid ? { ...last, at: -FRESH_MS } : last));
  }
});
/** The inbox has just been told. */
export const tellUnreadAtom = atom(null, (get, set, count: number): void =>
  set(heldAtom, { uid: get(sessionAtom).uid, count, at: get(timersAtom).now() }),
);
