import {
  HOLDER_KEY,
  GUEST_KEY,
  SEALED_KEY,
  BOUND_KEY,
  LOGOUT_KEY,
  LEFT_KEY,
  BOOTSTRAP_KEY,
  CLIENT_VIEW_KEY,
  DEVICE_KEY,
} from '#src/offline/keys.ts';
import type { OutboxTx } from '#src/offline/outbox/ports.ts';

// Names and stored forms of what the phone remembers of people. They stand on phones: names and forms stay.

/** Keys of `pub`. No personal data stands there. */
export const PUB = {
  /** Who holds the phone: a SessionMark. */
  holder: HOLDER_KEY,
  /** The guest id of this phone: `{id}`. */
  guest: GUEST_KEY,
  /** Accounts whose session ended without a logout: `{uid: ISO time}`. */
  sealed: SEALED_KEY,
  /** Which account each guest of this phone has joined: `{guest id: uid}`. */
  bound: BOUND_KEY,
  /** A logout that is not over yet: Leaving. Every other request waits until the server has heard of it. */
  logout: LOGOUT_KEY,
  /** The name of the last logout of this phone. */
  left: LEFT_KEY,
  /** What is shown of a sponsor, and the price view: of whoever held the phone, not of the next one. */
  bootstrap: BOOTSTRAP_KEY,
  clientView: CLIENT_VIEW_KEY,
  device: DEVICE_KEY,
} as const;

/** Key of a person's database: what a start without a signal shows of them. */
export const PROFILE_KEY = 'base:user';
export type StoredProfile = { v: 1; data: unknown; at: string };

/** Which stay ends and which guests belong to it: whoever has come back since keeps theirs. `purged`: nothing is left to empty. */
export type Leaving = { uid: string; at: string; stay?: string | true; guests?: string[]; purged?: boolean };

export const readBound = async (tx: OutboxTx): Promise<Record<string, string>> =>
  (await tx.get<Record<string, string>>(PUB.bound)) ?? {};
export const readSealed = async (tx: OutboxTx): Promise<Record<string, string>> =>
  (await tx.get<Record<string, string>>(PUB.sealed)) ?? {};

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** The guest of this phone; undefined before the first start. */
export async function readGuest(tx: OutboxTx): Promise<string | undefined> {
  const id = (await tx.get<{ id?: unknown }>(PUB.guest))?.id;
  return typeof id === 'string' && UUID.test(id) ? id : undefined;
}
