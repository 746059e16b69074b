import { describe, expect, it } from 'vitest';
import { isOpen, mayFollow, RETURN_NEXT, RETURN_STATES, whyNotBack } from '#contract/returns.ts';
import { dueOf, endOfDay, guaranteeMonths, ruleOf, spokenFor } from '#server/features/returns/returns.rules.ts';
import { faultsOf, firstValues, toLines } from '#src/features/orders/returns/return-form.rules.ts';

// docs/product/returns.md#what-may-go-back.

const RECEIVED = new Date('2026-11-20T21:30:00Z'); // 21 November, half past midnight in Moscow.
const sound = { isBad: false, rootId: 9, shelfLife: '' };
const unwanted = { reason: 'unwanted', isUnopened: false } as const;

describe('days', () => {
  it('the seventh day after the hand-over counts to its end in Moscow', () => {
    const { unwantedUntil } = ruleOf(sound, RECEIVED);
    expect(unwantedUntil.toISOString()).toBe('2026-11-28T20:59:59.000Z');
    expect(whyNotBack(ruleOf(sound, RECEIVED), { ...unwanted, now: unwantedUntil })).toBeNull();
    const later = new Date(unwantedUntil.getTime() + 1000);
    expect(whyNotBack(ruleOf(sound, RECEIVED), { ...unwanted, now: later })).toContain('7 дней');
  });
  it('a defect has the shelf life from the hand-over, two years where none is told', () => {
    expect([guaranteeMonths('24 месяца'), guaranteeMonths('2 года'), guaranteeMonths('18 мес.'), guaranteeMonths('')]).toEqual([24, 24, 18, 24]); // prettier-ignore
    const rule = ruleOf({ ...sound, shelfLife: '6 месяцев' }, RECEIVED);
    const defect = { reason: 'defect', isUnopened: false } as const;
    expect(whyNotBack(rule, { ...defect, now: new Date('2027-05-20T00:00:00Z') })).toBeNull();
    expect(whyNotBack(rule, { ...defect, now: new Date('2027-05-21T00:00:00Z') })).toContain('закончился');
  });
  it('the money is due ten days after the asking, while the return is open', () => {
    const askedAt = new Date('2026-11-21T09:00:00Z');
    expect(dueOf({ state: 'asked', askedAt })).toEqual(endOfDay(askedAt, 10));
    expect(dueOf({ state: 'refused', askedAt })).toBeNull();
  });
});

describe('kinds', () => {
  const now = new Date('2026-11-22T09:00:00Z');
  it.each([
    ['a supplement', { isBad: true, rootId: 9 }],
    ['tea', { isBad: false, rootId: 3 }],
    ['a cream', { isBad: false, rootId: 4 }],
  ])('%s in good order goes back only unopened', (_name, kind) => {
    const rule = ruleOf({ ...kind, shelfLife: '' }, RECEIVED);
    expect(whyNotBack(rule, { ...unwanted, now })).toContain('не вскрыта');
    expect(whyNotBack(rule, { ...unwanted, isUnopened: true, now })).toBeNull();
    expect(whyNotBack(rule, { reason: 'damaged', isUnopened: false, now })).toBeNull();
  });
  it('a thing for the house goes back opened', () => {
    expect(whyNotBack(ruleOf({ isBad: false, rootId: 6, shelfLife: '' }, RECEIVED), { ...unwanted, now })).toBeNull();
  });
});

describe('states', () => {
  it('what has ended leads nowhere, what is open can always be refused', () => {
    for (const state of RETURN_STATES) {
      expect(isOpen(state)).toBe(RETURN_NEXT[state].length > 0);
      expect(mayFollow(state, 'refused')).toBe(isOpen(state));
      expect(mayFollow(state, 'asked')).toBe(false);
    }
    expect(mayFollow('asked', 'refunded')).toBe(false);
    expect(mayFollow('received', 'withdrawn')).toBe(false);
  });
  it('pieces of open returns are spoken for, those of ended ones are free again', () => {
    const line = { lineId: 7, pieces: 2 } as never;
    const of = (state: 'asked' | 'refused') => ({ state, lines: [line] });
    expect(spokenFor([of('asked'), of('refused')], 7)).toBe(2);
    expect(spokenFor([of('asked')], 8)).toBe(0);
  });
});

describe('the form', () => {
  const now = new Date('2026-11-22T09:00:00Z');
  const row = {
    line_id: 7,
    title: 'Крем',
    image: null,
    pieces: 3,
    limited: true,
    unwanted_until: '2026-11-28T20:59:59.000Z',
    guarantee_until: '2028-11-20T00:00:00.000Z',
  };
  const of = (more: Record<string, string | boolean>) => ({ ...firstValues([row]), ...more });
  it('asks for a choice, a reason, words and the box, each at its field', () => {
    expect(faultsOf([row], of({}), now)).toEqual({ lines: ['Отметьте, что возвращаете и сколько штук'] });
    expect(faultsOf([row], of({ line_7: '2' }), now)).toEqual({ reason_7: ['Выберите причину'] });
    expect(Object.keys(faultsOf([row], of({ line_7: '2', reason_7: 'unwanted' }), now) ?? {})).toEqual(['reason_7']);
    expect(faultsOf([row], of({ line_7: '2', reason_7: 'unwanted', unopened_7: true }), now)).toBeNull();
    expect(Object.keys(faultsOf([row], of({ line_7: '1', reason_7: 'defect' }), now) ?? {})).toEqual(['words']);
    expect(faultsOf([row], of({ line_7: '1', reason_7: 'defect', words: 'Треснула крышка' }), now)).toBeNull();
  });
  it('sends the box only with the reason that it belongs to', () => {
    const values = of({ line_7: '1', reason_7: 'defect', unopened_7: true });
    expect(toLines([row], values)).toEqual([{ line_id: 7, pieces: 1, reason: 'defect', unopened: false }]);
  });
});
