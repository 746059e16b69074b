import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  answered,
  type Board,
  choose,
  mayBecome,
  readyRow,
  recalculate,
  startBoard,
} from '#contract/delivery-board.ts';
import { offerAll, startRow } from '#contract/delivery-offer.ts';
import { ALL_DELIVERY_TYPES, DELIVERY_STATES, type DeliveryRow, isFixedCost } from '#contract/delivery-types.ts';
import { asked, placeOf, row, T } from '#tests/delivery/offered.ts';

const fresh = () => startBoard(ALL_DELIVERY_TYPES.map((type) => startRow(type, 'Росток')));
const stateOf = (board: Board, type: number) => board.rows.find((one) => one.type === type)?.state;
const FULL = asked({ to: placeOf('Новосибирск', { hasDoor: true, index: '630091' }) });
/** All ways calculated once. */
function calculated(): Board {
  const board = recalculate(fresh());
  return answered(board, board.lastRid, offerAll(FULL)).board;
}

describe('states', () => {
  it('ways of fixed cost start ready with cost 0, the others start being calculated', () => {
    const ready = fresh().rows.filter(({ state, cost }) => state === 'success' && cost === 0);
    expect(ready.map(({ type }) => type)).toEqual([8, 9, 12, 19, 22, 23]);
    expect(fresh().rows.filter(({ state }) => state === 'process')).toHaveLength(9);
  });
  it('nothing becomes anything but «process» once it has an answer', () => {
    for (const from of DELIVERY_STATES)
      for (const to of DELIVERY_STATES) expect(mayBecome(from, to)).toBe(from === 'process' || to === 'process');
  });
  it('only what is ready or waits for a choice can be chosen', () => {
    const board = calculated();
    expect(choose(board, T.sdek)?.current).toBe(T.sdek);
    expect(choose(board, T.fivepost)?.current).toBe(T.fivepost);
    expect(stateOf(board, T.fivepost)).toBe('need_choose');
    expect(choose(recalculate(board), T.sdek)).toBeUndefined();
    const broken = answered(recalculate(board), 2, [{ ...row(T.sdek), state: 'error' }]).board;
    expect(choose(broken, T.sdek)).toBeUndefined();
    const unseen = answered(recalculate(board), 2, [{ ...row(T.deferred), visible: false }]).board;
    expect(choose(unseen, T.deferred)).toBeUndefined();
  });
});

describe('a change of address, weight or cart', () => {
  it('clears the old cost at once and keeps the choice, which cannot be ordered meanwhile', () => {
    const board = choose(calculated(), T.sdek)!;
    expect(readyRow(board)?.costSelected).toBe(32_000);
    const again = recalculate(board);
    expect([again.current, readyRow(again), stateOf(again, T.sdek)]).toEqual([T.sdek, undefined, 'process']);
    expect(again.rows.find(({ type }) => type === T.sdek)).toMatchObject({
      cost: null,
      costGate: null,
      costSelected: null,
    });
    expect(stateOf(again, T.kit)).toBe('success');
  });
  it('of one way leaves the others as they stand', () => {
    const again = recalculate(calculated(), [T.fivepost]);
    expect([stateOf(again, T.fivepost), stateOf(again, T.sdek)]).toEqual(['process', 'success']);
  });
  it('a late answer is not listened to', () => {
    const first = recalculate(fresh());
    const second = recalculate(first);
    const late = answered(second, first.lastRid, offerAll(FULL)).board;
    expect(late.rows).toEqual(second.rows);
    const right = answered(late, second.lastRid, offerAll(FULL)).board;
    expect(stateOf(right, T.sdek)).toBe('success');
    expect(answered(right, second.lastRid, [{ ...row(T.sdek), state: 'error' }]).board.rows).toEqual(right.rows);
  });
  it('the answer about one way does not end the wait of another', () => {
    const all = recalculate(calculated());
    const one = recalculate(all, [T.sdek]);
    const board = answered(one, all.lastRid, offerAll(FULL)).board;
    expect([stateOf(board, T.sdek), stateOf(board, T.postal)]).toEqual(['process', 'success']);
  });
});

describe('the chosen way', () => {
  const again = recalculate(choose(calculated(), T.sdek)!);
  it('that ends in an error is cleared and told', () => {
    const { board, dropped } = answered(again, again.lastRid, [
      { ...row(T.sdek), state: 'error', error: 'Недоступен' },
    ]);
    expect([board.current, dropped]).toEqual([null, { type: T.sdek, why: 'error' }]);
  });
  it('that waits for a point stays chosen and cannot be ordered', () => {
    const { board, dropped } = answered(again, again.lastRid, [row(T.sdek)]);
    expect([board.current, dropped, readyRow(board)]).toEqual([T.sdek, null, undefined]);
  });
  it('that is hidden is cleared: the deferred one while delivery is free', () => {
    const board = recalculate(choose(calculated(), T.deferred)!);
    const after = answered(board, board.lastRid, [{ ...row(T.deferred), visible: false }]);
    expect([after.board.current, after.dropped]).toEqual([null, { type: T.deferred, why: 'hidden' }]);
  });
});

describe('whatever happens in whatever order', () => {
  const aRow = fc.record({
    type: fc.constantFrom(...ALL_DELIVERY_TYPES),
    state: fc.constantFrom(...DELIVERY_STATES),
    visible: fc.boolean(),
  });
  const types = fc.option(fc.subarray([...ALL_DELIVERY_TYPES]), { nil: undefined });
  const step = fc.oneof(
    fc.record({ kind: fc.constant('recalculate' as const), types }),
    fc.record({ kind: fc.constant('answer' as const), age: fc.nat(3), rows: fc.array(aRow, { maxLength: 6 }) }),
    fc.record({ kind: fc.constant('choose' as const), type: fc.constantFrom(...ALL_DELIVERY_TYPES) }),
  );
  const told = ({ type, state, visible }: Pick<DeliveryRow, 'type' | 'state' | 'visible'>): DeliveryRow => ({
    ...row(type),
    visible,
    state: isFixedCost(type) ? 'success' : state,
    costSelected: state === 'success' || isFixedCost(type) ? 100 : null,
  });
  type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;
  function after(board: Board, one: Step): Board {
    if (one.kind === 'recalculate') return recalculate(board, one.types);
    if (one.kind === 'answer') return answered(board, board.lastRid - one.age, one.rows.map(told)).board;
    return choose(board, one.type) ?? board;
  }
  const isSound = (before: Board, board: Board): boolean => {
    const current = board.rows.find(({ type }) => type === board.current);
    const isOpen = board.current === null || (current?.visible === true && current.state !== 'error');
    const hasCost = readyRow(board)?.costSelected !== null;
    const isAllowed = board.rows.every(({ state }, at) => {
      const was = before.rows[at]?.state ?? 'process';
      return was === state || mayBecome(was, state);
    });
    return isOpen && hasCost && isAllowed;
  };
  it('what is chosen is seen and not in error, what is ordered has a cost, and states follow the table', () => {
    const holds = fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
      const boards = steps.reduce<Board[]>((all, one) => [...all, after(all.at(-1) ?? fresh(), one)], [fresh()]);
      return boards.every((board, at) => isSound(boards[at - 1] ?? board, board));
    });
    expect(() => fc.assert(holds)).not.toThrow();
  });
});
