import type { WaitingOrder } from '#contract/counter.ts';
import type { PunktReturn } from '#contract/counter-returns.ts';
import { readMark } from '#contract/marking.ts';
import { latinKeys, readLabel, readOrderNumber } from '#contract/scan.ts';

// What the field of the counter understands, and the search on the device (docs/product/counter.md#field). Contents: 1 a scan, 2 the search, 3 marks, 4 the file

// ── 1 A scan ────────────────────────────────────────────────────────────────────────────────────
export type Scan =
  | { kind: 'order'; id: number }
  | { kind: 'mark'; code: string; unit: string }
  /** A name, the end of a telephone: what a person types. */
  | { kind: 'words'; text: string }
  /** Another shop's code, an address of a page: nothing that this counter knows. */
  | { kind: 'strange'; text: string };
/** Longer than any name, and yet no code of ours. */
const LONGEST_WORDS = 40;
export function readScan(typed: string): Scan {
  const text = typed.trim();
  const mark = readMark(text);
  if (mark) return { kind: 'mark', code: mark.code, unit: `01${mark.gtin}21${mark.serial}` };
  const label = readLabel(text);
  if (label) return { kind: 'order', id: label.orderId };
  const number = readOrderNumber(text);
  if (number !== null) return { kind: 'order', id: number };
  if (text.length > LONGEST_WORDS || /:\/\/|^\d{8,9}$|^\d{13,}$/.test(latinKeys(text)))
    return { kind: 'strange', text };
  return { kind: 'words', text };
}

// ── 2 The search ────────────────────────────────────────────────────────────────────────────────
export type Searchable = { order: WaitingOrder; number: string; words: readonly string[]; parcels: readonly string[] };
const plain = (text: string): string => text.toLowerCase().replaceAll('ё', 'е');
/** Made once for each answer of the shop, so that a keystroke only compares. */
export const toSearchable = (order: WaitingOrder): Searchable => ({
  order,
  number: String(order.id),
  words: plain(order.name).split(/\s+/),
  parcels: order.parcels.map((code) => code.toLowerCase()),
});
/** Of all that waits: by number, the last digits of the telephone, words of the name, the label. Nothing typed is everything. */
export function searchWaiting(all: readonly Searchable[], typed: string): WaitingOrder[] {
  const text = typed.trim();
  if (text === '') return all.map(({ order }) => order);
  const label = readLabel(text);
  const digits = text.replaceAll(/[№#+()\s\u00a0-]/g, '');
  const wanted = plain(text).split(/\s+/);
  const fits = ({ order, number, words }: Searchable): boolean => {
    if (label) return order.id === label.orderId;
    if (/^\d+$/.test(digits)) return number.startsWith(digits) || endsPhone(order.phone, digits);
    return wanted.every((part) => words.some((word) => word.startsWith(part)));
  };
  return all.filter(fits).map(({ order }) => order);
}
/** The device knows four digits; of a longer number the last four are compared. */
const endsPhone = (phone: string, digits: string): boolean =>
  digits.length >= 4 ? digits.endsWith(phone) : phone.endsWith(digits) && digits.length >= 2;

/** Returns by their number (`R30377-1`), the order's, the last digits of the telephone, words of the name. */
export function searchReturns(all: readonly PunktReturn[], typed: string): PunktReturn[] {
  const text = typed.trim();
  const label = latinKeys(text).toLowerCase();
  const digits = text.replaceAll(/[№#+()\s\u00a0-]/g, '');
  const wanted = plain(text).split(/\s+/);
  return all.filter(({ code, order_id: id, name, phone_end: phone }) => {
    if (text === '' || code.toLowerCase().startsWith(label)) return true;
    if (/^\d+$/.test(digits)) return String(id).startsWith(digits) || endsPhone(phone, digits);
    return wanted.every((part) => plain(name).split(/\s+/).some((word) => word.startsWith(part))); // prettier-ignore
  });
}

/** Its days of storage are over. */
export const isLate = ({ keep_until: until }: Pick<WaitingOrder, 'keep_until'>, now: number): boolean =>
  Date.parse(until) < now;
const DAY_MS = 86_400_000;
export const daysSince = (iso: string, now: number): number => Math.floor((now - Date.parse(iso)) / DAY_MS);

// ── 3 Marks ─────────────────────────────────────────────────────────────────────────────────────
/** By line: codes that were scanned for it, with their units. */
export type Marks = ReadonlyMap<number, readonly { code: string; unit: string }[]>;
type Line = Pick<WaitingOrder['lines'][number], 'line_id' | 'marks'>;
export const leftOf = (line: Line, marks: Marks): number => line.marks - (marks.get(line.line_id)?.length ?? 0);
/** A code goes to the first line that lacks one; the same unit twice counts once. */
export function addMark(
  lines: readonly Line[],
  marks: Marks,
  { code, unit }: { code: string; unit: string },
): { marks: Marks; outcome: 'added' | 'again' | 'enough' } {
  if ([...marks.values()].flat().some((one) => one.unit === unit)) return { marks, outcome: 'again' };
  // Units of one product follow each other: a line whose product was scanned before goes first.
  const gtin = unit.slice(0, 16);
  const open = lines.filter((line) => leftOf(line, marks) > 0);
  const line = open.find(({ line_id: id }) => marks.get(id)?.some((one) => one.unit.startsWith(gtin))) ?? open.find(({ line_id: id }) => !marks.has(id)) ?? open[0]; // prettier-ignore
  if (!line) return { marks, outcome: 'enough' };
  const next = new Map(marks).set(line.line_id, [...(marks.get(line.line_id) ?? []), { code, unit }]);
  return { marks: next, outcome: 'added' };
}

// ── 4 The file ──────────────────────────────────────────────────────────────────────────────────
/** For spreadsheets of the Russian locale: semicolons, a mark of the encoding. A text that would be a formula is told apart by an apostrophe. */
export function toCsv(rows: readonly (readonly (string | number)[])[]): string {
  const cell = (value: string | number): string => {
    const text = typeof value === 'string' && /^[=+\-@\t]/.test(value) ? `'${value}` : String(value);
    return /[";\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return `\uFEFF${rows.map((row) => row.map(cell).join(';')).join('\r\n')}\r\n`;
}
