import { atom, type Atom } from 'jotai';
import { GUEST_UID, guestSession, type Session } from '#src/features/session/guest-session.rules.ts';
import type { Credentials } from '#src/features/session/identity.ts';
import type { SessionEvent } from '#src/features/session/session-bus.ts';
import {
  clientViewAtom,
  deviceCode,
  guestIdAtom,
  isSessionExpiredAtom,
  sessionStateAtom,
} from '#src/features/session/session-state.atoms.ts';
import { CLIENT_VIEW_KEY, HOLDER_KEY, LOGOUT_KEY } from '#src/offline/keys.ts';
import { afterFirstCards } from '#src/platform/display/after-first-cards.ts';
import { afterTakeOver } from '#src/platform/display/take-over.ts';
import { sendNowAtom } from '#src/sync-client/sync.atoms.ts';
import { type Stores, storesAtom } from '#src/platform/memory/stores.atom.ts';

// Read by everybody: sessionAtom, realPriceTypeAtom, isClientViewAtom, shownPriceTypeAtom, isSessionExpiredAtom, guestIdAtom, ownerAtom.
// Commands: startSessionAtom, onceKnownAtom, refreshSessionAtom, loginAtom, logoutAtom, ensureServerSessionAtom.
// The commands' code and the contract behind them come after the first cards (docs/product/start.md#first-load).
export type { Session };
export { guestIdAtom, isSessionExpiredAtom };
const commands = () => import('#src/features/session/session-commands.ts');

const liveSessionAtom = atom(
  (get) => get(sessionStateAtom),
  async (get, set, event: 'start' | SessionEvent) => {
    if (event === 'start') await set(startSessionAtom);
    else await (await commands()).followLife(get, set, event);
  },
);
liveSessionAtom.onMount = (tell) => {
  if (typeof document === 'undefined') return;
  const left = new AbortController();
  const live = () =>
    void commands().then(
      ({ hearLife }) => left.signal.aborted || hearLife((event) => void tell(event), left.signal),
      // The code did not come: again when the network is back.
      () => left.signal.aborted || addEventListener('online', live, { once: true, signal: left.signal }),
    );
  afterTakeOver(() => void tell('start').then(() => afterFirstCards(live)));
  return () => left.abort();
};

/** Who holds the phone. The first component that uses it starts reading: device first, then the server. */
export const sessionAtom: Atom<Session> = liveSessionAtom;
export const realPriceTypeAtom = atom((get): 0 | 1 => get(sessionStateAtom).user.price_type);

/** «Цены для клиента»: a switch of the device, works offline (docs/product/prices.md#prices-for-the-client). */
export const isClientViewAtom = atom(
  (get) => get(clientViewAtom),
  async (get, set, isOn: boolean) => {
    set(clientViewAtom, isOn);
    await get(storesAtom).pub().set(CLIENT_VIEW_KEY, isOn);
    // The server only remembers it; without a network nothing is lost.
    if (!get(sessionStateAtom).user.isGuest) await (await commands()).rememberView(get, isOn);
  },
);
/** 1 only for who really has consultant prices and is not showing the phone to a client. */
export const shownPriceTypeAtom = atom((get): 0 | 1 => (get(realPriceTypeAtom) === 1 && !get(clientViewAtom) ? 1 : 0));

/** Reads who it is from the device: a cold start without a network knows its person. */
export const startSessionAtom = atom(null, async (get, set) => {
  const session = await readStored(get(storesAtom)).catch(() => null);
  // A login or a logout that was faster knows better.
  if (get(sessionStateAtom).known) return;
  set(clientViewAtom, session?.isClientView ?? false);
  set(sessionStateAtom, session?.session ?? { ...guestSession, known: true });
});

/** A tap as a page that is left writes it down (src/app/left-taps.ts). No `delta`: «В корзину»; no `on`: an empty heart was tapped. */
export type Tap =
  | { tap: 'cart'; id: number; key?: string | undefined; delta?: number; cartType?: number | undefined }
  | { tap: 'heart'; id: number; on?: boolean };
/** Taps whose person the device has not told yet. */
export const earlyTapsAtom = atom<readonly Tap[]>([]);
/** Tapped before the device's memory has told who this is: a moment later it is this person's, never a guest's. */
export const onceKnownAtom = atom(null, (get, set, tap: Tap, act: () => void): void => {
  set(earlyTapsAtom, [...get(earlyTapsAtom), tap]);
  // A card that React does not hold yet must not find another state than it was rendered with.
  afterTakeOver(
    () =>
      void set(startSessionAtom).then(() => {
        set(
          earlyTapsAtom,
          get(earlyTapsAtom).filter((one) => one !== tap),
        );
        act();
      }),
  );
});

async function readStored(stores: Stores): Promise<{ session: Session; isClientView: boolean }> {
  const [mark, view, leaving] = await stores.pub().getMany<unknown>([HOLDER_KEY, CLIENT_VIEW_KEY, LOGOUT_KEY]);
  const session =
    mark || leaving
      ? await (await deviceCode()).readHolder(stores, { mark, leaving })
      : { ...guestSession, known: true };
  return { session, isClientView: view === true };
}

/** Asks the server who it is; without an answer everything stays as it was. Never throws. */
export const refreshSessionAtom = atom(null, async (get, set) => (await commands()).refreshSession(get, set));
/** @throws ApiError: `refused` with wrong_password or too_many, `offline`, `timeout`, `broken`. */
export const loginAtom = atom(null, async (get, set, input: Credentials) => (await commands()).logIn(get, set, input));
/** Clears the person's database and leaves for /katalog; without a signal the server hears of it as soon as there is one. */
export const logoutAtom = atom(null, async (get, set) => (await commands()).logOut(get, set));

/** Everything that waits is sent now, before a person leaves the phone. */
export const sendQueueAtom = atom(null, async (_get, set) => {
  await set(sendNowAtom);
});

/** Before the first change a guest makes: opens the guest's session on the server, once per page. Nothing for an account.
 * `again` after a 401: the server has lost the guest's session. */
export const ensureServerSessionAtom = atom(null, async (get, set, again?: boolean): Promise<void> => {
  if (get(sessionStateAtom).uid === GUEST_UID) await (await commands()).ensureServerSession(get, set, again);
});
/** Whose gesture it is, as in X-Client-User (docs/product/offline.md#owners). */
export const ownerAtom = atom(async (get): Promise<string> => {
  const { uid } = get(sessionStateAtom);
  return uid === GUEST_UID ? `guest:${await get(guestIdAtom)}` : uid;
});

// Not platform/when-idle.ts: who it is does not wait for pictures.
