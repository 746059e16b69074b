import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  amountToPay,
  bonusLimit,
  debtsOf,
  fitSpends,
  type FundsByType,
  noFunds,
  noSpends,
  SPEND_ORDER,
  type Spends,
  totalOf,
} from '#contract/amount-to-pay.ts';
import { spendFault, spendLimits } from '#server/features/checkout/spend.rules.ts';
import { vatPercent, VAT_RATES } from '#server/features/orders/vat.rules.ts';
import { periodOf } from '#server/features/orders/points.rules.ts';

const kop = fc.integer({ min: 0, max: 2_000_000 });
const spendOf = fc.record({ order: kop, delivery: kop });
const wishes: fc.Arbitrary<Spends> = fc.record({ 0: spendOf, 1: spendOf, 2: spendOf });
const fundOf = fc
  .integer({ min: -500_000, max: 2_000_000 })
  .chain((balance) =>
    fc.record({ balance: fc.constant(balance), available: fc.integer({ min: 0, max: Math.max(0, balance) }) }),
  );
const allFunds: fc.Arbitrary<FundsByType> = fc.record({ 0: fundOf, 1: fundOf, 2: fundOf });
const orders = fc.record({ goods: kop, delivery: kop, funds: allFunds });
const sumOf = (spends: Spends, part: 'order' | 'delivery') => spends[0][part] + spends[1][part] + spends[2][part];

describe('what the accounts pay', () => {
  it('is never more than was wished, is free, is allowed, or is left to pay', () => {
    fc.assert(
      fc.property(wishes, orders, (wish, order) => {
        const spends = fitSpends(wish, order);
        for (const type of SPEND_ORDER) {
          expect(spends[type].order).toBeLessThanOrEqual(wish[type].order);
          expect(spends[type].delivery).toBeLessThanOrEqual(wish[type].delivery);
          expect(spends[type].order + spends[type].delivery).toBeLessThanOrEqual(order.funds[type].available);
        }
        expect(spends[2].order * 100).toBeLessThanOrEqual(order.goods * 30);
        expect(spends[2].delivery).toBe(0);
        expect(sumOf(spends, 'order')).toBeLessThanOrEqual(order.goods);
        expect(sumOf(spends, 'delivery')).toBeLessThanOrEqual(order.delivery);
      }),
    );
  });

  it('goes БС → КС → ЛС: a later account pays less than its wish only when nothing is left to pay or free', () => {
    fc.assert(
      fc.property(wishes, orders, (wish, order) => {
        const spends = fitSpends(wish, order);
        for (const type of SPEND_ORDER) {
          const isCut = spends[type].order < wish[type].order;
          const isUsedUp = spends[type].order === order.funds[type].available;
          const isAtLimit = type === 2 && spends[2].order === bonusLimit(order.goods);
          expect(!isCut || isUsedUp || isAtLimit || sumOf(spends, 'order') === order.goods).toBe(true);
        }
      }),
    );
  });

  it('stays as it is when it fits, and fitting twice is fitting once', () => {
    fc.assert(
      fc.property(wishes, orders, (wish, order) => {
        const once = fitSpends(wish, order);
        expect(fitSpends(once, order)).toEqual(once);
      }),
    );
  });
});

describe('the amount to pay', () => {
  it('is goods and delivery less spends plus debts, and never below zero', () => {
    fc.assert(
      fc.property(wishes, orders, fc.boolean(), (wish, order, debitUse) => {
        const spends = fitSpends(wish, order);
        const debts = SPEND_ORDER.map((type) => Math.max(0, -order.funds[type].balance));
        const due = amountToPay({ ...order, spends, debitUse });
        const owed = debitUse ? 0 : debts.reduce((sum, one) => sum + one, 0);
        expect(due).toBe(order.goods + order.delivery - totalOf(spends) + owed);
        expect(due).toBeGreaterThanOrEqual(0);
        expect(Object.values(debtsOf(order.funds, debitUse)).reduce((sum, one) => sum + one, 0)).toBe(owed);
      }),
    );
  });

  it('of the drawings', () => {
    const funds: FundsByType = { 0: { balance: 125_000, available: 125_000 }, 1: { balance: 348_050, available: 348_050 }, 2: { balance: 70_000, available: 70_000 } }; // prettier-ignore
    const due = (wish: Spends, goods: number, delivery: number, held = funds, debitUse = false) =>
      amountToPay({
        goods,
        delivery,
        spends: fitSpends(wish, { goods, delivery, funds: held }),
        funds: held,
        debitUse,
      });
    const spends = { 0: { order: 0, delivery: 22_000 }, 1: { order: 50_000, delivery: 0 }, 2: { order: 70_000, delivery: 0 } }; // prettier-ignore
    expect(due(spends, 332_000, 22_000)).toBe(212_000);
    expect(bonusLimit(332_000)).toBe(99_600);
    const owing = { ...noFunds(), 0: { balance: -35_000, available: 0 } };
    expect([due(noSpends(), 198_000, 22_000, owing), due(noSpends(), 198_000, 22_000, owing, true)]).toEqual([
      255_000, 220_000,
    ]);
    const all = { 0: { order: 0, delivery: 0 }, 1: { order: 74_200, delivery: 0 }, 2: { order: 31_800, delivery: 0 } };
    expect(due(all, 106_000, 0)).toBe(0);
  });
});

describe('a wish', () => {
  it('within its limits is never refused, and one kopeck over them never slips through unnoticed', () => {
    fc.assert(
      fc.property(wishes, orders, (wish, order) => {
        const limits = spendLimits(wish, order);
        for (const type of SPEND_ORDER) {
          const at = (order_: number) => ({ ...wish, [type]: { order: order_, delivery: 0 } });
          const most = Math.min(order.funds[type].available, type === 2 ? bonusLimit(order.goods) : Infinity);
          expect(spendFault(at(most), { type, category: 'order' }, order)).toBeNull();
          expect(spendFault(at(most + 1), { type, category: 'order' }, order)).not.toBeNull();
          expect(limits[type].order).toBeLessThanOrEqual(order.goods);
        }
      }),
    );
  });
});

it('VAT is the rate of the day in Moscow', () => {
  const at = (iso: string) => new Date(iso);
  expect(vatPercent('standard', at('2025-12-31T20:59:59Z'))).toBe(20);
  expect(vatPercent('standard', at('2025-12-31T21:00:00Z'))).toBe(22);
  expect([vatPercent('reduced', at('2026-05-01T00:00:00Z')), vatPercent('none', at('2026-05-01T00:00:00Z'))]).toEqual([
    10, 0,
  ]);
  expect(() => vatPercent('standard', at('2018-12-31T00:00:00Z'))).toThrow('no rate');
  expect(VAT_RATES.map(({ since }) => since)).toEqual(VAT_RATES.map(({ since }) => since).toSorted());
  expect([periodOf(at('2026-11-30T20:59:59Z')), periodOf(at('2026-11-30T21:00:00Z'))]).toEqual([202611, 202612]);
});
