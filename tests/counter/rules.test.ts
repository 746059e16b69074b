import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isGtin, readMark, unitOf } from '#contract/marking.ts';
import { latinKeys, readLabel, readOrderNumber } from '#contract/scan.ts';
import {
  cellAt,
  cutPiece,
  dayBounds,
  keepUntil,
  makeCode,
  maskedPhone,
  readCell,
} from '#server/features/counter/counter.rules.ts';
import { readWanted } from '#server/features/counter/find-orders.rules.ts';
import { itemsSum, receiptItems, refundShares, type Sale } from '#server/features/payments/receipt.rules.ts';
import { settlementItems } from '#server/features/payments/settlement.rules.ts';

const GS = '\u001D';
const GTIN = '04600000000008';
const FULL = `01${GTIN}21aB-7<x"q1${GS}91EE10${GS}92${'Zz+/'.repeat(11)}`;

describe('codes of «Честный знак»', () => {
  it('the same unit, however the scanner writes it', () => {
    const typed = [
      FULL,
      `]d2${FULL}`,
      `${GS}${FULL}\r\n`,
      FULL.replaceAll(GS, '<GS>'),
      FULL.replaceAll(GS, '{GS}'),
      FULL.replaceAll(GS, '␝'),
    ];
    for (const one of typed) expect(readMark(one)).toEqual({ code: FULL, gtin: GTIN, serial: 'aB-7<x"q1' });
    expect(unitOf(readMark(FULL)!)).toBe(`01${GTIN}21aB-7<x"q1`); // Read above.
    expect(readMark(`01${GTIN}21serial7`)?.serial).toBe('serial7');
  });
  it('typed on a Russian layout it keeps its capitals', () => {
    const russian = `01${GTIN}21фИ7э${GS}93йЦ12`;
    expect(readMark(russian)).toBeNull(); // The serial is too short.
    expect(readMark(`01${GTIN}21фИ7эЯя${GS}93йЦ12`)).toMatchObject({ serial: "aB7'Zz", code: `01${GTIN}21aB7'Zz${GS}93qW12` }); // prettier-ignore
  });
  it('whatever is no such code is none', () => {
    const wrong = ['', '10101', `01${GTIN.slice(0, 13)}921serial7`, `02${GTIN}21serial7`, `01${GTIN}21`, `01${GTIN}21${'x'.repeat(21)}`, `01${GTIN}21serial7${GS}`, `01${GTIN}21serial7${GS}92`, 'https://shop.test/?01=2']; // prettier-ignore
    for (const one of wrong) expect([one, readMark(one)]).toEqual([one, null]);
    expect([isGtin(GTIN), isGtin('04600000000009'), isGtin('4600000000008')]).toEqual([true, false, false]);
  });
  it('nothing that is typed makes it throw', () => {
    const any = fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => void readMark(text));
    expect(() => fc.assert(any)).not.toThrow();
  });
});

describe('what a field is filled with', () => {
  it('labels and numbers', () => {
    expect(readLabel(' p30377-1\r')).toEqual({ orderId: 30_377, number: 1 });
    expect(readLabel('З30377-12')).toEqual({ orderId: 30_377, number: 12 });
    expect([readLabel('P30377'), readLabel('30377-1'), readLabel('XP30377-1')]).toEqual([null, null, null]);
    expect([readOrderNumber('№ 30\u00a0377'), readOrderNumber('4455'), readOrderNumber('1234567890')]).toEqual([30_377, null, null]); // prettier-ignore
    expect([latinKeys('Привет'), latinKeys('hi, "you"')]).toEqual(['Ghbdtn', 'hi, "you"']);
  });
  it('what may be meant, the likeliest first', () => {
    expect(readWanted('30377')).toEqual([{ by: 'number', id: 30_377 }, { by: 'phone', digits: '30377' }]); // prettier-ignore
    expect(readWanted('+7 (913) 777-44-55')).toEqual([{ by: 'phone', digits: '9137774455' }]);
    expect(readWanted('Ёлкина  Анна')).toEqual([{ by: 'name', words: 'елкина анна' }]);
    for (const q of ['а', '12', '%%', 'https://a.b/c', "' or 1=1"]) expect([q, readWanted(q)]).toEqual([q, []]);
  });
});

describe('where, how long and by which code', () => {
  it('seven days more, to the end of the day by the clock of the point', () => {
    expect(keepUntil(new Date('2026-11-21T09:00:00Z'), 7).toISOString()).toBe('2026-11-28T16:59:59.000Z');
    // Half past two in the night of Томск is the next day there.
    expect(keepUntil(new Date('2026-11-21T19:30:00Z'), 7).toISOString()).toBe('2026-11-29T16:59:59.000Z');
    expect(dayBounds('2026-11-21', 7)).toEqual({ from: new Date('2026-11-20T17:00:00Z'), to: new Date('2026-11-21T17:00:00Z') }); // prettier-ignore
    expect([dayBounds('2026-02-30', 7), dayBounds('x', 7)]).toEqual([null, null]);
  });
  it('cells', () => {
    expect([cellAt(0), cellAt(11), cellAt(12)].map(({ shelf, cell }) => `${shelf}-${cell}`)).toEqual(['А-01', 'А-12', 'Б-01']); // prettier-ignore
    const many = Array.from({ length: 1000 }, (_, n) => Object.values(cellAt(n)).join('-'));
    expect(new Set(many).size).toBe(1000);
    expect([readCell('а12'), readCell('Б-7'), readCell('окно'), readCell('А-123')]).toEqual([{ shelf: 'А', cell: '12' }, { shelf: 'Б', cell: '07' }, null, null]); // prettier-ignore
  });
  it('a code has four digits and is never one that is taken', () => {
    const wish = [7, 7, 42];
    expect(makeCode(() => wish.shift() ?? 0, ['0007', null])).toBe('0042');
    expect(maskedPhone('+79000000157')).toBe('+7 9•• •••-••-57');
  });
});

describe('a busy point', () => {
  it('comes in pieces that are bounded, whole and in order, and always goes on', () => {
    const row = fc.record({ name: fc.string({ maxLength: 60 }) });
    fc.assert(
      fc.property(fc.array(row, { maxLength: 40 }), fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 300 }), (rows, orders, bytes) => {
        const all = rows.map((one, at) => ({ id: at + 1, ...one }));
        const seen: number[] = [];
        for (let after: number | null = 0; after !== null;) {
          const from: number = after;
          const piece = cutPiece(all.filter(({ id }) => id > from).slice(0, orders + 1), { orders, bytes });
          seen.push(...piece.orders.map(({ id }) => id));
          const size = piece.orders.reduce((sum, one) => sum + Buffer.byteLength(JSON.stringify(one)), 0);
          expect(piece.orders.length === 1 || (piece.orders.length <= orders && size <= bytes) || all.length === 0).toBe(true);
          after = piece.next;
        }
        expect(seen).toEqual(all.map(({ id }) => id));
      }),
    ); // prettier-ignore
  });
});

describe('the second receipt', () => {
  const line = fc.record({ quantity: fc.integer({ min: 1, max: 9 }), priceKop: fc.integer({ min: 1, max: 99_999 }), marked: fc.boolean() }); // prettier-ignore
  it('with what went back it is the money that was taken, to the kopeck; its units have their codes', () => {
    const cases = fc.record({ lines: fc.array(line, { minLength: 1, maxLength: 5 }), back: fc.array(fc.nat(9), { minLength: 5, maxLength: 5 }), part: fc.double({ min: 0, max: 0.9, noNaN: true }) }); // prettier-ignore
    fc.assert(
      fc.property(cases, ({ lines, back, part }) => {
        const sale: Sale = {
          lines: lines.map((one, at) => ({ id: at + 1, name: `Товар ${at}`, quantity: one.quantity, sumKop: one.quantity * one.priceKop, vat: 22, marked: one.marked })), // prettier-ignore
          delivery: { name: 'Доставка', costKop: 22_000, vat: 22 },
          spentKop: Math.floor(lines.reduce((sum, one) => sum + one.quantity * one.priceKop, 0) * part),
          spentDeliveryKop: 0,
          debtKop: 0,
        };
        const returned = (id: number) => Math.min(back[id - 1] ?? 0, sale.lines[id - 1]?.quantity ?? 0);
        const kept = sale.lines.some(({ id, quantity }) => returned(id) < quantity);
        const marksOf = (id: number) =>
          sale.lines[id - 1]?.marked ? Array.from({ length: 9 }, (_, n) => `${id}/${n}`) : [];
        const items = settlementItems(sale, { returned, marksOf });
        const went = refundShares(sale, { lines: sale.lines.map(({ id }) => ({ lineId: id, quantity: returned(id), before: 0 })).filter(({ quantity }) => quantity > 0), delivery: !kept }, 'full_payment'); // prettier-ignore
        expect(itemsSum(items) + went.moneyKop).toBe(itemsSum(receiptItems(sale, 'full_prepayment')));
        const marks = items.flatMap(({ mark }) => mark ?? []);
        expect(new Set(marks).size).toBe(marks.length);
        expect(items.every((one) => one.mark === undefined || one.quantity === 1)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });
});
