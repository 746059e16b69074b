import type { Sponsor, User } from '#contract/session.ts';
import type { SponsorParam } from '#src/features/sponsor/sponsor.rules.ts';

/** By whose link this phone came, and on which day the shop was last told. */
export type StoredRef = { v: 1; consId: string; at: string; toldOn: string | null };
export function isStoredRef(value: unknown): value is StoredRef {
  const { v, consId, at, toldOn } = (value ?? {}) as Partial<StoredRef>;
  return (
    v === 1 &&
    typeof consId === 'string' &&
    /^\d+$/.test(consId) &&
    typeof at === 'string' &&
    (toldOn === null || typeof toldOn === 'string')
  );
}

/** What the phone remembers from a link that has just been opened. A day on which the shop was told counts for that consultant only. */
export function refOf(param: SponsorParam, kept: StoredRef | null, now: Date): StoredRef | null {
  if (param.kind !== 'ok') return null;
  const toldOn = kept?.consId === param.consId ? kept.toldOn : null;
  return { v: 1, consId: param.consId, at: now.toISOString(), toldOn };
}

const dayOf = (now: Date): string => now.toISOString().slice(0, 10);
export const toldNow = (ref: StoredRef, now: Date): StoredRef => ({ ...ref, toldOn: dayOf(now) });

type Who = { sponsor: Sponsor | null; user: Pick<User, 'isGuest' | 'role'> };
/**
 * Whether the shop must hear of the visit (docs/decisions/305). Of a guest's once a day, also later than it was made; of a buyer's only
 * while the link is in the address, since it may make that consultant theirs.
 */
export function mustTell(ref: StoredRef, { user, sponsor }: Who, param: SponsorParam, now: Date): boolean {
  if (ref.toldOn === dayOf(now)) return false;
  if (user.isGuest) return true;
  const isBuyer = user.role === 'client' || user.role === 'user';
  return isBuyer && param.kind === 'ok' && sponsor?.cons_id !== ref.consId;
}
