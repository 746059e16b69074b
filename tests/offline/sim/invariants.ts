import type { OutboxRecord } from '#tests/offline/kinds.ts';
import { isFromNewerBuild } from '#src/offline/outbox/record.ts';
import { checkLeft } from '#tests/offline/sim/identity-oracle.ts';
import { isPassed, viewOf } from '#tests/offline/sim/oracle.ts';
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
  const last = new Map<string, { on: boolean; lane: string; person: string }>();
  const once = new Set<string>();
  const watched = new Map<string, { person: string; lessonId: number }>();
  const prices = new Map<string, { price: number; owner: string; person: string; productId: number }>();
  for (const { owner, lane, intent, id } of world.gestures) {
    const at = `${personOf(owner)} ${lane}`;
    const isTainted = world.isTainted(owner, lane) || world.isTainted(personOf(owner), lane);
    if (isTainted || world.isForeign(personOf(owner), lane)) skipped.add(at);
    if (intent.kind === 'cart.change') asked.set(at, (asked.get(at) ?? 0) + intent.body.delta);
    else if (intent.kind === 'fav.set') last.set(at, { on: intent.body.on, lane, person: personOf(owner) });
    else if (intent.kind === 'cart.price') {
      // A guest's price and the account's have no order between them.
      if ((prices.get(at)?.owner ?? owner) !== owner) skipped.add(at);
      prices.set(at, { price: intent.body.price, owner, person: personOf(owner), productId: intent.body.productId });
    } else if (intent.kind === 'lesson.watched')
      watched.set(at, { person: personOf(owner), lessonId: intent.body.lessonId });
    else if (!isTainted) once.add(id);
  }
  const done = new Map<string, number>();
  for (const { person, target, delta, applied, key } of server.executions) {
    once.delete(key);
    if (world.refused.has(key)) return `I1: ${key} was not saved and was executed`;
    if (delta === undefined) continue;
    // `cart:retail:1` is the lane `cart:retail:0:1`.
    const at = `${personOf(person)} ${target.replace(/:(\d+)$/, ':0:$1')}`;
    done.set(at, (done.get(at) ?? 0) + delta);
    if (applied !== delta) skipped.add(at);
  }
  for (const record of waiting(world)) {
    once.delete(record.id);
    if (world.refused.has(record.id)) return `I1: ${record.id} was not saved and waits`;
    const at = `${personOf(record.owner)} ${record.lane}`;
    if (record.kind === 'cart.change' && !server.byKey.has(record.id))
      done.set(at, (done.get(at) ?? 0) + record.body.delta);
    if (record.kind === 'fav.set') last.delete(at);
    if (record.kind === 'cart.price') prices.delete(at);
    if (record.kind === 'lesson.watched') watched.delete(at);
  }
  for (const [at, sum] of asked)
    if (!skipped.has(at) && (done.get(at) ?? 0) !== sum)
      return `I1: ${at}: asked for ${sum}, executed or waiting are ${done.get(at) ?? 0}`;
  for (const [at, { on, lane, person }] of last)
    if (!skipped.has(at) && server.person(person).hearts.has(Number(lane.slice(4))) !== on)
      return `I1: ${at} is not the last gesture's (${on})`;
  for (const [at, { price, person, productId }] of prices)
    if (!skipped.has(at) && server.person(person).accepted.get(`retail:${productId}`) !== price)
      return `I1: ${at}: the accepted price is not the last one`;
  for (const [at, { person, lessonId }] of watched)
    if (!skipped.has(at) && !server.person(person).watched.has(lessonId))
      return `I1: ${at} was saved and is not watched`;
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
    for (const productId of [1, 2, 3, 4]) {
      const lesson = viewOf(world, partition, `lesson:${productId}`);
      const isStudied = world.gestures.some(({ lane }) => /^(lesson|quiz):/.test(lane));
      if (isStudied && lesson !== Number(person.watched.has(productId)))
        return `I7: lesson ${productId} of ${owner} shows ${lesson}`;
      if (isStudied && isPassed(partition, productId) !== person.passed.has(productId))
        return `I7: quiz ${productId} of ${owner} is told wrong`;
      const heart = viewOf(world, partition, `fav:${productId}`);
      if (heart !== Number(person.hearts.has(productId))) return `I7: heart ${productId} of ${owner} shows ${heart}`;
      for (const kind of ['retail', 'wholesale']) {
        const shown = viewOf(world, partition, `cart:${kind}:0:${productId}`);
        const held = person.cart.get(`${kind}:${productId}`) ?? 0;
        if (shown !== held) return `I7: ${kind} line ${productId} of ${owner} shows ${shown}, the server holds ${held}`;
      }
    }
  }
  for (const { owner, key } of world.newer)
    if (!isFromNewerBuild(world.definitions, world.partition(owner).data.get(key)))
      return `F41: ${key} of a newer build is gone from ${owner}`;
  return null;
}
