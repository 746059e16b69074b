import { GUEST_MARK, GUEST_UID, guestIdOf, guestOwner, type SessionMark } from '#src/offline/identity/holder.rules.ts';
import { type Leaving, PUB } from '#src/offline/identity/keys.ts';
import type { Partition, Writes } from '#tests/offline/sim/partition.ts';
import type { World } from '#tests/offline/sim/world.ts';

// What the protocol of identity may write (docs/product/identity.md). Nothing here asks the protocol.

/** What a logout leaves in an account's database: the books and the counters by which late answers know that they come too late. */
const LEFT_BEHIND = new Set(['ledger', 'seq', 'gen', 'open']);
const stayOf = (open: unknown): string => String(open);

/** Judges one transaction of the protocol. `close`: it ends a stay, and the queue's oracle judges it as that. */
export function judgeIdentity(world: World, partition: Partition, writes: Writes): 'close' | 'identity' {
  if (partition === world.pub) judgePub(world, writes);
  else if (partition === world.guests) judgeGuests(world, writes);
  else if (writes.keys('open').length > 0 && writes.after('open') === false) {
    judgeEnd(world, partition, writes);
    return 'close';
  } else {
    // The copies of an old seal go: a screen that shows this person again pulls them anew.
    if (writes.keys('base:').some((key) => writes.after(key) === undefined)) world.forgetShown(partition.owner);
    for (const prefix of ['ob:', 'out:', 'park:', 'res:', 'once:'])
      for (const key of writes.keys(prefix)) world.fail(`I4: identity touched ${key} of ${partition.owner}`);
  }
  return 'identity';
}

/** A guest is bound to the account that the shop says, or the shop has never heard of them. */
function judgePub(world: World, writes: Writes): void {
  // For a person who reads a trace; most runs keep none, and the words would be a twentieth of their time.
  world.scheduler.trace?.push(
    `pub ${JSON.stringify(Object.fromEntries(writes.keys('').map((k) => [k, writes.after(k)])))}`,
  );
  const before = writes.before<Record<string, string>>(PUB.bound) ?? {};
  for (const [id, uid] of Object.entries(writes.after<Record<string, string>>(PUB.bound) ?? {})) {
    const real = world.server.bound.get(guestOwner(id));
    if (before[id] !== uid && real !== undefined && real !== uid)
      world.fail(`I5: guest ${id} was bound to ${uid} and belongs to ${real}`);
  }
  const note = writes.keys(PUB.logout).length > 0 ? writes.after<Leaving>(PUB.logout) : undefined;
  if (!note || note.purged) return;
  world.count('identity logout noted');
  const open = world.partition(note.uid).data.get('open');
  // The stay that stands there at this moment is the one that the person leaves.
  world.leftStays.add(`${note.uid} ${stayOf(open)}`);
}

function judgeGuests(world: World, writes: Writes): void {
  // At a login the guest's cart joins the account's and its copy goes: should the shop name this guest again, it is pulled anew.
  for (const key of writes.keys('')) {
    const id = /^([0-9a-f-]{36})\/base:/.exec(key)?.[1];
    if (id !== undefined && writes.after(key) === undefined) world.forgetShown(guestOwner(id));
  }
  for (const key of writes.keys(''))
    if (/\/(ob|out|park|res|once):/.test(key)) world.fail(`I4: identity touched ${key} of all guests`);
}

/**
 * Only a stay that somebody has left is ended, or one that an answer has begun too late: whose it is neither holds the phone nor
 * is sealed, so that what stands there was done on a page that was leaving.
 */
function judgeEnd(world: World, { owner, data }: Partition, writes: Writes): void {
  if (guestIdOf(owner) !== undefined || writes.before('open') === false) return;
  // Nothing is lost with it: the next answer opens it anew.
  if (![...data.keys()].some((key) => /^(ob|out|park):/.test(key))) return;
  const { uid } = (world.pub.data.get(PUB.holder) ?? GUEST_MARK) as SessionMark;
  const sealed = (world.pub.data.get(PUB.sealed) ?? {}) as Record<string, string>;
  if (uid !== owner && !(owner in sealed)) return;
  if (world.leftStays.has(`${owner} ${stayOf(writes.before('open'))}`)) return;
  world.broken ??= `Logout: the stay ${stayOf(writes.before('open'))} of ${owner} was ended, and nobody has left it`;
}

/** Nothing comes into a database that a logout has emptied, until that person is here again. */
export function judgeEmptied(world: World, { owner }: Partition, writes: Writes): void {
  if (owner === 'pub' || owner === 'guests' || guestIdOf(owner) !== undefined) return;
  if (writes.before('open') !== false || writes.after('open') !== false) return;
  for (const key of writes.keys(''))
    if (!LEFT_BEHIND.has(key) && writes.after(key) !== undefined)
      world.broken ??= `Logout: ${key} was written for ${owner}, who has left`;
}

/** After heal: of whoever has left nothing is kept, and no logout is owed. */
export function checkLeft(world: World): string | null {
  if (world.pub.data.get(PUB.logout) !== undefined) return 'Logout: one is still owed';
  for (const left of world.leftStays) {
    const [uid = '', stay] = left.split(' ');
    if (stay !== 'false' && stayOf(world.partition(uid).data.get('open')) === stay)
      return `Logout: the stay ${stay} of ${uid} was left and goes on`;
  }
  for (const { owner, data } of world.partitions.values()) {
    if (guestIdOf(owner) !== undefined || data.get('open') !== false) continue;
    for (const key of data.keys()) if (!LEFT_BEHIND.has(key)) return `Logout: ${key} of ${owner} is still there`;
    const joining = world.guests.data.get('fav:join') as { uid?: string } | undefined;
    if (owner !== GUEST_UID && joining?.uid === owner) return `Logout: hearts on their way to ${owner} are still there`;
  }
  return null;
}
