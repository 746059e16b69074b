import type { Getter } from 'jotai';
import { shown } from '#src/offline/outbox/fold.rules.ts';
import type { MutationDefinition } from '#src/offline/outbox/mutation.ts';
import { baseOf, freshAtom, syncAtom } from '#src/sync-client/sync.atoms.ts';

/**
 * What screens show of the entries of a base, for whoever holds the phone: the server's word and every change on top of it
 * (`shown`). Read in the atom's own turn, so that every later change draws again what asked. It brings the definition along:
 * what stands in the first chunk asks `pendingOf` by name instead.
 */
export function shownIn<Payload, View, Scope extends string>(
  get: Getter,
  uid: string,
  definition: MutationDefinition<string, Payload, View, Scope>,
  scope: NoInfer<Scope>,
): (entry: string) => View {
  const base = baseOf(get, uid, scope);
  const stored = get(syncAtom).uid === uid ? get(syncAtom).pending : [];
  const fresh = get(freshAtom).flatMap(({ key, uid: whose, mutation }) =>
    whose === uid ? [{ id: key, kind: mutation.kind, body: mutation.body }] : [],
  );
  const pending = [...stored, ...fresh].filter(({ kind }) => kind === definition.kind);
  return (entry) => shown(definition, base, pending, { scope, entry });
}
