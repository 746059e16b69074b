import { append, readState, readView, type OutboxState } from '#src/offline/outbox/outbox.ts';
import { createFlusher, type Flusher } from '#src/offline/outbox/flush.ts';
import { pull } from '#src/offline/outbox/pull.ts';
import type { WireAnswer } from '#src/offline/outbox/classify.rules.ts';
import type { OutboxIdentity, OutboxPorts, OutboxStore, OutboxTx } from '#src/offline/outbox/ports.ts';
import type { Intent, Wire } from '#src/offline/outbox/record.ts';
import { type Chance, Scheduler, settled } from '#tests/offline/sim/scheduler.ts';
import { SimServer } from '#tests/offline/sim/sim-server.ts';

export const FAULTS = [
  'dropRequest',
  'dropResponse',
  'duplicate',
  'delay',
  '503',
  '429',
  'inflight',
  'html',
  'truncated',
  'noEcho',
  'status0html',
] as const;
export type Fault = (typeof FAULTS)[number];
/** How the engine is broken on purpose; each must be caught. */
export type Sabotage =
  | 'none'
  | 'remove-before-send'
  | 'any-answer-counts'
  | 'no-keys'
  | 'owner-ignored'
  | 'poison-blocks'
  | 'collapse-into-tried'
  | 'unkeyed-hearts-lock'
  | 'unkeyed-hearts-no-lock';

/** What the person did and the screen called saved. */
export type Gesture = { id: string; owner: string; intent: Intent; order: number };
export type Context = {
  name: string;
  owner: string;
  alive: boolean;
  frozen: boolean;
  clock: number;
  flusher: Flusher | null;
  ports: OutboxPorts | null;
  who: OutboxIdentity | null;
};

/** One browser with tabs and a worker, its cookie, its databases, and the server. */
export class World {
  readonly chance: Chance;
  readonly scheduler: Scheduler;
  readonly server = new SimServer();
  readonly stores = new Map<string, Map<string, unknown>>();
  readonly contexts: Context[] = [];
  readonly gestures: Gesture[] = [];
  readonly reached = new Map<string, number>();
  /** The session cookie of the whole browser: changing it in one tab changes it for all. */
  cookie: string | null = null;
  faults: readonly Fault[] = [];
  faultShare = 0.35;
  sabotage: Sabotage = 'none';
  isHealing = false;
  private readonly locks = new Map<string, string>();
  private serial = 0;
  /** Of each lane and owner: was anything clamped, parked or refused there? Then sums are not compared. */
  readonly clamped = new Set<string>();

  constructor(chance: Chance) {
    this.chance = chance;
    this.scheduler = new Scheduler(chance);
  }

  count(what: string): void {
    this.reached.set(what, (this.reached.get(what) ?? 0) + 1);
  }

  uuid(): string {
    this.serial += 1;
    return `00000000-0000-4000-8000-${String(this.serial).padStart(12, '0')}`;
  }

  // ── Contexts ──────────────────────────────────────────────────────────────────────────────────
  open(name: string, owner: string): Context {
    const context: Context = {
      name,
      owner,
      alive: true,
      frozen: false,
      clock: this.chance.int(1e9),
      flusher: null,
      ports: null,
      who: null,
    };
    this.become(context, owner);
    this.contexts.push(context);
    return context;
  }

  /** The context believes from now on that this person holds the phone. */
  become(context: Context, owner: string): void {
    context.owner = owner;
    context.ports = this.portsOf(context, owner);
    context.who = { owner, lockName: `outbox:${owner}`, device: 'phone', build: '1' };
    context.flusher = createFlusher(context.ports, context.who);
  }

  crash(context: Context): void {
    context.alive = false;
    this.scheduler.kill(context.name);
    for (const [lock, holder] of this.locks) if (holder === context.name) this.locks.delete(lock);
  }

  // ── Ports ─────────────────────────────────────────────────────────────────────────────────────
  private portsOf(context: Context, owner: string): OutboxPorts {
    const waits =
      (label: string) =>
      <T>(value: () => T | Promise<T>) =>
        this.scheduler.wait(context.name, label, value);
    let serverTime: { at: number; ms: number } | null = null;
    const store = this.storeOf(owner, waits('tx'));
    return {
      store,
      send: (wire, headers) => this.send(context, wire, headers, store),
      lock: async (name, work) => {
        const isFree = !this.locks.has(name);
        if (!isFree && this.sabotage !== 'unkeyed-hearts-no-lock') return undefined;
        this.locks.set(name, context.name);
        try {
          return await work(() => context.alive && this.locks.get(name) === context.name);
        } finally {
          if (this.locks.get(name) === context.name) this.locks.delete(name);
        }
      },
      now: () => context.clock,
      serverNow: () => (serverTime ? serverTime.ms + (context.clock - serverTime.at) : null),
      noteServerTime: (ms) => {
        serverTime = { at: context.clock, ms };
      },
      random: () => this.chance.next(),
      uuid: () => this.uuid(),
      isVisible: () => true,
      changed: () => {},
      log: () => {},
    };
  }

  private storeOf(owner: string, waits: <T>(value: () => T | Promise<T>) => Promise<T>): OutboxStore {
    const data = this.stores.get(owner) ?? new Map<string, unknown>();
    this.stores.set(owner, data);
    return { transact: (work) => waits(() => transactOn(data, work)) };
  }

  /** The wire: faults happen here; a request that left outlives its sender. */
  private async send(
    context: Context,
    wire: Wire,
    headers: Readonly<Record<string, string>>,
    store: OutboxStore,
  ): Promise<WireAnswer | null> {
    const session = this.cookie;
    const fault =
      !this.isHealing && this.faults.length > 0 && this.chance.chance(this.faultShare)
        ? this.chance.pick(this.faults)
        : 'ok';
    this.count(`fault ${fault}`);
    const key = headers['Idempotency-Key'] ?? '';
    const sent = this.sabotage === 'no-keys' ? { ...headers, 'Idempotency-Key': this.uuid() } : headers;
    const atServer = (label: string) =>
      this.scheduler.wait('wire', label, () => this.server.handle(wire, sent, session));
    const back = <T>(label: string, value: T) => this.scheduler.wait(context.name, label, () => value);
    let restore: (() => Promise<void>) | null = null;
    if (this.sabotage === 'remove-before-send') restore = await removeBeforeSend(store, key);
    const answer = await this.deliver(fault, key, atServer, back);
    if (restore && answer === null) await restore();
    if (this.sabotage === 'no-keys' && answer) return { ...answer, echo: answer.echo === null ? null : key };
    if (this.sabotage === 'any-answer-counts' && answer) return acceptAnything(answer, wire, key);
    if (this.sabotage === 'poison-blocks' && answer && /"code":"(not_found|out_of_stock|qty_limit)"/.test(answer.text))
      return this.server.answer(key, 503, { status: 0, code: 'server_error', message: '' });
    return answer;
  }

  private async deliver(
    fault: Fault | 'ok',
    key: string,
    atServer: (label: string) => Promise<WireAnswer>,
    back: <T>(label: string, value: T) => Promise<T>,
  ): Promise<WireAnswer | null> {
    const foreign = (type: string, text: string): WireAnswer => ({
      http: 200,
      type,
      text,
      echo: null,
      retryAfterMs: null,
      serverTime: null,
    });
    switch (fault) {
      case 'ok':
        return back('answer', await atServer('arrives'));
      case 'dropRequest':
        return back('no network', null);
      case 'dropResponse':
        await atServer('arrives');
        return back('answer lost', null);
      case 'duplicate': {
        const first = atServer('arrives');
        const second = atServer('arrives again');
        return back('answer', await (this.chance.chance(0.5) ? first : second));
      }
      case 'delay':
        void atServer('arrives late');
        return back('timeout', null);
      case '503':
        return back(
          '503',
          this.server.answer(key, 503, { status: 0, code: 'server_error', message: 'Ошибка сервера' }),
        );
      case '429':
        return back('429', this.server.answer(key, 429, { status: 0, code: 'too_many', message: 'Позже' }, 2000));
      case 'inflight':
        return back(
          '409',
          this.server.answer(key, 409, { status: 0, code: 'idempotency_in_flight', message: 'Выполняется' }),
        );
      case 'html':
        return back('portal', foreign('text/html', '<html>Войдите в сеть</html>'));
      case 'truncated': {
        const whole = await atServer('arrives');
        return back('truncated', { ...whole, text: whole.text.slice(0, -3) });
      }
      case 'noEcho':
        return back('no echo', {
          ...this.server.answer(key, 200, { status: 1, favoriteProducts: [], version: 1, items: [] }),
          echo: null,
        });
      case 'status0html':
        return back('foreign json', foreign('application/json', '{"status":0,"code":"not_found","message":"?"}'));
    }
  }

  // ── Gestures ──────────────────────────────────────────────────────────────────────────────────
  /** Resolves when the screen may say «saved»; a crash before that loses what was never called saved. */
  gesture(context: Context, intent: Intent): void {
    const { ports, who } = context;
    if (!ports || !who || !context.alive) return;
    const id = this.uuid();
    const used = this.sabotage === 'collapse-into-tried' ? { ...ports, store: forgetTries(ports.store) } : ports;
    const order = this.gestures.length;
    void append(used, who, { id, intent, seen: { title: 'Товар' } }).then(() => {
      this.gestures.push({ id, owner: who.owner, intent, order });
    });
  }

  flush(context: Context): void {
    if (context.alive && !context.frozen) void context.flusher?.flush();
  }

  pull(context: Context, scope: 'fav' | 'cart:retail'): void {
    const { ports, owner } = context;
    if (!context.alive || !ports) return;
    const session = this.cookie;
    void pull(ports, scope, '', async (tried) => {
      const fails = !this.isHealing && this.chance.chance(0.2);
      const answer = await this.scheduler.wait('wire', 'pull', () =>
        session === owner ? this.server.snapshot(scope, session, tried) : null,
      );
      return this.scheduler.wait(context.name, 'pulled', () => (fails ? null : answer));
    });
  }

  /** Reads outside of the schedule: invariants look at what is stored, they do not take part. */
  async state(owner: string): Promise<OutboxState> {
    return readState({ store: this.quiet(owner) });
  }
  async view(owner: string, scope: 'fav' | 'cart:retail', id: number, maxQty: number): Promise<number> {
    return readView({ store: this.quiet(owner) }, scope, id, maxQty);
  }
  private quiet(owner: string): OutboxStore {
    const data = this.stores.get(owner) ?? new Map<string, unknown>();
    return { transact: (work) => transactOn(data, work) };
  }

  /** Runs until nothing waits or `limit` steps are done. */
  async run(limit: number): Promise<void> {
    for (let i = 0; i < limit && (await this.scheduler.step()); i += 1);
    await settled();
  }
}

/** All or nothing over a Map; the values are never changed in place by the engine. */
async function transactOn<T>(data: Map<string, unknown>, work: (tx: OutboxTx) => Promise<T>): Promise<T> {
  const writes = new Map<string, unknown>();
  const GONE = Symbol('gone');
  const result = await work({
    get: async (key) => {
      const value = writes.has(key) ? writes.get(key) : data.get(key);
      return (value === GONE ? undefined : value) as never;
    },
    list: async (prefix) => {
      const keys = new Set([...data.keys(), ...writes.keys()].filter((key) => key.startsWith(prefix)));
      return [...keys]
        .sort()
        .map((key) => [key, writes.has(key) ? writes.get(key) : data.get(key)] as [string, never])
        .filter(([, value]) => (value as unknown) !== GONE);
    },
    put: (key, value) => void writes.set(key, value),
    del: (key) => void writes.set(key, GONE),
  });
  for (const [key, value] of writes) {
    if (value === GONE) data.delete(key);
    else data.set(key, value);
  }
  return result;
}

// ── Sabotage through the ports: the engine under test stays the real one ─────────────────────────
async function removeBeforeSend(store: OutboxStore, key: string): Promise<() => Promise<void>> {
  const removed = await store.transact(async (tx) => {
    const found = (await tx.list<{ id?: string }>('ob:')).find(([, record]) => record.id === key);
    if (found) tx.del(found[0]);
    return found;
  });
  return async () => {
    if (removed) await store.transact(async (tx) => tx.put(removed[0], removed[1]));
  };
}

function acceptAnything(answer: WireAnswer, wire: Wire, key: string): WireAnswer {
  const delta = wire.body
    ? (JSON.parse(wire.body) as { items?: { product_id: number; delta: number }[] }).items?.[0]
    : undefined;
  const body = delta
    ? {
        status: 1,
        version: 1,
        items: [
          {
            product_id: delta.product_id,
            asked: delta.delta,
            applied: delta.delta,
            quantity: Math.max(0, delta.delta),
          },
        ],
      }
    : { status: 1, version: 1, favoriteProducts: wire.method === 'PUT' ? [Number(wire.path.split('/')[2])] : [] };
  const isOurs = answer.echo !== null && answer.text.includes('"status":1');
  return isOurs ? answer : { ...answer, http: 200, type: 'application/json', text: JSON.stringify(body), echo: key };
}

function forgetTries(store: OutboxStore): OutboxStore {
  return {
    transact: (work) =>
      store.transact((tx) =>
        work({
          ...tx,
          list: async (prefix) => {
            const entries = await tx.list<Record<string, unknown>>(prefix);
            return (
              prefix === 'ob:'
                ? entries.map(([key, record]) => [key, { ...record, tries: 0, state: 'queued' }])
                : entries
            ) as never;
          },
        }),
      ),
  };
}
