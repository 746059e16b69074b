import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  itemsSum,
  moneyShares,
  receiptItems,
  refundShares,
  type Sale,
  wholeRefund,
} from '#server/features/payments/receipt.rules.ts';
import type { ReceiptItem } from '#contract/receipts.ts';
import { refundParts } from '#server/features/payments/refund.rules.ts';
import { splitPieces, spread } from '#server/features/payments/spread.rules.ts';
import { taxRateOf, YOOKASSA_VAT } from '#server/gates/payments/taxes.ts';

// Receipts sum to the money to the kopeck, whatever was bought, discounted, spent and given back. `SALES` is the gate's number.
const SALES = process.env.TEST_ALL === '1' ? 5000 : 500;

const vat = fc.constantFrom(null, 0, 5, 7, 10, 20, 22);
const kop = fc.integer({ min: 0, max: 2_000_000 });
/** Promotions have lowered the lines already: their sums need not divide by their quantity, and may be nothing. */
const line = fc.record({
  name: fc.string({ maxLength: 300 }),
  quantity: fc.integer({ min: 1, max: 99 }),
  sumKop: kop,
  vat,
  marked: fc.boolean(),
});
const sale: fc.Arbitrary<Sale> = fc
  .record({
    lines: fc.array(line, { minLength: 1, maxLength: 12 }),
    delivery: fc.option(fc.record({ name: fc.string(), costKop: fc.oneof(fc.constant(0), kop), vat })),
    spentShare: fc.integer({ min: 0, max: 1000 }),
    spentDeliveryShare: fc.integer({ min: 0, max: 1000 }),
    debtKop: fc.oneof(fc.constant(0), kop),
  })
  .map(({ lines, delivery, spentShare, spentDeliveryShare, debtKop }) => ({
    lines: lines.map((one, at) => ({ ...one, id: at + 1 })),
    delivery,
    spentKop: Math.floor((lines.reduce((sum, { sumKop }) => sum + sumKop, 0) * spentShare) / 1000),
    spentDeliveryKop: Math.floor(((delivery?.costKop ?? 0) * spentDeliveryShare) / 1000),
    debtKop,
  }));
const always = (property: (one: Sale) => void): void =>
  fc.assert(
    fc.property(sale, (one) => property(one)),
    { numRuns: SALES },
  );
const goodsOf = ({ lines }: Sale) => lines.reduce((sum, { sumKop }) => sum + sumKop, 0);

describe('parts by largest remainder', () => {
  it('sum to the amount, and no part is above its weight', () => {
    const weights = fc.array(fc.integer({ min: 0, max: 100_000_000_000 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(weights, fc.integer({ min: 0, max: 1_000_000 }), (given, share) => {
        const total = given.reduce((sum, one) => sum + one, 0);
        const amount = Number((BigInt(total) * BigInt(share)) / 1_000_000n);
        const parts = spread(amount, given);
        expect(parts.reduce((sum, one) => sum + one, 0)).toBe(amount);
        for (const [at, part] of parts.entries()) expect(part >= 0 && part <= (given[at] ?? 0)).toBe(true);
      }),
    );
  });
  it('go to the largest remainders, the earlier first', () => {
    expect(spread(100, [100, 100, 100])).toEqual([34, 33, 33]);
    expect(spread(100, [999, 1000, 1])).toEqual([50, 50, 0]);
    expect(() => spread(301, [100, 200])).toThrow(RangeError);
  });
});

describe('a receipt', () => {
  it('sums to the due to the kopeck; every line is price × quantity', () => {
    always((one) => {
      const items = receiptItems(one, 'full_prepayment');
      const due = goodsOf(one) + (one.delivery?.costKop ?? 0) - one.spentKop - one.spentDeliveryKop + one.debtKop;
      expect(itemsSum(items)).toBe(due);
      expect(moneyShares(one).totalKop).toBe(due);
      for (const item of items) {
        expect(item.sumKop).toBe(item.priceKop * item.quantity);
        expect(item.priceKop > 0 && item.quantity > 0 && item.name.length <= 128).toBe(true);
      }
    });
  });
  it('of the settlement is the same without the debt', () => {
    always((one) => {
      const items = receiptItems(one, 'full_payment');
      expect(itemsSum(items)).toBe(moneyShares(one).totalKop - one.debtKop);
      for (const item of items) expect(item.mode).toBe('full_payment');
    });
  });
  it('splits a line that does not divide by its quantity', () => {
    expect(splitPieces(100, 3)).toEqual([
      { quantity: 1, priceKop: 34 },
      { quantity: 2, priceKop: 33 },
    ]);
    expect(splitPieces(1, 3)).toEqual([{ quantity: 1, priceKop: 1 }]);
    expect(splitPieces(0, 3)).toEqual([]);
  });
  it('of an order paid by accounts has no lines', () => {
    const covered: Sale = {
      lines: [{ id: 1, name: 'Крем', quantity: 2, sumKop: 500, vat: 22, marked: false }],
      delivery: null,
      spentKop: 500,
      spentDeliveryKop: 0,
      debtKop: 0,
    };
    expect(receiptItems(covered, 'full_prepayment')).toEqual([]);
  });
  it('writes a prepayment with the tax inside and a settlement with the tax on top', () => {
    const codes = (mode: 'full_prepayment' | 'full_payment') =>
      [null, 0, 10, 20, 22].map((one) => YOOKASSA_VAT[taxRateOf({ vat: one, mode })]);
    expect(codes('full_prepayment')).toEqual([1, 2, 5, 6, 12]);
    expect(codes('full_payment')).toEqual([1, 2, 3, 4, 11]);
    expect(() => taxRateOf({ vat: 18, mode: 'full_payment' })).toThrow(RangeError);
  });
});

describe('a refund by line', () => {
  it('gives every piece once and all of them in all, in whatever order they go back', () => {
    fc.assert(
      fc.property(sale, fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 300 }), (one, steps) => {
        const gone = new Map(one.lines.map(({ id }) => [id, 0]));
        let [money, spent] = [0, 0];
        const give = (lineId: number, quantity: number) => {
          const before = gone.get(lineId) ?? 0;
          const part = refundShares(one, { lines: [{ lineId, quantity, before }], delivery: false }, 'full_payment');
          expect(part.moneyKop).toBe(itemsSum(part.items));
          gone.set(lineId, before + quantity);
          money += part.moneyKop;
          spent += part.spentKop;
        };
        for (const [at, step] of steps.entries()) {
          const { id, quantity } = one.lines[at % one.lines.length]!; // There is a first line.
          const left = quantity - (gone.get(id) ?? 0);
          if (left > 0) give(id, Math.min(step, left));
        }
        for (const { id, quantity } of one.lines) {
          const left = quantity - (gone.get(id) ?? 0);
          if (left > 0) give(id, left);
        }
        const rest = refundShares(one, { lines: [], delivery: true }, 'full_payment');
        expect(rest.moneyKop).toBe((one.delivery?.costKop ?? 0) - one.spentDeliveryKop);
        expect(money + rest.moneyKop).toBe(moneyShares(one).totalKop - one.debtKop);
        expect([spent, rest.spentDeliveryKop]).toEqual([one.spentKop, one.spentDeliveryKop]);
      }),
      { numRuns: SALES },
    );
  });
  it('of the whole order is the whole receipt without the debt; free delivery gives no line', () => {
    always((one) => {
      const whole = refundShares(one, wholeRefund(one), 'full_prepayment');
      expect(whole.items).toEqual(receiptItems({ ...one, debtKop: 0 }, 'full_prepayment'));
      const isFree = (one.delivery?.costKop ?? 0) - one.spentDeliveryKop === 0;
      expect(whole.items.some(({ subject }) => subject === 'service')).toBe(!isFree);
    });
  });
  it.each([
    [{ lineId: 9, quantity: 1, before: 0 }],
    [{ lineId: 1, quantity: 3, before: 0 }],
    [{ lineId: 1, quantity: 1, before: 2 }],
    [{ lineId: 1, quantity: 0, before: 0 }],
    [{ lineId: 1, quantity: 1, before: -1 }],
  ])('of pieces that are not there (%o) is refused', (asked) => {
    const two: Sale = {
      lines: [{ id: 1, name: 'Крем', quantity: 2, sumKop: 500, vat: 22, marked: false }],
      delivery: null,
      spentKop: 0,
      spentDeliveryKop: 0,
      debtKop: 0,
    };
    expect(() => refundShares(two, { lines: [asked], delivery: false }, 'full_payment')).toThrow(RangeError);
  });
});

describe('a refund by several payments', () => {
  it('takes from the latest first, never more than is left, and its receipts sum to the refund', () => {
    const left = fc.array(fc.integer({ min: 0, max: 8_000_000 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(sale, left, (one, amounts) => {
        const { items, moneyKop } = refundShares(one, wholeRefund(one), 'full_prepayment');
        const paid = amounts.map((leftKop, at) => ({ paymentId: at + 1, leftKop }));
        const available = amounts.reduce((sum, amount) => sum + amount, 0);
        fc.pre(moneyKop <= available);
        const parts = refundParts(items, paid);
        expect(parts.reduce((sum, { amountKop }) => sum + amountKop, 0)).toBe(moneyKop);
        let open = moneyKop;
        for (const { paymentId, leftKop } of paid.toReversed()) {
          const part = parts.find((each) => each.paymentId === paymentId);
          expect(part?.amountKop ?? 0).toBe(Math.min(leftKop, open));
          open -= part?.amountKop ?? 0;
          expect(itemsSum(part?.items ?? [])).toBe(part?.amountKop ?? 0);
          for (const item of part?.items ?? []) expect(item.sumKop).toBe(item.priceKop * item.quantity);
        }
      }),
      { numRuns: SALES },
    );
  });
  it('names the code of a unit once, wherever the border between two payments runs', () => {
    const unit = (at: number): ReceiptItem => ({ name: 'Крем', quantity: 1, priceKop: 49_000, sumKop: 49_000, vat: 22, subject: 'commodity', mode: 'full_payment', marked: true, mark: `0104600000000${at}` }); // prettier-ignore
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 245_000 }), (units, border) => {
        const items = Array.from({ length: units }, (_, at) => unit(at));
        const all = units * 49_000;
        const latest = Math.min(border, all);
        const parts = refundParts(items, [{ paymentId: 1, leftKop: all - latest }, { paymentId: 2, leftKop: latest }]); // prettier-ignore
        const lines = parts.flatMap((part) => part.items);
        expect(itemsSum(lines)).toBe(all);
        const codes = lines.flatMap(({ mark }) => mark ?? []);
        expect(codes.toSorted()).toEqual(items.map(({ mark }) => mark));
        for (const { mark, marked } of lines) expect(marked).toBe(mark !== undefined);
      }),
    );
  });
  it('of more than was paid is refused', () => {
    always((one) => {
      const { items, moneyKop } = refundShares(one, wholeRefund(one), 'full_prepayment');
      fc.pre(moneyKop > 0);
      expect(() => refundParts(items, [{ paymentId: 1, leftKop: moneyKop - 1 }])).toThrow(RangeError);
    });
  });
});
