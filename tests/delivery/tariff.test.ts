import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ALL_CITIES } from '#contract/cities.ts';
import { DELIVERY_TYPES } from '#contract/tables.ts';
import { TARIFF_ROWS } from '#contract/tariff-rows.ts';
import {
  embeddedTariff,
  isFreeZone,
  kmBetween,
  maxGramsOf,
  nearestWarehouse,
  packedGrams,
  type Tariff,
  TARIFF_TYPES,
  zoneOf,
} from '#contract/tariff.ts';
import type { DeliveryType } from '#contract/delivery-types.ts';

const cityOf = (title: string) => {
  const city = ALL_CITIES.find((one) => one.title === title);
  if (!city) throw new Error(`no city ${title}`);
  return city;
};
/** `370`, `360/530`, `360/530 (2-3)` or «—», as docs/product/delivery.md#tariff writes them. */
function told(type: DeliveryType, city: string, grams = 2400): string {
  const tariff = embeddedTariff(type, cityOf(city), grams);
  if (!tariff.ok) return '—';
  const door = tariff.costKop === tariff.costGateKop ? '' : `/${tariff.costKop / 100}`;
  const { min, max } = tariff.days;
  return `${tariff.costGateKop / 100}${door} (${min === max ? min : `${min}-${max}`})`;
}

describe('golden values of docs/product/delivery.md#tariff, 2.4 kg', () => {
  // oxfmt-ignore
  it.each<[string, Partial<Record<DeliveryType, string>>]>([
    ['Барнаул', { 1: '370 (3-5)', 14: '334 (2-3)', 18: '296 (2-3)', 11: '360/530 (2-3)', 25: '320/480 (2-3)', 26: '220 (3)', 27: '305/460 (1-2)' }],
    ['Казань', { 1: '430 (4-6)', 11: '430/630 (3-4)', 25: '390/590 (3-5)', 26: '248 (3-4)', 27: '375/570 (2-4)' }],
    ['Екатеринбург', { 1: '520 (5-8)', 14: '468 (4-7)', 18: '421 (4-7)', 11: '550/800 (4-6)', 25: '510/770 (4-7)', 26: '334 (6)', 27: '489/740 (3-6)' }],
    ['Якутск', { 1: '630 (7-11)', 11: '700/1020 (5-8)', 26: '423 (9)', 27: '609/920 (5-8)' }],
    ['Владивосток', { 1: '780 (9-14)', 11: '950/1380 (7-11)', 26: '551 (8-10)', 27: '—' }],
    ['Алматы', { 1: '1340 (10-18)', 11: '1000/1450 (6-9)', 14: '—', 18: '—', 25: '—', 26: '—', 27: '—' }],
    ['Бишкек', { 1: '1340 (12-20)', 11: '1080/1570 (7-10)', 14: '—', 18: '—', 25: '—', 26: '—', 27: '—' }],
  ])('%s', (city, expected) => {
    const prices = Object.keys(expected).map((type) => [type, told(Number(type) as DeliveryType, city)]);
    expect(Object.fromEntries(prices)).toEqual(expected);
  });
  it.each([['Барнаул', 195], ['Казань', 718], ['Екатеринбург', 1398], ['Якутск', 2759], ['Владивосток', 3714]])('%s is %i km away', (title, km) => {
    const city = cityOf(title);
    expect(Math.round(kmBetween(nearestWarehouse(city), city))).toBe(km);
  }); // prettier-ignore
});

describe('zones', () => {
  it('go by the distance to the nearer warehouse, and by country beyond Russia', () => {
    const zones = ['Новосибирск', 'Москва', 'Томск', 'Санкт-Петербург', 'Сочи', 'Иркутск', 'Якутск', 'Хабаровск', 'Алматы', 'Ош']; // prettier-ignore
    expect(zones.map((city) => zoneOf(cityOf(city)))).toEqual([1, 1, 2, 3, 4, 4, 5, 6, 7, 8]);
    expect(zoneOf({ countryId: 2, lat: 53.9, lon: 27.57 })).toBeUndefined();
    expect(isFreeZone(cityOf('Иркутск'))).toBe(true);
    expect(isFreeZone(cityOf('Якутск'))).toBe(false);
    expect(isFreeZone(cityOf('Алматы'))).toBe(false);
  });
});

describe('weight', () => {
  it('packing is a twentieth, at least 100 g', () => {
    expect([0, 95, 2000, 2001, 10_000].map(packedGrams)).toEqual([100, 195, 2100, 2102, 10_500]);
  });
  it('the door is a whole ten of roubles, begun or exact', () => {
    expect([told(11, 'Владивосток', 1000), told(11, 'Екатеринбург', 13_000)]).toEqual(['690/1010 (7-11)', '1200/1740 (4-6)']); // prettier-ignore
  });
  it('a begun kilogram counts whole, and the heaviest parcel still goes', () => {
    expect([0, 1000, 1001, 2000, 2001].map((grams) => told(11, 'Новосибирск', grams))).toEqual(['220/320 (1-2)', '220/320 (1-2)', '245/360 (1-2)', '245/360 (1-2)', '270/400 (1-2)']); // prettier-ignore
    expect(embeddedTariff(26, cityOf('Томск'), 15_000).ok).toBe(true);
    expect(embeddedTariff(26, cityOf('Томск'), 15_001)).toEqual({ ok: false, reason: 'too_heavy', maxGrams: 15_000 });
    expect(maxGramsOf(26)).toBe(15_000);
    expect(maxGramsOf(8)).toBeUndefined();
  });
  it.each([-1, -1e9, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])('%d g is no parcel', (grams) => {
    expect(embeddedTariff(11, cityOf('Томск'), grams)).toEqual({ ok: false, reason: 'bad_weight' });
  });
});

const aType = fc.constantFrom(...TARIFF_TYPES);
const aCity = fc.constantFrom(...ALL_CITIES);
const someGrams = fc.integer({ min: 0, max: 31_000 });
/** What holds of two tariffs when the first must not be dearer; nothing is said of a pair of which one is not served. */
function isNoDearer(less: Tariff, more: Tariff): boolean {
  if (!less.ok || !more.ok) return true;
  return more.costKop >= less.costKop && more.costGateKop >= less.costGateKop;
}
/** Abroad is slower by its own measure. The earliest day is the carrier's hope: 5Post hopes for 8 days in zone 6 and for 9 in zone 5. */
function isNoFaster(type: DeliveryType, less: Tariff, more: Tariff): boolean {
  if (!less.ok || !more.ok || more.zone >= 7) return true;
  const isTheirHope = type === DELIVERY_TYPES.fivepost && less.zone === 5 && more.zone === 6;
  return more.days.max >= less.days.max && (more.days.min >= less.days.min || isTheirHope);
}
function isWhole(tariff: Tariff, hasCourier: boolean): boolean {
  if (!tariff.ok) return true;
  const { costKop, costGateKop } = tariff;
  return costGateKop > 0 && costGateKop % 100 === 0 && costKop >= costGateKop && (!hasCourier || costKop % 1000 === 0);
}
describe('properties', () => {
  it('a heavier parcel is never cheaper, and never served where a lighter one is not', () => {
    const holds = fc.property(aType, aCity, someGrams, someGrams, (type, city, one, other) => {
      const less = embeddedTariff(type, city, Math.min(one, other));
      const more = embeddedTariff(type, city, Math.max(one, other));
      return isNoDearer(less, more) && (less.ok || !more.ok);
    });
    expect(() => fc.assert(holds)).not.toThrow();
  });
  it('a farther zone is never cheaper, and within Russia never faster', () => {
    const holds = fc.property(aType, aCity, aCity, someGrams, (type, one, other, grams) => {
      const [near, far] = (zoneOf(one) ?? 0) <= (zoneOf(other) ?? 0) ? [one, other] : [other, one];
      const [less, more] = [embeddedTariff(type, near, grams), embeddedTariff(type, far, grams)];
      return isNoDearer(less, more) && isNoFaster(type, less, more);
    });
    expect(() => fc.assert(holds)).not.toThrow();
  });
  it('prices are whole roubles, the door whole tens where there is a courier, and never below the point', () => {
    const holds = fc.property(aType, aCity, someGrams, (type, city, grams) =>
      isWhole(embeddedTariff(type, city, grams), TARIFF_ROWS[type]?.doorPercent !== null),
    );
    expect(() => fc.assert(holds)).not.toThrow();
  });
});
