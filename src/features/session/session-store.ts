import type { User, UserData } from '#contract/session.ts';
import { guestsOf, unclaimedGuests } from '#src/features/session/device-guests.ts';
import {
  GUEST_UID,
  guestSession,
  isSessionMark,
  isStoredUser,
  justLoggedIn,
  markOf,
  type Session,
  sessionFrom,
  type SessionMark,
  sessionOfMark,
  type StoredUser,
  uidOf,
} from '#src/features/session/session.rules.ts';
import { closePartition } from '#src/offline/outbox/identity.ts';
import type { OutboxStore } from '#src/offline/outbox/ports.ts';
import { outboxStore } from '#src/device/outbox-store.ts';
import { logoutGate } from '#src/platform/api/logout-gate.ts';
import { BOUND_KEY, LOGOUT_KEY } from '#src/device/outbox-keys.ts';
import { ask, type KeyStore } from '#src/device/storage.ts';
import type { Stores } from '#src/platform/memory/stores.atom.ts';
import { newUuid } from '#src/device/uuid.ts';

// Keys of `pub`: meta:session, meta:guest, meta:sealed {uid: ISO time}, meta:clientView, meta:bootstrap, meta:left: the name of
// the last logout of this phone.
// Keys of a person's database: base:user, and `open`: the name of this stay, or false from logout until that person is here
// again, so that an answer that was under way cannot write back what logout has cleared (docs/product/offline.md#logout).

type Sealed = Record<string, string>;
/** Which stay ends and which guests belong to it: whoever has come back since keeps theirs. `purged`: nothing is left to empty. */
export type Leaving = { uid: string; at: string; stay?: string | true; guests?: string[]; purged?: boolean };
const LEFT_KEY = 'meta:left';
const SEALED_DAYS = 30;
const guestMark: SessionMark = { uid: GUEST_UID, priceType: 0, isGuest: true };

export async function readMark(stores: Stores): Promise<SessionMark> {
  const mark = await stores.pub().get<unknown>('meta:session');
  return isSessionMark(mark) ? mark : guestMark;
}

/** Who held the device when the app was last open, from what it remembers of them. `mark` is the value of meta:session. */
export async function readPerson(stores: Stores, mark: unknown): Promise<Session> {
  if (!isSessionMark(mark)) return { ...guestSession, known: true };
  const stored = await (await stores.person(mark.uid)).get<unknown>('base:user').catch(() => undefined);
  return isStoredUser(stored, mark.uid) ? sessionFrom(stored.data, false) : sessionOfMark(mark);
}

/** After login: this person holds the device, and the next guest is a new one. */
export async function storeLogin(stores: Stores, user: User, guestId: string, at: string): Promise<void> {
  const person = await stores.person(uidOf(user));
  await person.change(async (store) => {
    store.put(newUuid(), 'open');
    // A page that is left before /user/data has answered must start as this person, role and all: it decides which cart is theirs.
    if (!isStoredUser(await ask(store.get('base:user')), uidOf(user)))
      store.put({ v: 1, data: justLoggedIn(user, at), at } satisfies StoredUser, 'base:user');
  });
  await changeHolder(stores.pub(), markOf(user), at, {
    more: async (store) => {
      store.put({ id: newUuid() }, 'meta:guest');
      store.delete('meta:bootstrap');
      store.delete(LOGOUT_KEY);
      // What this guest has queued belongs to the account from now on (docs/product/offline.md#owners).
      const bound = (await ask(store.get(BOUND_KEY))) as Record<string, string> | undefined;
      store.put({ ...bound, [guestId]: uidOf(user) }, BOUND_KEY);
    },
  });
  // The guest's cart has joined the account's; what was last known of it is history.
  await (await stores.person(GUEST_UID)).del(['base:user', `${guestId}/base:cart:retail`]);
}

/** Who asks /user/data, and which logout was the last one by then. */
export type Asking = { uid: string; left: unknown };
export const asking = async (stores: Stores, uid: string): Promise<Asking> => ({
  uid,
  left: await stores.pub().get(LEFT_KEY),
});

/**
 * Every answer of /user/data. False when somebody has logged out on this device meanwhile: nothing is kept then. A guest who
 * asked, and is told of an account although nobody has logged out since, has a login whose answer was lost: that person is
 * here again. Two databases have no transaction together, so the last logout is looked at on both sides of the write.
 */
export async function storeUserData(stores: Stores, data: UserData, at: string, asked: Asking): Promise<boolean> {
  const person = await stores.person(uidOf(data.user));
  const isBack = asked.uid === GUEST_UID && !data.user.isGuest;
  if (isBack && (await stores.pub().change((store) => hasLeft(store, asked)))) return false;
  const stay = newUuid();
  const isKept = await person.change(async (store) => {
    const open: unknown = await ask(store.get('open'));
    if (open === false && !isBack) return false;
    if (!open) store.put(stay, 'open');
    store.put({ v: 1, data, at } satisfies StoredUser, 'base:user');
    return true;
  });
  if (!isKept) return false;
  const unless = data.user.isGuest ? undefined : (store: IDBObjectStore) => hasLeft(store, asked);
  const waiting = isBack ? await unclaimedGuests(stores) : [];
  const more = isBack ? (store: IDBObjectStore) => bindIdleGuest(store, uidOf(data.user), waiting) : undefined;
  if (await changeHolder(stores.pub(), markOf(data.user), at, { unless, more })) return true;
  await closePartition({ store: outboxStore(person), changed: () => {} }, stay);
  return false;
}
/**
 * The login named the guest of this phone: what is kept of that guest goes with the account's logout. Of one who has something
 * to send only the server can say that it has joined (claim-guests.ts).
 */
async function bindIdleGuest(store: IDBObjectStore, uid: string, waiting: readonly string[]): Promise<void> {
  const guest = (await ask(store.get('meta:guest'))) as { id?: string } | undefined;
  const bound = (await ask(store.get(BOUND_KEY))) as Record<string, string> | undefined;
  if (!guest?.id || waiting.includes(guest.id)) return;
  store.put({ ...bound, [guest.id]: uid }, BOUND_KEY);
  store.put({ id: newUuid() }, 'meta:guest');
}
async function hasLeft(store: IDBObjectStore, { left }: Asking): Promise<boolean> {
  const [last, owed] = await Promise.all([ask(store.get(LEFT_KEY)), ask(store.get(LOGOUT_KEY))]);
  return last !== left || owed !== undefined;
}

/**
 * Logout: the person's database is emptied in one transaction (never deleted: open tabs would block it), and so is what
 * their guest had queued. Until the server has heard of it, the flag makes every other request wait; should the page die
 * halfway, the next start finds the flag and empties again.
 */
export async function storeLogout(stores: Stores, uid: string, at: string): Promise<void> {
  const stay = uid === GUEST_UID ? undefined : await readStay(stores, uid);
  const leaving = await stores.pub().change(async (store): Promise<Leaving> => {
    const bound = ((await ask(store.get(BOUND_KEY))) as Record<string, string> | undefined) ?? {};
    const guests = Object.keys(bound).filter((id) => bound[id] === uid);
    const note: Leaving = { uid, at, ...(stay ? { stay } : {}), guests };
    store.put(note, LOGOUT_KEY);
    store.put(newUuid(), LEFT_KEY);
    store.put(guestMark, 'meta:session');
    store.put({ id: newUuid() }, 'meta:guest');
    // The sponsor's contacts were shown to this person, not to the next one.
    for (const key of ['meta:bootstrap', 'meta:clientView']) store.delete(key);
    return note;
  });
  followLogoutNote(stores, leaving);
  await emptyPerson(stores, leaving);
}

async function readStay(stores: Stores, uid: string): Promise<string | true | undefined> {
  const open = await stores.person(uid).then(
    (person) => person.get<unknown>('open'),
    () => undefined,
  );
  return typeof open === 'string' || open === true ? open : undefined;
}

/** A tab that was frozen in the middle of this may wake when the same person is back: then it closes nothing of theirs. */
async function emptyPerson(stores: Stores, { uid, at, stay, guests: noted }: Leaving): Promise<void> {
  if (uid === GUEST_UID) return;
  // A note of an earlier build names no guests.
  const guests = noted ?? (await guestsOf(stores, uid));
  const close = (store: OutboxStore, as?: string | true) => closePartition({ store, changed: () => {} }, as);
  await close(outboxStore(await stores.person(uid)), stay);
  const guestStore = await stores.person(GUEST_UID);
  for (const id of guests) await close(outboxStore(guestStore, `${id}/`));
  await stores.pub().change(async (store) => {
    const held = ((await ask(store.get(BOUND_KEY))) as Record<string, string> | undefined) ?? {};
    store.put(Object.fromEntries(Object.entries(held).filter(([id]) => !guests.includes(id))), BOUND_KEY);
    const note = (await ask(store.get(LOGOUT_KEY))) as Leaving | undefined;
    if (note?.at === at) store.put({ ...note, purged: true } satisfies Leaving, LOGOUT_KEY);
  });
}

/** At the start after a logout that the server has not heard of: what a page that died halfway has left goes too. */
export async function resumeLogout(stores: Stores, leaving: Leaving): Promise<void> {
  oweLogout(stores, String(leaving.uid));
  followLogoutNote(stores, leaving);
  if (!leaving.purged) await emptyPerson(stores, leaving).catch(() => {});
}

/** A logout made without a signal is still to be told: before anything else (docs/product/offline.md#logout). */
export function oweLogout(stores: Stores, uid: string): void {
  logoutGate.isWanted = true;
  logoutGate.owner = uid;
  logoutGate.isOwed = async () => true;
  logoutGate.done = () =>
    void stores
      .pub()
      .del([LOGOUT_KEY])
      .catch(() => {});
}
/** From here on the device's own note decides: the other tabs of this phone owe the same logout. */
export function followLogoutNote(stores: Stores, { at }: Pick<Leaving, 'uid' | 'at'>): void {
  logoutGate.isOwed = () =>
    stores
      .pub()
      .get<Leaving>(LOGOUT_KEY)
      .then(
        (note) => note?.at === at,
        () => true,
      );
}
export async function forgetLogout(stores: Stores): Promise<void> {
  logoutGate.isWanted = false;
  await stores.pub().del([LOGOUT_KEY]);
}

/** Sealed data of whoever has not come back in 30 days goes, except what waits for its owner (docs/product/offline.md#ledger). */
export async function dropOldSeals(stores: Stores, now: Date): Promise<void> {
  const sealed = (await stores.pub().get<Sealed>('meta:sealed')) ?? {};
  for (const [uid, at] of Object.entries(sealed)) {
    if (now.getTime() - Date.parse(at) < SEALED_DAYS * 86_400_000) continue;
    const person = await stores.person(uid);
    const keys = (await Promise.all(['base:', 'log:', 'cat:'].map((prefix) => person.entries(prefix))))
      .flat()
      .map(([key]) => key);
    await person.del(keys);
    await stores.pub().change(async (store) => {
      const { [uid]: _gone, ...left } = ((await ask(store.get('meta:sealed'))) as Sealed | undefined) ?? {};
      store.put(left, 'meta:sealed');
    });
  }
}

type HolderChange = {
  /** Nothing is changed when this says so. */
  unless?: ((store: IDBObjectStore) => Promise<boolean>) | undefined;
  more?: ((store: IDBObjectStore) => Promise<void>) | undefined;
};
/** One transaction: who holds the device, and whose data is sealed because the session ended without a logout. */
function changeHolder(pub: KeyStore, next: SessionMark, at: string, { unless, more }: HolderChange): Promise<boolean> {
  return pub.change(async (store) => {
    if (await unless?.(store)) return false;
    const [before, kept] = await Promise.all([ask(store.get('meta:session')), ask(store.get('meta:sealed'))]);
    const { [next.uid]: _open, ...sealed } = (kept as Sealed | undefined) ?? {};
    if (isSessionMark(before) && !before.isGuest && before.uid !== next.uid) sealed[before.uid] ??= at;
    store.put(sealed, 'meta:sealed');
    store.put(next, 'meta:session');
    await more?.(store);
    return true;
  });
}
