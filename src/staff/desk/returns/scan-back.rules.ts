import type { DeskReturn } from '#contract/desk-returns.ts';
import { eanIn } from '#contract/ean.ts';
import { readMark, unitOf } from '#contract/marking.ts';
import { namesProduct, scannedText } from '#contract/scan.ts';

// What has come back, piece by piece (docs/product/returns.md#at-the-desk). The shop judges every code once more.

export type Came = Readonly<Record<number, { pieces: number; codes: readonly string[] }>>;
type Lines = Pick<DeskReturn, 'lines'>['lines'];
type Line = Lines[number];
export type Scanned = { came: Came; isFault: boolean; words: string };

export const allCame = (lines: Lines): Came =>
  Object.fromEntries(lines.map(({ line_id: id, pieces }) => [id, { pieces, codes: [] }]));
const noneCame = (lines: Lines): Came => Object.fromEntries(lines.map(({ line_id: id }) => [id, NOTHING]));
const NOTHING = { pieces: 0, codes: [] };
const cameOf = (came: Came, { line_id: id }: Line) => came[id] ?? NOTHING;

/** So many by hand. Fewer than the codes: nobody knows which units are meant, so the codes are forgotten. */
export function setPieces(came: Came, id: number, pieces: number): Came {
  const codes = came[id]?.codes ?? [];
  return { ...came, [id]: { pieces, codes: pieces < codes.length ? [] : codes } };
}

/** One scan: a product is one piece more; a code of «Честный знак» belongs to a piece that was counted, or counts one. */
export function scanBack(lines: Lines, came: Came, typed: string): Scanned {
  const mark = readMark(typed);
  const code = scannedText(typed);
  const named = lines.filter((line) => namesProduct(line, code));
  if (mark && named.every(({ marks }) => marks > 0)) return scanMark(lines, came, mark, named);
  const first = named[0];
  const fault = (words: string): Scanned => ({ came, isFault: true, words });
  if (!first)
    return fault(`Код ${code.slice(0, 40) || typed.slice(0, 40)}: такого товара в возврате нет. Отложите его`);
  const next = named.find((line) => cameOf(came, line).pieces < line.pieces);
  if (!next) return fault(`${first.title}: в возврате ${first.pieces} шт., и все уже отмечены`);
  return counted(came, next, { ...cameOf(came, next), pieces: cameOf(came, next).pieces + 1 });
}
function scanMark(
  lines: Lines,
  came: Came,
  mark: { code: string; gtin: string; serial: string },
  named: Lines,
): Scanned {
  const fault = (words: string): Scanned => ({ came, isFault: true, words });
  const unit = unitOf(mark);
  const known = Object.values(came).flatMap(({ codes }) => codes.map(unitIn));
  if (known.includes(unit)) return fault('Эта упаковка уже отсканирована');
  const coded = named.length > 0 ? named : lines.filter((line) => line.marks > 0 && isOpen(line));
  if (coded.length === 0) return fault('Такой упаковки в возврате нет. Отложите её');
  const lacking = coded.filter((line) => cameOf(came, line).codes.length < line.marks);
  const waiting = lacking.filter((line) => cameOf(came, line).codes.length < cameOf(came, line).pieces);
  const line = waiting[0] ?? (lacking.length === 1 || named.length > 0 ? lacking[0] : undefined);
  if (!line)
    return fault(
      lacking.length === 0
        ? 'Все коды этого возврата уже отсканированы'
        : 'Непонятно, какому товару этот код. Отсканируйте сначала код товара, потом код «Честного знака» с той же упаковки',
    );
  const { pieces, codes } = cameOf(came, line);
  if (pieces === codes.length && pieces >= line.pieces)
    return fault(`${line.title}: в возврате ${line.pieces} шт., и все уже отмечены`);
  return counted(came, line, { pieces: Math.max(pieces, codes.length + 1), codes: [...codes, mark.code] });
}
/** Of a product whose number on the pack is known its code would have told so. */
const isOpen = ({ ean }: Line): boolean => ean === '' || eanIn(ean) === null;
const unitIn = (code: string): string => {
  const mark = readMark(code);
  return mark ? unitOf(mark) : code;
};
function counted(came: Came, line: Line, now: { pieces: number; codes: readonly string[] }): Scanned {
  const marks = now.codes.length > 0 ? `, кодов ${now.codes.length}` : '';
  return {
    came: { ...came, [line.line_id]: now },
    isFault: false,
    words: `${line.title}: ${now.pieces} из ${line.pieces}${marks}`,
  };
}
/** The first scan begins the count: until then all of it is taken to have come. */
export const firstScan = (lines: Lines, typed: string): Scanned => {
  const begun = scanBack(lines, noneCame(lines), typed);
  return begun.isFault ? { ...begun, came: allCame(lines) } : begun;
};
