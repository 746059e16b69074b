import { describe, expect, it } from 'vitest';
import type { CartChange } from '#src/features/cart/cart.mutation.ts';
import type { RequestAnswer } from '#src/offline/outbox/classify.rules.ts';
import { createFlusher } from '#src/offline/outbox/flush.ts';
import { append } from '#src/offline/outbox/append.ts';
import { repeatRejected } from '#src/offline/outbox/rejected.ts';
import { quarantineUnreadable } from '#src/offline/outbox/quarantine.ts';
import { EMPTY_BASE } from '#src/offline/outbox/base.ts';
import { readSnapshot, readState } from '#src/offline/outbox/state.ts';
import { pull } from '#src/offline/outbox/pull.ts';
import type { Intent } from '#tests/offline/kinds.ts';
import {
  accepted,
  answerOf,
  type Bench,
  heart,
  nextId,
  outboxBench,
  pieces,
  refusal,
  seen,
  type Sent,
} from '#tests/offline/outbox-bench.ts';

// One flusher on the bench, and the bugs that the simulation has found, each pinned in its smallest form.

const DAY_MS = 86_400_000;
const save = (bench: Bench, intent: Intent, id = nextId()) =>
  append(bench.ports, bench.who, { id, mutation: intent, seen });
const known = (bench: Bench, values: Record<number, number> = {}, version = 1) =>
  pull(bench.ports, 'fav', '', async () => ({ version, values, included: [], data: null }));
const pending = async (bench: Bench) => (await readState(bench.ports)).pending;

describe('a flush', () => {
  it('is joined by a call during it: a gesture does not wait for a request that hangs in another lane', async () => {
    const bench = outboxBench();
    const flusher = createFlusher(bench.ports, bench.who);
    let hang: ((answer: RequestAnswer | null) => void) | null = null;
    let isSecondSent: () => void = () => {};
    const second = new Promise<void>((done) => (isSecondSent = done));
    bench.answer = (sent) => {
      if (sent.wire.body?.includes('"product_id":2')) isSecondSent();
      else return new Promise((done) => (hang = done));
      return accepted(sent);
    };
    await save(bench, pieces(1, 1));
    const first = flusher.flush();
    while (!hang) await Promise.resolve();
    await save(bench, pieces(2, 1));
    expect(flusher.flush()).toBe(first);
    await second;
    (hang as (answer: RequestAnswer | null) => void)(accepted(bench.sent[0] as Sent));
    expect(await first).toEqual({ kind: 'drained' });
  });

  it('keeps at most four lanes in the air and one request per lane', async () => {
    const bench = outboxBench();
    let inAir = 0;
    let most = 0;
    bench.answer = async (sent) => {
      most = Math.max(most, (inAir += 1));
      for (let i = 0; i < 50; i += 1) await Promise.resolve();
      inAir -= 1;
      return accepted(sent);
    };
    for (let product = 1; product <= 9; product += 1) await save(bench, pieces(product, 1));
    expect(await createFlusher(bench.ports, bench.who).flush()).toEqual({ kind: 'drained' });
    expect([most, bench.sent.length]).toEqual([4, 9]);
  });

  it('waits as long as Retry-After says in every context and after a start, but not twice as long', async () => {
    const bench = outboxBench();
    bench.answer = (sent) => refusal(sent, 503, 'server_error', 60_000);
    await save(bench, pieces(1, 1));
    await createFlusher(bench.ports, bench.who).flush();
    bench.answer = accepted;
    const afterStart = createFlusher(bench.ports, bench.who);
    expect(await afterStart.flush()).toEqual({ kind: 'waiting', nextInMs: 60_000 });
    afterStart.resetWaits();
    bench.clock.now = 59_000;
    expect(await afterStart.flush()).toEqual({ kind: 'waiting', nextInMs: 1000 });
    bench.clock.now = 60_000;
    expect(await afterStart.flush()).toEqual({ kind: 'drained' });
  });

  it('a good answer ends the backoff on top of Retry-After, never the Retry-After itself', async () => {
    const bench = outboxBench();
    bench.ports.random = () => 0.9;
    bench.answer = (sent) => refusal(sent, 503, 'server_error', 2000);
    await save(bench, pieces(1, 1));
    const flusher = createFlusher(bench.ports, bench.who);
    let nextInMs = 0;
    for (let tries = 1; tries <= 6; tries += 1) {
      bench.clock.now += nextInMs;
      nextInMs = (await flusher.flush()).nextInMs ?? 0;
    }
    // Six tries of an outage: a minute is waited, and the shop had asked for two seconds.
    expect(nextInMs).toBeGreaterThan(50_000);
    flusher.resetWaits();
    // Two seconds, and the share of them by which a crowd comes back one by one.
    expect(await flusher.flush()).toEqual({ kind: 'waiting', nextInMs: 3800 });
    bench.answer = accepted;
    bench.clock.now += 3800;
    expect(await flusher.flush()).toEqual({ kind: 'drained' });
  });

  it('sends what waited for the network as soon as one answer has come, a broken lane not more than that', async () => {
    const bench = outboxBench();
    const flusher = createFlusher(bench.ports, bench.who);
    for (let product = 1; product <= 5; product += 1) await save(bench, pieces(product, 1));
    await flusher.flush();
    await flusher.flush();
    expect(bench.sent).toHaveLength(5);
    // The network is back; nobody says so but the answer to a new gesture. Product 1 stays broken.
    bench.answer = (sent) => (sent.wire.body?.includes('"product_id":1,') ? null : accepted(sent));
    await save(bench, pieces(6, 1));
    await flusher.flush();
    expect((await pending(bench)).map(({ lane }) => lane)).toEqual(['cart:retail:0:1']);
    expect(bench.sent.filter(({ wire }) => wire.body?.includes('"product_id":1,'))).toHaveLength(2);
  });

  it('never rejects: a store that fails for one record leaves the others their turn', async () => {
    const bench = outboxBench();
    bench.answer = accepted;
    for (let product = 1; product <= 3; product += 1) await save(bench, pieces(product, 1));
    const store = {
      transact: ((work) =>
        bench.ports.store.transact((tx) =>
          work({
            ...tx,
            put: (key, value) => {
              if (key === 'ob:000000000001') throw new Error('QuotaExceededError');
              tx.put(key, value);
            },
          }),
        )) as typeof bench.ports.store.transact,
    };
    const result = await createFlusher({ ...bench.ports, store }, bench.who).flush();
    expect(result.kind).toBe('waiting');
    expect((await pending(bench)).map(({ seq }) => seq)).toEqual([1]);
    const dead = { transact: () => Promise.reject(new Error('InvalidStateError')) };
    expect((await createFlusher({ ...bench.ports, store: dead }, bench.who).flush()).kind).toBe('waiting');
  });

  it('stops before the next send when its lock was stolen', async () => {
    const bench = outboxBench();
    let isHeld = true;
    bench.ports.lock = (_name, work) => work(() => isHeld);
    bench.answer = (sent) => {
      isHeld = false;
      return accepted(sent);
    };
    await save(bench, pieces(1, 1));
    await save(bench, pieces(1, 1));
    await save(bench, pieces(2, 1));
    await createFlusher(bench.ports, bench.who).flush();
    expect(bench.sent).toHaveLength(1);
  });

  it('pauses the partition on 401 and 403 owner_mismatch until it is resumed, and counts neither', async () => {
    for (const [code, http, paused] of [
      ['auth_required', 401, 'auth'],
      ['owner_mismatch', 403, 'owner'],
    ] as const) {
      const bench = outboxBench();
      bench.answer = (sent) => refusal(sent, http, code);
      await save(bench, pieces(1, 1));
      const flusher = createFlusher(bench.ports, bench.who);
      expect(await flusher.flush()).toEqual({ kind: 'paused', paused });
      expect(await flusher.flush()).toEqual({ kind: 'paused', paused });
      expect(bench.sent).toHaveLength(1);
      expect((await pending(bench))[0]).toMatchObject({ tries: 1, countedTries: 0 });
      bench.answer = accepted;
      flusher.resume();
      expect(await flusher.flush()).toEqual({ kind: 'drained' });
    }
  });
});

describe('pinned', () => {
  it('a heart there and back is sent where nothing was pulled yet: the server may hold it since long ago', async () => {
    const bench = outboxBench();
    await save(bench, heart(1, true));
    await save(bench, heart(1, false));
    expect((await pending(bench)).map(({ body }) => body)).toEqual([{ productId: 1, on: false }]);
    await known(bench);
    await save(bench, heart(2, true));
    await save(bench, heart(2, false));
    expect(await pending(bench)).toHaveLength(1);
  });

  it('nor does it cancel out after a try that was rejected as too old: it may have been done', async () => {
    const bench = outboxBench();
    bench.clock.server = 0;
    await known(bench, { 1: 1 });
    await save(bench, heart(1, false));
    const flusher = createFlusher(bench.ports, bench.who);
    await flusher.flush();
    bench.clock.server = 15 * DAY_MS;
    flusher.resetWaits();
    await flusher.flush();
    expect((await readState(bench.ports)).rejected.map(({ reason }) => reason)).toEqual(['stale']);
    await save(bench, heart(1, false));
    await save(bench, heart(1, true));
    expect((await pending(bench)).map(({ body }) => body)).toEqual([{ productId: 1, on: true }]);
  });

  it('a late «off» of two tabs does not swallow the «on» that the other has sent', async () => {
    const bench = outboxBench();
    await known(bench, { 1: 0 });
    await save(bench, heart(1, true));
    await createFlusher(bench.ports, bench.who).flush();
    await save(bench, heart(1, true));
    await save(bench, heart(1, false));
    expect((await pending(bench)).map(({ body }) => body)).toEqual([
      { productId: 1, on: true },
      { productId: 1, on: false },
    ]);
  });

  it('a newer build’s record counts as pending: it is left alone and the books balance', async () => {
    const bench = outboxBench();
    await save(bench, pieces(1, 1));
    bench.data.set('ob:000000000001', { v: 2, anything: true });
    bench.answer = accepted;
    expect(await createFlusher(bench.ports, bench.who).flush()).toEqual({ kind: 'drained' });
    expect(await quarantineUnreadable(bench.ports)).toBe(0);
    const state = await readState(bench.ports);
    expect([state.pending.length, state.waiting, state.isBalanced]).toEqual([0, 1, true]);
    expect(bench.data.get('ob:000000000001')).toEqual({ v: 2, anything: true });
  });

  it('unreadable entries of every sort are set aside, counted, and the rest goes on', async () => {
    const bench = outboxBench();
    for (let product = 1; product <= 3; product += 1) await save(bench, pieces(product, 1));
    bench.answer = (sent) => (sent.wire.body?.includes(':2,') ? refusal(sent, 200, 'out_of_stock') : null);
    await createFlusher(bench.ports, bench.who).flush();
    bench.data.set('ob:000000000001', 'rubbish');
    bench.data.set('park:000000000002', { v: 1, record: null });
    bench.data.set('base:fav', { v: 7 });
    expect((await readState(bench.ports)).isBalanced).toBe(true);
    expect((await readSnapshot(bench.ports)).bases.fav).toEqual(EMPTY_BASE);
    expect(await quarantineUnreadable(bench.ports)).toBe(2);
    const state = await readState(bench.ports);
    expect([state.ledger.quarantined, state.pending.length, state.rejected.length, state.isBalanced]).toEqual([
      2,
      1,
      0,
      true,
    ]);
  });

  it('a shortage is cancelled against the untried removal behind it', async () => {
    const bench = outboxBench();
    let answer: (sent: Sent) => RequestAnswer | null = () => null;
    bench.answer = (sent) => answer(sent);
    await save(bench, pieces(1, 5));
    const flusher = createFlusher(bench.ports, bench.who);
    await flusher.flush();
    await save(bench, pieces(1, -4));
    const items = [{ product_id: 1, asked: 5, applied: 2, quantity: 2, code: 'qty_limit' }];
    answer = (sent) => answerOf(sent, 200, { status: 1, version: 1, items });
    const deltas: string[] = [];
    const settleFirst = answer;
    answer = (sent) => {
      deltas.push(sent.wire.body ?? '');
      return deltas.length === 1 ? settleFirst(sent) : accepted(sent);
    };
    flusher.resetWaits();
    await flusher.flush();
    expect(deltas.map((body) => (JSON.parse(body) as { items: { delta: number }[] }).items[0]?.delta)).toEqual([5, -1]);
    expect((await readState(bench.ports)).isBalanced).toBe(true);
  });
});

describe('«Повторить»', () => {
  const rejectedBy = async (answer: (sent: Sent) => RequestAnswer | null): Promise<Bench> => {
    const bench = outboxBench();
    bench.clock.server = 0;
    bench.answer = answer;
    await save(bench, pieces(1, 2));
    await createFlusher(bench.ports, bench.who).flush();
    return bench;
  };

  /** Tried without an answer, then too old to be sent unasked. */
  const staleHeart = async () => {
    const bench = outboxBench();
    bench.clock.server = 0;
    bench.answer = () => null;
    await save(bench, heart(1, true));
    await createFlusher(bench.ports, bench.who).flush();
    bench.clock.server = 15 * DAY_MS;
    await createFlusher(bench.ports, bench.who).flush();
    const [entry] = (await readState(bench.ports)).rejected;
    expect(entry?.reason).toBe('stale');
    return { bench, entry };
  };

  it('keeps the key where the server may still do it, behind what was done since', async () => {
    const bench = await rejectedBy((sent) => refusal(sent, 403, 'readonly'));
    const [entry] = (await readState(bench.ports)).rejected;
    await save(bench, pieces(1, 1));
    expect(await repeatRejected(bench.ports, bench.who, entry?.record.seq ?? 0)).toBe('queued');
    const records = await pending(bench);
    expect(records.map(({ body }) => (body as CartChange).delta)).toEqual([1, 2]);
    expect(records[1]).toMatchObject({ id: entry?.record.id, tries: 1, wire: entry?.record.wire });
    expect((await readState(bench.ports)).isBalanced).toBe(true);
  });

  it('takes a new key for a heart that was set again since: the old one would only bring the old answer', async () => {
    const { bench, entry } = await staleHeart();
    await save(bench, heart(1, false));
    bench.answer = accepted;
    await createFlusher(bench.ports, bench.who).flush();
    expect(await repeatRejected(bench.ports, bench.who, entry?.record.seq ?? 0)).toBe('queued');
    const [again] = await pending(bench);
    expect(again).toMatchObject({ lane: entry?.record.lane, body: { productId: 1, on: true }, tries: 0 });
    expect(again?.id).not.toBe(entry?.record.id);
    expect((await readState(bench.ports)).isBalanced).toBe(true);
  });

  it('keeps the key of a heart of which nothing has been heard since', async () => {
    const { bench, entry } = await staleHeart();
    expect(await repeatRejected(bench.ports, bench.who, entry?.record.seq ?? 0)).toBe('queued');
    expect((await pending(bench))[0]?.id).toBe(entry?.record.id);
  });

  it('asks first once the server may have forgotten the key, then takes a new one', async () => {
    const bench = await rejectedBy(() => null);
    bench.clock.server = 41 * DAY_MS;
    await createFlusher(bench.ports, bench.who).flush();
    const [entry] = (await readState(bench.ports)).rejected;
    expect(entry?.reason).toBe('stale');
    const seq = entry?.record.seq ?? 0;
    expect(await repeatRejected(bench.ports, bench.who, seq)).toBe('ask');
    expect(await repeatRejected(bench.ports, bench.who, seq, true)).toBe('queued');
    expect(await repeatRejected(bench.ports, bench.who, seq, true)).toBe('gone');
    const state = await readState(bench.ports);
    expect(state.pending.map(({ id }) => id)).not.toContain(entry?.record.id);
    expect([state.pending.length, state.ledger.discarded, state.isBalanced]).toEqual([1, 1, true]);
  });
});
