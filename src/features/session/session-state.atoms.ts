import { atom } from 'jotai';
import { guestSession, type Session } from '#src/features/session/guest-session.rules.ts';
import { storesAtom } from '#src/platform/memory/stores.atom.ts';

// What session.atoms.ts shows and session-commands.ts changes; nobody else imports this file.

/** What the device remembers of people: needed as soon as there is somebody to remember, not for the first cards. */
export const deviceCode = () => import('#src/features/session/session-store.ts');

export const sessionStateAtom = atom<Session>(guestSession);
export const isSessionExpiredAtom = atom(false);
export const clientViewAtom = atom(false);
/** Raised when the device has a new guest id. */
export const guestIdVersionAtom = atom(0);
export const guestIdAtom = atom(async (get): Promise<string> => {
  get(guestIdVersionAtom);
  return (await deviceCode()).readGuest(get(storesAtom));
});
