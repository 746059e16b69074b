import { judge, type Needs, whoIs } from '#contract/rights.ts';
import type { User } from '#contract/session.ts';

export type Entrance = 'open' | 'wait' | 'login' | 'forbidden';

/**
 * May this person see that screen? By the matrix that the server asks too, from what the device knows of the person: it is
 * enough without a network. `wait`: the device has not read yet who it is.
 */
export function entranceOf(needs: Needs, { known, user }: { known: boolean; user: User }): Entrance {
  if (needs === 'anyone') return 'open';
  if (!known) return 'wait';
  const verdict = judge(needs, whoIs(user));
  if (verdict === 'ok') return 'open';
  return verdict === 'login' ? 'login' : 'forbidden';
}
