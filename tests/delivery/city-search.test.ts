import { describe, expect, it } from 'vitest';
import { ALL_CITIES, cityOfIndex, findCity } from '#contract/cities.ts';
import { findPlaces, nearestPlace } from '#contract/city-search.ts';
import { daysWords, kgWords, ownDaysWords } from '#contract/delivery-words.ts';

const found = (line: string) =>
  findPlaces(line).map(({ city, quality, index, street, house, flat }) => [city.title, quality, index, street, house, flat]); // prettier-ignore

describe('a line of address', () => {
  it.each<[string, unknown[]]>([
    ['Томск', ['Томск', 'exact', '634000', null, null, null]],
    ['г. томск', ['Томск', 'exact', '634000', null, null, null]],
    ['Новосибирск, Красный проспект, 25', ['Новосибирск', 'exact', '630000', 'Красный проспект', '25', null]],
    ['630091, Новосибирск, ул. Советская, д. 20, кв. 4', ['Новосибирск', 'exact', '630091', 'Советская', '20', '4']],
    ['ростов на дону Мира 7а', ['Ростов-на-Дону', 'exact', '344000', 'Мира', '7а', null]],
    ['Россия, Томская область, Томск, Ленина 1', ['Томск', 'exact', '634000', 'Ленина', '1', null]],
    ['634012', ['Томск', 'index', '634012', null, null, null]],
    ['новосиб', ['Новосибирск', 'prefix', '630000', null, null, null]],
  ])('«%s»', (line, first) => {
    expect(found(line)[0]).toEqual(first);
  });
});

describe('what is not found', () => {
  it.each(['', '   ', 'Мордор', 'ж', '12345', 'Томскпроспект', '%_', "'; drop table"])('«%s» is nowhere', (line) => {
    expect(found(line)).toEqual([]);
  });
  it('answers at most ten places, whole names and big towns first', () => {
    const towns = found('к').map(([title]) => title);
    expect(towns).toEqual([]);
    expect(found('но').map(([title]) => title)).toEqual(['Новосибирск', 'Новокузнецк']);
    expect(found('ка').length).toBeLessThanOrEqual(10);
  });
});

describe('index and coordinates', () => {
  it('three digits name the town; the same digits mean another one in Kazakhstan', () => {
    expect(cityOfIndex('150003')?.title).toBe('Ярославль');
    expect(cityOfIndex('150003', 4)?.title).toBe('Петропавловск');
    expect(cityOfIndex('999999')).toBeUndefined();
  });
  it('coordinates belong to the nearest town within 150 km', () => {
    expect(nearestPlace({ lat: 56.4, lon: 85 })?.city.title).toBe('Томск');
    expect(nearestPlace({ lat: 80, lon: 0 })).toBeUndefined();
  });
  it('ids are the numbers of the list, and every town has its own', () => {
    expect(findCity(25)?.title).toBe('Томск');
    expect(findCity(67)).toBeUndefined();
    expect(new Set(ALL_CITIES.map(({ id }) => id)).size).toBe(66);
  });
});

describe('words', () => {
  it('days and kilograms', () => {
    const days = [{ min: 1, max: 1 }, { min: 2, max: 3 }, { min: 4, max: 6 }, { min: 8, max: 21 }, { min: 11, max: 11 }]; // prettier-ignore
    expect(days.map(daysWords)).toEqual(['1 день', '2–3 дня', '4–6 дней', '8–21 день', '11 дней']);
    expect([0, 1, 3].map((max) => ownDaysWords({ min: max, max }))).toEqual(['сегодня', 'завтра', '3 дня']);
    expect([874, 16_202, 15_000, 100].map(kgWords)).toEqual(['0,87 кг', '16,2 кг', '15 кг', '0,1 кг']);
  });
});
