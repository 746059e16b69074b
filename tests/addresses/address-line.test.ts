import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAddress, writeAddress } from '#contract/address-line.ts';
import { CITIES, cityNamed, cityOfIndex } from '#contract/cities.ts';
import { chooseCity, emptyFields, inLine, judgeFields, readLine } from '#src/features/addresses/address-form.rules.ts';

// An address in one line and its parts (docs/product/addresses-of-people.md).

const parts = (text: string) => {
  const { city, street, house, building, flat, index } = readAddress(text);
  return [index, city, street, house, building, flat];
};
it.each([
  ['656049, Барнаул, ул. Молодёжная, 12, кв. 5', ['656049', 'Барнаул', 'ул. Молодёжная', '12', '', '5']],
  ['Барнаул, Молодёжная 12', ['656000', 'Барнаул', 'Молодёжная', '12', '', '']],
  ['барнаул молодёжная 12', ['656000', 'Барнаул', 'молодёжная', '12', '', '']],
  ['г. Москва, 8 Марта, 10, корп. 2, кв 7', ['101000', 'Москва', '8 Марта', '10', '2', '7']],
  ['Россия, 630091, Новосибирская обл., г Новосибирск, ул Советская, д 64, кв 18', ['630091', 'Новосибирск', 'ул Советская', '64', '', '18']],
  ['Санкт-Петербург, Невский проспект, 1-12', ['190000', 'Санкт-Петербург', 'Невский проспект', '1-12', '', '']],
  ['санкт петербург, Невский проспект, 1', ['190000', 'Санкт-Петербург', 'Невский проспект', '1', '', '']],
  ['Алматы, мкр. Самал-2, 15, 3', ['050000', 'Алматы', 'мкр. Самал-2', '15', '', '3']],
  ['Село Новая Заря, Полевая, 3', ['', 'Село Новая Заря', 'Полевая', '3', '', '']],
  ['Орёл, ул. Мира, 5', ['', 'Орёл', 'ул. Мира', '5', '', '']],
  ['ул. Ленина, 5', ['', '', 'ул. Ленина', '5', '', '']],
  ['', ['', '', '', '', '', '']],
])('%s', (text, found) => expect(parts(text)).toEqual(found)); // prettier-ignore

const city = fc.constantFrom(...CITIES.map(([, title]) => title));
const word = fc.string({ unit: fc.constantFrom(...'абвгдежзик'), minLength: 3, maxLength: 12 });
const house = fc
  .tuple(fc.integer({ min: 1, max: 400 }), fc.constantFrom('', 'А', '/2'))
  .map(([n, mark]) => `${n}${mark}`);

describe('whatever is written', () => {
  it('as on an envelope is read back to its parts', () =>
    fc.assert(
      fc.property(
        city,
        word,
        house,
        fc.constantFrom('', '3'),
        fc.constantFrom('', '17'),
        (town, name, number, building, flat) => {
          const whole = { index: '123456', city: town, street: `ул. ${name}`, house: number, building, flat };
          expect(readAddress(writeAddress(whole))).toMatchObject(whole);
        },
      ),
    ));
  it('is read without a fault, and nothing longer than it was comes out', () =>
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), (text) => {
        for (const part of ['street', 'house', 'building', 'flat'] as const)
          expect(readAddress(text)[part].length).toBeLessThanOrEqual(text.length);
      }),
    ));
});

it('the first three digits of an index tell the city, within its country', () => {
  expect(cityOfIndex('150999', 1)?.title).toBe('Ярославль');
  expect(cityOfIndex('150999', 4)?.title).toBe('Петропавловск');
  expect([cityOfIndex('99'), cityOfIndex(''), cityOfIndex('999999')]).toEqual([undefined, undefined, undefined]);
  expect(cityNamed('ПЕТРОПАВЛОВСК', 1)).toBeUndefined();
});

describe('the form', () => {
  const empty = emptyFields({ name: 'Анна', phone: '+79000000001', country_id: 1 });
  it('a line that is not whole says what it lacks, under itself', () => {
    const at = (line: string) => {
      const fields = { ...empty, ...readLine(empty, line, false) };
      return inLine(judgeFields(fields) ?? {}, fields).line;
    };
    expect(at('')).toEqual(['Заполните поле']);
    expect(at('Барнаул')).toEqual(['Не хватает улицы, дома. Допишите через запятую или введите по\u00a0частям']);
    expect(at('Барнаул, ул. Мира, 1')).toBeUndefined();
  });
  it('an index that was written by hand stays, a flat too', () => {
    const own = { ...empty, index: '656049', flat: '5' };
    expect(readLine(own, 'Барнаул, ул. Мира, 1', true)).toMatchObject({ index: '656049', flat: '5' });
    expect(readLine(own, 'Барнаул, ул. Мира, 1', false)).toMatchObject({ index: '656000' });
  });
  it('a city of the gazetteer brings region and index, another one neither', () => {
    expect(chooseCity(empty, 'Томск', false)).toEqual({
      city: 'Томск',
      city_id: '25',
      region: 'Томская область',
      index: '634000',
    });
    expect(chooseCity(empty, 'Томск', true)).not.toHaveProperty('index');
    expect(chooseCity(empty, 'Тутаев', false)).toEqual({ city: 'Тутаев', city_id: '' });
  });
});
