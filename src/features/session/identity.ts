import { atom, type Getter, type Setter } from 'jotai';
import { getUserData, login, logout, openGuest, type User, type UserData } from '#contract/session.ts';
import { showToastAtom } from '#src/features/notices/notices.atoms.ts';
import { tellTabs } from '#src/features/session/session-bus.ts';
import { send } from '#src/features/session/session-send.ts';
import {
  clientViewAtom,
  guestIdVersionAtom,
  isSessionExpiredAtom,
  sessionStateAtom,
} from '#src/features/session/session-state.atoms.ts';
import {
  GUEST_MARK,
  GUEST_UID,
  guestSession,
  isStoredUser,
  justLoggedIn,
  markOf,
  sessionFrom,
  type SessionMark,
  sessionOfUser,
  uidOf,
} from '#src/features/session/session.rules.ts';
import { createIdentity, type Identity } from '#src/offline/identity/identity.ts';
import { guestOwner } from '#src/offline/identity/holder.rules.ts';
import type { Answered, IdentityPage, IdentityServer } from '#src/offline/identity/ports.ts';
import { ApiError, failureOf } from '#src/platform/api/failure.ts';
import { heartbeatAtom } from '#src/platform/api/heartbeat.atom.ts';
import { logoutGate } from '#src/platform/api/logout-gate.ts';
import { identityStoresAtom } from '#src/platform/memory/identity-stores.atom.ts';
import { syncClient } from '#src/sync-client/sync.atoms.ts';

// identityOf: the protocol of identity (src/offline/identity) on this page: its server is the shop's api, its page the atoms.

export type Credentials = { login: string; password: string } | { login: string; code: string };
type Entered = { user: User; warnings?: readonly { code: string; message: string }[] };
type Held = { identity: Identity | null; warnings: readonly { message: string }[] };
/** One per store: two stores are two tabs. */
const heldAtom = atom((): Held => ({ identity: null, warnings: [] }));

export function identityOf(get: Getter, set: Setter): Identity {
  const held = get(heldAtom);
  return (held.identity ??= createIdentity({
    stores: get(identityStoresAtom),
    server: serverOf(get, set),
    page: pageOf(get, set, held),
    gate: logoutGate,
    isProfile: isStoredUser,
  }));
}

/** @throws ApiError with the server's words: wrong_password, too_many, or no network. */
export const logInAs = (get: Getter, set: Setter, typed: Credentials): Promise<void> =>
  enterBy(get, set, (guestId) => send(get, set, login, { body: { ...typed, guestId } }));

/**
 * By any call after which this browser is an account's: login, registration, a new password. `ask` names the guest of this phone.
 * @throws what it throws
 */
export async function enterBy(get: Getter, set: Setter, ask: (guestId: string) => Promise<Entered>): Promise<void> {
  await identityOf(get, set).logIn(async (guestId) => {
    const { user, warnings = [] } = await ask(guestId);
    get(heldAtom).warnings = warnings;
    const isForeign = warnings.some(({ code }) => code === 'guest_foreign');
    return { mark: markOf(user), profile: justLoggedIn(user, new Date().toISOString()), isForeign };
  });
}

function serverOf(get: Getter, set: Setter): IdentityServer {
  return {
    async openGuest(guestId, as) {
      try {
        await send(get, set, openGuest, { body: { guestId } }, as === undefined ? {} : { 'X-Client-User': as });
        return true;
      } catch (error) {
        const failure = failureOf(error);
        if (failure.kind === 'refused' && failure.refusal.code === 'owner_mismatch') return false;
        throw error;
      }
    },
    async readUser(uid) {
      try {
        const data = await askWhoAmI(get, set, uid);
        return { mark: markOf(data.user), profile: data };
      } catch (error) {
        // Without an answer the person stays who they were; the shell says that the network is away.
        if (error instanceof ApiError) return null;
        throw error;
      }
    },
    async logOut(uid) {
      await send(get, set, logout, {}, { 'X-Client-User': uid });
    },
  };
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

function pageOf(get: Getter, set: Setter, held: Held): IdentityPage {
  return {
    uid: () => get(sessionStateAtom).uid,
    show(answered, change) {
      const data = profileOf(answered);
      if (change === 'login') {
        set(sessionStateAtom, sessionOfUser(data.user));
        set(isSessionExpiredAtom, false);
        for (const { message } of held.warnings) set(showToastAtom, { text: message });
      } else {
        set(heartbeatAtom, data.heartbeat ?? null);
        set(isSessionExpiredAtom, change === 'expired' || (data.user.isGuest && get(isSessionExpiredAtom)));
        set(sessionStateAtom, sessionFrom(data, true));
      }
      tellWorker(answered.mark);
    },
    showGuest() {
      set(clientViewAtom, false);
      set(isSessionExpiredAtom, false);
      set(guestIdVersionAtom, (version) => version + 1);
      set(sessionStateAtom, { ...guestSession, known: true });
      tellWorker(GUEST_MARK);
    },
    guestChanged: () => set(guestIdVersionAtom, (version) => version + 1),
    // Code that has not come sends nothing either.
    leaveQueue: () =>
      syncClient(get).then(
        (client) => client.leave(),
        () => {},
      ),
    enterGuest: async (id) => (await syncClient(get)).enter({ uid: GUEST_UID, owner: guestOwner(id) }),
    takeGuests: async (uid) => (await syncClient(get)).guestsJoined(uid),
    tellTabs,
    // A full navigation: no byte of the person stays in memory (docs/product/offline.md F18).
    reload: () => globalThis.location?.replace('/katalog'),
    now: () => new Date().toISOString(),
  };
}
/** What this page's own server has put there. */
const profileOf = ({ profile }: Answered): UserData => profile as UserData;

function tellWorker({ uid, priceType }: SessionMark): void {
  globalThis.navigator?.serviceWorker?.controller?.postMessage({ type: 'session', uid, priceType });
}
