import { describe, expect, it } from 'vitest';
import { isInn } from '#contract/consultants.ts';
import { readSearch } from '#server/features/consultants/search.rules.ts';

describe('what is looked for', () => {
  it.each([
    ['Соколова', { by: 'name', first: 'соколова', others: [] }],
    ['  СЁМИНА   Алёна ', { by: 'name', first: 'семина', others: ['алена'] }],
    ['ООО «Лён»', { by: 'name', first: 'ооо', others: ['«лен»'] }],
    ['а б в г д е', { by: 'name', first: 'а', others: ['б', 'в', 'г'] }],
    ['01000157', { by: 'number', exact: 1_000_157, from: 1_000_157, to: 1_000_157 }],
    ['1000157', { by: 'number', exact: 1_000_157, from: 10_001_570, to: 10_001_579 }],
    ['010', { by: 'number', exact: 10, from: 1_000_000, to: 1_099_999 }],
    ['8 (913) 245-67-89', { by: 'phone', phone: '+79132456789' }],
    ['+7 913 245 67 89', { by: 'phone', phone: '+79132456789' }],
    // Full width digits of a pasted text.
    ['０１０００１５７', { by: 'number', exact: 1_000_157, from: 1_000_157, to: 1_000_157 }],
  ])('%s', (text, wanted) => {
    expect(readSearch(text)).toEqual(wanted);
  });
  it.each(['', '  ', 'ан', '12', '+7', 'а б'])('%j is too short', (text) => {
    expect(readSearch(text)).toBe('short');
  });
  it.each(['123456789', '+7913', '99999999999999999999'])('%s is nobody’s', (text) => {
    expect(readSearch(text)).toBe('none');
  });
});

describe('ИНН', () => {
  it.each(['7707083893', '500100732259', '7830002293'])('%s is right', (inn) => expect(isInn(inn)).toBe(true));
  it.each(['7707083894', '500100732258', '0000000000', '000000000000', '77070838930', '', '770708389З', '7707083893 '])(
    '%j is not',
    (inn) => expect(isInn(inn)).toBe(false),
  );
});
