import {
  GUEST_MARK,
  guestSession,
  isSessionMark,
  isStoredUser,
  type Session,
  sessionFrom,
  type SessionMark,
  sessionOfMark,
} from '#src/features/session/session.rules.ts';
import { identityStores } from '#src/device/identity-stores.ts';
import { readGuestId } from '#src/offline/identity/guests.ts';
import { resumeLogout } from '#src/offline/identity/identity.ts';
import { type Leaving, PROFILE_KEY, PUB } from '#src/offline/identity/keys.ts';
import { logoutGate } from '#src/platform/api/logout-gate.ts';
import type { Stores } from '#src/platform/memory/stores.atom.ts';

// What a start without a signal finds on the device. What is written there is the protocol's (src/offline/identity).

/** What `pub` holds under meta:session and meta:logout. */
export type Kept = { mark: unknown; leaving: unknown };

/** First what a logout that died halfway has left, then whoever held the phone when the app was last open. */
export async function readHolder(device: Stores, { mark, leaving }: Kept): Promise<Session> {
  const stores = identityStores(device);
  if (leaving) await resumeLogout(stores, logoutGate, leaving as Leaving);
  if (!isSessionMark(mark)) return { ...guestSession, known: true };
  const stored = await stores.person(mark.uid).then(
    (person) => person.transact((tx) => tx.get<unknown>(PROFILE_KEY)).catch(() => undefined),
    () => undefined,
  );
  return isStoredUser(stored, mark.uid) ? sessionFrom(stored.data, false) : sessionOfMark(mark);
}

export const readGuest = (device: Stores): Promise<string> => readGuestId(identityStores(device));

export async function readMark(device: Stores): Promise<SessionMark> {
  const mark = await device.pub().get<unknown>(PUB.holder);
  return isSessionMark(mark) ? mark : GUEST_MARK;
}
