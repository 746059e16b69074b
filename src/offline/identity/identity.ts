import { claimGuest, readGuestId, renewGuestId, unclaimedGuests } from '#src/offline/identity/guests.ts';
import { mutationOf, GUEST_UID } from '#src/offline/identity/holder.rules.ts';
import type { Leaving } from '#src/offline/identity/keys.ts';
import { emptyPerson, forgetLogout, isOwed, noteLogout } from '#src/offline/identity/leave.ts';
import type { LogoutGate } from '#src/offline/identity/logout-gate.ts';
import type {
  IdentityNews,
  IdentityPage,
  IdentityServer,
  IdentityStores,
  LoggedIn,
} from '#src/offline/identity/ports.ts';
import { dropOldSeals } from '#src/offline/identity/seals.ts';
import { asking, keepAnswer, keepLogin } from '#src/offline/identity/stay.ts';

// Guest, stay, seal, logout: the whole protocol of one page, in the order of its steps (docs/product/identity.md). What a step
// writes stands in stay.ts, leave.ts, guests.ts, hearts.ts, seals.ts. Every await is a place where the page may die: each
// journey can be gone through again from its start. The simulation drives the same object (tests/offline/sim).

export type IdentityPorts = {
  stores: IdentityStores;
  server: IdentityServer;
  page: IdentityPage;
  gate: LogoutGate;
  /** What a start without a signal can show of that person. */
  isProfile(value: unknown, uid: string): boolean;
};
export type Identity = {
  /** Asks the server who holds the phone and takes its answer. One at a time. Never throws for want of an answer. */
  refresh(): Promise<void>;
  /** `ask` makes the call, naming the guest of this phone. @throws what it throws: a wrong password, no signal. */
  logIn(ask: (guestId: string) => Promise<LoggedIn>): Promise<void>;
  logOut(): Promise<void>;
  /**
   * Before the first send of a guest: opens their session on the server, once per guest and page; `again` when the server has
   * lost it. Resolves also when the page turns out to be an account's. @throws without an answer.
   */
  openGuest(again?: boolean): Promise<void>;
  /** Another tab has logged in or out. */
  hear(news: IdentityNews): void;
};

export function createIdentity({ stores, server, page, gate, isProfile }: IdentityPorts): Identity {
  /** Raised by login and logout: an answer that was under way before them is thrown away. */
  let epoch = 0;
  let reading: Promise<void> | null = null;
  let opened: { guestId: string; done: Promise<void> } | null = null;
  /** Each guest is asked about once a page: somebody else's stays where it is. */
  const asked = new Set<string>();

  function refresh(): Promise<void> {
    if (reading) return reading;
    const mine = readWhoIsHere().finally(() => {
      if (reading === mine) reading = null;
    });
    return (reading = mine);
  }

  async function readWhoIsHere(): Promise<void> {
    const mine = epoch;
    const isOver = () => epoch !== mine;
    const uid = page.uid();
    const before = await onDevice(() => asking(stores, uid), { uid, left: null, holder: uid });
    const answered = await server.readUser(uid);
    if (!answered || isOver()) return;
    const isKept = await onDevice(() => keepAnswer(stores, answered, page.now(), before), true);
    if (!isKept || isOver()) return;
    if (!answered.mark.isGuest) await onDevice(() => claimGuests(answered.mark.uid), undefined);
    if (isOver()) return;
    const change = mutationOf(page.uid(), answered.mark.uid);
    if (change !== 'same') page.guestChanged();
    page.show(answered, change);
    await onDevice(() => dropOldSeals(stores, page.now()), undefined);
  }

  /**
   * What a guest of this phone has queued belongs to the account that it joined, also when the answer of that login was lost:
   * the server says whether a guest is this account's own (docs/decisions/051-guests.md).
   */
  async function claimGuests(uid: string): Promise<void> {
    let isClaimed = false;
    for (const guestId of await unclaimedGuests(stores)) {
      if (asked.has(guestId)) continue;
      try {
        if (await server.openGuest(guestId, uid)) {
          await claimGuest(stores, guestId, uid);
          isClaimed = true;
        }
      } catch {
        break;
      }
      asked.add(guestId);
    }
    if (isClaimed) await page.takeGuests(uid);
  }

  async function logIn(ask: (guestId: string) => Promise<LoggedIn>): Promise<void> {
    const guestId = await readGuestId(stores);
    const answered = await ask(guestId);
    const { uid } = answered.mark;
    const isKnown = (value: unknown) => isProfile(value, uid);
    await onDevice(() => keepLogin(stores, answered, { guestId, at: page.now(), isProfile: isKnown }), undefined);
    gate.isWanted = false;
    beginAnew();
    page.guestChanged();
    page.show(answered, 'login');
    page.tellTabs({ type: 'login', uid });
    await refresh();
  }

  /** The device forgets first, the server hears of it next: at once, or before any other request when the signal is back. */
  async function logOut(): Promise<void> {
    const uid = page.uid();
    beginAnew();
    await page.leaveQueue();
    // The other tabs forget first, so that none of them writes after the database has been emptied.
    page.tellTabs({ type: 'logout', uid });
    oweLogout(gate, uid);
    let note: Leaving;
    try {
      note = await noteLogout(stores, uid, page.now());
      followNote(stores, gate, note);
      await emptyPerson(stores, note);
    } finally {
      page.showGuest();
    }
    try {
      await server.logOut(uid);
      gate.isWanted = false;
      await onDevice(() => forgetLogout(stores, note), undefined);
    } catch {
      // Without a signal: the gate tells it before anything else is sent.
    }
    page.reload();
  }

  async function openGuest(again = false): Promise<void> {
    const guestId = await readGuestId(stores);
    if (!again && opened?.guestId === guestId) return opened.done;
    const done = openSession(guestId);
    opened = { guestId, done };
    try {
      await done;
    } catch (error) {
      opened = null;
      throw error;
    }
  }

  async function openSession(guestId: string): Promise<void> {
    if (await server.openGuest(guestId)) return;
    // Either an account is logged in after all, or this guest has joined one and a new guest starts.
    await refresh();
    if (page.uid() !== GUEST_UID) return;
    await renewGuestId(stores, guestId);
    page.guestChanged();
    // What the spent guest has queued waits for that account; what is done from now on is the new one's.
    const next = await readGuestId(stores);
    await page.enterGuest(next);
    await server.openGuest(next);
  }

  function hear({ type, uid }: IdentityNews): void {
    const isMine = page.uid() === uid;
    if (type === 'login') {
      // A logout that this tab still owed was of the session before.
      gate.isWanted = false;
      if (!isMine) void refresh();
    } else if (isMine && uid !== GUEST_UID) {
      beginAnew();
      void page.leaveQueue();
      page.showGuest();
      page.reload();
    }
  }

  function beginAnew(): void {
    epoch += 1;
    reading = null;
  }

  return { refresh, logIn, logOut, openGuest, hear };
}

// ── What a start finds ──────────────────────────────────────────────────────────────────────────
/** At the start after a logout that is not over: what a page that died halfway has left to empty goes now. */
export async function resumeLogout(stores: IdentityStores, gate: LogoutGate, leaving: Leaving): Promise<void> {
  oweLogout(gate, String(leaving.uid));
  followNote(stores, gate, leaving);
  if (!leaving.purged) await onDevice(() => emptyPerson(stores, leaving), undefined);
}

/** A logout is to be told before anything else is sent. */
export function oweLogout(gate: LogoutGate, uid: string): void {
  gate.isWanted = true;
  gate.owner = uid;
  gate.isOwed = async () => true;
  gate.done = () => {};
}
/** From here on the device's own note decides: the other tabs of this phone owe the same logout. */
export function followNote(stores: IdentityStores, gate: LogoutGate, note: Pick<Leaving, 'at'>): void {
  gate.isOwed = () => isOwed(stores, note).catch(() => true);
  gate.done = () => void forgetLogout(stores, note).catch(() => {});
}

/** A full or evicted storage must not keep a person from using the shop: the session then lives in memory only. */
async function onDevice<T>(work: () => Promise<T>, otherwise: T): Promise<T> {
  try {
    return await work();
  } catch {
    return otherwise;
  }
}
