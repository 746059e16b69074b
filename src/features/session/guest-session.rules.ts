import type { Sponsor, User } from '#contract/session.ts';
import { GUEST_UID } from '#src/offline/identity/holder.rules.ts';

// This much of the session is in the first chunk: on a first visit everybody is a guest. The rest: session.rules.ts.

/** Who holds the phone and what they may do. `uid` names the database of the person: 'guest' or the user id as text. */
export type Session = {
  /** False until the device's memory has been read: screens that need an account wait for it. */
  known: boolean;
  user: User;
  uid: string;
  acl: readonly string[];
  permissions: readonly string[];
  sponsor: Sponsor | null;
  balances: readonly { account_type: number; amount: number }[];
  /** ISO time of the server's answer this comes from; null when there has been none. */
  asOf: string | null;
  /** True when the server itself has answered since the page started. */
  isFresh: boolean;
  favoriteProducts: readonly number[];
  favouritesVersion: number;
};

export { GUEST_UID };

export const guestUser: User = {
  isGuest: true,
  id: 0,
  name: '',
  email: null,
  phone: null,
  role: null,
  cons_id: null,
  isCons: false,
  isPunktVydachi: false,
  isOptovik: false,
  readonly: false,
  sendEmail: false,
  price_type: 0,
  city: null,
  country_id: 1,
  status: null,
};
export const guestSession: Session = {
  known: false,
  user: guestUser,
  uid: GUEST_UID,
  acl: [],
  permissions: [],
  sponsor: null,
  balances: [],
  asOf: null,
  isFresh: false,
  favoriteProducts: [],
  favouritesVersion: 0,
};
