import { describe, expect, it } from 'vitest';
import { createFlusher } from '#src/offline/outbox/flush.ts';
import { appendKeyed, closePartition, moveGuestRecords, openPartition } from '#src/offline/outbox/identity.ts';
import { append, PartitionClosedError } from '#src/offline/outbox/append.ts';
import { repeatRejected } from '#src/offline/outbox/rejected.ts';
import { OPEN_KEY } from '#src/offline/outbox/record.ts';
import { readSnapshot, readState } from '#src/offline/outbox/state.ts';
import { pull } from '#src/offline/outbox/pull.ts';
import {
  accepted,
  type Bench,
  heart,
  nextId,
  outboxBench,
  pieces,
  refusal,
  seen,
} from '#tests/offline/outbox-bench.ts';
import { until } from '#tests/support/until.ts';

const GUEST = 'guest:00000000-0000-4000-8000-0000000000aa';
const save = (bench: Bench, mutation: Parameters<typeof append>[2]['mutation'], id = nextId()) =>
  append(bench.ports, bench.who, { id, mutation, seen });
const flush = (bench: Bench) => createFlusher(bench.ports, bench.who).flush();
/** The store as a crash after its n-th transaction leaves it: later transactions never happen. */
function crashAfter(bench: Bench, transactions: number): Bench {
  let left = transactions;
  const store = bench.ports.store;
  return {
    ...bench,
    ports: {
      ...bench.ports,
      store: {
        transact: (work) => ((left -= 1) < 0 ? Promise.reject(new Error('crash')) : store.transact(work)),
      },
    },
  };
}

describe('moveGuestRecords', () => {
  it('carries untried records over under their keys and books both sides', async () => {
    const guest = outboxBench(GUEST);
    const account = outboxBench('1');
    await save(account, pieces(9, 1));
    const id = nextId();
    await save(guest, pieces(1, 2), id);
    expect(await moveGuestRecords(guest.ports, account.ports, account.who)).toBe(1);
    const here = await readState(account.ports);
    const there = await readState(guest.ports);
    expect(here.pending.map((one) => [one.id === id, one.seq, one.owner])).toEqual([
      [false, 1, '1'],
      [true, 2, '1'],
    ]);
    expect([here.ledger.enqueued, there.ledger.moved, here.isBalanced, there.isBalanced]).toEqual([2, 1, true, true]);
    expect(there.pending).toEqual([]);
  });

  it('leaves what was tried and what stands behind it in its lane', async () => {
    const guest = outboxBench(GUEST);
    const account = outboxBench('1');
    await save(guest, pieces(1, 2));
    await flush(guest);
    await save(guest, pieces(1, -1));
    await save(guest, pieces(2, 1));
    expect(await moveGuestRecords(guest.ports, account.ports, account.who)).toBe(1);
    expect((await readState(guest.ports)).pending.map((one) => one.lane)).toEqual([
      'cart:retail:0:1',
      'cart:retail:0:1',
    ]);
    expect((await readState(account.ports)).pending.map((one) => one.lane)).toEqual(['cart:retail:0:2']);
  });

  it.each([1, 2, 3, 4])(
    'is repaired by a second call after a crash behind transaction %i, even if the copy went through meanwhile',
    async (crash) => {
      const guest = outboxBench(GUEST);
      const account = outboxBench('1');
      await save(guest, pieces(1, 2));
      // One after the other: account, guest, account, account, guest.
      const g = crashAfter(guest, crash >= 2 ? 1 : 0);
      const a = crashAfter(account, crash >= 2 ? crash - 1 : 1);
      await expect(moveGuestRecords(g.ports, a.ports, account.who)).rejects.toThrow('crash');
      for (const bench of [guest, account]) expect((await readState(bench.ports)).isBalanced).toBe(true);
      account.answer = accepted;
      await flush(account);
      await moveGuestRecords(guest.ports, account.ports, account.who);
      await flush(account);
      expect(account.sent).toHaveLength(1);
      const states = [await readState(guest.ports), await readState(account.ports)];
      expect(states.map((state) => [state.pending.length, state.isBalanced])).toEqual([
        [0, true],
        [0, true],
      ]);
      expect(states.map((state) => [state.ledger.moved, state.ledger.acked])).toEqual([
        [1, 0],
        [0, 1],
      ]);
    },
  );

  it('gives a guest bound to one account to nobody else', async () => {
    const guest = outboxBench(GUEST);
    const [first, second] = [outboxBench('1'), outboxBench('2')];
    await save(guest, pieces(1, 2));
    const dying = crashAfter(guest, 1);
    await expect(moveGuestRecords(dying.ports, first.ports, first.who)).rejects.toThrow('crash');
    expect(await moveGuestRecords(guest.ports, second.ports, second.who)).toBe(0);
    expect((await readState(second.ports)).pending).toEqual([]);
    expect(await moveGuestRecords(guest.ports, first.ports, first.who)).toBe(1);
  });

  it('takes no more gestures into the guest once it has joined: two queues have no order between them', async () => {
    const guest = outboxBench(GUEST);
    const account = outboxBench('1');
    await save(guest, pieces(1, 2));
    await moveGuestRecords(guest.ports, account.ports, account.who);
    await expect(save(guest, pieces(1, 1))).rejects.toThrow(PartitionClosedError);
  });

  it('loses nothing when the account was left meanwhile', async () => {
    const guest = outboxBench(GUEST);
    const account = outboxBench('1');
    await save(guest, pieces(1, 2));
    await closePartition(account.ports);
    await expect(moveGuestRecords(guest.ports, account.ports, account.who)).rejects.toThrow(PartitionClosedError);
    expect((await readState(guest.ports)).isBalanced).toBe(true);
    await openPartition(account.ports);
    expect(await moveGuestRecords(guest.ports, account.ports, account.who)).toBe(1);
  });

  it('brings nothing back that a logout has discarded while this tab slept, though the same person is here again', async () => {
    const guest = outboxBench(GUEST);
    const account = outboxBench('1');
    await openPartition(account.ports, 'first stay');
    await save(guest, pieces(1, 2));
    let wake = () => {};
    const asleep = new Promise<void>((done) => (wake = done));
    let reads = 0;
    // Frozen with the guest's records in hand, before they reach the account.
    const { store } = account.ports;
    const slow: typeof account.ports = {
      ...account.ports,
      store: {
        transact: async (work) => {
          reads += 1;
          if (reads === 2) await asleep;
          return store.transact(work);
        },
      },
    };
    const sleeping = moveGuestRecords(guest.ports, slow, account.who);
    await until(() => expect(reads).toBe(2));
    expect(await moveGuestRecords(guest.ports, account.ports, account.who)).toBe(1);
    await closePartition(account.ports);
    await openPartition(account.ports, 'second stay');
    wake();
    await expect(sleeping).rejects.toThrow(PartitionClosedError);
    expect(await moveGuestRecords(guest.ports, account.ports, account.who)).toBe(0);
    const state = await readState(account.ports);
    expect([state.pending, state.isBalanced]).toEqual([[], true]);
  });
});

describe('appendKeyed', () => {
  it('appends once, whatever has become of the key since', async () => {
    const bench = outboxBench();
    await pull(bench.ports, 'fav', '', async () => ({ version: 1, values: {}, included: [], data: null }));
    const join = { id: nextId(), mutation: heart(1, true), seen };
    await appendKeyed(bench.ports, bench.who, join);
    await appendKeyed(bench.ports, bench.who, join);
    expect((await readState(bench.ports)).pending).toHaveLength(1);
    await save(bench, heart(1, false));
    await appendKeyed(bench.ports, bench.who, join);
    expect((await readState(bench.ports)).pending).toEqual([]);
    await save(bench, heart(1, true));
    bench.answer = accepted;
    await flush(bench);
    await appendKeyed(bench.ports, bench.who, join);
    const state = await readState(bench.ports);
    expect([state.pending.length, state.isBalanced]).toEqual([0, true]);
  });
});

describe('closePartition', () => {
  it('empties the store, keeps the books and refuses later gestures until the partition is opened', async () => {
    const bench = outboxBench();
    bench.data.set('cat:price1', { secret: 1 });
    await save(bench, pieces(1, 1));
    await save(bench, pieces(2, 1));
    bench.answer = (sent) => (sent.wire.body?.includes(':2,') ? refusal(sent, 200, 'out_of_stock') : null);
    await flush(bench);
    expect((await readState(bench.ports)).rejected).toHaveLength(1);
    await closePartition(bench.ports);
    expect([...bench.data.keys()].sort()).toEqual(['gen', 'ledger', 'open', 'seq']);
    const { ledger, isBalanced, isOpen } = await readSnapshot(bench.ports);
    expect([ledger.discarded, isBalanced, isOpen]).toEqual([2, true, false]);
    await expect(save(bench, pieces(1, 1))).rejects.toThrow(PartitionClosedError);
    await openPartition(bench.ports);
    await save(bench, pieces(1, 1));
    expect((await readSnapshot(bench.ports)).isOpen).toBe(true);
  });

  it('ends only the stay it was meant for', async () => {
    const bench = outboxBench();
    await openPartition(bench.ports, 'monday');
    await closePartition(bench.ports, 'monday');
    await openPartition(bench.ports, 'tuesday');
    await save(bench, pieces(1, 1));
    await closePartition(bench.ports, 'monday');
    expect((await readState(bench.ports)).pending).toHaveLength(1);
    await closePartition(bench.ports, 'tuesday');
    expect((await readState(bench.ports)).pending).toEqual([]);
  });

  it('refuses a pull that comes back after it, opened again or not', async () => {
    for (const reopens of [false, true]) {
      const bench = outboxBench();
      const isApplied = await pull(bench.ports, 'fav', '', async () => {
        await closePartition(bench.ports);
        if (reopens) await openPartition(bench.ports);
        return { version: 5, values: { 1: 1 }, included: [], data: null };
      });
      expect(isApplied).toBe(false);
      expect(bench.data.has('base:fav')).toBe(false);
    }
  });
});

describe('repeatRejected', () => {
  it('repeats a refused change under a new key in one transaction', async () => {
    const bench = outboxBench();
    await save(bench, pieces(1, 1));
    bench.answer = (sent) => refusal(sent, 200, 'out_of_stock');
    await flush(bench);
    const [rejected] = (await readState(bench.ports)).rejected;
    let transactions = 0;
    const counted = {
      ...bench.ports,
      store: {
        transact: ((work) =>
          bench.ports.store.transact((tx) => ((transactions += 1), work(tx)))) as typeof bench.ports.store.transact,
      },
    };
    await repeatRejected(counted, bench.who, rejected?.record.seq ?? 0);
    await repeatRejected(counted, bench.who, rejected?.record.seq ?? 0);
    const state = await readState(bench.ports);
    expect([state.pending.length, state.rejected.length, state.ledger.discarded, state.isBalanced]).toEqual([
      1,
      0,
      1,
      true,
    ]);
    expect(state.pending[0]?.id).not.toBe(rejected?.record.id);
    expect(transactions).toBe(3);
  });

  it('writes nothing where a purge came between the reading and the repeat', async () => {
    const bench = outboxBench();
    await save(bench, pieces(1, 1));
    bench.answer = (sent) => refusal(sent, 200, 'out_of_stock');
    await flush(bench);
    const [rejected] = (await readState(bench.ports)).rejected;
    let left: unknown;
    const purged = {
      ...bench.ports,
      store: {
        transact: (async (work) => {
          const result = await bench.ports.store.transact(work);
          if (left === undefined) {
            for (const key of bench.data.keys()) if (key !== OPEN_KEY) bench.data.delete(key);
            bench.data.set(OPEN_KEY, false);
            left = [...bench.data];
          }
          return result;
        }) as typeof bench.ports.store.transact,
      },
    };
    await repeatRejected(purged, bench.who, rejected?.record.seq ?? 0);
    expect([...bench.data]).toEqual(left);
    expect(left).toEqual([[OPEN_KEY, false]]);
  });
});

describe('hold', () => {
  it('keeps a lane back until its time, and release ends it', async () => {
    const bench = outboxBench();
    bench.answer = accepted;
    const flusher = createFlusher(bench.ports, bench.who);
    await save(bench, pieces(1, 1));
    await save(bench, pieces(2, 1));
    flusher.hold('cart:retail:0:1', 500);
    expect(await flusher.flush()).toEqual({ kind: 'waiting', nextInMs: 500 });
    expect(bench.sent).toHaveLength(1);
    bench.clock.now = 300;
    flusher.hold('cart:retail:0:1', 500);
    flusher.resetWaits();
    expect(await flusher.flush()).toEqual({ kind: 'waiting', nextInMs: 500 });
    flusher.release();
    expect(await flusher.flush()).toEqual({ kind: 'drained' });
  });

  it('never shortens what the server asked for', async () => {
    const bench = outboxBench();
    bench.answer = (sent) => refusal(sent, 503, 'server_error', 60_000);
    const flusher = createFlusher(bench.ports, bench.who);
    await save(bench, pieces(1, 1));
    await flusher.flush();
    flusher.hold('cart:retail:0:1', 500);
    flusher.release();
    flusher.resetWaits();
    const result = await flusher.flush();
    expect(result.nextInMs).toBeGreaterThanOrEqual(60_000);
    expect(bench.sent).toHaveLength(1);
  });
});
