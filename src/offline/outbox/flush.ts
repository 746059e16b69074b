import { backoffMs, isStale } from '#src/offline/outbox/backoff.rules.ts';
import { GENERATION_KEY, scopeOf, writeAcked } from '#src/offline/outbox/base.ts';
import { classify, countsForStale, type Verdict } from '#src/offline/outbox/classify.rules.ts';
import { book, park, readRecords, shrinkBehind } from '#src/offline/outbox/entries.ts';
import type { OutboxIdentity, OutboxPorts } from '#src/offline/outbox/ports.ts';
import { outcomeKey, recordKey, type LastTry, type OutboxRecord, type Outcome } from '#src/offline/outbox/record.ts';
import { readAck, wireOf } from '#src/offline/outbox/wire.rules.ts';

// Contents: 1 flusher, 2 one attempt, 3 what an answer does

const LANES = 4;

/** `paused`: the server does not know this session (auth) or it is somebody else's (owner): the partition waits whole. */
export type FlushResult = {
  kind: 'drained' | 'waiting' | 'locked' | 'paused';
  paused?: 'auth' | 'owner';
  nextInMs?: number;
};
export type Flusher = {
  flush(): Promise<FlushResult>;
  /** Start, online, visible, pageshow, any good answer: waits begin anew, a server's Retry-After excepted. */
  resetWaits(): void;
  /** The session was read again and is this partition's own. */
  resume(): void;
  /** Nothing of this lane is sent before `ms` from now: taps still come. A new hold replaces the old one. */
  hold(lane: string, ms: number): void;
  /** The page is hidden or left: every hold ends at once. */
  release(): void;
};

// ── 1 Flusher: one per context; the lock is an optimisation, keys are the safety (offline.md F4) ─
export function createFlusher(ports: OutboxPorts, who: OutboxIdentity): Flusher {
  /** Not before this monotonic time, by lane; lives in memory only (settled.md §8, Time). */
  const waits = new Map<string, { until: number; isServers: boolean }>();
  const holds = new Map<string, number>();
  let paused: 'auth' | 'owner' | null = null;

  const dueIn = (lane: string): number =>
    Math.max(0, (waits.get(lane)?.until ?? 0) - ports.now(), (holds.get(lane) ?? 0) - ports.now());
  const heads = (records: readonly OutboxRecord[]): OutboxRecord[] =>
    [...new Map([...records].reverse().map((record) => [record.lane, record])).values()].reverse();

  async function drain(held: () => boolean): Promise<FlushResult> {
    while (held() && !paused) {
      const records = await ports.store.transact(readRecords);
      const due = heads(records.filter((record) => record.owner === who.owner)).filter(
        (record) => dueIn(record.lane) === 0,
      );
      if (due.length === 0)
        return records.length === 0 ? { kind: 'drained' } : { kind: 'waiting', nextInMs: soonest(records) };
      await inLanes(due, async (record) => {
        if (held() && !paused && dueIn(record.lane) === 0) await attempt(record);
      });
    }
    return paused ? { kind: 'paused', paused } : { kind: 'waiting', nextInMs: 0 };
  }

  async function attempt(head: OutboxRecord): Promise<void> {
    const record = await takeForSending(ports, head.seq);
    if (!record?.wire) return;
    const answer = await ports.send(record.wire, headersOf(record, who));
    if (answer?.serverTime) ports.noteServerTime(answer.serverTime);
    const verdict = classify(record.id, answer);
    const settled = await settle(ports, record, verdict);
    ports.log(
      `${record.lane} ${record.seq} try ${record.tries}: ${settled.kind === 'ack' ? 'ack' : settled.last.class}`,
    );
    if (settled.kind === 'ack') waits.delete(record.lane);
    else defer(record, settled.last, settled.retryAfterMs);
    ports.changed();
  }

  function defer(record: OutboxRecord, last: LastTry, retryAfterMs: number | null): void {
    if (last.class === 'auth' || last.class === 'owner') {
      paused = last.class;
      return;
    }
    if (last.class === 'rejected' || last.class === 'forbidden') return;
    const own =
      last.class === 'inflight'
        ? 1000 + ports.random() * 1000
        : backoffMs(record.tries, ports.random(), ports.isVisible());
    waits.set(record.lane, { until: ports.now() + Math.max(own, retryAfterMs ?? 0), isServers: retryAfterMs !== null });
  }

  const soonest = (records: readonly OutboxRecord[]): number =>
    Math.min(...records.map((record) => dueIn(record.lane)));

  return {
    async flush() {
      const result = await ports.lock(who.lockName, drain);
      return result ?? { kind: 'locked' };
    },
    resetWaits() {
      for (const [lane, wait] of waits) if (!wait.isServers) waits.delete(lane);
    },
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

async function inLanes<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  let at = 0;
  const lane = async () => {
    for (let item = items[at++]; item !== undefined; item = items[at++]) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(LANES, items.length) }, lane));
}

// ── 2 One attempt ───────────────────────────────────────────────────────────────────────────────
/** Re-reads the record and freezes it: only what this transaction returned is sent (settled.md §8, Sending). */
function takeForSending(ports: OutboxPorts, seq: number): Promise<OutboxRecord | null> {
  return ports.store.transact(async (tx) => {
    const record = (await readRecords(tx)).find((one) => one.seq === seq);
    if (!record) return null;
    if (isStale(record, ports.serverNow())) {
      await park(tx, record, 'stale', record.last ?? null);
      return null;
    }
    const taken: OutboxRecord = {
      ...record,
      state: 'tried',
      tries: record.tries + 1,
      wire: record.wire ?? wireOf(record),
    };
    tx.put(recordKey(seq), taken);
    tx.put(GENERATION_KEY, ((await tx.get<number>(GENERATION_KEY)) ?? 0) + 1);
    return taken;
  });
}

function headersOf(record: OutboxRecord, who: OutboxIdentity): Record<string, string> {
  return {
    'Idempotency-Key': record.id,
    'X-Client-User': record.owner,
    'X-Client-Seq': `${who.device}:${record.seq}`,
    'X-Client-Build': who.build,
  };
}

// ── 3 What an answer does, in one transaction ───────────────────────────────────────────────────
type Settled = Verdict;

function settle(ports: OutboxPorts, sent: OutboxRecord, verdict: Verdict): Promise<Settled> {
  return ports.store.transact(async (tx) => {
    const record = (await readRecords(tx)).find((one) => one.seq === sent.seq && one.id === sent.id);
    // Another context was first, or the person has left: its answer was booked there.
    if (!record) return verdict;
    if (verdict.kind === 'ack') {
      const acked = readAck(record, verdict.json);
      if (!acked) return keep({ kind: 'failed', last: { class: 'unknown' }, retryAfterMs: null });
      tx.del(recordKey(record.seq));
      await book(tx, { acked: 1 });
      const scope = scopeOf(record);
      if (scope && acked.line) await writeAcked(tx, scope, acked.line);
      if (acked.shortage > 0) await shrinkBehind(tx, record, acked.shortage);
      if (acked.change)
        tx.put(outcomeKey(record.seq), {
          v: 1,
          seq: record.seq,
          id: record.id,
          kind: record.kind,
          seen: record.seen,
          body: record.body,
          change: acked.change,
        } satisfies Outcome);
      return verdict;
    }
    const { last } = verdict;
    if (last.class === 'rejected' || last.class === 'forbidden') {
      await park(tx, { ...record, last }, last.class, last);
      return verdict;
    }
    return keep(verdict);

    function keep(failed: Extract<Verdict, { kind: 'failed' }>): Settled {
      tx.put(recordKey(sent.seq), {
        ...(record as OutboxRecord),
        last: failed.last,
        countedTries: (record as OutboxRecord).countedTries + (countsForStale(failed.last) ? 1 : 0),
      });
      return failed;
    }
  });
}
