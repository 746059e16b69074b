import { append, NeedsAccountError, PartitionClosedError, UnjudgedError } from '#src/offline/outbox/append.ts';
import { joinGuests } from '#src/offline/identity/join.ts';
import { pull, type Snapshot } from '#src/offline/outbox/pull.ts';
import { quarantineUnreadable } from '#src/offline/outbox/quarantine.ts';
import { laneOf, type Mutation } from '#src/offline/outbox/mutation.ts';
import type { Identity, Saved, SaveOptions, SyncClient, SyncEvent, SyncState } from '#src/sync-client/client.types.ts';
import { decisionsOf } from '#src/sync-client/decisions.ts';
import { openPersonParts, type PersonParts } from '#src/sync-client/person-parts.ts';
import type { SyncWorld } from '#src/sync-client/sync-ports.ts';

/** One person's queue on this page, over their own partition and those of guests that have joined them. */
export type PersonQueue = Pick<SyncClient, 'result' | 'repeat' | 'discard' | 'acknowledge' | 'inspect' | 'pull'> & {
  uid: string;
  now(): SyncState;
  /** `account`: the guest has just joined it in another tab, and the change is the account's. */
  save(mutation: Mutation, how: SaveOptions): Promise<Saved | { account: string }>;
  read(): Promise<void>;
  /** Every partition goes; resolves when all rest. */
  flush(): Promise<unknown>;
  /** The same, and waits begin anew; `isWhole`: what is held back for another tap goes too. */
  resume(isWhole: boolean): Promise<unknown>;
  /** Another tab may have put something in. */
  goOnLater(): void;
  takeGuestsIn(): Promise<void>;
  /** Nothing more is sent or shown for this person. */
  end(): void;
};

export async function openPersonQueue(
  ports: SyncWorld,
  identity: Identity,
  tell: (event: SyncEvent) => void,
): Promise<PersonQueue> {
  const { uid } = identity;
  const parts = await openPersonParts(ports, identity, tell);
  const { all, own, snapshot, news, lines } = parts;
  if (!parts.isMemory) {
    await quarantineUnreadable(own.ports).catch(() => 0);
    await lines.recall();
    await takeGuestsIn().catch(() => {});
  }

  /** What was untried comes over, what was tried is sent from where it stands. */
  async function takeGuestsIn(): Promise<void> {
    if (uid === 'guest' || parts.isMemory) return;
    const account = { ports: own.roomy, who: own.who };
    await joinGuests(await ports.stores.guestsOf(uid), account, async (guest) =>
      parts.of(guest) ? null : (await parts.open(guest)).ports,
    );
  }

  return {
    uid,
    now: snapshot.now,
    read: snapshot.read,
    takeGuestsIn,
    end: parts.end,
    goOnLater: () => all().forEach(({ sender }) => sender.goOnLater()),
    flush: () => Promise.all(all().map(({ sender }) => sender.flush())),
    resume(isWhole) {
      if (isWhole) for (const { sender } of all()) sender.release();
      return Promise.all(all().map(({ sender }) => sender.resume()));
    },
    save: (mutation, how) => save(ports, parts, mutation, how),
    result: (key, withinMs) => news.result(key, withinMs, snapshot.now()),
    pull: ({ scope }, fetch) => pullInto(parts, { scope, at: ports.timers.date() }, fetch),
    ...decisionsOf(ports, parts),
  };
}

async function save(
  { stores, definitions }: SyncWorld,
  { own, snapshot, news }: PersonParts,
  mutation: Mutation,
  { key, seen, holdMs = 0, removesLine, once }: SaveOptions,
): Promise<Saved | { account: string }> {
  const lane = laneOf(definitions, mutation);
  const more = { ...(removesLine ? { removesLine } : {}), ...(once ? { once } : {}) };
  const saved = await snapshot.whileStoring(async (): Promise<Saved | { account: string }> => {
    // What its own definition does not take is not stored, and stops being shown.
    const failed =
      lane === null ? 'lost' : await append(own.roomy, own.who, { id: key, mutation, seen, ...more }).catch(whyNot);
    const account = failed === 'lost' && (await stores.accountOf(own.who.owner).catch(() => undefined));
    if (account) return { account };
    if (!failed && lane !== null) own.sender.hold(lane, holdMs);
    snapshot.stored(key);
    return failed ?? 'queued';
  });
  if (typeof saved === 'object') return saved;
  // What is repeated after a crash is of another day: the sheet tells of it.
  if (!once && lane !== null) news.made(lane);
  await snapshot.read();
  news.carried(key, snapshot.now().pending.findLast((record) => record.lane === lane)?.id);
  own.sender.flushIn(holdMs);
  return saved;
}

function whyNot(error: unknown): Saved {
  if (error instanceof PartitionClosedError || error instanceof NeedsAccountError) return 'lost';
  if (error instanceof UnjudgedError) return 'unjudged';
  return (error as DOMException)?.name === 'QuotaExceededError' ? 'full' : 'broken';
}

/** `fetch` is always called: a phone whose database fails still shows what the shop says. */
async function pullInto(
  { all, own, snapshot }: PersonParts,
  { scope, at }: { scope: string; at: Date },
  fetch: (tried: readonly string[]) => Promise<Snapshot | null>,
): Promise<void> {
  let isAsked = false;
  const ask = (tried: readonly string[]) => {
    isAsked = true;
    return fetch(tried);
  };
  try {
    // What a guest has tried before joining is sent from where it stands: the account's answer may hold it.
    const elsewhere = snapshot.now().pending.filter((one) => one.state === 'tried' && one.owner !== own.who.owner);
    const joined = all().length > 1 ? elsewhere.map(({ id }) => id) : [];
    await pull(own.ports, scope, at.toISOString(), (keys) => ask([...keys, ...joined]));
  } catch (error) {
    if (isAsked) throw error;
  }
  if (!isAsked) await fetch([]);
  await snapshot.read();
}
