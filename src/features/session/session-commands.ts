import { atom, type Getter, type Setter } from 'jotai';
import { getUserData, login, logout, openGuest, setPriceView, type User, type UserData } from '#contract/session.ts';
import { showToastAtom } from '#src/features/notices/notices.atoms.ts';
import { claimGuests } from '#src/features/session/claim-guests.ts';
import { renewGuestId } from '#src/features/session/device-guests.ts';
import { type SessionEvent, type SessionNews, tellTabs } from '#src/features/session/session-bus.ts';
import { onDevice, send } from '#src/features/session/session-send.ts';
import {
  clientViewAtom,
  guestIdAtom,
  guestIdVersionAtom,
  isSessionExpiredAtom,
  sessionEpochAtom,
  sessionStateAtom,
} from '#src/features/session/session-state.atoms.ts';
import {
  asking,
  dropOldSeals,
  forgetLogout,
  oweLogout,
  readMark,
  storeLogin,
  storeLogout,
  storeUserData,
} from '#src/features/session/session-store.ts';
import {
  GUEST_UID,
  guestSession,
  markOf,
  readPull,
  type SessionMark,
  sessionFrom,
  sessionOfUser,
  uidOf,
} from '#src/features/session/session.rules.ts';
import { apiAtom } from '#src/platform/api/api.atom.ts';
import { ApiError, failureOf } from '#src/platform/api/failure.ts';
import { heartbeatAtom } from '#src/platform/api/heartbeat.atom.ts';
import { logoutGate } from '#src/platform/api/logout-gate.ts';
import { syncClient } from '#src/sync-client/sync.atoms.ts';
import { storesAtom } from '#src/platform/memory/stores.atom.ts';

export { hearLife } from '#src/features/session/session-bus.ts';

// refreshSession · logIn · logOut · ensureServerSession · rememberView · hearLife · followLife
// Loaded after the first cards: everything here talks to the server.

const pullAtom = atom<Promise<void> | null>(null);
const openedAtom = atom<{ guestId: string; done: Promise<void> } | null>(null);

/** One pull at a time; its answer counts only if nobody has logged in or out meanwhile. */
export function refreshSession(get: Getter, set: Setter): Promise<void> {
  const running = get(pullAtom);
  if (running) return running;
  const pull = pullSession(get, set).finally(() => set(pullAtom, null));
  set(pullAtom, pull);
  return pull;
}

async function pullSession(get: Getter, set: Setter): Promise<void> {
  const epoch = get(sessionEpochAtom);
  const { uid } = get(sessionStateAtom);
  try {
    const asked = await onDevice(() => asking(get(storesAtom), uid), { uid, left: null });
    const data = await askWhoAmI(get, set, uid);
    if (get(sessionEpochAtom) !== epoch) return;
    set(heartbeatAtom, data.heartbeat ?? null);
    const before = get(sessionStateAtom).uid;
    const at = new Date().toISOString();
    const isKept = await onDevice(() => storeUserData(get(storesAtom), data, at, asked), true);
    if (!isKept || get(sessionEpochAtom) !== epoch) return;
    const change = readPull(before, data.user);
    await onDevice(() => claimGuests(get, set, data.user), undefined);
    if (get(sessionEpochAtom) !== epoch) return;
    if (change !== 'same') set(guestIdVersionAtom, (version) => version + 1);
    set(isSessionExpiredAtom, change === 'expired' || (data.user.isGuest && get(isSessionExpiredAtom)));
    set(sessionStateAtom, sessionFrom(data, true));
    tellWorker(markOf(data.user));
    await onDevice(() => dropOldSeals(get(storesAtom), new Date()), undefined);
  } catch (error) {
    // Without an answer the person stays who they were; the shell says that the network is away.
    if (!(error instanceof ApiError)) throw error;
  }
}

/** /user/data is also the whole snapshot of the hearts: taken unless a send of theirs overlapped it (docs/product/offline.md#reads). */
async function askWhoAmI(get: Getter, set: Setter, uid: string): Promise<UserData> {
  if (uid === GUEST_UID) return send(get, set, getUserData, {});
  let data: UserData | undefined;
  const client = await syncClient(get);
  const pulled = client.pull({ uid, owner: uid, scope: 'fav' }, async (tried) => {
    const headers: Record<string, string> = tried.length > 0 ? { 'X-Client-Tried': tried.join(',') } : {};
    data = await send(get, set, getUserData, {}, headers);
    if (uidOf(data.user) !== uid) return null;
    const values = Object.fromEntries(data.favoriteProducts.map((id) => [id, 1]));
    return { version: data.favourites_version, values, included: data.included ?? [], data: data.favoriteProducts };
  });
  await pulled.catch((error: unknown) => {
    // A store that fails must not keep a person from being known.
    if (!data) throw error;
  });
  // Either it was asked for, or what went wrong has been thrown.
  return data as unknown as UserData;
}

/** @throws ApiError with the server's words: wrong_password, too_many, or no network. */
export async function logIn(get: Getter, set: Setter, input: { login: string; password: string }): Promise<void> {
  const guestId = await get(guestIdAtom);
  const { user, warnings } = await send(get, set, login, { body: { ...input, guestId } });
  await onDevice(() => storeLogin(get(storesAtom), user, guestId, new Date().toISOString()), undefined);
  logoutGate.isWanted = false;
  become(get, set, user);
  set(isSessionExpiredAtom, false);
  tellTabs({ type: 'login', uid: String(user.id) });
  for (const { message } of warnings) set(showToastAtom, { text: message });
  await refreshSession(get, set);
}

/**
 * The device forgets first, the server hears of it next: at once, or before any other request when the signal is back
 * (docs/product/offline.md F17). What waits in the queue has been decided before (LogoutProgress).
 */
export async function logOut(get: Getter, set: Setter): Promise<void> {
  const { uid } = get(sessionStateAtom);
  set(sessionEpochAtom, (epoch) => epoch + 1);
  // Code that has not come sends nothing either.
  await syncClient(get)
    .then((client) => client.leave())
    .catch(() => {});
  // The other tabs forget first, so that none of them writes after the database has been emptied.
  tellTabs({ type: 'logout', uid });
  const stores = get(storesAtom);
  oweLogout(stores, uid);
  try {
    await storeLogout(stores, uid, new Date().toISOString());
  } finally {
    forgetPerson(set);
    tellWorker({ uid: GUEST_UID, priceType: 0, isGuest: true });
  }
  await send(get, set, logout, {}, { 'X-Client-User': uid }).then(
    () => onDevice(() => forgetLogout(stores), undefined),
    () => {},
  );
  // A full navigation: no byte of the person stays in memory (docs/product/offline.md F18).
  globalThis.location?.replace('/katalog');
}

export async function ensureServerSession(get: Getter, set: Setter, again = false): Promise<void> {
  const guestId = await get(guestIdAtom);
  const opened = get(openedAtom);
  if (!again && opened?.guestId === guestId) return opened.done;
  const done = openForGuest(get, set, guestId);
  set(openedAtom, { guestId, done });
  try {
    await done;
  } catch (error) {
    set(openedAtom, null);
    throw error;
  }
}

async function openForGuest(get: Getter, set: Setter, guestId: string): Promise<void> {
  try {
    await send(get, set, openGuest, { body: { guestId } });
  } catch (error) {
    const failure = failureOf(error);
    if (failure.kind !== 'refused' || failure.refusal.code !== 'owner_mismatch') throw error;
    // Either an account is logged in after all, or this guest has joined one and a new guest starts.
    await refreshSession(get, set);
    if (get(sessionStateAtom).uid !== GUEST_UID) return;
    await renewGuestId(get(storesAtom));
    set(guestIdVersionAtom, (version) => version + 1);
    const id = await get(guestIdAtom);
    // What the spent guest has queued waits for that account; what is done from now on is the new one's.
    await (await syncClient(get)).enter({ uid: GUEST_UID, owner: `guest:${id}` });
    await send(get, set, openGuest, { body: { guestId: id } });
  }
}

export async function rememberView(get: Getter, isClientView: boolean): Promise<void> {
  try {
    await get(apiAtom).send(setPriceView, { body: { view_price_type: isClientView ? 0 : 1 } });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}

export async function followLife(get: Getter, set: Setter, event: SessionEvent): Promise<void> {
  if (event === 'refresh') await refreshSession(get, set);
  else if (event === 'restored') await leaveIfChanged(get);
  else followTabs(get, set, event);
}

/** Another tab has logged in or out. */
function followTabs(get: Getter, set: Setter, news: SessionNews): void {
  const { uid } = get(sessionStateAtom);
  if (news.type === 'login') {
    // A logout that this tab still owed was of the session before.
    logoutGate.isWanted = false;
    if (uid !== news.uid) void refreshSession(get, set);
  } else if (uid === news.uid && uid !== GUEST_UID) {
    set(sessionEpochAtom, (epoch) => epoch + 1);
    void syncClient(get)
      .then((client) => client.leave())
      .catch(() => {});
    forgetPerson(set);
    globalThis.location?.replace('/katalog');
  }
}

/** Back after a logout: the frozen page still shows the person, so it is loaded anew (docs/product/offline.md#logout). */
async function leaveIfChanged(get: Getter): Promise<void> {
  const { uid } = await readMark(get(storesAtom));
  if (uid === get(sessionStateAtom).uid) return;
  document.documentElement.hidden = true;
  location.reload();
}

function become(get: Getter, set: Setter, user: User): void {
  set(sessionEpochAtom, (epoch) => epoch + 1);
  set(pullAtom, null);
  set(guestIdVersionAtom, (version) => version + 1);
  set(sessionStateAtom, sessionOfUser(user));
  tellWorker(markOf(user));
}

function forgetPerson(set: Setter): void {
  set(pullAtom, null);
  set(clientViewAtom, false);
  set(isSessionExpiredAtom, false);
  set(guestIdVersionAtom, (version) => version + 1);
  set(sessionStateAtom, { ...guestSession, known: true });
}

function tellWorker({ uid, priceType }: SessionMark): void {
  globalThis.navigator?.serviceWorker?.controller?.postMessage({ type: 'session', uid, priceType });
}
