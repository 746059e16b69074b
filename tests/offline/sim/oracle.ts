import { cartChange } from '#src/features/cart/cart.mutation.ts';
import { lessonWatched, PASSED } from '#src/features/education/education.mutation.ts';
import { favSet } from '#src/features/favourites/favourites.mutation.ts';
import { shown } from '#src/offline/outbox/fold.rules.ts';
import { isBalanced, type Ledger } from '#src/offline/outbox/ledger.rules.ts';
import { type Base, baseKey } from '#src/offline/outbox/base.ts';
import type { Intent } from '#tests/offline/kinds.ts';
import { type Judged, judgedKey } from '#src/features/education/education.mutation.ts';
import type { OutboxRecord, RejectedRecord } from '#tests/offline/kinds.ts';
import { outcomeKey } from '#src/offline/outbox/record.ts';
import { judgeEmptied, judgeIdentity } from '#tests/offline/sim/identity-oracle.ts';
import type { Partition, Writes } from '#tests/offline/sim/partition.ts';
import type { World } from '#tests/offline/sim/world.ts';

// Contents: 1 what a transaction may do to the queue, 2 what the screen shows after it
// These judge every single transaction against the server's own list of executions; nothing here asks the engine.

/** What the person did and the store holds: from here on it must be done once, or be seen not to be. */
export type NewMutation = { id: string; owner: string; lane: string; intent: Intent };
/** Why a transaction is run, as its caller in the world says. */
export type Purpose =
  | 'append'
  | 'flush'
  | 'pull'
  | 'repeat'
  | 'discard'
  | 'move'
  | 'start'
  /** A guest's partition on its way into an account: what cannot be read is set aside, the rest moves. */
  | 'join'
  /** The protocol of identity; `close` where it ends a stay. */
  | 'identity'
  | 'close';

const seqOf = (key: string): string => key.slice(key.indexOf(':') + 1);
const deltaOf = (record: OutboxRecord | undefined): number => (record?.kind === 'cart.change' ? record.body.delta : 0);

// ── 1 What a transaction may do to the queue ────────────────────────────────────────────────────
export function checkCommit(
  world: World,
  partition: Partition,
  caller: Purpose,
  writes: Writes,
  gesture?: NewMutation,
): void {
  judgeEmptied(world, partition, writes);
  const purpose = purposeOf(world, partition, caller, writes);
  if (purpose === 'identity') return;
  const { owner } = partition;
  const changed = writes.keys('ob:');
  if (purpose === 'append' && gesture) checkAppend(world, partition, writes, gesture);
  else if (purpose === 'flush') checkFlush(world, owner, changed, writes);
  else if (purpose === 'repeat') checkRepeat(world, owner, changed, writes);
  else checkOthers(world, owner, purpose, changed, writes);
  for (const key of writes.keys('park:')) {
    const entry = writes.after<RejectedRecord>(key);
    if (entry?.record) world.rejectedKeys.add(entry.record.id);
  }
  const rejected = writes.keysAfter('park:').length;
  const pending = writes.keysAfter('ob:').length + writes.keysAfter('out:').length;
  const ledger = writes.after<Ledger>('ledger');
  if (ledger && !isBalanced(ledger, pending, rejected))
    world.fail(
      `I4: ${purpose} left the ledger of ${owner} ${JSON.stringify(ledger)} with ${pending} pending, ${rejected} rejected`,
    );
}

function purposeOf(world: World, partition: Partition, caller: Purpose, writes: Writes): Purpose {
  if (caller === 'identity') return judgeIdentity(world, partition, writes);
  if (caller === 'join') return writes.keys('bad:').length > 0 ? 'start' : 'move';
  return caller;
}

function laneSum(writes: Writes, lane: string, at: 'before' | 'after', keys: readonly string[]): number {
  let sum = 0;
  for (const key of keys) {
    const record = writes[at]<OutboxRecord>(key);
    if (record?.lane === lane) sum += deltaOf(record);
  }
  return sum;
}

function checkAppend(world: World, { owner }: Partition, writes: Writes, gesture: NewMutation): void {
  const { lane, intent, id } = gesture;
  const keys = writes.keys('ob:');
  if (keys.length === 0) return world.fail(`I2: ${intent.kind} of ${owner} was called saved and is not in the store`);
  if (keys.length > 1) return world.fail(`I2: one gesture changed ${keys.length} records`);
  const key = keys[0] as string;
  const [before, after] = [writes.before<OutboxRecord>(key), writes.after<OutboxRecord>(key)];
  if (before && before.tries > 0) return world.fail(`I6: a gesture changed the tried record ${before.id}`);
  if (!before && after?.id !== id) return world.fail(`I2: the key of the gesture ${id} is not in the store`);
  const sum = laneSum(writes, lane, 'after', keys) - laneSum(writes, lane, 'before', keys);
  if (intent.kind === 'cart.change' && sum !== intent.body.delta)
    return world.fail(`I1: a change by ${intent.body.delta} changed the queue by ${sum}`);
  if (intent.kind === 'fav.set' && after?.kind === 'fav.set' && after.body.on !== intent.body.on)
    return world.fail(`I8: the queue holds the opposite of the gesture`);
  if (intent.kind === 'lesson.watched' && after?.kind !== 'lesson.watched')
    return world.fail(`I1: a watched lesson was not taken in`);
  if (intent.kind === 'quiz.submit' && inLane(writes, lane).length > 1)
    return world.fail(`Lessons: two unjudged results of ${lane} wait in one queue`);
  if (intent.kind === 'cart.price' && (after?.kind !== 'cart.price' || after.body.price !== intent.body.price))
    return world.fail(`I1: an accepted price was not taken in`);
  for (const park of writes.keys('park:')) world.taint(owner, writes.before<RejectedRecord>(park)?.record.lane ?? '');
}

/** Records of a lane after this transaction. */
const inLane = (writes: Writes, lane: string): string[] =>
  writes.keysAfter('ob:').filter((key) => writes.after<OutboxRecord>(key)?.lane === lane);

function checkFlush(world: World, owner: string, changed: readonly string[], writes: Writes): void {
  let shrunk = 0;
  let shortage = 0;
  for (const key of changed) {
    const [before, after] = [writes.before<OutboxRecord>(key), writes.after<OutboxRecord>(key)];
    if (!before) return world.fail(`I4: a flush brought ${key} into being`);
    if (!world.isRecord(before)) return world.fail(`I4: a flush touched ${key}, which it cannot read`);
    if (after) {
      if (after.last && after.last !== before.last) world.count(`class ${after.last.class}`);
      if (after.id !== before.id || after.owner !== before.owner || after.lane !== before.lane)
        return world.fail(`I6: a flush changed the identity of ${before.id}`);
      if (after.tries < before.tries || (before.state === 'tried' && after.state !== 'tried'))
        return world.fail(`I6: ${before.id} was untried again`);
      const grown = deltaOf(after) - deltaOf(before);
      if (before.wire && JSON.stringify(before.wire) !== JSON.stringify(after.wire))
        return world.fail(`I6: the wire of ${before.id} changed`);
      if (grown === 0) continue;
      if (before.tries > 0 || deltaOf(before) > 0 || grown < 0)
        return world.fail(`I6: a flush changed ${deltaOf(before)} of ${before.id} to ${deltaOf(after)}`);
      shrunk += grown;
      world.taint(owner, before.lane);
      continue;
    }
    const park = writes.after<RejectedRecord>(`park:${seqOf(key)}`);
    const done = world.server.byKey.get(before.id);
    if (park) {
      world.count(`class ${park.last?.class === park.reason ? park.reason : 'stale'}`);
      if (park.record.id !== before.id) return world.fail(`I4: ${before.id} was rejected as ${park.record.id}`);
      if (done && park.reason === 'rejected')
        return world.fail(`I1: ${before.id} is rejected as refused and was executed`);
      shortage += Math.max(0, deltaOf(before));
      world.taint(owner, before.lane);
    } else if (before.tries === 0) {
      // A removal that a shortage has eaten up whole.
      shrunk -= deltaOf(before);
      world.taint(owner, before.lane);
      if (deltaOf(before) >= 0) return world.fail(`I1: the untried ${before.id} was deleted`);
    } else {
      if (!done) return world.fail(`I1: ${before.id} was deleted and never executed`);
      if (done.delta !== undefined && done.delta !== deltaOf(before))
        return world.fail(`I1: ${before.id} asked ${deltaOf(before)}, executed was ${done.delta}`);
      if (before.kind === 'quiz.submit') {
        const judged = writes.after<Judged>(judgedKey(before.body.lessonId));
        if (judged?.id !== before.id || !writes.after(outcomeKey(before.seq)))
          return world.fail(`Lessons: ${before.id} was judged and nobody is told`);
      }
      if (done.on !== undefined && before.kind === 'fav.set' && done.on !== before.body.on)
        return world.fail(`I1: ${before.id} was executed the other way`);
      shortage += Math.max(0, (done.delta ?? 0) - (done.applied ?? 0));
      if (done.applied !== done.delta) world.taint(owner, before.lane);
    }
  }
  if (shrunk > shortage) world.fail(`I1: ${shrunk} pieces of removals were cancelled for a shortage of ${shortage}`);
}

/** A rejected entry goes back into the queue: as itself, or as a new gesture with the same wish. */
function checkRepeat(world: World, owner: string, changed: readonly string[], writes: Writes): void {
  const [park] = writes.keys('park:');
  const rejected = park === undefined ? undefined : writes.before<RejectedRecord>(park)?.record;
  if (!rejected)
    return changed.length > 0 ? world.fail(`I4: a repeat changed the queue of ${owner} by itself`) : undefined;
  world.taint(owner, rejected.lane);
  const sum = laneSum(writes, rejected.lane, 'after', changed) - laneSum(writes, rejected.lane, 'before', changed);
  if (sum !== deltaOf(rejected)) world.fail(`I1: a repeat of ${deltaOf(rejected)} changed the queue by ${sum}`);
  if (changed.length !== 1) world.fail(`I4: a repeat changed ${changed.length} records of ${owner}`);
}

function checkOthers(world: World, owner: string, purpose: Purpose, changed: readonly string[], writes: Writes): void {
  if (purpose === 'close' && writes.after('open') === false) world.emptied(owner);
  for (const key of changed) {
    const [before, after] = [writes.before<OutboxRecord>(key), writes.after<OutboxRecord>(key)];
    if (before && after) return world.fail(`I6: ${purpose} changed ${key} of ${owner}`);
    if (before && purpose === 'close') world.taint(owner, before.lane);
    else if (before && purpose === 'start') {
      if (world.isRecord(before)) return world.fail(`I4: the readable ${key} went to quarantine`);
      if (!writes.after(`bad:${key}`)) return world.fail(`I4: the unreadable ${key} was dropped`);
    } else if (before) {
      const leaving = writes.after<OutboxRecord>(`out:${seqOf(key)}`);
      if (purpose !== 'move' || leaving?.id !== before.id)
        return world.fail(`I4: ${purpose} dropped ${key} of ${owner}`);
      if (before.tries > 0) return world.fail(`I6: the tried ${before.id} was moved`);
    } else if (purpose === 'move') {
      if (after?.owner !== owner || !writes.after(`once:${after.id}`))
        return world.fail(`I5: ${after?.id} of ${after?.owner} came to ${owner}`);
      world.arrived.add(after.id);
    } else return world.fail(`I4: ${purpose} brought ${key} into being`);
  }
  for (const key of writes.keys('out:')) {
    const before = writes.before<OutboxRecord>(key);
    if (!before || writes.after(key) || purpose === 'start') continue;
    if (purpose === 'close') world.taint(owner, before.lane);
    else if (!world.arrived.has(before.id)) return world.fail(`I1: ${before.id} left ${owner} and has not arrived`);
  }
  for (const key of writes.keys('park:')) {
    const before = writes.before<RejectedRecord>(key);
    if (before?.record) world.taint(owner, before.record.lane);
    if (purpose !== 'close' && purpose !== 'discard' && purpose !== 'start')
      return world.fail(`I4: ${purpose} touched ${key} of ${owner}`);
  }
}

// ── 2 What the screen shows ─────────────────────────────────────────────────────────────────────
/** What the screen must show of a lane: the latest gesture, until something the person can see says otherwise. */
export type Shown = { on: boolean } | { quantity: number };

export function viewOf(world: World, { owner, data }: Partition, lane: string): number {
  const [what = '', kind = '', , product = ''] = lane.split(':');
  const mine: OutboxRecord[] = [];
  for (const [key, value] of data)
    if (key.startsWith('ob:') && (value as OutboxRecord).lane === lane && world.isRecord(value)) mine.push(value);
  mine.sort((a, b) => a.seq - b.seq);
  const scope = what === 'fav' ? 'fav' : what === 'lesson' ? 'edu' : `cart:${kind}`;
  const base = data.get(baseKey(scope)) as Base | undefined;
  const at = { scope, entry: what === 'cart' ? product : kind };
  if (what === 'cart') return shown(cartChange, base, mine, at);
  if (what === 'fav') return Number(shown(favSet, base, mine, at));
  if (what !== 'lesson') throw new Error(`nothing is shown of ${lane} of ${owner}`);
  return Number(shown(lessonWatched, base, mine, at));
}

const educationOf = ({ data }: Partition) => (data.get(baseKey('edu')) as Base | undefined)?.values ?? {};
export const isPassed = (partition: Partition, id: number): boolean =>
  ((educationOf(partition)[id] ?? 0) & PASSED) !== 0;

/** I8: between gesture and answer, and after it, no pull and no late answer makes the screen jump. */
export function checkViews(world: World, partition: Partition): void {
  const shown = world.shown.get(partition.owner);
  if (!shown) return;
  for (const [lane, want] of shown) {
    const view = viewOf(world, partition, lane);
    const expected = 'on' in want ? Number(want.on) : want.quantity;
    if (view === expected || wasClamped(world, partition.owner, lane)) continue;
    world.fail(`I8: ${lane} of ${partition.owner} shows ${view}, the gesture said ${expected}`);
  }
}

/** A pull may tell of pieces that were not there before the gesture's own answer does. */
function wasClamped(world: World, owner: string, lane: string): boolean {
  const target = lane.replace(':0:', ':');
  return world.server.executions.some(
    (one) => one.owner === owner && one.target === target && one.applied !== one.delta,
  );
}

/** The gesture is in the store: what the screen shows from now on. */
export function expectShown(world: World, { owner, lane, intent }: NewMutation): void {
  let shown = world.shown.get(owner);
  if (!shown) world.shown.set(owner, (shown = new Map()));
  if (intent.kind === 'fav.set' && !world.isForeign(owner, lane)) shown.set(lane, { on: intent.body.on });
  // Watched stays watched, whatever is pulled and whoever else learns.
  if (intent.kind === 'lesson.watched') shown.set(lane, { on: true });
  if (intent.kind === 'cart.change' && !world.isBlind(owner) && !world.isTainted(owner, lane)) {
    const before = shown.get(lane);
    const quantity = (before && 'quantity' in before ? before.quantity : 0) + intent.body.delta;
    // Two tabs took the same pieces away: a clamp, where sums say nothing any more.
    if (quantity < 0) world.taint(owner, lane);
    else shown.set(lane, { quantity });
  }
}
