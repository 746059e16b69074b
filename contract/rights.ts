import type { Role } from '#contract/roles.ts';

// The one matrix of rights (docs/product/people.md#rights): the server asks it before every call, the router before every
// screen, and /user/data reports it. No library in here: the router is in the first chunk.

// ── 1 Who has what ──────────────────────────────────────────────────────────────────────────────
/** A role, or the duty at a pickup point that an account has beside its role, or nobody's account. */
type Part = Role | 'punkt' | 'guest';
const BUYERS: readonly Part[] = ['client', 'user', 'cons', 'optovik', 'staff'];
const EVERYBODY: readonly Part[] = ['guest', ...BUYERS];
const LEARNERS: readonly Part[] = ['client', 'user', 'cons', 'staff'];
const CONS: readonly Part[] = ['cons'];
const WHOLESALE: readonly Part[] = ['optovik'];
const COUNTER: readonly Part[] = ['punkt'];
const STAFF: readonly Part[] = ['staff'];
const NOBODY: readonly Part[] = [];

/** One row per permission. Staff shop like a client and have the desk beside it. */
const MATRIX = {
  'cart.edit': EVERYBODY,
  // Ordering waits until an account has confirmed its e-mail or phone.
  'order.create': ['guest', 'client', 'cons', 'optovik', 'staff'],
  'order.cancel': BUYERS,
  'order.pay': BUYERS,
  'addresses.edit': BUYERS,
  'profile.edit': BUYERS,
  'account.view': BUYERS,
  // Going below zero is credit: only the desk gives it, to one account at a time.
  'account.debit': NOBODY,
  'account.transfer': CONS,
  // Paying out to a bank is out of scope (docs/product/people.md#rights).
  'account.withdraw': NOBODY,
  'deposit.create': CONS,
  'structure.view': CONS,
  // A newcomer written down by a consultant.
  'newcomer.create': CONS,
  'reports.view': CONS,
  'reports.export': CONS,
  'education.view': LEARNERS,
  'promo.view': CONS,
  'promo.for_structure': CONS,
  'optovik.cart': WHOLESALE,
  'optovik.promo': WHOLESALE,
  'punkt.counter': COUNTER,
  'support.call_cons': EVERYBODY,
  'desk.orders': STAFF,
  'desk.products': STAFF,
  'desk.content': STAFF,
  'desk.promos': STAFF,
  'desk.users': STAFF,
  'desk.finance': STAFF,
  'desk.audit': STAFF,
  'dev.ui': NOBODY,
} satisfies Record<string, readonly Part[]>;
export type Permission = keyof typeof MATRIX;
export const PERMISSIONS = Object.keys(MATRIX) as Permission[];

/** Sections of the cabinet's menu: whose cabinet has them. */
const SECTIONS: Record<string, readonly Part[]> = {
  profile: BUYERS,
  orders: BUYERS,
  addresses: BUYERS,
  favorites: LEARNERS,
  account: BUYERS,
  deposit: CONS,
  transfers: CONS,
  reports: CONS,
  business: CONS,
  career: CONS,
  education: CONS,
  promo: CONS,
  optovik: WHOLESALE,
  punkt: EVERYBODY,
  desk: EVERYBODY,
};
/** Without that right there is nothing to see in the section. */
const OPENED_BY: Readonly<Record<string, Permission | 'desk.*'>> = {
  deposit: 'deposit.create',
  reports: 'reports.view',
  education: 'education.view',
  promo: 'promo.view',
  punkt: 'punkt.counter',
  desk: 'desk.*',
};

/** What a readonly account keeps: it may look, not act. A permission that is new and not named here is taken away. */
const EYES: readonly string[] = [
  'order.pay',
  'account.view',
  'structure.view',
  'reports.view',
  'reports.export',
  'education.view',
  'promo.view',
  'promo.for_structure',
  'optovik.cart',
  'optovik.promo',
  'support.call_cons',
] satisfies Permission[];

export type Holder = {
  role: Role;
  isPunktVydachi: boolean;
  readonly: boolean;
  /** What the desk has given this one account beside its role, and what it has taken (docs/product/rights.md). */
  granted?: readonly string[] | undefined;
  withheld?: readonly string[] | undefined;
};
export type Access = { acl: string[]; permissions: Permission[] };

/** What /user/data reports; null is a guest. */
export function accessOf(holder: Holder | null): Access {
  return {
    acl: Object.keys(SECTIONS).filter((name) => {
      const need = OPENED_BY[name];
      return isAmong(SECTIONS[name], holder) && (need === undefined || hasAny(need, holder));
    }),
    permissions: PERMISSIONS.filter((name) => hasPermission(name, holder)),
  };
}
const hasPermission = (name: Permission, holder: Holder | null): boolean =>
  (holder?.granted?.includes(name) || (isAmong(MATRIX[name], holder) && !holder?.withheld?.includes(name))) &&
  !(holder?.readonly && !EYES.includes(name));
const isAmong = (parts: readonly Part[] | undefined, holder: Holder | null): boolean =>
  parts?.includes(holder?.role ?? 'guest') === true ||
  (holder?.isPunktVydachi === true && parts?.includes('punkt') === true);

// ── 2 What is needed ────────────────────────────────────────────────────────────────────────────
/**
 * `anyone`: also without a session. `account`: whoever has logged in. `desk.*`: any permission of the desk. A permission
 * belongs to a session: whoever has none is asked to open one first.
 */
export type Need = 'anyone' | 'account' | 'desk.*' | Permission;
/** Several are needed together. */
export type Needs = Need | readonly Need[];
export const needsOf = (needs: Needs): readonly Need[] => (typeof needs === 'string' ? [needs] : needs);

/** A `stranger` has no session yet; a `guest` has one, without an account. */
export type Who = Holder | 'guest' | 'stranger';
/** The person that /user/data tells of. An account whose data the browser has lost is at least a client: the server has the word. */
export const whoIs = (user: Omit<Holder, 'role'> & { isGuest: boolean; role: Role | null }): Holder | 'guest' =>
  user.isGuest ? 'guest' : { ...user, role: user.role ?? 'client' };
/** `login`: with an account, or a session, it might be allowed. `readonly`: allowed, were the account not blocked. */
export type Verdict = 'ok' | 'login' | 'forbidden' | 'readonly';

/** Judges one need. Of several the first that is not met decides. */
export function judge(needs: Needs, who: Who): Verdict {
  for (const need of needsOf(needs)) {
    const verdict = judgeOne(need, who);
    if (verdict !== 'ok') return verdict;
  }
  return 'ok';
}

function judgeOne(need: Need, who: Who): Verdict {
  if (need === 'anyone') return 'ok';
  if (who === 'stranger') return 'login';
  if (who === 'guest') return need !== 'account' && hasAny(need, null) ? 'ok' : 'login';
  if (need === 'account' || hasAny(need, who)) return 'ok';
  return who.readonly && hasAny(need, { ...who, readonly: false }) ? 'readonly' : 'forbidden';
}
const hasAny = (need: Permission | 'desk.*', holder: Holder | null): boolean =>
  PERMISSIONS.some(
    (name) => (name === need || (need === 'desk.*' && name.startsWith('desk.'))) && hasPermission(name, holder),
  );
