import { describe, expect, it } from 'vitest';
import { goesWithoutTrack } from '#contract/desk-packing.ts';
import { mayBecome, PARCEL_NEXT, PARCEL_STATES } from '#contract/parcels.ts';
import { lastMoment } from '#server/features/desk-orders/paid-at.rules.ts';
import { scannedText } from '#contract/scan.ts';
import { statusBySending, trackOf, trimmed, unparcelled } from '#server/features/parcels/parcels.rules.ts'; // prettier-ignore

// Arithmetic of packing; docs/product/desk.md#parcels.

describe('what a scanner meant', () => {
  it.each([
    ['10101', '10101'],
    [' ab-12\r\n', 'AB-12'],
    // The layout was Russian: the keys were those of RP30377-1.
    ['КЗ30377-1', 'RP30377-1'],
    ['кз30377-1', 'RP30377-1'],
    // A GS1 code keeps its parts apart by a sign that nobody sees.
    ['0104607\u001d21ABC', '010460721ABC'],
    ['\u001d \u00a0', ''],
  ])('%j is %j', (typed, meant) => expect(scannedText(typed)).toBe(meant));
  it.each([
    ['10 0874 532 123', '100874532123'],
    ['ra-123-456-785-ru', 'RA123456785RU'],
    ['КФ123456785КГ', 'RA123456785RU'],
    ['1234', null],
    ['ABCDEF', null],
    ['12345;drop', null],
    ['1'.repeat(41), null],
    ['', null],
  ])('a track number: %j is %j', (typed, track) => expect(trackOf(typed)).toBe(track));
  it('our own people carry without one', () => {
    expect([3, 20, 23].every(goesWithoutTrack)).toBe(true);
    expect([1, 11, 22, 26].some(goesWithoutTrack)).toBe(false);
  });
});

describe('what goes into a parcel', () => {
  const lines = [
    { id: 1, quantity: 5, returnedQuantity: 1 },
    { id: 2, quantity: 2, returnedQuantity: 2 },
    { id: 3, quantity: 1, returnedQuantity: 0 },
  ];
  const one = (id: number, ...rows: [number, number, number][]) => ({
    id,
    lines: rows.map(([lineId, pieces, packed]) => ({ lineId, pieces, packed })),
  });
  it('whatever is left and in no parcel', () => {
    expect(unparcelled(lines, [])).toEqual([
      { lineId: 1, pieces: 4 },
      { lineId: 3, pieces: 1 },
    ]);
    expect(unparcelled(lines, [one(1, [1, 3, 3]), one(2, [3, 1, 0])])).toEqual([{ lineId: 1, pieces: 1 }]);
  });
  it('pieces that went back leave the last open parcel first, and never one that has left', () => {
    const parcels = [one(1, [1, 2, 2]), one(2, [1, 2, 1]), one(3, [1, 1, 0])];
    expect(trimmed(lines, parcels, new Set([2, 3]))).toEqual([{ parcelId: 3, lineId: 1, pieces: 0, packed: 0 }]);
    const less = [{ id: 1, quantity: 5, returnedQuantity: 3 }];
    expect(trimmed(less, parcels, new Set([2, 3]))).toEqual([
      { parcelId: 3, lineId: 1, pieces: 0, packed: 0 },
      { parcelId: 2, lineId: 1, pieces: 0, packed: 0 },
    ]);
    expect(trimmed(less, parcels, new Set())).toEqual([]);
    expect(trimmed(lines, [one(1, [1, 4, 4])], new Set([1]))).toEqual([]);
  });
});

describe('states', () => {
  it('an order has left with the last of its parcels', () => {
    expect(statusBySending(['sent', 'sent'], true)).toBe(4);
    expect(statusBySending(['sent', 'cancelled'], true)).toBe(4);
    expect(statusBySending(['sent', 'packed'], true)).toBeNull();
    expect(statusBySending(['sent'], false)).toBeNull();
    expect(statusBySending(['cancelled'], true)).toBeNull();
  });
  it('no way leads back from the buyer to the shelf, and ends are ends', () => {
    expect(mayBecome('packing', 'sent')).toBe(false);
    expect(mayBecome('sent', 'packing')).toBe(false);
    expect(mayBecome('handed', 'at_point')).toBe(false);
    expect(PARCEL_STATES.filter((state) => PARCEL_NEXT[state].length === 0)).toEqual(['returned', 'cancelled']);
  });
  it('a day ends in Moscow', () => {
    expect(lastMoment('2026-11-23')?.toISOString()).toBe('2026-11-23T20:59:59.000Z');
    expect(lastMoment('2026-11-31')).toBeNull();
  });
});
