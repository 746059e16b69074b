import { atom, type Getter } from 'jotai';
import type { CallReply } from '#contract/call.ts';
import { getNotifications, type Notification, readNotifications } from '#contract/notifications.ts';
import {
  askPermission,
  type PushRefusal,
  type PushState,
  readPush,
  turnPushOff,
  turnPushOn,
} from '#src/features/notifications/push.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { tellUnreadAtom } from '#src/features/session/unread.atoms.ts';
import { markStale } from '#src/offline/kept/kept.ts';
import { apiAtom } from '#src/platform/api/api.atom.ts';
import { type Failure, failureOf } from '#src/platform/api/failure.ts';
import { askKept, NOTHING_SHOWN, type Shown } from '#src/platform/api/kept-answer.ts';
import { reportNetworkAtom } from '#src/platform/api/network.ts';
import { storesAtom } from '#src/platform/memory/stores.atom.ts';

// Read: inboxAtom, pushAtom. Commands: loadInboxAtom, loadOlderAtom, markReadAtom, loadPushAtom, switchPushAtom.

type Inbox = CallReply<typeof getNotifications>;
const INBOX = 'notifications';

// ── Read ────────────────────────────────────────────────────────────────────────────────────────
type Held = { uid: string; shown: Shown<Inbox>; older: readonly Notification[]; hasMore: boolean };
const NOBODY: Held = { uid: '', shown: NOTHING_SHOWN, older: [], hasMore: false };
const heldAtom = atom(NOBODY);
/** The first page of who holds the phone, of this asking or the copy of the last one; below it what was asked for since. */
export const inboxAtom = atom((get) => {
  const held = get(heldAtom);
  return held.uid === get(sessionAtom).uid ? held : NOBODY;
});
const heldPushAtom = atom<{ uid: string; state: PushState | null }>({ uid: '', state: null });
/** Null until the browser has said. */
export const pushAtom = atom((get): PushState | null => {
  const { uid, state } = get(heldPushAtom);
  return uid === get(sessionAtom).uid ? state : null;
});

// ── Commands ────────────────────────────────────────────────────────────────────────────────────
const partsOf = async (get: Getter) => ({
  api: get(apiAtom),
  store: await get(storesAtom).person(get(sessionAtom).uid),
});

/** Shows the copy, then asks. */
export const loadInboxAtom = atom(null, async (get, set): Promise<void> => {
  const { uid } = get(sessionAtom);
  await askKept(await partsOf(get), { name: INBOX, call: getNotifications, input: { query: {} } }, (shown) => {
    set(heldAtom, { uid, shown, older: [], hasMore: shown.data?.has_more ?? false });
    if (!shown.isCopy && shown.data) {
      set(reportNetworkAtom, true);
      set(tellUnreadAtom, shown.data.unread);
    }
    if (shown.failure?.kind === 'offline') set(reportNetworkAtom, false);
  });
});

/** The next page below what is shown. Null: it is there. Never throws. */
export const loadOlderAtom = atom(null, async (get, set): Promise<Failure | null> => {
  const held = get(inboxAtom);
  const before = (held.older.at(-1) ?? held.shown.data?.rows.at(-1))?.id;
  if (before === undefined) return null;
  try {
    const page = await get(apiAtom).send(getNotifications, { query: { before } });
    const now = get(inboxAtom);
    if (now.uid === held.uid && now.shown.data === held.shown.data)
      set(heldAtom, { ...held, older: [...held.older, ...page.rows], hasMore: page.has_more });
    return null;
  } catch (error) {
    return failureOf(error);
  }
});

/** What was on the screen is read; its marks stay for this visit. Never throws: the next visit says it again. */
export const markReadAtom = atom(null, async (get, set, upTo: number): Promise<void> => {
  try {
    const { unread } = await get(apiAtom).send(readNotifications, { body: { up_to: upTo } });
    set(tellUnreadAtom, unread);
    const held = get(inboxAtom);
    const { shown } = held;
    if (shown.data) set(heldAtom, { ...held, shown: { ...shown, data: { ...shown.data, unread } } });
    await markStale((await partsOf(get)).store, [INBOX]);
  } catch {
    // Without a signal nobody has read it yet, as far as the shop knows.
  }
});

export const loadPushAtom = atom(null, async (get, set): Promise<void> => {
  const { uid } = get(sessionAtom);
  const state = await readPush(await partsOf(get)).catch((): PushState => 'unsupported');
  set(heldPushAtom, { uid, state });
});

/** Null: it is as wished. Never throws. */
export const switchPushAtom = atom(null, async (get, set, isOn: boolean): Promise<PushRefusal | Failure | null> => {
  try {
    if (isOn) await askPermission();
    const parts = await partsOf(get);
    if (isOn) return await turnPushOn(parts);
    await turnPushOff(parts);
    return null;
  } catch (error) {
    return failureOf(error);
  } finally {
    await set(loadPushAtom);
  }
});
