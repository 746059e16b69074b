import type { User, UserData } from '#contract/session.ts';
import { GUEST_UID, guestSession, guestUser, type Session } from '#src/features/session/guest-session.rules.ts';
import { mutationOf, GUEST_MARK, isSessionMark, type SessionMark } from '#src/offline/identity/holder.rules.ts';

export { mutationOf, GUEST_MARK, isSessionMark, type SessionMark };
export { GUEST_UID, guestSession };
export type { Session };

export const uidOf = (user: User): string => (user.isGuest ? GUEST_UID : String(user.id));

export function sessionFrom(data: UserData, isFresh: boolean): Session {
  return {
    known: true,
    user: data.user,
    uid: uidOf(data.user),
    acl: data.acl,
    permissions: data.permissions,
    sponsor: data.sponsor,
    balances: data.bonuses.balances,
    asOf: data.server_time,
    isFresh,
    favoriteProducts: data.favoriteProducts,
    favouritesVersion: data.favourites_version,
  };
}

/** What login itself tells, in the shape that a start reads; everything else comes with /user/data. */
export const justLoggedIn = (user: User, at: string): UserData => ({
  status: 'success',
  user,
  confirmation: { type: null },
  acl: [],
  permissions: [],
  bonuses: { balances: [], hello: null },
  favoriteProducts: [],
  favourites_version: 0,
  sponsor: null,
  sponsorClient: null,
  cart: { count: 0, sum_amount: 0 },
  server_time: at,
});

/** Right after login, before /user/data has answered: who it is, nothing else yet. */
export function sessionOfUser(user: User): Session {
  return { ...guestSession, known: true, user, uid: uidOf(user), isFresh: true };
}

export const markOf = (user: User): SessionMark => ({
  uid: uidOf(user),
  priceType: user.price_type,
  isGuest: user.isGuest,
});

export type StoredUser = { v: 1; data: UserData; at: string };
export function isStoredUser(value: unknown, uid: string): value is StoredUser {
  const { v, data } = (value ?? {}) as Partial<StoredUser>;
  return (
    v === 1 &&
    typeof data?.user?.id === 'number' &&
    uidOf(data.user) === uid &&
    Array.isArray(data.acl) &&
    Array.isArray(data.permissions) &&
    Array.isArray(data.favoriteProducts) &&
    Array.isArray(data.bonuses?.balances)
  );
}

/** An account whose data the browser has evicted: we still know whose database it is. */
export function sessionOfMark(mark: SessionMark): Session {
  if (mark.isGuest) return { ...guestSession, known: true };
  const user: User = { ...guestUser, isGuest: false, id: Number(mark.uid), price_type: mark.priceType };
  return { ...guestSession, known: true, user, uid: mark.uid };
}
