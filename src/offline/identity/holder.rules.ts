// Who holds the phone, as the device remembers it: no name, no contact.

/** The uid of everybody without an account. */
export const GUEST_UID = 'guest';

/** What stands under `meta:session`; the worker reads it too (docs/product/prices.md). */
export type SessionMark = { uid: string; priceType: 0 | 1; isGuest: boolean };
export const GUEST_MARK: SessionMark = { uid: GUEST_UID, priceType: 0, isGuest: true };

/** Stored data is read tolerantly and without zod: this runs before the first card. */
export function isSessionMark(value: unknown): value is SessionMark {
  const mark = value as Partial<SessionMark> | null | undefined;
  return (
    typeof mark?.uid === 'string' && (mark.priceType === 0 || mark.priceType === 1) && typeof mark.isGuest === 'boolean'
  );
}

/**
 * What the server's answer means for the phone (docs/product/offline.md#owners): an account that turned into a guest has
 * expired, its database is sealed and kept; another account means that somebody else has logged in in this browser.
 */
export function mutationOf(uid: string, answered: string): 'same' | 'expired' | 'switched' {
  if (answered === uid) return 'same';
  return answered === GUEST_UID ? 'expired' : 'switched';
}

/** The database of guests holds every guest's partition under this prefix. */
export const guestPrefix = (id: string): string => `${id}/`;
const KEYS = {
  unsent: /^([0-9a-f-]{36})\/(?:ob|out|park|res):/,
  anything: /^([0-9a-f-]{36})\/(?:ob|out|park|res|base):/,
};
/** Guests whose partitions stand among these keys of the guests' database; an emptied one keeps only its books. */
export function guestIdsIn(keys: readonly string[], what: keyof typeof KEYS): string[] {
  return [...new Set(keys.flatMap((key) => KEYS[what].exec(key)?.[1] ?? []))];
}
const GUEST_OWNER = 'guest:';
/** As in X-Client-User (docs/product/calls.md). */
export const guestOwner = (id: string): string => GUEST_OWNER + id;
/** The guest id of an owner; undefined for an account. */
export const guestIdOf = (owner: string): string | undefined =>
  owner.startsWith(GUEST_OWNER) ? owner.slice(GUEST_OWNER.length) : undefined;
