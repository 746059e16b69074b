import { describe, expect, it } from 'vitest';
import { append } from '#src/offline/outbox/append.ts';
import { createFlusher } from '#src/offline/outbox/flush.ts';
import { type Asked, defineMutation, isId, isObject } from '#src/offline/outbox/mutation.ts';
import { MUTATIONS } from '#src/mutations.ts';
import { quarantineUnreadable } from '#src/offline/outbox/quarantine.ts';
import { readSnapshot, readState } from '#src/offline/outbox/state.ts';
import {
  accepted,
  answerOf,
  type Bench,
  nextId,
  outboxBench,
  pieces,
  refusal,
  seen,
} from '#tests/offline/outbox-bench.ts';

// Builds of several days share one phone's queue (docs/product/offline.md F41): none sets aside what another one has written.

/** A kind of the day after tomorrow. */
type Gift = { to: number };
const gift = defineMutation({
  kind: 'gift.send',
  v: 2,
  merge: 'once',
  who: 'account',
  scopes: [],
  isPayload: (value): value is Gift => isObject(value) && isId(value.to),
  lane: ({ to }) => `gift:${to}`,
  target: () => null,
  request: ({ to }) => ({ method: 'POST', path: `/api/gifts/${to}`, body: null }),
  readAnswer: () => [{ do: 'tell', code: 'given' }],
});
function benchThatKnowsGifts(data?: Map<string, unknown>): Bench {
  const bench = outboxBench('1', data);
  bench.ports.definitions = [...bench.ports.definitions, gift];
  return bench;
}
const save = (bench: Bench, mutation: Asked) => append(bench.ports, bench.who, { id: nextId(), mutation, seen });
const send = (to: number): Asked => ({ kind: 'gift.send', body: { to } });
const flush = (bench: Bench) => createFlusher(bench.ports, bench.who).flush();
const stored = (bench: Bench, key: string) => bench.data.get(key) as { v: number } | undefined;

describe('a kind that this build does not know', () => {
  it('stays where it is, is not sent, and is counted as waiting', async () => {
    const newer = benchThatKnowsGifts();
    await save(newer, send(7));
    const before = structuredClone(newer.data.get('ob:000000000001'));
    const bench = outboxBench('1', newer.data);
    expect(await quarantineUnreadable(bench.ports)).toBe(0);
    expect(await flush(bench)).toEqual({ kind: 'drained' });
    expect(bench.sent).toEqual([]);
    expect(await readState(bench.ports)).toMatchObject({ pending: [], waiting: 1, isBalanced: true });
    expect(bench.data.get('ob:000000000001')).toEqual(before);
    newer.answer = (sent) => answerOf(sent, 200, { status: 1 });
    expect(await flush(newer)).toEqual({ kind: 'drained' });
    expect(await readState(newer.ports)).toMatchObject({ waiting: 0, isBalanced: true });
  });

  it('is left alone in the version of the first six as well, if nothing else is wrong with it', async () => {
    const newer = benchThatKnowsGifts();
    await save(newer, send(7));
    await save(newer, send(8));
    const [sound, damaged] = ['ob:000000000001', 'ob:000000000002'];
    newer.data.set(sound, { ...(newer.data.get(sound) as object), v: 1 });
    newer.data.set(damaged, { ...(newer.data.get(damaged) as object), v: 1, tries: 'many' });
    const bench = outboxBench('1', newer.data);
    expect(await quarantineUnreadable(bench.ports)).toBe(1);
    expect([...bench.data.keys()].filter((key) => /^(ob|bad):/.test(key)).sort()).toEqual([`bad:${damaged}`, sound]);
    expect(await readState(bench.ports)).toMatchObject({ waiting: 1, isBalanced: true });
  });

  it('is left alone when it is rejected or told', async () => {
    const newer = benchThatKnowsGifts();
    newer.answer = (sent) =>
      sent.wire.path.endsWith('/7') ? refusal(sent, 404, 'not_found') : answerOf(sent, 200, { status: 1 });
    await save(newer, send(7));
    await save(newer, send(8));
    await flush(newer);
    expect(stored(newer, 'park:000000000001')).toMatchObject({ v: 2, record: { v: 2 } });
    expect(stored(newer, 'res:000000000002')).toMatchObject({ v: 2 });
    expect(await readState(newer.ports)).toMatchObject({
      rejected: [{ reason: 'rejected' }],
      outcomes: [{ kind: 'gift.send' }],
    });
    const bench = outboxBench('1', newer.data);
    expect(await quarantineUnreadable(bench.ports)).toBe(0);
    expect(await readState(bench.ports)).toMatchObject({ rejected: [], outcomes: [], isBalanced: true });
    expect(bench.data.has('park:000000000001') && bench.data.has('res:000000000002')).toBe(true);
  });
});

describe('what the first builds know', () => {
  it('is still written as they read it', async () => {
    const bench = outboxBench();
    await save(bench, pieces(5, 1));
    expect(stored(bench, 'ob:000000000001')).toMatchObject({ v: 1, kind: 'cart.change' });
  });

  it('carries 2 where their guard would refuse the payload: a line of a promotion, with an entry of its own', async () => {
    const bench = outboxBench();
    bench.answer = accepted;
    const line = { kind: 'retail', cartType: 1, productId: 5 };
    await save(bench, pieces(5, 2));
    await save(bench, { kind: 'cart.change', body: { ...line, delta: 3 } });
    expect(stored(bench, 'ob:000000000002')).toMatchObject({ v: 2, lane: 'cart:retail:1:5' });
    await flush(bench);
    expect((await readSnapshot(bench.ports)).bases['cart:retail']?.values).toEqual({ 5: 2, '1:5': 3 });
  });
});

it('kinds that came after the first six carry version 2, so that builds without them leave them alone', () => {
  const first = ['fav.set', 'cart.change', 'cart.price', 'lesson.watched', 'quiz.submit', 'form.send'];
  const wrong = (list: readonly { kind: string; v: number }[]) =>
    list.filter(({ kind, v }) => v !== (first.includes(kind) ? 1 : 2)).map(({ kind }) => kind);
  expect(wrong(MUTATIONS)).toEqual([]);
  expect(wrong([{ ...gift, v: 1 }])).toEqual(['gift.send']);
});
