import { backoffMs, isStale, mayBeForgotten } from '#src/offline/outbox/backoff.rules.ts';
import { GENERATION_KEY } from '#src/offline/outbox/base.ts';
import { classify, type Failed, UNKNOWN, type Verdict } from '#src/offline/outbox/classify.rules.ts';
import { readRecords } from '#src/offline/outbox/entries.ts';
import { knownOf } from '#src/offline/outbox/mutation.ts';
import type { OutboxIdentity, OutboxPorts } from '#src/offline/outbox/ports.ts';
import { recordKey, type OutboxRecord, type StoredRequest } from '#src/offline/outbox/record.ts';
import { reject, settle } from '#src/offline/outbox/settle.ts';

// When records are sent. What an answer does is in settle.ts. The worker loads these and what they import, nothing else.

const LANES = 4;
/** A context whose store does not answer asks again after this long. */
const STORE_RETRY_MS = 5_000;
const MINUTE_MS = 60_000;

/** `paused`: the server does not know this session (auth) or it is somebody else's (owner): the partition waits whole. */
export type FlushResult = {
  kind: 'drained' | 'waiting' | 'locked' | 'paused';
  paused?: 'auth' | 'owner';
  nextInMs?: number;
};
export type Flusher = {
  /** Never rejects. A call during a flush of this context joins it. */
  flush(): Promise<FlushResult>;
  /** What has come due meanwhile goes now if a flush is running: a lane that hangs holds no other one. */
  join(): void;
  /** Start, online, visible, pageshow, any good answer: waits begin anew, a server's Retry-After excepted. */
  resetWaits(): void;
  /** The session was read again and is this partition's own. */
  resume(): void;
  /** Nothing of this lane is sent before `ms` from now: taps still come. A new hold replaces the old one. */
  hold(lane: string, ms: number): void;
  /** The page is hidden or left: every hold ends at once. */
  release(): void;
};

/** One per context; the lock is an optimisation, keys are the safety (docs/product/offline.md F4). */
export function createFlusher(ports: OutboxPorts, who: OutboxIdentity): Flusher {
  /** Not before this monotonic time, by key; of which try, and how much of it the server asked for (docs/product/offline.md#time). */
  const waits = new Map<string, { until: number; tries: number; serversUntil: number }>();
  const holds = new Map<string, number>();
  /** Lanes of this context with a request under way. */
  const busy = new Set<string>();
  let paused: 'auth' | 'owner' | null = null;
  let running: Promise<FlushResult> | null = null;
  let spawn: (() => void) | null = null;
  /** Until the next record is due; null = none is left. As the last look at the queue found it. */
  let rest: number | null = 0;
  let quietUntil = 0;

  function dueIn({ id, lane, tries, retryAfterMs }: OutboxRecord): number {
    const now = ports.now();
    // Another context was told to wait, or this one was before its start: never longer than that once more.
    if (retryAfterMs && waits.get(id)?.tries !== tries)
      waits.set(id, { until: now + retryAfterMs, tries, serversUntil: now + retryAfterMs });
    return Math.max(0, (waits.get(id)?.until ?? 0) - now, (holds.get(lane) ?? 0) - now);
  }

  /** As its retries will repeat it. */
  function requestOf(record: OutboxRecord): StoredRequest {
    const known = knownOf(ports.definitions, record);
    if (!known) throw new Error(`no definition: ${record.kind}`);
    return known.definition.request(known.payload);
  }

  /** Picks the next due head and freezes it, in one transaction: only what this returns is sent (docs/product/offline.md#sending). */
  async function take(): Promise<OutboxRecord | 'again' | null> {
    let picked: OutboxRecord | null = null;
    const putBack = () => picked && busy.delete(picked.lane);
    try {
      return await ports.store.transact(async (tx) => {
        putBack(); // the adapter may run this twice
        const serverNow = ports.serverNow();
        const lanes = new Set<string>();
        rest = null;
        for (const record of await readRecords(ports.definitions, tx)) {
          const { lane } = record;
          if (record.owner !== who.owner || lanes.has(lane)) continue;
          lanes.add(lane);
          if (busy.has(lane)) continue;
          if (isStale(record, serverNow)) {
            await reject(ports, tx, record, 'stale', record.last ?? null);
            return 'again';
          }
          const ms = mayBeForgotten(record, serverNow, Date.now()) ? MINUTE_MS : dueIn(record);
          if (ms > 0) {
            rest = Math.min(rest ?? ms, ms);
            continue;
          }
          busy.add(lane);
          picked = {
            ...record,
            state: 'tried',
            tries: record.tries + 1,
            serverAt: record.serverAt ?? serverNow,
            wire: record.wire ?? requestOf(record),
          };
          tx.put(recordKey(record.seq), picked);
          tx.put(GENERATION_KEY, ((await tx.get<number>(GENERATION_KEY)) ?? 0) + 1);
          return picked;
        }
        return null;
      });
    } catch (error) {
      if (!picked) throw error;
      // No room to note the try: this lane waits, the others have their turn.
      putBack();
      defer(picked, UNKNOWN);
      return 'again';
    }
  }

  async function attempt(record: OutboxRecord): Promise<void> {
    const { id, lane, seq, tries } = record;
    let verdict: Verdict = UNKNOWN;
    try {
      const answer = await ports.send(record.wire as NonNullable<OutboxRecord['wire']>, {
        'Idempotency-Key': id,
        'X-Client-User': record.owner,
        'X-Client-Seq': `${who.device}:${seq}`,
        'X-Client-Build': who.build,
      });
      if (answer?.serverTime) ports.noteServerTime(answer.serverTime);
      verdict = await settle(ports, record, classify(id, answer));
    } catch (error) {
      ports.log(`outbox: ${String(error)}`);
    }
    ports.log(`${lane} ${seq} try ${tries}: ${verdict.kind === 'ack' ? 'ack' : verdict.last.class}`);
    if (verdict.kind === 'failed') defer(record, verdict);
    else {
      waits.delete(id);
      // The network works again: what waited for it goes now; not more often, or a broken lane would ride on every ack.
      if (ports.now() >= quietUntil) {
        quietUntil = ports.now() + MINUTE_MS / 6;
        resetWaits();
      }
    }
    busy.delete(lane);
  }

  function defer({ id, tries }: OutboxRecord, { last, retryAfterMs }: Failed): void {
    const kind = last.class;
    if (kind === 'auth' || kind === 'owner') paused = kind;
    else if (kind !== 'rejected' && kind !== 'forbidden') {
      const chance = ports.random();
      const own = kind === 'inflight' ? 1000 + chance * 1000 : backoffMs(tries, chance, ports.isVisible());
      // A crowd that was told the same time must not come back as one.
      const servers = retryAfterMs ? retryAfterMs + chance * Math.min(retryAfterMs, MINUTE_MS) : 0;
      const until = ports.now() + Math.max(servers, (retryAfterMs ?? 0) + own);
      waits.set(id, { until, tries, serversUntil: ports.now() + servers });
    }
  }

  function resetWaits(): void {
    // The backoff on top of a server's Retry-After is our own: after an outage it is many times as long.
    for (const wait of waits.values()) wait.until = Math.min(wait.until, wait.serversUntil);
  }

  /** One of up to four: takes, sends, takes again, until nothing is due. */
  async function work(held: () => boolean): Promise<void> {
    try {
      while (held() && !paused) {
        const record = await take();
        if (!record) return;
        if (record !== 'again') {
          spawn?.();
          if (held()) await attempt(record);
          else busy.delete(record.lane);
        }
        ports.changed();
      }
    } catch (error) {
      ports.log(`outbox: ${String(error)}`);
      rest = STORE_RETRY_MS;
    }
  }

  async function drain(held: () => boolean): Promise<FlushResult> {
    const crew = new Set<Promise<void>>();
    const hire = () => {
      if (crew.size >= LANES) return;
      const one: Promise<void> = work(held).finally(() => crew.delete(one));
      crew.add(one);
    };
    rest = 0;
    spawn = hire;
    hire();
    while (crew.size > 0) await Promise.race(crew);
    if (spawn === hire) spawn = running = null;
    if (paused) return { kind: 'paused', paused };
    return rest === null ? { kind: 'drained' } : { kind: 'waiting', nextInMs: rest };
  }

  return {
    flush() {
      spawn?.();
      if (running) return running;
      const mine: Promise<FlushResult> = ports
        .lock(who.lockName, drain)
        .catch(() => undefined)
        .then((result) => {
          if (running === mine) running = null;
          return result ?? { kind: 'locked' };
        });
      return (running = mine);
    },
    join: () => spawn?.(),
    resetWaits,
    resume() {
      paused = null;
    },
    hold(lane, ms) {
      holds.set(lane, ports.now() + ms);
    },
    release() {
      holds.clear();
    },
  };
}
