import type { createStore } from 'jotai';
import { pullCartAtom } from '#src/features/cart/cart.atoms.ts';
import { refreshSessionAtom } from '#src/features/session/session.atoms.ts';
import type { MUTATIONS } from '#src/mutations.ts';
import type { ScopeOf } from '#src/offline/outbox/mutation.ts';

type Store = Pick<ReturnType<typeof createStore>, 'set'>;
/** How the whole snapshot of a scope is asked for; `name` where /user/sync says how old it is. */
type Pull = { pull(store: Store): Promise<unknown>; name?: string };

/** Both carts are one person's, and a person has one at a time: the feature knows which. */
const cart: Pull = { pull: ({ set }) => set(pullCartAtom), name: 'корзина' };
/** Code of what is rarely open comes when it is needed. */
const PULLS = {
  'cart:retail': cart,
  'cart:wholesale': cart,
  // Hearts come with the answer to who this is.
  fav: { pull: ({ set }) => set(refreshSessionAtom), name: 'избранное' },
  edu: {
    pull: async ({ set }) => set((await import('#src/features/education/education.atoms.ts')).pullEducationAtom),
  },
} satisfies Record<ScopeOf<typeof MUTATIONS>, Pull>;
const ALL = Object.entries<Pull>(PULLS);

/** Each pull once, however many scopes it answers for. */
export const pullScopes = (store: Store, scopes: ReadonlySet<string>): Promise<unknown> =>
  Promise.all(
    [...new Set(ALL.flatMap(([scope, one]) => (scopes.has(scope) ? [one] : [])))].map(({ pull }) => pull(store)),
  );
export const SNAPSHOT_NAMES = Object.fromEntries(ALL.flatMap(([scope, { name }]) => (name ? [[scope, name]] : [])));
