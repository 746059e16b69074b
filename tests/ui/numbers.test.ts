import { describe, expect, it } from 'vitest';
import { lessonsCount, productsCount } from '#src/terms/counts.ts';
import { formatAt, formatBytes, formatWeight } from '#src/ui/format.ts';
import { formatMoney, formatNumber, formatTenths, pluralOf } from '#src/ui/numbers.ts';

// Numbers as a person reads them, character by character: a space that breaks a line is a fault (docs/product/look.md).

const NBSP = '\u00a0';

describe('money', () => {
  it.each([
    [0, `0${NBSP}₽`],
    [100, `1${NBSP}₽`],
    [99_900, `999${NBSP}₽`],
    [129_000, `1${NBSP}290${NBSP}₽`],
    [123_456_700, `1${NBSP}234${NBSP}567${NBSP}₽`],
    [1, `0,01${NBSP}₽`],
    [10_050, `100,50${NBSP}₽`],
    [129_005, `1${NBSP}290,05${NBSP}₽`],
  ])('%i kopecks are «%s»', (kopecks, shown) => {
    expect(formatMoney(kopecks)).toBe(shown);
  });
});

describe('points, weight and sizes', () => {
  it.each([
    [0, '0'],
    [10, '10'],
    [10.5, '10,5'],
    [1234.5, `1${NBSP}234,5`],
  ])('%d points are «%s»', (points, shown) => {
    expect(formatTenths(points)).toBe(shown);
  });
  it.each([
    [0, `0${NBSP}г`],
    [870, `870${NBSP}г`],
    [999, `999${NBSP}г`],
    [1000, `1${NBSP}кг`],
    [1200, `1,2${NBSP}кг`],
    [1255, `1,26${NBSP}кг`],
    [1_250_000, `1${NBSP}250${NBSP}кг`],
  ])('%i grams are «%s»', (grams, shown) => {
    expect(formatWeight(grams)).toBe(shown);
  });
  it.each([
    [0, `0${NBSP}кБ`],
    [1, `1${NBSP}кБ`],
    [870_000, `870${NBSP}кБ`],
    [999_499, `999${NBSP}кБ`],
    [999_500, `1${NBSP}МБ`],
    [24_530_000, `24,5${NBSP}МБ`],
  ])('%i bytes are «%s»', (bytes, shown) => {
    expect(formatBytes(bytes)).toBe(shown);
  });
  it('a number of any size keeps its parts together', () => {
    expect(formatNumber(10_000)).toBe(`10${NBSP}000`);
  });
});

describe('the Russian plural', () => {
  const forms = { one: 'one', few: 'few', many: 'many', other: 'other' };
  it.each([
    ['one', [1, 21, 101, 1001]],
    ['few', [2, 3, 4, 22, 34, 102]],
    ['many', [0, 5, 11, 12, 13, 14, 20, 25, 111, 112, 1000]],
    ['other', [0.5, 1.5, 10.5]],
  ])('%s', (form, counts) => {
    expect(counts.map((count) => [count, pluralOf(count, forms)])).toEqual(counts.map((count) => [count, form]));
  });
  it('stands behind its number on the same line', () => {
    expect([1, 3, 5, 1100].map(productsCount)).toEqual([
      `1${NBSP}товар`,
      `3${NBSP}товара`,
      `5${NBSP}товаров`,
      `1${NBSP}100${NBSP}товаров`,
    ]);
    expect([1, 2, 11].map(lessonsCount)).toEqual([`1${NBSP}урок`, `2${NBSP}урока`, `11${NBSP}уроков`]);
  });
});

describe('a time after a word', () => {
  const now = new Date(2026, 10, 22, 23, 30);
  const at = (...parts: [number, number, number, number, number]) => formatAt(new Date(...parts).toISOString(), now);
  it('is only the hour today, in two digits, and has its day otherwise', () => {
    expect(at(2026, 10, 22, 14, 5)).toBe(`в${NBSP}14:05`);
    expect(at(2026, 10, 22, 0, 0)).toBe(`в${NBSP}00:00`);
    expect(at(2026, 10, 20, 14, 5)).toBe('20 ноября в 14:05');
  });
  it('takes the same day of another month, or the evening before, for another day', () => {
    expect(at(2026, 9, 22, 14, 5)).toBe('22 октября в 14:05');
    expect(at(2026, 10, 21, 23, 45)).toBe('21 ноября в 23:45');
  });
});
