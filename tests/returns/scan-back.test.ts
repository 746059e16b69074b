import { describe, expect, it } from 'vitest';
import type { DeskReturn } from '#contract/desk-returns.ts';
import {
  allCame,
  type Came,
  firstScan,
  scanBack,
  type Scanned,
  setPieces,
} from '#src/staff/desk/returns/scan-back.rules.ts';

// What has come back is counted by a scanner; docs/product/returns.md#at-the-desk.

const line = (more: Partial<DeskReturn['lines'][number]>): DeskReturn['lines'][number] => ({
  line_id: 1,
  title: 'Крем',
  code: '40101',
  article: 'RS-10',
  ean: '4600000000008',
  price: 49_000,
  pieces: 2,
  reason: 'defect',
  unopened: false,
  limited: false,
  marks: 0,
  received: null,
  on_sale: null,
  ...more,
});
const mark = (serial: string, gtin = '04600000000008') => `01${gtin}21${serial}\u001D93abcd`;
/** Scans one after the other from nothing. Answers the pieces, and what was said last. */
function run(lines: DeskReturn['lines'], ...typed: string[]) {
  let came: Came = allCame(lines);
  let said = { isFault: true, words: '' };
  let isCounting = false;
  for (const one of typed) {
    const next: Scanned = isCounting ? scanBack(lines, came, one) : firstScan(lines, one);
    came = next.came;
    said = next;
    isCounting ||= !next.isFault;
  }
  const state = Object.values(came).map(({ pieces, codes }) => [pieces, codes.length]);
  return { came, state, words: said.words, isFault: said.isFault };
}

describe('a scanner at the sheet of a return', () => {
  const lines = [line({}), line({ line_id: 2, title: 'Чай', code: '40102', article: null, ean: '', pieces: 1 })];
  it.each([
    ['the code of the product', '40101'],
    ['its article, in any case', 'rs-10'],
    ['its article with a Russian layout', 'кы-10'],
    ['the number on the pack', '4600000000008'],
    ['the number of a pack that carries a code of a unit', mark('abcdef')],
  ])('counts from nothing by %s', (_what, typed) => expect(run(lines, typed).state).toEqual([[1, 0], [0, 0]])); // prettier-ignore
  it('until the first scan all of it is taken to have come, also after a code that is not in it', () => {
    const { state, words, isFault } = run(lines, '99999');
    expect([state, isFault, words]).toEqual([[[2, 0], [1, 0]], true, 'Код 99999: такого товара в возврате нет. Отложите его']); // prettier-ignore
  });
  it('a piece too many is refused and changes nothing', () => {
    const { state, words } = run(lines, '40101', '40101', '40101');
    expect([state, words]).toEqual([[[2, 0], [0, 0]], 'Крем: в возврате 2 шт., и все уже отмечены']); // prettier-ignore
  });
});

describe('codes of «Честный знак»', () => {
  const lines = [line({ marks: 2 })];
  it('a code counts a piece, or belongs to one that was counted', () => {
    expect(run(lines, mark('unit-1')).state).toEqual([[1, 1]]);
    expect(run(lines, '40101', mark('unit-1')).state).toEqual([[1, 1]]);
    expect(run(lines, '40101', mark('unit-1'), mark('unit-2')).state).toEqual([[2, 2]]);
  });
  it('of a product whose number is not known it goes to the only line that needs codes', () => {
    const strange = [line({ marks: 2, ean: '' }), line({ line_id: 2, code: '40102', title: 'Чай', ean: '' })];
    expect(run(strange, mark('unit-1')).state).toEqual([[1, 1], [0, 0]]); // prettier-ignore
    const two = strange.map((one) => ({ ...one, marks: 1 }));
    expect(run(two, mark('unit-1')).words).toContain('Непонятно, какому товару этот код');
    // The code of its product, scanned before, says which one is meant.
    expect(run(two, '40102', mark('unit-1')).state).toEqual([[0, 0], [1, 1]]); // prettier-ignore
  });
  it('twice, of another product, more than there were: refused in words', () => {
    expect(run(lines, mark('unit-1'), mark('unit-1')).words).toBe('Эта упаковка уже отсканирована');
    expect(run(lines, mark('unit-1', '04600000000015')).words).toBe('Такой упаковки в возврате нет. Отложите её');
    expect(run(lines, mark('unit-1'), mark('unit-2'), mark('unit-3')).isFault).toBe(true);
  });
  it('fewer pieces by hand than codes forget the codes', () => {
    const { came } = run(lines, mark('unit-1'), mark('unit-2'));
    expect(setPieces(came, 1, 1)).toEqual({ 1: { pieces: 1, codes: [] } });
    expect(setPieces(came, 1, 2)[1]?.codes).toHaveLength(2);
  });
});
