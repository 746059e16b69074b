import { MUTATIONS } from '#src/mutations.ts';
import type { RequestAnswer } from '#src/offline/outbox/classify.rules.ts';
import type { OutboxIdentity, OutboxPorts, OutboxStore, OutboxTx } from '#src/offline/outbox/ports.ts';
import type { Intent } from '#tests/offline/kinds.ts';
import type { StoredRequest } from '#src/offline/outbox/record.ts';

// One partition on a table: a store in memory, a clock that stands still until it is moved, a network that is a function.

/** All or nothing over a Map, one transaction after the other as IndexedDB does; the values are never changed in place. */
export function memoryStore(data = new Map<string, unknown>()): OutboxStore & { data: Map<string, unknown> } {
  let last: Promise<unknown> = Promise.resolve();
  return {
    data,
    transact(work) {
      const run = last.then(() => transactOn(data, work));
      last = run.catch(() => {});
      return run;
    },
  };
}

export async function transactOn<T>(data: Map<string, unknown>, work: (tx: OutboxTx) => Promise<T>): Promise<T> {
  const GONE = Symbol('gone');
  const writes = new Map<string, unknown>();
  const read = (key: string) => (writes.has(key) ? writes.get(key) : data.get(key));
  const result = await work({
    get: async (key) => (read(key) === GONE ? undefined : read(key)) as never,
    list: async (prefix) =>
      [...new Set([...data.keys(), ...writes.keys()])]
        .filter((key) => key.startsWith(prefix) && read(key) !== GONE)
        .sort()
        .map((key) => [key, read(key) as never]),
    put: (key, value) => void writes.set(key, value),
    del: (key) => void writes.set(key, GONE),
  });
  for (const [key, value] of writes) {
    if (value === GONE) data.delete(key);
    else data.set(key, value);
  }
  return result;
}

export type Sent = { wire: StoredRequest; headers: Readonly<Record<string, string>> };
export type Bench = {
  ports: OutboxPorts;
  who: OutboxIdentity;
  data: Map<string, unknown>;
  sent: Sent[];
  clock: { now: number; server: number | null };
  /** What the network says next; by default nothing answers. */
  answer: (sent: Sent) => Promise<RequestAnswer | null> | RequestAnswer | null;
};

let serial = 0;
export const nextId = (): string => `00000000-0000-4000-8000-${String((serial += 1)).padStart(12, '0')}`;

export function outboxBench(owner = '1', data?: Map<string, unknown>): Bench {
  const store = memoryStore(data);
  const bench: Bench = {
    data: store.data,
    sent: [],
    clock: { now: 0, server: null },
    answer: () => null,
    who: { owner, lockName: `outbox:${owner}`, device: 'phone', build: '1' },
    ports: {
      definitions: MUTATIONS,
      store,
      send: async (wire, headers) => {
        bench.sent.push({ wire, headers });
        return bench.answer({ wire, headers });
      },
      lock: (_name, work) => work(() => true),
      now: () => bench.clock.now,
      serverNow: () => bench.clock.server,
      noteServerTime: (ms) => {
        bench.clock.server = ms;
      },
      random: () => 0.5,
      uuid: nextId,
      isVisible: () => true,
      changed: () => {},
      log: () => {},
    },
  };
  return bench;
}

/** An answer in our envelope with the key echoed. */
export const answerOf = (
  sent: Sent,
  http: number,
  body: Record<string, unknown>,
  retryAfterMs: number | null = null,
): RequestAnswer => ({
  http,
  type: 'application/json; charset=utf-8',
  text: JSON.stringify(body),
  echo: sent.headers['Idempotency-Key'] ?? null,
  retryAfterMs,
  serverTime: null,
});
export const refusal = (sent: Sent, http: number, code: string, retryAfterMs: number | null = null): RequestAnswer =>
  answerOf(sent, http, { status: 0, code, message: 'Отказ' }, retryAfterMs);
/** The server does what it was asked; version 1. */
export function accepted(sent: Sent): RequestAnswer {
  if (sent.wire.path.startsWith('/favorite-products/')) {
    const id = Number(sent.wire.path.split('/')[2]);
    return answerOf(sent, 200, { status: 1, favoriteProducts: sent.wire.method === 'PUT' ? [id] : [], version: 1 });
  }
  const { items } = JSON.parse(sent.wire.body ?? '{}') as { items?: { product_id: number; delta: number }[] };
  return answerOf(sent, 200, {
    status: 1,
    version: 1,
    items: items?.map(({ product_id, delta }) => ({
      product_id,
      asked: delta,
      applied: delta,
      quantity: Math.max(0, delta),
    })),
  });
}

export const heart = (productId: number, on: boolean): Intent => ({ kind: 'fav.set', body: { productId, on } });
export const pieces = (productId: number, delta: number): Intent => ({
  kind: 'cart.change',
  body: { kind: 'retail', cartType: 0, productId, delta },
});
export const seen = { title: 'Витамин C «Рябинка»' };
