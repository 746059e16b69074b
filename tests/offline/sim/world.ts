import { accountOf } from '#src/offline/identity/guests.ts';
import { GUEST_UID, guestIdOf, guestOwner, guestPrefix } from '#src/offline/identity/holder.rules.ts';
import type { Identity } from '#src/offline/identity/identity.ts';
import { type Leaving, PUB } from '#src/offline/identity/keys.ts';
import { createLogoutGate, type LogoutGate } from '#src/offline/identity/logout-gate.ts';
import type { IdentityStores } from '#src/offline/identity/ports.ts';
import { append, type NewMutation as EngineMutation, PartitionClosedError } from '#src/offline/outbox/append.ts';
import { quarantineUnreadable } from '#src/offline/outbox/quarantine.ts';
import { appendKeyed } from '#src/offline/outbox/identity.ts';
import { createFlusher, type Flusher } from '#src/offline/outbox/flush.ts';
import { pull } from '#src/offline/outbox/pull.ts';
import type { OutboxIdentity, OutboxPorts, OutboxStore } from '#src/offline/outbox/ports.ts';
import {
  type AnyMutation,
  type Asked,
  type Known,
  knownOf,
  laneOf,
  type Mutations,
} from '#src/offline/outbox/mutation.ts';
import type { OutboxRecord } from '#tests/offline/kinds.ts';
import { isOutboxRecord } from '#src/offline/outbox/record.ts';
import type { Intent } from '#tests/offline/kinds.ts';
import { deliver, type Fault } from '#tests/offline/sim/faults.ts';
import {
  checkCommit,
  checkViews,
  expectShown,
  type NewMutation,
  type Purpose,
  type Shown,
} from '#tests/offline/sim/oracle.ts';
import { holderOf, identityOf } from '#tests/offline/sim/page.ts';
import { Partition, PrefixData } from '#tests/offline/sim/partition.ts';
import { sabotageSend, sabotageStore, type Sabotage } from '#tests/offline/sim/sabotage.ts';
import { type Chance, Scheduler, settled, type Waiter } from '#tests/offline/sim/scheduler.ts';
import { SimServer } from '#tests/offline/sim/sim-server.ts';

// Contents: 1 the browser, 2 contexts, 3 ports, 4 gestures, flush and pull

/** Which oracles judge a run. Sabotaged engines are judged by effects alone: the bookkeeping would give them away too early. */
export type Oracles = 'all' | 'effects';
export type Context = Waiter & {
  isWorker: boolean;
  alive: boolean;
  /** Whom this page shows: `guest` or an account. */
  uid: string;
  /** Whose queue it has open. */
  owner: string;
  clock: number;
  /** Server time minus own clock, by an answer of this start. */
  offset: number | null;
  engines: Map<string, Engine>;
  gate: LogoutGate;
  /** The app's own protocol, with this page as its page. */
  identity: Identity;
};
/** `isDead`: its person has left this page, and nothing more is sent for them. */
export type Engine = { ports: OutboxPorts; who: OutboxIdentity; flusher: Flusher; isDead: boolean };

/** Made once: thousands of stack traces would be most of a run's time. */
const CLOSED = new Error('InvalidStateError');
const NO_ROOM = new Error('QuotaExceededError');

/** One browser with tabs and a worker, its cookie, its databases, and the server. */
export class World {
  /** All kinds that can be queued: the world is given them as page and worker are. */
  readonly definitions: Mutations;
  readonly chance: Chance;
  readonly scheduler: Scheduler;
  readonly server = new SimServer();
  // ── 1 The browser ─────────────────────────────────────────────────────────────────────────────
  readonly partitions = new Map<string, Partition>();
  readonly contexts: Context[] = [];
  /** The session cookie of the whole browser: changing it in one tab changes it for all. */
  cookie: string | null = null;
  /** Database `pub`: what the phone remembers of people. */
  readonly pub = new Partition('pub');
  /** Database `u:guest`: every guest's partition under its prefix, and what belongs to all guests. */
  readonly guests = new Partition('guests');
  /** The last server time that the device remembers. */
  serverTime: number | null = null;
  /** The device's wall clock; only display and one hint listen to it. */
  wall = 1_700_000_000_000;
  isFull = false;
  faults: readonly Fault[] = [];
  storeFaultShare = 0;
  sabotage: Sabotage = 'none';
  oracles: Oracles = 'all';
  isHealing = false;
  private readonly locks = new Map<string, { holder: Context; waiting: { context: Context; grant: () => void }[] }>();
  // ── What the oracles know ──
  readonly gestures: NewMutation[] = [];
  /** Keys of gestures that the store refused: nobody called them saved, and nothing may come of them. */
  readonly refused = new Set<string>();
  readonly shown = new Map<string, Map<string, Shown>>();
  /** Keys that were rejected once: a request of theirs may still be under way. */
  readonly rejectedKeys = new Set<string>();
  readonly reached: Map<string, number>;
  private readonly tainted = new Set<string>();
  private readonly blind = new Set<string>();
  private readonly foreign = new Set<string>();
  broken: string | null = null;
  /** Entries that a newer build wrote: they must stay as they are (F41). */
  newer: { owner: string; key: string }[] = [];
  /** The last logout of each account, for the sabotage that forgets whose stay it ends. */
  readonly notes = new Map<string, Leaving>();
  /** Stays that somebody has left: `<account> <name>`. */
  readonly leftStays = new Set<string>();
  /** Bases that a gesture or another device has changed. */
  readonly touched = new Set<string>();
  /** Keys that came over from a guest. */
  readonly arrived = new Set<string>();
  /** Whose queue was drained and whose snapshots were pulled at the end. */
  readonly healed = new Set<string>();
  private serial = 0;

  constructor(chance: Chance, reached: Map<string, number>, definitions: Mutations) {
    this.definitions = definitions;
    this.chance = chance;
    this.scheduler = new Scheduler(chance);
    this.reached = reached;
  }

  /** The guest of this phone as the device remembers it, minted if need be. */
  guestId(): string {
    const kept = this.pub.data.get(PUB.guest) as { id: string } | undefined;
    if (kept) return kept.id;
    const id = this.uuid();
    this.pub.data.set(PUB.guest, { id });
    return id;
  }
  /** A record this build can send. */
  isRecord(value: unknown): value is OutboxRecord {
    return isOutboxRecord(this.definitions, value);
  }
  /** @throws TypeError for what no definition takes: the simulation asks for nothing else. */
  known(asked: Asked): Known {
    const known = knownOf(this.definitions, asked);
    if (!known) throw new TypeError(`${asked.kind} is not known`);
    return known;
  }
  definitionOf(kind: string): AnyMutation | undefined {
    return this.definitions.find((one) => one.kind === kind);
  }
  /** Signed pieces of a record; 0 for kinds that do not sum up. */
  amountOf(record: Asked | undefined): number {
    return (record && this.definitionOf(record.kind)?.amount?.of(record.body)) ?? 0;
  }
  laneOf(asked: Asked): string {
    return laneOf(this.definitions, asked) ?? '';
  }
  count(what: string): void {
    this.reached.set(what, (this.reached.get(what) ?? 0) + 1);
  }
  fail(what: string): void {
    if (this.oracles === 'all') this.broken ??= what;
  }
  uuid(): string {
    this.serial += 1;
    return `00000000-0000-4000-8000-${String(this.serial).padStart(12, '0')}`;
  }
  partition(owner: string): Partition {
    let partition = this.partitions.get(owner);
    if (partition) return partition;
    const guestId = guestIdOf(owner);
    const data = guestId === undefined ? new Map() : new PrefixData(this.guests.data, guestPrefix(guestId));
    this.partitions.set(owner, (partition = new Partition(owner, data)));
    return partition;
  }

  /** What became of this lane can no longer be told by sums or by the last gesture: it was clamped, rejected or discarded. */
  taint(owner: string, lane: string): void {
    this.tainted.add(`${owner} ${lane}`);
    this.shown.get(owner)?.delete(lane);
  }
  isTainted(owner: string, lane: string): boolean {
    return this.tainted.has(`${owner} ${lane}`);
  }
  /** The server's cart of this person changed behind the screen's back. */
  makeBlind(owner: string): void {
    this.blind.add(owner);
    for (const [lane, { merge }] of this.shown.get(owner) ?? [])
      if (merge === 'add') this.shown.get(owner)?.delete(lane);
  }
  /** The store of this person was emptied on purpose: the screen shows nothing of them. */
  emptied(owner: string): void {
    this.newer = this.newer.filter((one) => one.owner !== owner);
    this.forgetShown(owner);
  }
  /** What the screen showed of this person was a copy, and it is gone. */
  forgetShown(owner: string): void {
    this.makeBlind(owner);
    this.shown.delete(owner);
  }
  isBlind(owner: string): boolean {
    return this.blind.has(owner);
  }
  makeForeign(owner: string, lane: string): void {
    this.foreign.add(`${owner} ${lane}`);
    this.shown.get(owner)?.delete(lane);
  }
  isForeign(owner: string, lane: string): boolean {
    return this.foreign.has(`${owner} ${lane}`);
  }

  // ── 2 Contexts ────────────────────────────────────────────────────────────────────────────────
  open(isWorker = false): Context {
    const owner = holderOf(this);
    const gate = createLogoutGate();
    const context = {
      name: `${isWorker ? 'worker' : 'tab'}${this.contexts.length}`,
      isWorker,
      alive: true,
      frozen: false,
      uid: guestIdOf(owner) === undefined ? owner : GUEST_UID,
      owner,
      clock: this.chance.int(1e9),
      offset: null,
      engines: new Map(),
      gate,
    } as Omit<Context, 'identity'> as Context;
    context.identity = identityOf(this, context, gate);
    this.contexts.push(context);
    return context;
  }
  get alive(): Context[] {
    return this.contexts.filter((context) => context.alive);
  }

  kill(context: Context): void {
    context.alive = false;
    this.scheduler.kill(context);
    for (const name of this.locks.keys()) this.leave(name, context);
  }

  /** The engine of one partition in one context; a page holds its person's and those of guests bound to them. */
  engine(context: Context, owner: string): Engine {
    let engine = context.engines.get(owner);
    if (!engine) {
      const who = { owner, lockName: `outbox:${owner}`, device: 'phone', build: '1' };
      const lock: OutboxPorts['lock'] = (name, work) =>
        this.lock(context, name, (held) => work(() => held() && !made.isDead));
      const ports = { ...this.portsOf(context, owner), lock };
      const made: Engine = { ports, who, flusher: createFlusher(ports, who), isDead: false };
      context.engines.set(owner, (engine = made));
    }
    return engine;
  }
  /** The queue of whoever this page showed ends here. */
  stopEngines(context: Context): void {
    for (const engine of context.engines.values()) engine.isDead = true;
    context.engines = new Map();
  }

  noteServerTime(context: Context, ms: number): void {
    context.offset = ms - context.clock;
    this.serverTime = Math.max(ms, this.serverTime ?? 0);
  }

  // ── 3 Ports ───────────────────────────────────────────────────────────────────────────────────
  portsOf(context: Context, owner: string, purpose: Purpose = 'flush', gesture?: NewMutation): OutboxPorts {
    const store = this.storeOf(context, this.partition(owner), purpose, gesture);
    return {
      definitions: this.definitions,
      store,
      send: (wire, headers) => sabotageSend(this, store, wire, headers, (sent) => deliver(this, context, wire, sent)),
      lock: (name, work) => this.lock(context, name, work),
      now: () => context.clock,
      serverNow: () => (context.offset === null ? null : context.offset + context.clock),
      lastServerTime: () => this.serverTime,
      noteServerTime: (ms) => this.noteServerTime(context, ms),
      random: () => this.chance.next(),
      uuid: () => this.uuid(),
      isVisible: () => !context.isWorker,
      changed: () => {},
      log: () => {},
    };
  }

  /** The device's databases, for the protocol of identity. */
  identityStores(context: Context): IdentityStores {
    const open = (partition: Partition) => this.storeOf(context, partition, 'identity');
    return {
      pub: () => open(this.pub),
      person: async (uid) => open(uid === GUEST_UID ? this.guests : this.partition(uid)),
      guest: async (id) => open(this.partition(guestOwner(id))),
      uuid: () => this.uuid(),
    };
  }

  private storeOf(context: Context, partition: Partition, purpose: Purpose, gesture?: NewMutation): OutboxStore {
    const label = `tx ${purpose}`;
    const store: OutboxStore = {
      transact: async (work) => {
        const result = await this.scheduler.wait(context, label, async () => {
          if (!this.isHealing && this.chance.chance(this.storeFaultShare)) {
            this.count('fault closed');
            throw CLOSED;
          }
          let isSeen = false;
          const done = await partition.transact(work, (writes) => {
            // A full disk still takes deletions and small counters; a record or a snapshot no more (docs/product/offline.md P17).
            if (
              this.isFull &&
              writes.keys('').some((key) => /^(ob|park|out|base|hearts)/.test(key) && writes.after(key))
            ) {
              this.count('fault quota');
              throw NO_ROOM;
            }
            isSeen = writes.keys('ob:').length + writes.keys('base:').length > 0;
            if (gesture && purpose === 'append' && writes.keys('ob:').length + writes.keys('once:').length > 0)
              this.stored(gesture);
            checkCommit(this, partition, purpose, writes, gesture);
          });
          if (isSeen && this.oracles === 'all') checkViews(this, partition);
          return done;
        });
        // The transaction is durable and its caller does not know it yet: a crash may come right here.
        return this.chance.chance(0.3) ? this.scheduler.wait(context, 'durable', () => result) : result;
      },
    };
    return sabotageStore(this, partition, purpose, store);
  }

  /** Web Locks: whoever misses the lock leaves one waiting request or goes away. */
  private async lock<T>(
    context: Context,
    name: string,
    work: (held: () => boolean) => Promise<T>,
  ): Promise<T | undefined> {
    const lock = this.locks.get(name);
    if (lock && this.sabotage !== 'unkeyed-hearts-no-lock') {
      if (lock.waiting.some((one) => one.context === context) || this.chance.chance(0.5)) return undefined;
      await new Promise<void>((grant) => lock.waiting.push({ context, grant }));
    } else this.locks.set(name, { holder: context, waiting: [] });
    const mine = this.locks.get(name);
    try {
      return await work(() => context.alive && this.locks.get(name)?.holder === context);
    } finally {
      if (mine?.holder === context) this.leave(name, context);
    }
  }
  private leave(name: string, context: Context): void {
    const lock = this.locks.get(name);
    if (!lock) return;
    lock.waiting = lock.waiting.filter((one) => one.context !== context);
    if (lock.holder !== context) return;
    const next = lock.waiting.shift();
    if (next) {
      lock.holder = next.context;
      next.grant();
    } else this.locks.delete(name);
  }
  /** The lock of a frozen tab is taken away; its flush stops before its next send. */
  steal(context: Context): void {
    for (const [name, { holder, waiting }] of this.locks)
      if (holder === context) {
        this.locks.delete(name);
        for (const one of waiting) one.grant();
      }
  }

  // ── 4 Gestures, flush, pull ───────────────────────────────────────────────────────────────────
  private stored(gesture: NewMutation): void {
    this.gestures.push(gesture);
    const { definition, payload } = this.known(gesture.intent);
    const target = definition.target(payload);
    if (target) this.touched.add(target.scope);
    expectShown(this, gesture);
  }

  /** One gesture of the person in front of this tab. The store's commit decides whether it was saved. */
  gesture(
    context: Context,
    intent: Intent,
    more: Partial<Pick<EngineMutation, 'removesLine' | 'once'>> & { id?: string; owner?: string } = {},
  ): Promise<void> {
    const owner = more.owner ?? context.owner;
    const id = more.id ?? this.uuid();
    const gesture: NewMutation = { id, owner, lane: this.laneOf(intent), intent };
    const ports = this.portsOf(context, owner, 'append', gesture);
    const { who } = this.engine(context, owner);
    const put = more.once ? appendKeyed : append;
    const made = { id, mutation: intent, seen: { title: 'Товар' }, removesLine: more.removesLine ?? false };
    const work = put(ports, who, made).catch(async (error: unknown) => {
      // Another tab has just logged this guest in: the gesture is the account's, under the same key.
      const account = error instanceof PartitionClosedError && (await accountOf(this.identityStores(context), owner));
      if (!account) throw error;
      await this.gesture(context, intent, { ...more, id, owner: account });
    });
    // A join is tried again under its key; everything else that was refused is gone.
    if (!more.once) work.catch(() => this.refused.add(id));
    return work;
  }

  pull(context: Context, scope: string): void {
    const owner = context.owner;
    const sid = this.cookie;
    const work = pull(this.portsOf(context, owner, 'pull'), scope, '', async (tried) => {
      const fails = !this.isHealing && this.chance.chance(0.2);
      const answer = await this.scheduler.wait(null, 'pull', () =>
        this.server.whoIs(sid) === owner ? this.server.snapshot(scope, owner, tried) : null,
      );
      return this.scheduler.wait(context, 'pulled', () => (fails ? null : answer));
    });
    work.catch(() => {});
  }

  quarantine(context: Context, owner: string): Promise<number> {
    return quarantineUnreadable(this.portsOf(context, owner, 'start'));
  }

  pendingOf(owner: string): OutboxRecord[] {
    return [...this.partition(owner).data]
      .filter(([key]) => key.startsWith('ob:'))
      .map(([, value]) => value as OutboxRecord);
  }

  /** Runs until nothing can go on or `limit` steps are done. */
  async run(limit: number): Promise<void> {
    for (let i = 0; i < limit && !this.broken && (await this.scheduler.step()); i += 1)
      this.broken ??= this.server.broken;
    await settled();
    this.broken ??= this.server.broken;
  }
}
