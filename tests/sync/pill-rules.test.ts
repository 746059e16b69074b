import { describe, expect, it } from 'vitest';
import { marksOf, type PillFacts, pillOf } from '#src/features/sync/pill.rules.ts';
import { add, heart, rejected } from '#tests/sync/records.ts';

const calm: PillFacts = {
  isOnline: true,
  pending: 0,
  sending: 0,
  refused: 0,
  isLate: false,
  isSent: false,
  peak: 0,
};
const words = (facts: Partial<PillFacts>) => {
  const pill = pillOf({ ...calm, ...facts });
  return pill && `${pill.tone}: ${pill.text.trim()}${pill.more ?? ''}`.replaceAll('\u00a0', ' ');
};

describe('the pill', () => {
  it.each([
    ['says nothing when there is nothing to say', {}, null],
    ['says nothing of a tap that goes at once', { pending: 1, sending: 1, peak: 1 }, null],
    ['offline adds nothing to the words of the network', { isOnline: false }, null],
    ['offline counts what waits', { isOnline: false, pending: 3 }, 'wait: в очереди: 3'],
    [
      'offline counts what was refused too',
      { isOnline: false, pending: 3, refused: 1 },
      'wait: в очереди: 3 · не отправлено: 1',
    ],
    ['offline tells a refusal alone', { isOnline: false, refused: 2 }, 'refused: не отправлено: 2'],
    ['counts what has had to wait', { pending: 3, isLate: true, peak: 3 }, 'wait: В очереди: 3'],
    ['tells which one is under way', { pending: 2, sending: 1, isLate: true, peak: 3 }, 'wait: Отправляем… 2 из 3'],
    ['needs no count for a single one', { pending: 1, sending: 1, isLate: true, peak: 1 }, 'wait: Отправляем…'],
    [
      'waiting and refused stand together',
      { pending: 1, refused: 1, isLate: true, peak: 1 },
      'wait: В очереди: 1 · не отправлено: 1',
    ],
    ['tells that everything has gone', { isSent: true }, 'sent: Отправлено'],
    ['a refusal is more than «Отправлено»', { isSent: true, refused: 1 }, 'refused: Не отправлено: 1'],
  ] as const)('%s', (_name, facts, expected) => {
    expect(words(facts)).toBe(expected);
  });
});

describe('marks', () => {
  it('tell each lane for itself: what waits, what is under way, what was refused', () => {
    const [waits, goes, not] = [add(1), heart(2), add(3)];
    expect([...marksOf([waits, goes], new Set([goes.id]), [rejected(not)])]).toEqual([
      ['cart:retail:0:3', 'refused'],
      ['cart:retail:0:1', 'queued'],
      ['fav:2', 'sending'],
    ]);
  });
  it('a lane with a newer gesture behind the one under way is under way', () => {
    const [first, second] = [add(1), add(1)];
    expect(marksOf([first, second], new Set([first.id]), []).get('cart:retail:0:1')).toBe('sending');
  });
  it('a new gesture stands above an old refusal of the same product', () => {
    const again = add(1);
    expect(marksOf([again], new Set(), [rejected(add(1))]).get('cart:retail:0:1')).toBe('queued');
  });
});
