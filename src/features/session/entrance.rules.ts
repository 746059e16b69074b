import { judge, type Needs } from '#contract/rights.ts';
import type { User } from '#contract/session.ts';

export type Entrance = 'open' | 'wait' | 'login' | 'forbidden';

/**
 * May this person see that screen? By the matrix that the server asks too, from what the device knows of the person: it is
 * enough without a network. `wait`: the device has not read yet who it is.
 */
export function entranceOf(needs: Needs, { known, user }: { known: boolean; user: User }): Entrance {
  if (needs === 'anyone') return 'open';
  if (!known) return 'wait';
  const { isGuest, isPunktVydachi, readonly } = user;
  // An account whose data the browser has lost is at least a client: the server refuses what it has no right to.
  const verdict = judge(needs, isGuest ? 'guest' : { role: user.role ?? 'client', isPunktVydachi, readonly });
  if (verdict === 'ok') return 'open';
  return verdict === 'login' ? 'login' : 'forbidden';
}
