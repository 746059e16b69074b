import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readRoubles, writeRoubles } from '#src/features/checkout/roubles.rules.ts';
import { deliveryError, paymentError, recipientErrors } from '#src/features/checkout/steps.rules.ts';
import { isOpenNow, searchPoints } from '#src/features/delivery/points.rules.ts';
import type { OpeningHours } from '#contract/delivery.ts';

// Small rules of the checkout; docs/product/checkout.md.

describe('an amount in a field', () => {
  it.each([
    ['500', 50_000],
    ['1 250,50', 125_050],
    ['1\u00a0250.5 ₽', 125_050],
    ['0,07', 7],
    ['', 0],
  ])('%j', (text, kopecks) => expect(readRoubles(text)).toBe(kopecks));
  it.each(['-5', '1,234', '1.2.3', 'сто', '12345678'])('%j is no amount', (text) =>
    expect(readRoubles(text)).toBeNull(),
  );
  it('what is written is read back', () => {
    fc.assert(
      fc.property(fc.nat(999_999_999), (kopecks) => {
        expect(readRoubles(writeRoubles(kopecks))).toBe(kopecks);
      }),
    );
  });
});

describe('points', () => {
  const points = [
    { address: 'Новосибирск, ул. Советская, 20', name: 'Пункт у метро «Площадь Ленина»', note: null },
    { address: 'Новосибирск, Красный пр., 25', name: 'Постамат', note: 'вход со двора, берёзовая аллея' },
  ];
  it('are found by every word, ё and е alike', () => {
    expect(searchPoints(points, 'СОВЕТ 20').map(({ address }) => address)).toEqual([points[0]?.address]);
    expect(searchPoints(points, 'березовая')).toEqual([points[1]]);
    expect(searchPoints(points, 'площадь советская')).toEqual([points[0]]);
    expect(searchPoints(points, ' ')).toBe(points);
    expect(searchPoints(points, 'кирва')).toEqual([]);
  });
  const days: OpeningHours = [[540, 1260], [540, 1260], [540, 1260], [540, 1260], [540, 1260], [600, 1080], null];
  it.each([
    // Sunday 22 November 2026 is closed; Monday opens at 9 by the clock of the point.
    ['2026-11-22T05:00:00Z', 7, false],
    ['2026-11-23T01:59:00Z', 7, false],
    ['2026-11-23T02:00:00Z', 7, true],
    ['2026-11-23T13:59:00Z', 7, true],
    ['2026-11-23T14:00:00Z', 7, false],
    // Still Sunday in Kaliningrad, already Monday in Vladivostok.
    ['2026-11-22T23:30:00Z', 2, false],
    ['2026-11-22T23:30:00Z', 10, true],
  ])('%s at UTC+%i: open %s', (at, utc, isOpen) => expect(isOpenNow({ hours: days, utc }, new Date(at))).toBe(isOpen));
  it('hours in words only: not known', () => expect(isOpenNow({ hours: null, utc: 7 }, new Date())).toBeNull());
});

describe('what a step misses', () => {
  it('recipient: a name and a whole number; the e-mail may be empty', () => {
    expect(recipientErrors({ name: 'Анна Иванова', phone: '+79123456789', email: '' })).toEqual({});
    expect(recipientErrors({ name: '', phone: '', email: '' })).toEqual({
      name: ['Заполните поле'],
      phone: ['Заполните поле'],
    });
    expect(Object.keys(recipientErrors({ name: 'Анна', phone: '+7912', email: '' }))).toEqual(['phone']);
  });
  it('delivery: a place, then a way, then what the way asks for', () => {
    expect(deliveryError({ place: null, way: null }, null)).toBe('Выберите город из списка');
    const place = { city: 'Томск', region: '', lat: 1, lon: 1, address: { country_id: 1 as const, city_id: 25 } };
    expect(deliveryError({ place, way: null }, null)).toBe('Выберите способ доставки');
  });
  it('payment: nothing to choose when nothing is left to pay', () => {
    expect(paymentError(null, 0)).toBeNull();
    expect(paymentError(null, 100)).toBe('Выберите способ оплаты');
    expect(paymentError(5, 100)).toBeNull();
  });
});
