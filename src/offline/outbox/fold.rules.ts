import type { Asked, MutationDefinition } from '#src/offline/outbox/mutation.ts';
import type { Base } from '#src/offline/outbox/stored.types.ts';

/** Records whose effect a pulled snapshot already holds are left out; only their own answer deletes them. */
export function withoutIncluded<Entry extends { readonly id: string }>(
  pending: readonly Entry[],
  included: readonly string[],
): Entry[] {
  const keys = new Set(included);
  return pending.filter((record) => !keys.has(record.id));
}

/**
 * What a screen shows of one entry of a base: the server's word, then in order every pending mutation that the last pull does
 * not hold. Screens, the engine's collapse and the oracles of the simulation fold by this function alone (I8).
 * @throws TypeError for a kind of which nothing is shown.
 */
export function shown<Payload, View, Scope extends string>(
  { kind, view, isPayload, target }: MutationDefinition<string, Payload, View, Scope>,
  base: Base | undefined,
  pending: readonly (Asked & { readonly id: string })[],
  at: { readonly scope: string; readonly entry: string },
): View {
  if (!view) throw new TypeError(`${kind} is not shown`);
  let result = view.of(base, at.entry);
  for (const { kind: other, body } of withoutIncluded(pending, base?.included ?? [])) {
    if (other !== kind || !isPayload(body)) continue;
    const its = target(body);
    if (its?.entry === at.entry && its.scope === at.scope) result = view.fold(result, body);
  }
  return result;
}
