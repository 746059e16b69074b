import type { createStore } from 'jotai';
import { pullCartAtom } from '#src/features/cart/cart.atoms.ts';
import { refreshSessionAtom } from '#src/features/session/session.atoms.ts';
import type { MUTATIONS } from '#src/mutations.ts';
import type { ScopeOf } from '#src/offline/outbox/mutation.ts';

type Store = Pick<ReturnType<typeof createStore>, 'set'>;
type Pull = (store: Store) => Promise<unknown>;

/** A person has one cart at a time, retail or wholesale: the feature knows which. */
const pullCart: Pull = ({ set }) => set(pullCartAtom);
/** How the whole snapshot of each scope is asked for. The code of what is rarely open comes when it is needed. */
const PULLS: Readonly<Record<ScopeOf<typeof MUTATIONS>, Pull>> = {
  // Hearts come with the answer to who this is.
  fav: ({ set }) => set(refreshSessionAtom),
  'cart:retail': pullCart,
  'cart:wholesale': pullCart,
  edu: async ({ set }) => set((await import('#src/features/education/education.atoms.ts')).pullEducationAtom),
};

/** Each pull once, however many scopes it answers for. */
export function pullScopes(store: Store, scopes: ReadonlySet<string>): Promise<unknown> {
  const pulls: Readonly<Record<string, Pull | undefined>> = PULLS;
  return Promise.all([...new Set([...scopes].map((scope) => pulls[scope]))].map(async (pull) => pull?.(store)));
}
