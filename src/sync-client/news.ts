import { knownOf, type Mutations, scopeOf } from '#src/offline/outbox/mutation.ts';
import type { OutboxRecord } from '#src/offline/outbox/record.ts';
import type { Result, SyncEvent, SyncState } from '#src/sync-client/client.types.ts';
import type { SyncPorts } from '#src/sync-client/sync-ports.ts';

/** How long a change of this page is answered for on the spot. */
const FRONT_MS = 10_000;

type NewsPorts = Pick<SyncPorts, 'timers' | 'page'> & {
  definitions: Mutations;
  tell(event: SyncEvent): void;
  /** Something of this scope has left the queue: a whole snapshot is wanted. */
  want(scope: string): void;
};
export type News = {
  /** A change of this page was stored in this lane. */
  made(lane: string): void;
  /** The record that carries the change of this key: an earlier one if they collapsed. */
  carried(key: string, carrier: string | undefined): void;
  /** From here on the sheet tells of this lane, not a dialog. */
  notInFront(lane: string): void;
  isMine(lane: string): boolean;
  result(key: string, withinMs: number, now: SyncState): Promise<Result>;
  /** Whoever waits for the server's word need not wait any longer. */
  waiting(): void;
  /** What has left the queue since the last look. */
  compare(before: SyncState, now: SyncState): void;
};

/** What a change of the state means for whoever waits, for the dialog, the toast and the next pull. */
export function createNews({ definitions, timers, page, tell, want }: NewsPorts): News {
  /** Monotonic time of this page's last change, by lane. */
  const made = new Map<string, number>();
  /** Records that carry changes of this page made under other keys. */
  const carriers = new Map<string, string>();
  const watchers = new Map<string, (result: Result) => void>();
  const isFront = (lane: string): boolean =>
    timers.now() - (made.get(lane) ?? -Infinity) < FRONT_MS && page.isVisible();

  /** A failed try is news for who waits; the record itself goes on. */
  function tried(record: OutboxRecord, { sending }: SyncState): void {
    if (record.last && record.last.class !== 'inflight' && !sending.has(record.id))
      watchers.get(record.id)?.({ kind: 'waiting' });
  }

  /** @param short lanes in which less was done than was asked. */
  function left(record: OutboxRecord, { rejected, outcomes }: SyncState, short: Set<string>): void {
    const { id, lane } = record;
    const entry = rejected.find((one) => one.record.id === id);
    const outcome = outcomes.find((one) => one.id === id);
    if (entry || outcome) short.add(lane);
    // What was to be taken away had never come: a removal behind it went with it and was never sent (docs/product/offline.md#cart-arithmetic).
    const isShrunk = short.has(lane) && record.state === 'queued' && isRemoval(definitions, record);
    const watcher = watchers.get(id);
    const isNear = isFront(lane);
    if (watcher) watcher(entry ? { kind: 'rejected', entry } : { kind: 'done', ...(outcome && { outcome }) });
    else if (entry && isNear) tell({ type: 'rejected', entry });
    if (outcome && isNear) tell({ type: 'changed', outcome, isAwaited: watcher !== undefined });
    if (!entry && !outcome && !isNear && !isShrunk) tell({ type: 'arrived', record });
    const scope = scopeOf(definitions, record);
    if (scope) want(scope);
  }

  return {
    made: (lane) => void made.set(lane, timers.now()),
    carried(key, carrier) {
      if (carrier !== undefined && carrier !== key) carriers.set(key, carrier);
    },
    notInFront: (lane) => void made.set(lane, -Infinity),
    isMine: (lane) => made.has(lane),
    result(key, withinMs, { pending, rejected }) {
      const id = carriers.get(key) ?? key;
      const entry = rejected.find(({ record }) => record.id === id);
      if (entry) return Promise.resolve({ kind: 'rejected', entry });
      if (!pending.some((record) => record.id === id)) return Promise.resolve({ kind: 'done' });
      watchers.get(id)?.({ kind: 'waiting' });
      return new Promise((done) => {
        const cancel = timers.after(withinMs, () => finish({ kind: 'waiting' }));
        const finish = (result: Result): void => {
          cancel();
          watchers.delete(id);
          done(result);
        };
        watchers.set(id, finish);
      });
    },
    waiting: () => watchers.forEach((finish) => finish({ kind: 'waiting' })),
    compare(before, now) {
      const pending = new Map(now.pending.map((record) => [record.id, record]));
      const short = new Set<string>();
      for (const record of before.pending) {
        const still = pending.get(record.id);
        if (still) tried(still, now);
        else left(record, now, short);
      }
    },
  };
}

function isRemoval(definitions: Mutations, record: OutboxRecord): boolean {
  const known = knownOf(definitions, record);
  return (known?.definition.amount?.of(known.payload) ?? 0) < 0;
}
