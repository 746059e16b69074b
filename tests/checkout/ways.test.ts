import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BoardRow, startBoard } from '#contract/delivery-board.ts';
import { startRow } from '#contract/delivery-offer.ts';
import { ALL_DELIVERY_TYPES, DELIVERY_STATES, type DeliveryType } from '#contract/delivery-types.ts';
import { totalWords } from '#src/features/checkout/total-words.ts';
import type { ChosenPoint } from '#src/features/checkout/checkout.types.ts';
import { groupsOf, isOpenWay, priceWords, waysOf } from '#src/features/checkout/ways.ts';

// Fifteen ways in five groups; docs/product/checkout.md#ways.

const row = (type: DeliveryType, more: Partial<BoardRow> = {}): BoardRow => ({
  ...startRow(type, 'Росток'),
  rid: 1,
  state: 'success',
  cost: 43_000,
  costGate: 29_000,
  ...more,
});
const point: ChosenPoint = {
  id: 'NSK1',
  gateType: 'pvz',
  name: 'Пункт',
  address: 'ул. Советская, 20',
  schedule: 'Пн–вс 9:00–21:00',
  distance: 600,
};
const nothing = { points: {}, hasDoor: false };

describe('a carrier that goes both ways', () => {
  it('is two lines: its point costs less and waits for a point, its courier for an address', () => {
    const [gate, door] = waysOf(row(11), nothing);
    expect([gate?.key, gate?.name, gate?.cost, gate?.state]).toEqual(['11:gate', 'СДЭК, пункт', 29_000, 'need_choose']);
    expect([door?.key, door?.name, door?.cost, door?.state]).toEqual(['11:door', 'СДЭК', 43_000, 'need_choose']);
    expect(gate?.canPick).toBe(true);
    expect(door?.canPick).toBe(false);
  });
  it('is ready with a point, and with a street and a house', () => {
    expect(waysOf(row(11), { points: { 11: point }, hasDoor: false }).map(({ state }) => state)).toEqual([
      'success',
      'need_choose',
    ]);
    expect(waysOf(row(11), { points: {}, hasDoor: true }).map(({ state }) => state)).toEqual([
      'need_choose',
      'success',
    ]);
  });
  it('is neither while it is counted, whatever was chosen before', () => {
    const counted = waysOf(row(11, { state: 'process', cost: null, costGate: null }), {
      points: { 11: point },
      hasDoor: true,
    });
    expect(counted.map(({ state, cost }) => [state, cost])).toEqual([
      ['process', null],
      ['process', null],
    ]);
    expect(counted.some(isOpenWay)).toBe(false);
  });
});

describe('a way that only has points', () => {
  it('waits for one, and remembers the one that was chosen for it', () => {
    expect(waysOf(row(26, { state: 'need_choose' }), nothing)[0]?.state).toBe('need_choose');
    const [chosen] = waysOf(row(26, { state: 'need_choose' }), { points: { 26: point }, hasDoor: false });
    expect([chosen?.state, chosen?.point?.address]).toEqual(['success', 'ул. Советская, 20']);
  });
  it('takes the centre that the shop has chosen', () => {
    const [own] = waysOf(row(3, { gateId: 'C1', gateType: 'service_center', address: 'Красный пр., 50' }), nothing);
    expect([own?.state, own?.point?.address]).toEqual(['success', 'Красный пр., 50']);
  });
});

describe('groups', () => {
  const all = startBoard(ALL_DELIVERY_TYPES.map((type) => row(type)));
  it('hold every way once, in the order of the screen', () => {
    const groups = groupsOf(all, nothing);
    expect(groups.map(({ id }) => id)).toEqual(['pickup', 'courier', 'post', 'freight', 'deferred']);
    const keys = groups.flatMap(({ ways }) => ways.map(({ key }) => key));
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys).toHaveLength(ALL_DELIVERY_TYPES.length + 2);
  });
  it('an empty one is not shown, a hidden way neither', () => {
    const board = startBoard([row(22), row(11)].map((one) => ({ ...one, visible: one.type === 11 })));
    expect(groupsOf(board, nothing).map(({ id }) => id)).toEqual(['pickup', 'courier']);
  });
  it('say «от» only where something dearer stands behind it', () => {
    const isFrom = (...rows: BoardRow[]) => groupsOf(startBoard(rows), nothing).map((group) => group.isFrom);
    expect(isFrom(row(22, { cost: 0, costGate: 0 }))).toEqual([false]);
    expect(isFrom(row(1), row(14, { cost: 20_000 }))).toEqual([true]);
    expect(isFrom(row(26, { state: 'need_choose' }))).toEqual([true]);
  });
  it('name the lowest price that can be had: never one of a way that is counted or refused', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(...DELIVERY_STATES), fc.nat(100_000)), { minLength: 15, maxLength: 15 }),
        (states) => {
          const board = startBoard(
            ALL_DELIVERY_TYPES.map((type, i) =>
              row(type, { state: states[i]![0], cost: states[i]![1], costGate: states[i]![1] }),
            ),
          );
          for (const { ways, from } of groupsOf(board, nothing)) {
            const open = ways.filter(isOpenWay).flatMap(({ cost }) => (cost === null ? [] : [cost]));
            expect(from).toBe(open.length === 0 ? null : Math.min(...open));
          }
        },
      ),
    );
  });
});

describe('what stands above the sum', () => {
  it.each([
    ['before the delivery has a price', { delivery: null, isPaidThere: false }, 'Без доставки'],
    ['paid at a terminal', { delivery: 0, isPaidThere: true }, 'К оплате сейчас'],
    ['otherwise', { delivery: 22_000, isPaidThere: false }, 'К оплате'],
  ])('%s', (_name, sums, words) => expect(totalWords(sums).replaceAll('\u00a0', ' ')).toBe(words));
});

describe('a town with one centre', () => {
  it('names it, and offers no other', () => {
    const only = { gateId: 'C1', gateType: 'service_center', address: 'ул. Ленина, 12', notice: 'Единственный в городе' } as const; // prettier-ignore
    const [way] = waysOf(row(3, only), nothing);
    expect([way?.hint, way?.point?.address, way?.isOnlyPoint]).toEqual(['Единственный в городе', 'ул. Ленина, 12', true]); // prettier-ignore
    expect(waysOf(row(3, { ...only, notice: null }), nothing)[0]?.isOnlyPoint).toBe(false);
  });
});

describe('the price on a line', () => {
  it.each([
    ['ready', row(26, { state: 'success' }), { 26: point }, '290 ₽'],
    ['still to choose', row(26, { state: 'need_choose' }), {}, 'от 290 ₽'],
    ['free', row(26, { costGate: 0, costBefore: 43_000 }), { 26: point }, '0 ₽'],
    ['paid at the terminal', row(8, { cost: 0, costGate: 0 }), {}, 'Оплата при получении'],
  ])('%s', (_name, given, points, words) => {
    const [way] = waysOf(given, { points, hasDoor: false });
    expect(priceWords(way!).now.replaceAll('\u00a0', ' ')).toBe(words);
  });
  it('shows what became free', () => {
    const [way] = waysOf(row(26, { costGate: 0, costBefore: 43_000 }), { points: { 26: point }, hasDoor: false });
    expect(priceWords(way!).old?.replaceAll('\u00a0', ' ')).toBe('430 ₽');
  });
});
