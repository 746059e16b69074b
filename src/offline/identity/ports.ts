import type { SessionMark } from '#src/offline/identity/holder.rules.ts';
import type { OutboxStore } from '#src/offline/outbox/ports.ts';

// What the protocol of identity needs from the world: a page, a worker and the simulation each supply it.

/** The databases of this phone. Two of them never share a transaction. */
export type IdentityStores = {
  /** What everybody on this phone may read. */
  pub(): OutboxStore;
  /** An account's database; under `guest` that of all guests, in which each one's partition stands under `<guest id>/`. */
  person(uid: string): Promise<OutboxStore>;
  /** The partition of one guest. */
  guest(id: string): Promise<OutboxStore>;
  uuid(): string;
};

/** Whom the server names. `profile` is what a start without a signal shows of that person; the protocol does not look inside. */
export type Answered = { mark: SessionMark; profile: unknown };

/** `isForeign`: the guest of this phone has not joined this account; it is somebody else's. */
export type LoggedIn = Answered & { isForeign: boolean };

export type IdentityServer = {
  /**
   * Opens the session of this guest. Under an account's session it asks whether the guest has joined that account; `as` says
   * which account asks, so that nobody else's session answers. False: `owner_mismatch`. @throws without an answer.
   */
  openGuest(guestId: string, as?: string): Promise<boolean>;
  /** Null: no answer. `uid` is who asks. */
  readUser(uid: string): Promise<Answered | null>;
  /** Ends the session of this person and of nobody else. @throws without an answer. */
  logOut(uid: string): Promise<void>;
};

/** What tabs of one phone tell each other. */
export type IdentityNews = { type: 'login' | 'logout'; uid: string };
export type IdentityChange = 'login' | 'same' | 'expired' | 'switched';

export type IdentityPage = {
  /** Who this page shows as the holder of the phone: `guest` or the account's id. */
  uid(): string;
  /** From now on this page is that person's; `same` brings news of who it is already. */
  show(answered: Answered, change: IdentityChange): void;
  /** Nothing of the person who has left stays on this page; a guest holds the phone. */
  showGuest(): void;
  /** The phone has a new guest id. */
  guestChanged(): void;
  /** Ends the queue of whoever leaves: nothing more is sent for them. */
  leaveQueue(): Promise<void>;
  /** The queue of a new guest of this phone begins on this page. */
  enterGuest(guestId: string): Promise<void>;
  /** Guests have turned out to have joined the account of this page: their queues come over. */
  takeGuests(uid: string): Promise<void>;
  tellTabs(news: IdentityNews): void;
  /** Loaded anew, so that no byte of the person stays in its memory. */
  reload(): void;
  /** ISO, by the device's clock: to show, to name a logout, to count the days of a seal; never for order. */
  now(): string;
};
