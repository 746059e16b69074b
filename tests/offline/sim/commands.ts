import { discardRejected, repeatRejected } from '#src/offline/outbox/rejected.ts';
import { EMPTY_LEDGER, addTo, type Ledger } from '#src/offline/outbox/ledger.rules.ts';
import { recordKey, type RejectedRecord } from '#src/offline/outbox/record.ts';
import type { AnyMutation, Asked } from '#src/offline/outbox/mutation.ts';
import type { Intent } from '#tests/offline/kinds.ts';
import { modelOf } from '#tests/offline/sim/models.ts';
import { checkPromise } from '#tests/offline/sim/invariants.ts';
import { GUEST_UID } from '#src/offline/identity/holder.rules.ts';
import { boot, flushAll, logIn, logInCall, toggleGuestHeart } from '#tests/offline/sim/page.ts';
import { viewOf } from '#tests/offline/sim/oracle.ts';
import type { Context, World } from '#tests/offline/sim/world.ts';

const DAY_MS = 86_400_000;
export const ACCOUNTS = ['1', '2'] as const;

type Act = (world: World, context: Context, productId: number) => unknown;
const isGuest = (owner: string): boolean => owner.startsWith('guest:');
/** A journey that the store refuses ends; the page says so and starts again later. Oracles do not throw. */
const quietly = (work: Promise<unknown>): void => void work.catch(() => {});

/** A change of one of the kinds that such a gesture can be, as the person in front of this tab would make it. */
function ask(world: World, context: Context, id: number, isOne: (definition: AnyMutation) => boolean): Asked {
  const kinds = world.definitions.filter(isOne);
  const definition = (kinds.length > 1 ? world.chance.pick(kinds) : kinds[0]) as AnyMutation;
  const { random, at } = modelOf(definition.kind);
  const target = { kind: definition.kind, body: at?.(id)[0] };
  const shown = definition.view && at ? viewOf(world, world.partition(context.owner), target) : undefined;
  return { kind: definition.kind, body: random(world.chance, id, { shown, shop: world.server }) };
}
const isSum = ({ merge }: AnyMutation): boolean => merge === 'add';
/** As many pieces of a line as `amount` says of those that the screen shows; none when that is nothing. */
function askPieces(world: World, context: Context, id: number, amount: (shown: number) => number): Asked | null {
  const one = ask(world, context, id, isSum);
  const pieces = amount(Number(viewOf(world, world.partition(context.owner), one)));
  const body = world.definitionOf(one.kind)?.amount?.with(one.body, pieces);
  return pieces === 0 ? null : { kind: one.kind, body };
}
function save(world: World, context: Context, asked: Asked | null, removesLine = false): void {
  if (!asked) return;
  if (world.chance.chance(0.3)) world.engine(context, context.owner).flusher.hold(world.laneOf(asked), 500);
  quietly(world.gesture(context, asked as Intent, { removesLine }));
}
const rejectedOf = (world: World, context: Context): RejectedRecord[] =>
  [...world.partition(context.owner).data]
    .filter(([key]) => key.startsWith('park:'))
    .map(([, entry]) => entry as RejectedRecord);

/** An entry of this device that our build did not write: booked as any other, then found by us. */
function plant(world: World, owner: string, entry: Record<string, unknown>): string | null {
  const { data } = world.partition(owner);
  if (data.get('open') === false || world.isFull) return null;
  const seq = ((data.get('seq') as number | undefined) ?? 0) + 1;
  data.set('seq', seq);
  data.set(recordKey(seq), { ...entry, seq, owner });
  data.set('ledger', addTo((data.get('ledger') as Ledger | undefined) ?? EMPTY_LEDGER, { enqueued: 1 }));
  return recordKey(seq);
}

/** What a person, another device, the operating system or the network do between two steps of the engine. */
export const COMMANDS = {
  heart(world, context, productId) {
    // A guest's stay on the phone until they join an account.
    if (isGuest(context.owner)) return quietly(toggleGuestHeart(world, context, productId));
    save(
      world,
      context,
      ask(world, context, productId, ({ merge, view }) => merge === 'set' && view !== undefined),
    );
  },
  add(world, context, productId) {
    const pieces = 1 + world.chance.int(3);
    save(
      world,
      context,
      askPieces(world, context, productId, () => pieces),
    );
  },
  remove(world, context, productId) {
    save(
      world,
      context,
      askPieces(world, context, productId, (shown) => (shown > 0 ? -1 - world.chance.int(shown) : 0)),
    );
  },
  removeLine(world, context, productId) {
    const whole = askPieces(world, context, productId, (shown) => (shown > 0 ? -shown : 0));
    save(world, context, whole, true);
  },
  price(world, context, productId) {
    save(
      world,
      context,
      ask(world, context, productId, ({ merge, view }) => merge === 'set' && view === undefined),
    );
  },
  form(world, context, productId) {
    save(
      world,
      context,
      ask(world, context, productId, ({ merge, who }) => merge === 'once' && who === 'anyone'),
    );
  },
  study(world, context, lessonId) {
    // Nobody learns as a guest.
    if (isGuest(context.owner)) return;
    const merge = world.chance.chance(0.5) ? 'grow' : 'once';
    save(
      world,
      context,
      ask(world, context, lessonId, (one) => one.merge === merge && one.who === 'account'),
    );
  },
  republish(world, _context, lessonId) {
    const version = world.server.quizVersions.get(lessonId) ?? 1;
    world.server.quizVersions.set(lessonId, version + 1);
    if (world.chance.chance(0.6)) world.server.withdrawn.add(`${lessonId}:${version}`);
  },
  flush(world, context) {
    if (world.chance.chance(0.7)) for (const { flusher } of context.engines.values()) flusher.resetWaits();
    quietly(flushAll(world, context));
  },
  async steps(world) {
    await world.run(5 + world.chance.int(10));
  },
  release(_world, context) {
    for (const { flusher } of context.engines.values()) flusher.release();
  },
  crash(world, context) {
    world.kill(context);
    world.broken ??= checkPromise(world)?.replace('I1', 'I2') ?? null;
  },
  reopen(world) {
    const context = world.open();
    quietly(boot(world, context));
  },
  sync(world) {
    // The browser wakes the worker; a dead one starts anew with nothing but the databases.
    const worker = world.alive.find((one) => one.isWorker) ?? world.open(true);
    quietly(flushAll(world, worker));
  },
  freeze(_world, context) {
    context.frozen = !context.frozen;
  },
  steal(world, context) {
    world.steal(context);
  },
  login(world, context) {
    const isSignedIn = world.server.whoIs(world.cookie) === context.owner && !isGuest(context.owner);
    if (isSignedIn && world.chance.chance(0.8)) return;
    const back = !isGuest(context.owner) && world.chance.chance(0.6) ? context.owner : world.chance.pick(ACCOUNTS);
    quietly(logIn(world, context, back));
  },
  logout(world, context) {
    if (context.uid !== GUEST_UID) quietly(context.identity.logOut());
  },
  expire(world) {
    world.server.sessions.delete(world.cookie ?? '');
  },
  swap(world) {
    // A login in this browser whose page died with its answer: the cookie changes under every page at once.
    const { cookie } = logInCall(world, world.chance.pick(ACCOUNTS), world.guestId()).handle(world.cookie);
    world.cookie = cookie;
  },
  believe(_world, context) {
    quietly(context.identity.refresh());
  },
  seal(world, context) {
    // The session ends without a logout, and the page hears of it: the person's data waits for the same person.
    if (context.uid === GUEST_UID) return;
    COMMANDS.expire(world);
    quietly(context.identity.refresh());
  },
  switched(world, context) {
    // Somebody else has logged in in this browser, and the page hears of it by the next answer.
    COMMANDS.swap(world);
    quietly(context.identity.refresh());
  },
  stock(world, _context, productId) {
    world.server.stock.set(productId, world.chance.int(6));
  },
  delete(world, _context, productId) {
    if (!world.server.gone.delete(productId)) world.server.gone.add(productId);
  },
  readonly(world) {
    const { readonlyPeople } = world.server;
    const who = world.chance.pick(ACCOUNTS);
    if (!readonlyPeople.delete(who)) readonlyPeople.add(who);
  },
  otherDevice(world, _context, productId) {
    const who = world.chance.pick(ACCOUNTS);
    const person = world.server.person(who);
    // Marks only grow: another device's are told by nobody but a pull, and hide nothing of this one's.
    if (world.chance.chance(0.2)) {
      world.touched.add('edu');
      person.watched.add(productId);
      return;
    }
    if (world.chance.chance(0.7)) {
      world.touched.add('cart:retail');
      world.server.setLine(person, `retail:${productId}`, world.chance.int(4));
      world.makeBlind(who);
      for (const owner of world.partitions.keys())
        if ((world.server.bound.get(owner) ?? owner) === who) world.makeBlind(owner);
      return;
    }
    world.touched.add('fav');
    if (!person.hearts.delete(productId)) person.hearts.add(productId);
    person.heartVersion += 1;
    world.makeForeign(who, `fav:${productId}`);
  },
  pull(world, context) {
    const scopes = new Set(world.definitions.flatMap((one) => one.scopes));
    world.pull(context, world.chance.pick([...scopes]));
  },
  wait(world) {
    for (const one of world.contexts) one.clock += 1000 * (1 + world.chance.int(90));
  },
  async days(world) {
    // Nobody is in the middle of anything that long: what runs comes to rest, a frozen tab is discarded.
    for (const one of world.alive) if (one.frozen) world.kill(one);
    await world.run(1000);
    const ms = (1 + world.chance.int(20)) * DAY_MS;
    world.server.now += ms;
    world.wall += ms;
    for (const one of world.contexts) one.clock += ms;
  },
  clock(world) {
    world.wall += (world.chance.chance(0.5) ? 1 : -1) * 3650 * DAY_MS;
  },
  newerBuild(world, context) {
    const entry = { id: world.uuid(), lane: 'fav:1', what: 'unknown to us' };
    // Today's builds write 2 for kinds of their own; one that still wrote 1 is known by its kind.
    const gift = { ...entry, kind: 'gift.send', body: {}, seen: { title: '' }, tries: 0, state: 'queued' };
    const key = plant(world, context.owner, world.chance.chance(0.5) ? { ...entry, v: 2 } : { ...gift, v: 1 });
    if (key) world.newer.push({ owner: context.owner, key });
  },
  damage(world, context) {
    plant(world, context.owner, world.chance.chance(0.5) ? { v: 1, id: 7 } : { lane: 'fav:1', state: 'queued' });
  },
  evict(world) {
    // No browser evicts an origin whose pages are open: they are gone first.
    for (const context of world.alive) world.kill(context);
    for (const [owner, { data }] of world.partitions) {
      for (const value of data.values()) if (world.isRecord(value)) world.taint(owner, value.lane);
      for (const value of data.values()) {
        const record = (value as Partial<RejectedRecord> | null)?.record;
        if (world.isRecord(record)) world.taint(owner, record.lane);
      }
      data.clear();
      world.emptied(owner);
    }
    world.pub.data.clear();
    world.guests.data.clear();
    // The shell is gone as well: the next start comes over the network and learns the time.
    world.serverTime = world.server.now;
  },
  full(world) {
    world.isFull = !world.isFull;
  },
  repeat(world, context) {
    const [entry] = rejectedOf(world, context);
    if (!entry) return;
    const ports = world.portsOf(context, context.owner, 'repeat');
    const { who } = world.engine(context, context.owner);
    const isSure = world.chance.chance(0.5);
    quietly(
      repeatRejected(ports, who, entry.record.seq).then((answer) => {
        world.count(`repeat ${answer}`);
        return answer === 'ask' && isSure ? repeatRejected(ports, who, entry.record.seq, true) : answer;
      }),
    );
  },
  discard(world, context) {
    const [entry] = rejectedOf(world, context);
    if (entry) quietly(discardRejected(world.portsOf(context, context.owner, 'discard'), entry.record.seq));
  },
} satisfies Record<string, Act>;
export type Command = keyof typeof COMMANDS;
export const COMMAND_NAMES = Object.keys(COMMANDS) as Command[];

/** Carries one command out in one of the living contexts. */
export async function act(world: World, name: Command, products: number): Promise<void> {
  const { alive } = world;
  const tabs = alive.filter((context) => !context.isWorker && !context.frozen);
  let context =
    name === 'freeze' || name === 'crash' || name === 'steal' ? alive[world.chance.int(alive.length)] : undefined;
  context ??= tabs.length > 0 ? world.chance.pick(tabs) : undefined;
  if (!context) {
    context = world.open();
    quietly(boot(world, context));
  }
  world.count(`command ${name}`);
  await (COMMANDS[name] as Act)(world, context, 1 + world.chance.int(products));
}
