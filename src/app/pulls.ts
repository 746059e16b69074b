import type { createStore } from 'jotai';
import { pullCartAtom } from '#src/features/cart/cart.atoms.ts';
import { refreshSessionAtom } from '#src/features/session/session.atoms.ts';
import type { Scope } from '#src/offline/outbox/base.ts';

type Store = Pick<ReturnType<typeof createStore>, 'set'>;
type Pull = (store: Store) => Promise<unknown>;

/** Both carts are one person's, and a person has one at a time: the feature knows which. */
const pullCart: Pull = ({ set }) => set(pullCartAtom);
/** How the whole snapshot of each scope is asked for. The code of what is rarely open comes when it is needed. */
const PULLS: Record<Scope, Pull> = {
  // Hearts come with the answer to who this is.
  fav: ({ set }) => set(refreshSessionAtom),
  'cart:retail': pullCart,
  'cart:wholesale': pullCart,
  edu: async ({ set }) => set((await import('#src/features/education/education.atoms.ts')).pullEducationAtom),
};

/** Each pull once, however many scopes it answers for. */
export const pullScopes = (store: Store, scopes: ReadonlySet<Scope>): Promise<unknown> =>
  Promise.all([...new Set([...scopes].map((scope) => PULLS[scope]))].map((pull) => pull(store)));
