import { createFlusher } from '#src/offline/outbox/flush.ts';
import { readSnapshot } from '#src/offline/outbox/state.ts';
import { outboxBench, type Bench } from '#tests/offline/outbox-bench.ts';
import { storedShop } from '#tests/offline/stored/shop.ts';

// A phone as JSON: what an outbox partition holds, what screens are given of it, what it sends, and what is left then.

export const NOW = Date.parse('2026-11-22T12:00:00Z');
export type Held = Record<string, unknown>;
type Request = {
  key: string | undefined;
  owner: string | undefined;
  method: string;
  path: string;
  body: string | null;
};
export type Drained = { requests: Request[]; left: Held };

/** Everything behind `prefix` of a database, under the engine's own names. */
export const partitionOf = (database: Held, prefix = ''): Map<string, unknown> =>
  new Map(
    Object.entries(structuredClone(database))
      .filter(([key]) => key.startsWith(prefix))
      .map(([key, value]) => [key.slice(prefix.length), value]),
  );

export function open(owner: string, data: Map<string, unknown>): Bench {
  const bench = outboxBench(owner, data);
  bench.clock.server = NOW;
  return bench;
}

/** What screens and counters are given, from one transaction, under the names that the stored phones were written with. */
export async function shownOf({ ports }: Bench): Promise<unknown> {
  const { rejected: parked, ...rest } = await readSnapshot(ports);
  return plain({ ...rest, parked });
}

/** Sends all that can be sent, one lane after the other, to a shop whose answers are always the same. */
export async function drain(bench: Bench): Promise<Drained> {
  bench.answer = storedShop;
  const result = await createFlusher(bench.ports, bench.who).flush();
  if (result.kind !== 'drained') throw new Error(`not drained: ${JSON.stringify(result)}`);
  const requests = bench.sent.map(({ wire, headers }) => ({
    key: headers['Idempotency-Key'],
    owner: headers['X-Client-User'],
    method: wire.method,
    path: wire.path,
    body: wire.body,
  }));
  // Four lanes run beside each other: their order is nobody's promise.
  requests.sort((a, b) => ((a.key ?? '') < (b.key ?? '') ? -1 : 1));
  return { requests, left: plain(Object.fromEntries([...bench.data].sort(([a], [b]) => (a < b ? -1 : 1)))) };
}

/** As JSON keeps it: no undefined, no Set. */
export const plain = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;
