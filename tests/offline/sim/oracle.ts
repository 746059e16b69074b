import { shown } from '#src/offline/outbox/fold.rules.ts';
import { isBalanced, type Ledger } from '#src/offline/outbox/ledger.rules.ts';
import { type Base, baseKey } from '#src/offline/outbox/base.ts';
import type { Intent } from '#tests/offline/kinds.ts';
import { type Asked, isObject, type Merge } from '#src/offline/outbox/mutation.ts';
import type { OutboxRecord, RejectedRecord } from '#tests/offline/kinds.ts';
import { outcomeKey } from '#src/offline/outbox/record.ts';
import { judgeEmptied, judgeIdentity } from '#tests/offline/sim/identity-oracle.ts';
import { modelOf } from '#tests/offline/sim/models.ts';
import type { Partition, Writes } from '#tests/offline/sim/partition.ts';
import type { Execution } from '#tests/offline/sim/sim-server.ts';
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

function laneSum(world: World, writes: Writes, lane: string, at: 'before' | 'after', keys: readonly string[]): number {
  let sum = 0;
  for (const key of keys) {
    const record = writes[at]<OutboxRecord>(key);
    if (record?.lane === lane) sum += world.amountOf(record);
  }
  return sum;
}

function checkAppend(world: World, { owner }: Partition, writes: Writes, gesture: NewMutation): void {
  const { intent, id } = gesture;
  const keys = writes.keys('ob:');
  if (keys.length === 0) return world.fail(`I2: ${intent.kind} of ${owner} was called saved and is not in the store`);
  if (keys.length > 1) return world.fail(`I2: one gesture changed ${keys.length} records`);
  const key = keys[0] as string;
  const [before, after] = [writes.before<OutboxRecord>(key), writes.after<OutboxRecord>(key)];
  if (before && before.tries > 0) return world.fail(`I6: a gesture changed the tried record ${before.id}`);
  if (!before && after?.id !== id) return world.fail(`I2: the key of the gesture ${id} is not in the store`);
  const wrong = judgeAppend(world, writes, gesture, { keys, after });
  if (wrong !== null) return world.fail(wrong);
  for (const park of writes.keys('park:')) world.taint(owner, writes.before<RejectedRecord>(park)?.record.lane ?? '');
}

/** What a gesture must have done to the queue, by the class of its kind. */
function judgeAppend(
  world: World,
  writes: Writes,
  { lane, intent }: NewMutation,
  { keys, after }: { keys: readonly string[]; after: OutboxRecord | undefined },
): string | null {
  const { definition, payload } = world.known(intent);
  switch (definition.merge) {
    case 'add': {
      const sum = laneSum(world, writes, lane, 'after', keys) - laneSum(world, writes, lane, 'before', keys);
      const asked = world.amountOf(intent);
      return sum === asked ? null : `I1: a change by ${asked} changed the queue by ${sum}`;
    }
    case 'set': {
      // Back and forth may cancel out where something is shown of it.
      if (!after) return definition.view ? null : `I1: ${intent.kind} was not taken in`;
      const { value } = modelOf(intent.kind);
      const isSame = after.kind === intent.kind && value?.(after.body) === value?.(payload);
      return isSame ? null : `I8: the queue holds another ${intent.kind} than the gesture's`;
    }
    case 'grow':
      return after?.kind === intent.kind ? null : `I1: ${intent.kind} was not taken in`;
    case 'once': {
      const isAlone = !definition.single || inLane(writes, lane).length <= 1;
      return isAlone ? null : `Lessons: two unjudged results of ${lane} wait in one queue`;
    }
  }
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
      const grown = world.amountOf(after) - world.amountOf(before);
      if (before.wire && JSON.stringify(before.wire) !== JSON.stringify(after.wire))
        return world.fail(`I6: the wire of ${before.id} changed`);
      if (grown === 0) continue;
      if (before.tries > 0 || world.amountOf(before) > 0 || grown < 0)
        return world.fail(`I6: a flush changed ${world.amountOf(before)} of ${before.id} to ${world.amountOf(after)}`);
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
      shortage += Math.max(0, world.amountOf(before));
      world.taint(owner, before.lane);
    } else if (before.tries === 0) {
      // A removal that a shortage has eaten up whole.
      shrunk -= world.amountOf(before);
      world.taint(owner, before.lane);
      if (world.amountOf(before) >= 0) return world.fail(`I1: the untried ${before.id} was deleted`);
    } else {
      if (!done) return world.fail(`I1: ${before.id} was deleted and never executed`);
      if (done.delta !== undefined && done.delta !== world.amountOf(before))
        return world.fail(`I1: ${before.id} asked ${world.amountOf(before)}, executed was ${done.delta}`);
      const wrong = judgeDone(world, writes, before, done);
      if (wrong !== null) return world.fail(wrong);
      shortage += Math.max(0, (done.delta ?? 0) - (done.applied ?? 0));
      if (done.applied !== done.delta) world.taint(owner, before.lane);
    }
  }
  if (shrunk > shortage) world.fail(`I1: ${shrunk} pieces of removals were cancelled for a shortage of ${shortage}`);
}

/** What an executed change must have left behind, by the class of its kind. */
function judgeDone(world: World, writes: Writes, record: OutboxRecord, done: Execution): string | null {
  const { definition, payload } = world.known(record);
  if (definition.merge === 'set' && done.value !== undefined && done.value !== modelOf(record.kind).value?.(payload))
    return `I1: ${record.id} was executed the other way`;
  if (definition.merge !== 'once') return null;
  // What the shop's own answer says of the attempt is kept under its key, and the person is told.
  const answer = world.server.answers.get(record.id)?.body;
  for (const write of (answer && definition.readAnswer(payload, answer)) ?? []) {
    const kept = write.do === 'keep' ? writes.after<unknown>(write.key) : undefined;
    const isMissing = write.do === 'keep' && !(isObject(kept) && kept.id === record.id);
    if (isMissing || (write.do === 'tell' && !writes.after(outcomeKey(record.seq))))
      return `Lessons: ${record.id} was judged and nobody is told`;
  }
  return null;
}

/** A rejected entry goes back into the queue: as itself, or as a new gesture with the same wish. */
function checkRepeat(world: World, owner: string, changed: readonly string[], writes: Writes): void {
  const [park] = writes.keys('park:');
  const rejected = park === undefined ? undefined : writes.before<RejectedRecord>(park)?.record;
  if (!rejected)
    return changed.length > 0 ? world.fail(`I4: a repeat changed the queue of ${owner} by itself`) : undefined;
  world.taint(owner, rejected.lane);
  const sum =
    laneSum(world, writes, rejected.lane, 'after', changed) - laneSum(world, writes, rejected.lane, 'before', changed);
  if (sum !== world.amountOf(rejected))
    world.fail(`I1: a repeat of ${world.amountOf(rejected)} changed the queue by ${sum}`);
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
/** What the screen must show of a target: the latest gesture, until something the person can see says otherwise. */
export type Shown = { asked: Asked; merge: Merge; want: unknown };

/** What the screen shows of the target of such a change. @throws TypeError for a kind of which nothing is shown. */
export function viewOf(world: World, { data }: Partition, asked: Asked): unknown {
  const { definition, payload } = world.known(asked);
  const at = definition.target(payload) ?? { scope: '', entry: '' };
  const lane = definition.lane(payload);
  const mine: OutboxRecord[] = [];
  for (const [key, value] of data)
    if (key.startsWith('ob:') && (value as OutboxRecord).lane === lane && world.isRecord(value)) mine.push(value);
  mine.sort((a, b) => a.seq - b.seq);
  return shown(definition, baseOf(data, at.scope), mine, at);
}
export const baseOf = (data: Partition['data'], scope: string) => data.get(baseKey(scope)) as Base | undefined;

/** I8: between gesture and answer, and after it, no pull and no late answer makes the screen jump. */
export function checkViews(world: World, partition: Partition): void {
  const shown = world.shown.get(partition.owner);
  if (!shown) return;
  for (const [lane, { asked, want }] of shown) {
    const view = viewOf(world, partition, asked);
    if (view === want || wasClamped(world, partition.owner, lane)) continue;
    world.fail(`I8: ${lane} of ${partition.owner} shows ${String(view)}, the gesture said ${String(want)}`);
  }
}

/** A pull may tell of pieces that were not there before the gesture's own answer does. */
const wasClamped = (world: World, owner: string, lane: string): boolean =>
  world.server.executions.some((one) => one.owner === owner && one.target === lane && one.applied !== one.delta);

/** The gesture is in the store: what the screen shows from now on. */
export function expectShown(world: World, { owner, lane, intent }: NewMutation): void {
  let shown = world.shown.get(owner);
  if (!shown) world.shown.set(owner, (shown = new Map()));
  const { definition, payload } = world.known(intent);
  const { merge, view } = definition;
  if (!view) return;
  if (merge === 'add') {
    if (world.isBlind(owner) || world.isTainted(owner, lane)) return;
    const want = Number(shown.get(lane)?.want ?? 0) + world.amountOf(intent);
    // Two tabs took the same pieces away: a clamp, where sums say nothing any more.
    if (want < 0) world.taint(owner, lane);
    else shown.set(lane, { asked: intent, merge, want });
    // What only grows stays, whatever is pulled and whoever else does the same.
  } else if (merge === 'grow' || !world.isForeign(owner, lane))
    shown.set(lane, { asked: intent, merge, want: view.fold(undefined, payload) });
}
