import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classify, countsForStale, type RequestAnswer } from '#src/offline/outbox/classify.rules.ts';
import { cancelShortage, collapse } from '#src/offline/outbox/collapse.rules.ts';
import { shown, withoutIncluded } from '#src/offline/outbox/fold.rules.ts';
import { addTo, EMPTY_LEDGER, isBalanced, type Ledger } from '#src/offline/outbox/ledger.rules.ts';
import { knownOf, laneOf, type Known } from '#src/offline/outbox/mutation.ts';
import type { CartChange } from '#src/features/cart/cart.mutation.ts';
import type { Intent } from '#tests/offline/kinds.ts';
import type { OutboxRecord } from '#src/offline/outbox/record.ts';
import { EMPTY_BASE } from '#src/offline/outbox/base.ts';
import { cartChange } from '#src/features/cart/cart.mutation.ts';
import { favSet } from '#src/features/favourites/favourites.mutation.ts';
import { MUTATIONS } from '#src/mutations.ts';
import { heart, pieces } from '#tests/offline/outbox-bench.ts';

// Pure rules by property: fast-check looks for the case nobody thought of.

const KEY = '00000000-0000-4000-8000-000000000001';
const recordOf = (intent: Intent, seq: number, more: Partial<OutboxRecord> = {}): OutboxRecord =>
  ({
    ...intent,
    v: 1,
    id: `${KEY.slice(0, -3)}${String(seq).padStart(3, '0')}`,
    seq,
    owner: '1',
    lane: laneOf(MUTATIONS, intent),
    seen: { title: 'Товар' },
    createdAt: 0,
    serverAt: null,
    tries: 0,
    countedTries: 0,
    state: 'queued',
    build: '1',
    ...more,
  }) as OutboxRecord;

const known = (intent: Intent): Known => {
  const found = knownOf(MUTATIONS, intent);
  if (!found) throw new Error(intent.kind);
  return found;
};
const heartShown = (base: boolean, pending: readonly OutboxRecord[]): boolean =>
  shown(favSet, { ...EMPTY_BASE, values: { 1: Number(base) } }, pending, { scope: 'fav', entry: '1' });
const piecesShown = (base: number, pending: readonly OutboxRecord[]): number =>
  shown(cartChange, { ...EMPTY_BASE, values: { 1: base } }, pending, { scope: 'cart:retail', entry: '1' });

/** A queue of one lane as appends build it; only the rule decides. */
function queueOf(
  intents: readonly Intent[],
  heartBefore: boolean | null,
  tried: readonly boolean[] = [],
): OutboxRecord[] {
  const queue: OutboxRecord[] = [];
  intents.forEach((intent, index) => {
    const before = queue.slice(0, -1);
    const view = before.length > 0 ? heartShown(false, before) : heartBefore;
    const result = collapse(known(intent), queue.at(-1), '1', view);
    if (result.kind === 'append') queue.push(recordOf(intent, index));
    else if (result.kind === 'cancel') queue.pop();
    else queue[queue.length - 1] = { ...queue.at(-1), body: result.body } as OutboxRecord;
    const tail = queue.at(-1);
    if (tail && tried[index]) queue[queue.length - 1] = { ...tail, tries: 1, state: 'tried' };
  });
  return queue;
}

describe('collapse', () => {
  it('leaves the heart at the last gesture and needs at most one record per tried one', () => {
    fc.assert(
      fc.property(fc.boolean(), fc.array(fc.tuple(fc.boolean(), fc.boolean()), { minLength: 1 }), (base, taps) => {
        const queue = queueOf(
          taps.map(([on]) => heart(1, on)),
          base,
          taps.map(([, isTried]) => isTried),
        );
        expect(heartShown(base, queue)).toBe(taps.at(-1)?.[0]);
        expect(queue.filter((record) => record.tries === 0).length).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('sends nothing for a heart there and back where the server is known, and everything where it is not', () => {
    expect(queueOf([heart(1, true), heart(1, false)], false)).toEqual([]);
    expect(queueOf([heart(1, true), heart(1, false)], null)).toHaveLength(1);
    expect(queueOf([heart(1, true), heart(1, false)], true)).toHaveLength(1);
  });

  it('sums up cart changes to what they are one by one, where no clamp is hit', () => {
    const delta = fc.integer({ min: -5, max: 5 }).filter((one) => one !== 0);
    fc.assert(
      fc.property(fc.array(fc.tuple(delta, fc.boolean()), { maxLength: 12 }), (changes) => {
        const queue = queueOf(
          changes.map(([one]) => pieces(1, one)),
          null,
          changes.map(([, isTried]) => isTried),
        );
        const sum = changes.reduce((total, [one]) => total + one, 0);
        expect(piecesShown(500, queue)).toBe(500 + sum);
        expect(queue.every((record) => (record.body as CartChange).delta !== 0)).toBe(true);
      }),
    );
  });

  it('never touches a tried record, another person’s or another kind, and never grows beyond 999', () => {
    const tails = [
      recordOf(pieces(1, 1), 1, { tries: 1, state: 'tried' }),
      recordOf(pieces(1, 1), 1, { owner: '2' }),
      recordOf({ kind: 'cart.price', body: { kind: 'retail', cartType: 0, productId: 1, price: 1 } }, 1),
      recordOf(pieces(1, 999), 1),
      undefined,
    ];
    for (const tail of tails) expect(collapse(known(pieces(1, 1)), tail, '1', null)).toEqual({ kind: 'append' });
  });

  it('keeps the lowest price that the person has seen', () => {
    const change = (delta: number, seenPrice?: number): Intent => ({
      kind: 'cart.change',
      body: { kind: 'retail', cartType: 0, productId: 1, delta, ...(seenPrice === undefined ? {} : { seenPrice }) },
    });
    const [record] = queueOf([change(1, 500), change(1, 300), change(1), change(1, 700)], null);
    expect(record?.body).toMatchObject({ delta: 4, seenPrice: 300 });
  });
});

describe('cancelShortage', () => {
  it('takes no more than is missing, only from untried removals, and turns none into an addition', () => {
    const entry = fc.tuple(
      fc.integer({ min: -9, max: 9 }).filter((one) => one !== 0),
      fc.boolean(),
    );
    fc.assert(
      fc.property(fc.nat(20), fc.array(entry), (shortage, behind) => {
        const records = behind.map(([delta, isTried], seq) =>
          recordOf(pieces(1, delta), seq, { tries: Number(isTried) }),
        );
        const deltas = cancelShortage(MUTATIONS, shortage, records);
        let taken = 0;
        for (const [seq, delta] of deltas) {
          const [before, isTried] = behind[seq] as [number, boolean];
          expect([isTried, before < 0, delta <= 0, delta > before]).toEqual([false, true, true, true]);
          taken += delta - before;
        }
        const available = records.reduce(
          (sum, { tries, body }) => sum + (tries === 0 ? Math.max(0, -(body as CartChange).delta) : 0),
          0,
        );
        expect(taken).toBe(Math.min(shortage, available));
      }),
    );
  });
});

describe('fold', () => {
  it('leaves out exactly what a pulled snapshot holds', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean()), (isIn) => {
        const pending = isIn.map((_, seq) => recordOf(pieces(1, 1), seq));
        const included = pending.filter((_, seq) => isIn[seq]).map(({ id }) => id);
        expect(withoutIncluded(pending, included)).toEqual(pending.filter((_, seq) => !isIn[seq]));
      }),
    );
  });
});

describe('classify', () => {
  const answer = (more: Partial<RequestAnswer>): RequestAnswer => ({
    http: 200,
    type: 'application/json; charset=utf-8',
    text: '{"status":1}',
    echo: KEY,
    retryAfterMs: null,
    serverTime: null,
    ...more,
  });
  const isSuccess = (text: string): boolean => ['{"status":1}', '{"status":"success"}'].includes(text);
  const ENVELOPE = { status: 0, code: 'out_of_stock', message: 'Нет' };

  it('takes nothing for an answer that is not our envelope with our key, whatever comes over the wire', () => {
    const text = fc.oneof(
      fc.string(),
      fc.json(),
      fc.constantFrom('{"status":1}', '{"status":"success"}', JSON.stringify(ENVELOPE), '[1]', 'null', '{"status":1'),
    );
    const any = fc.record({
      http: fc.constantFrom(200, 204, 302, 400, 401, 403, 404, 409, 422, 429, 500, 503),
      type: fc.constantFrom('application/json', 'text/html', 'application/json; charset=utf-8', ''),
      text,
      echo: fc.constantFrom(KEY, KEY.toUpperCase(), null, 'other'),
      retryAfterMs: fc.constantFrom(null, 1000),
      serverTime: fc.constant(null),
    });
    fc.assert(
      fc.property(any, (given) => {
        const verdict = classify(KEY, given);
        const isOurs = given.echo?.toLowerCase() === KEY && given.type.startsWith('application/json');
        const isGood = given.http >= 200 && given.http < 300 && isSuccess(given.text);
        const isAck = verdict.kind === 'ack';
        expect(isAck).toBe(isOurs && isGood);
        expect(isAck || isOurs || verdict.last.class === 'unknown').toBe(true);
        expect(isAck ? given.retryAfterMs : verdict.retryAfterMs).toBe(given.retryAfterMs);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['auth_required', 401, 'auth'],
    ['owner_mismatch', 403, 'owner'],
    ['readonly', 403, 'forbidden'],
    ['idempotency_in_flight', 409, 'inflight'],
    ['too_many', 429, 'busy'],
    ['server_error', 503, 'busy'],
    ['unknown_call', 404, 'busy'],
    ['foreign_origin', 403, 'busy'],
    ['idempotency_payload', 422, 'rejected'],
    ['not_found', 404, 'rejected'],
    ['out_of_stock', 200, 'rejected'],
  ])('calls %s %s', (code, http, expected) => {
    const verdict = classify(KEY, answer({ http, text: JSON.stringify({ ...ENVELOPE, code }) }));
    expect(verdict.kind === 'failed' && verdict.last.class).toBe(expected);
  });

  it('counts towards parking only what an answer, or its absence, says of the record', () => {
    const verdictOf = (code: string, http: number) =>
      classify(KEY, answer({ http, text: JSON.stringify({ ...ENVELOPE, code }) }));
    const counts = (code: string, http: number): boolean => {
      const verdict = verdictOf(code, http);
      return verdict.kind === 'failed' && countsForStale(verdict.last);
    };
    const not = [
      ['auth_required', 401],
      ['owner_mismatch', 403],
      ['readonly', 403],
      ['too_many', 429],
    ] as const;
    expect(not.map(([code, http]) => counts(code, http))).toEqual([false, false, false, false]);
    const yes = [
      ['server_error', 503],
      ['unknown_call', 404],
      ['idempotency_in_flight', 409],
      ['foreign_origin', 403],
    ] as const;
    expect(yes.map(([code, http]) => counts(code, http))).toEqual([true, true, true, true]);
    expect(countsForStale({ class: 'unknown' })).toBe(true);
  });

  it('calls silence, a success with a failing status and a refusal without a code unknown', () => {
    const odd = [
      null,
      answer({ http: 500 }),
      answer({ text: '{"status":0}' }),
      answer({ text: '{"status":0,"code":7,"message":"x"}' }),
      answer({ echo: null }),
    ];
    for (const one of odd) expect(classify(KEY, one)).toMatchObject({ kind: 'failed', last: { class: 'unknown' } });
  });
});

describe('ledger', () => {
  it('balances exactly as long as every record has one exit', () => {
    const exits = ['acked', 'collapsed', 'discarded', 'moved', 'quarantined'] as const;
    const results = fc.array(fc.constantFrom(...exits, 'pending', 'rejected'));
    fc.assert(
      fc.property(results, (all) => {
        let ledger: Ledger = EMPTY_LEDGER;
        for (const result of all) {
          ledger = addTo(ledger, { enqueued: 1 });
          if (result !== 'pending' && result !== 'rejected') ledger = addTo(ledger, { [result]: 1 });
        }
        const count = (result: string) => all.filter((one) => one === result).length;
        expect(isBalanced(ledger, count('pending'), count('rejected'))).toBe(true);
        expect(isBalanced(ledger, count('pending') + 1, count('rejected'))).toBe(false);
        expect(isBalanced(addTo(ledger, { acked: 1 }), count('pending'), count('rejected'))).toBe(false);
        expect(EMPTY_LEDGER.enqueued).toBe(0);
      }),
    );
  });
});
