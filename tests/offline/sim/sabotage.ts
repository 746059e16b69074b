import type { RequestAnswer } from '#src/offline/outbox/classify.rules.ts';
import type { OutboxStore, OutboxTx } from '#src/offline/outbox/ports.ts';
import type { StoredRequest } from '#src/offline/outbox/record.ts';
import { type Leaving, PUB } from '#src/offline/identity/keys.ts';
import type { Partition } from '#tests/offline/sim/partition.ts';
import type { Purpose } from '#tests/offline/sim/oracle.ts';
import type { World } from '#tests/offline/sim/world.ts';

// The engine is broken on purpose, through its ports: the code under test stays the real one. Each must be caught, or the
// oracles have no teeth (docs/product/offline.md#tests).

export const SABOTAGES = [
  'remove-before-send',
  'any-answer-counts',
  'no-keys',
  'owner-ignored',
  'poison-blocks',
  'collapse-into-tried',
  'unkeyed-hearts-lock',
  'unkeyed-hearts-no-lock',
  'moves-without-marks',
  'moves-tried',
  'two-unjudged',
  'marks-overwritten',
  'guest-bound-to-anybody',
  'claims-unasked',
  'logout-of-any-stay',
  'answer-fills-emptied',
  'seal-forgets',
] as const;
export type Sabotage = (typeof SABOTAGES)[number] | 'none';

type Headers = Readonly<Record<string, string>>;
export async function sabotageSend(
  world: World,
  store: OutboxStore,
  wire: StoredRequest,
  headers: Headers,
  send: (headers: Headers) => Promise<RequestAnswer | null>,
): Promise<RequestAnswer | null> {
  const key = headers['Idempotency-Key'] ?? '';
  switch (world.sabotage) {
    case 'remove-before-send': {
      const restore = await removeBeforeSend(store, key);
      const answer = await send(headers);
      if (answer === null) await restore();
      return answer;
    }
    case 'no-keys': {
      const answer = await send({ ...headers, 'Idempotency-Key': world.uuid() });
      return answer && { ...answer, echo: answer.echo && key };
    }
    case 'any-answer-counts': {
      const answer = await send(headers);
      return answer && acceptAnything(answer, wire, key);
    }
    case 'poison-blocks': {
      const answer = await send(headers);
      const isPoison = answer && /"code":"(not_found|out_of_stock|qty_limit)"/.test(answer.text);
      return isPoison ? world.server.refusal(key, 503, 'server_error') : answer;
    }
    default:
      return send(headers);
  }
}

export function sabotageStore(world: World, partition: Partition, purpose: Purpose, store: OutboxStore): OutboxStore {
  const { sabotage } = world;
  const through = (wrap: (tx: OutboxTx) => OutboxTx): OutboxStore => ({
    transact: (work) => store.transact((tx) => work(wrap(tx))),
  });
  if (sabotage === 'collapse-into-tried' && purpose === 'append') return through(forgetTries);
  if (sabotage === 'moves-tried' && (purpose === 'move' || purpose === 'join')) return through(forgetTries);
  if (sabotage === 'moves-without-marks' && (purpose === 'move' || purpose === 'append')) return through(withoutMarks);
  if (sabotage === 'two-unjudged' && purpose === 'append') return through((tx) => withoutSingles(world, tx));
  if (sabotage === 'marks-overwritten' && purpose === 'pull') return through(withoutGeneration);
  if (purpose === 'identity' && partition === world.pub) {
    if (sabotage === 'logout-of-any-stay') return through((tx) => notingLogout(world, tx));
    if (sabotage === 'seal-forgets') return through((tx) => forgetSealed(world, tx));
  } else if (sabotage === 'logout-of-any-stay' && purpose === 'identity')
    return through((tx) => withStayOf(world.notes.get(partition.owner), tx));
  else if (sabotage === 'answer-fills-emptied' && purpose === 'identity') return through(withoutClosed);
  return store;
}

/** A tab that wakes late in the middle of its logout takes the stay that it finds for the one it was to end. */
const withStayOf = (note: Leaving | undefined, tx: OutboxTx): OutboxTx => ({
  ...tx,
  get: async (key) => {
    const value = await tx.get(key);
    return (key === 'open' && note?.stay !== undefined && typeof value === 'string' ? note.stay : value) as never;
  },
});
const notingLogout = (world: World, tx: OutboxTx): OutboxTx => ({
  ...tx,
  put: (key, value) => {
    if (key === PUB.logout) world.notes.set((value as Leaving).uid, value as Leaving);
    tx.put(key, value);
  },
});
/** Does not see that the person has left. */
const withoutClosed = (tx: OutboxTx): OutboxTx => ({
  ...tx,
  get: async (key) => {
    const value = await tx.get(key);
    return (key === 'open' && value === false ? 'here' : value) as never;
  },
});
/** Whoever's session ends is emptied as if they had left. */
const forgetSealed = (world: World, tx: OutboxTx): OutboxTx => ({
  ...tx,
  put: (key, value) => {
    if (key === PUB.sealed)
      for (const uid of Object.keys(value as Record<string, string>)) world.partition(uid).data.clear();
    tx.put(key, value);
  },
});

/** Does not see that one waits already of a kind that allows one at a time. */
const withoutSingles = (world: World, tx: OutboxTx): OutboxTx => ({
  ...tx,
  list: async (prefix) =>
    (await tx.list<{ kind?: string }>(prefix)).filter(
      ([, record]) => !world.definitionOf(record?.kind ?? '')?.single,
    ) as never,
});
/** Takes a snapshot that an answer has overlapped. */
const withoutGeneration = (tx: OutboxTx): OutboxTx => ({
  ...tx,
  get: async (key) => (key === 'gen' ? (0 as never) : tx.get(key)),
});

/** Whoever appends never sees the mark of a key; whoever only asks whether it has arrived is told that it has. */
function withoutMarks(tx: OutboxTx): OutboxTx {
  let appends = false;
  return {
    ...tx,
    get: async (key) => {
      if (!key.startsWith('once:')) appends = true;
      return key.startsWith('once:') ? ((appends ? undefined : true) as never) : tx.get(key);
    },
  };
}

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

function acceptAnything(answer: RequestAnswer, wire: StoredRequest, key: string): RequestAnswer {
  const isOurs = answer.echo !== null && answer.text.includes('"status":1');
  if (isOurs) return answer;
  const { items } = JSON.parse(wire.body ?? '{}') as { items?: { product_id: number; delta: number }[] };
  const body = items
    ? { items: items.map(({ product_id, delta }) => ({ product_id, applied: delta, quantity: Math.max(0, delta) })) }
    : { favoriteProducts: wire.method === 'PUT' ? [Number(wire.path.split('/')[2])] : [] };
  const text = JSON.stringify({ status: 1, version: 1, percent: 1, passed: true, ...body });
  return { ...answer, http: 200, type: 'application/json', text, echo: key };
}

const forgetTries = (tx: OutboxTx): OutboxTx => ({
  ...tx,
  list: async (prefix) => {
    const entries = await tx.list<Record<string, unknown>>(prefix);
    if (prefix !== 'ob:') return entries as never;
    return entries.map(([key, record]) => [key, { ...record, tries: 0, state: 'queued' }]) as never;
  },
});
