import type { OutboxRecord } from '#tests/offline/kinds.ts';
import { isFromNewerBuild } from '#src/offline/outbox/record.ts';
import { checkLeft } from '#tests/offline/sim/identity-oracle.ts';
import type { Merge } from '#src/offline/outbox/mutation.ts';
import { modelOf } from '#tests/offline/sim/models.ts';
import { baseOf, viewOf } from '#tests/offline/sim/oracle.ts';
import type { NewMutation } from '#tests/offline/sim/oracle.ts';
import type { World } from '#tests/offline/sim/world.ts';

/** What is still to be sent, in all partitions: queued, tried, or on its way into an account. */
function waiting(world: World): Iterable<OutboxRecord> {
  const found = new Map<string, OutboxRecord>();
  for (const { data } of world.partitions.values())
    for (const [key, value] of data)
      // A record that has arrived in the account lives on there, whatever became of it (it may have cancelled out since):
      // what still lies with the guest is only deleted by the next join.
      if (
        (key.startsWith('ob:') || (key.startsWith('out:') && !world.arrived.has((value as OutboxRecord).id))) &&
        world.isRecord(value)
      )
        found.set(value.id, value);
  return found.values();
}

/**
 * I1 and I2 by effects alone, at any moment: where nothing was clamped, rejected or given up, what was asked is what was
 * executed plus what still waits; and a heart is what the last gesture said, here or there.
 */
export function checkPromise(world: World): string | null {
  const { server } = world;
  const personOf = (owner: string) => server.bound.get(owner) ?? owner;
  const skipped = new Set<string>();
  const asked = new Map<string, number>();
  const last = new Map<string, { gesture: NewMutation; merge: Merge }>();
  const once = new Set<string>();
  for (const gesture of world.gestures) {
    const { owner, lane, intent, id } = gesture;
    const at = `${personOf(owner)} ${lane}`;
    const isTainted = world.isTainted(owner, lane) || world.isTainted(personOf(owner), lane);
    if (isTainted || world.isForeign(personOf(owner), lane)) skipped.add(at);
    const { merge } = world.known(intent).definition;
    if (merge === 'add') asked.set(at, (asked.get(at) ?? 0) + world.amountOf(intent));
    else if (merge === 'once') {
      if (!isTainted) once.add(id);
    } else {
      // What a guest has set and what the account has set have no order between them.
      if (merge === 'set' && (last.get(at)?.gesture.owner ?? owner) !== owner) skipped.add(at);
      last.set(at, { gesture, merge });
    }
  }
  const done = new Map<string, number>();
  for (const { person, target, delta, applied, key } of server.executions) {
    once.delete(key);
    if (world.refused.has(key)) return `I1: ${key} was not saved and was executed`;
    if (delta === undefined) continue;
    const at = `${personOf(person)} ${target}`;
    done.set(at, (done.get(at) ?? 0) + delta);
    if (applied !== delta) skipped.add(at);
  }
  for (const record of waiting(world)) {
    once.delete(record.id);
    if (world.refused.has(record.id)) return `I1: ${record.id} was not saved and waits`;
    const at = `${personOf(record.owner)} ${record.lane}`;
    if (!server.byKey.has(record.id)) done.set(at, (done.get(at) ?? 0) + world.amountOf(record));
    last.delete(at);
  }
  for (const [at, sum] of asked)
    if (!skipped.has(at) && (done.get(at) ?? 0) !== sum)
      return `I1: ${at}: asked for ${sum}, executed or waiting are ${done.get(at) ?? 0}`;
  for (const [at, { gesture, merge }] of last) {
    if (skipped.has(at)) continue;
    const { kind, body } = gesture.intent;
    const { held, value } = modelOf(kind);
    const want = merge === 'grow' ? true : value?.(body);
    if (held?.(server.person(personOf(gesture.owner)), body) !== want)
      return `I1: ${at} is not the last gesture's (${String(want)})`;
  }
  if (once.size > 0) return `I1: ${[...once][0]} was saved and is neither done nor waiting`;
  return null;
}

/** After heal: nothing waits (I3), the screens show what the server holds (I7), newer builds' records are there (F41). */
export function checkHealed(world: World): string | null {
  const { server } = world;
  for (const record of waiting(world))
    return `I3: ${record.lane} of ${record.owner} never drained: ${JSON.stringify(record)}`;
  const promise = checkPromise(world) ?? checkLeft(world);
  if (promise || world.oracles === 'effects') return promise;
  for (const [owner, partition] of world.partitions) {
    for (const [key, value] of partition.data)
      if (key.startsWith('ob:') && !isFromNewerBuild(world.definitions, value))
        return `F38: ${key} of ${owner} is neither sent nor set aside`;
    if (!world.healed.has(owner)) continue;
    const person = server.person(owner);
    for (const { kind } of world.definitions) {
      const { at, held, told } = modelOf(kind);
      for (const body of [1, 2, 3, 4].flatMap((id) => at?.(id) ?? [])) {
        const { definition, payload } = world.known({ kind, body });
        const scope = definition.target(payload)?.scope ?? '';
        if (!world.touched.has(scope)) continue;
        const view = told ? told(baseOf(partition.data, scope), payload) : viewOf(world, partition, { kind, body });
        const want = held?.(person, payload);
        const what = `${definition.lane(payload)} of ${owner}`;
        if (view !== want) return `I7: ${what} shows ${String(view)}, the server holds ${String(want)}`;
      }
    }
  }
  for (const { owner, key } of world.newer)
    if (!isFromNewerBuild(world.definitions, world.partition(owner).data.get(key)))
      return `F41: ${key} of a newer build is gone from ${owner}`;
  return null;
}
