import type { createStore } from 'jotai';
import { pullCartAtom } from '#src/features/cart/cart.atoms.ts';
import { refreshSessionAtom } from '#src/features/session/session.atoms.ts';
import type { MUTATIONS } from '#src/mutations.ts';
import type { ScopeOf } from '#src/offline/outbox/mutation.ts';

type Store = Pick<ReturnType<typeof createStore>, 'set'>;
type Pull = (store: Store) => Promise<unknown>;

/** Both carts are one person's, and a person has one at a time: the feature knows which. */
const pullCart: Pull = ({ set }) => set(pullCartAtom);
/** How the whole snapshot of each scope is asked for. The code of what is rarely open comes when it is needed. */
const PULLS = {
  // Hearts come with the answer to who this is.
  fav: ({ set }) => set(refreshSessionAtom),
  'cart:retail': pullCart,
  'cart:wholesale': pullCart,
  edu: async ({ set }) => set((await import('#src/features/education/education.atoms.ts')).pullEducationAtom),
} satisfies Record<ScopeOf<typeof MUTATIONS>, Pull>;

/** Each pull once, however many scopes it answers for. */
export const pullScopes = (store: Store, scopes: ReadonlySet<string>): Promise<unknown> =>
  Promise.all([...new Set([...scopes].flatMap(pullOf))].map((pull) => pull(store)));
const pullOf = (scope: string): Pull[] =>
  Object.entries<Pull>(PULLS).flatMap(([name, pull]) => (name === scope ? [pull] : []));
