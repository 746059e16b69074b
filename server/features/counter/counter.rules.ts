// Arithmetic of the counter (docs/product/counter.md). Contents: 1 where, 2 how long, 3 codes, 4 cells, 5 what is shown, 6 pieces

// ── 1 Where ─────────────────────────────────────────────────────────────────────────────────────
export function partsOf(site: string): { deliveryType: number; pointId: string } {
  const at = site.indexOf(':');
  return { deliveryType: Number(site.slice(0, at)), pointId: site.slice(at + 1) };
}

// ── 2 How long ──────────────────────────────────────────────────────────────────────────────────
export const STORAGE_DAYS = 7;
/** After its last day an order stays for so long: its buyer is on the way, or the operator calls. Then it goes back by itself. */
export const GRACE_DAYS = 7;
/** So long before the end the buyer is reminded. */
export const REMIND_DAYS = 2;
export const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** The end of the last day of storage, by the clock of the point. `utcOffset` in hours. */
export function keepUntil(arrivedAt: Date, utcOffset: number): Date {
  const local = arrivedAt.getTime() + utcOffset * HOUR_MS;
  const midnight = Math.floor(local / DAY_MS) * DAY_MS;
  return new Date(midnight + (STORAGE_DAYS + 1) * DAY_MS - 1000 - utcOffset * HOUR_MS);
}
/** Which day it is at the point. */
export const dayAt = (now: Date, utcOffset: number): string =>
  new Date(now.getTime() + utcOffset * HOUR_MS).toISOString().slice(0, 10);
/** A day of the point; the end is not included. Null for a day that is none. */
export function dayBounds(day: string, utcOffset: number): { from: Date; to: Date } | null {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(midnight) || new Date(midnight).toISOString().slice(0, 10) !== day) return null;
  const from = midnight - utcOffset * HOUR_MS;
  return { from: new Date(from), to: new Date(from + DAY_MS) };
}

// ── 3 Codes ─────────────────────────────────────────────────────────────────────────────────────
export const TRIES = 5;
export const LOCK_MS = 10 * 60_000;
/** After so many locks only the desk lets the code be typed again. */
export const LOCKS = 3;
/** Four digits by `random` (a whole number below its argument), never one that the order has already. */
export function makeCode(random: (below: number) => number, taken: readonly (string | null)[]): string {
  for (;;) {
    const code = String(random(10_000)).padStart(4, '0');
    if (!taken.includes(code)) return code;
  }
}

// ── 4 Cells ─────────────────────────────────────────────────────────────────────────────────────
export type Cell = { shelf: string; cell: string };
const SHELVES = 'АБВГДЕЖЗИКЛМНПРСТУФХЦЧШЭЮЯ';
const ON_A_SHELF = 12;
/** The n-th cell of a point, from 0: А-01 … А-12, Б-01 … */
export function cellAt(n: number): Cell {
  const row = Math.floor(n / ON_A_SHELF);
  const letter = SHELVES[row % SHELVES.length] ?? '';
  const round = Math.floor(row / SHELVES.length);
  return { shelf: round === 0 ? letter : `${letter}${round + 1}`, cell: String((n % ON_A_SHELF) + 1).padStart(2, '0') };
}
/** «а12», «А-12» or «А 12» as typed; null when it names no cell. */
export function readCell(typed: string): Cell | null {
  const text = typed.trim().toUpperCase();
  const [, shelf = '', cell = ''] =
    /^([А-ЯЁA-Z]\d?)[\s-]+(\d{1,2})$/u.exec(text) ?? /^([А-ЯЁA-Z])(\d{1,2})$/u.exec(text) ?? [];
  return shelf === '' ? null : { shelf, cell: cell.padStart(2, '0') };
}
export const cellName = ({ shelf, cell }: Cell): string => `${shelf}-${cell}`;

// ── 5 What is shown ─────────────────────────────────────────────────────────────────────────────
export const lastFour = (phone: string): string => phone.replaceAll(/\D/g, '').slice(-4);
/** «+7 9•• •••-••-01». */
export function maskedPhone(phone: string): string {
  const digits = phone.replaceAll(/\D/g, '');
  return `+${digits.slice(0, 1)} ${digits.slice(1, 2)}•• •••-••-${digits.slice(-2)}`;
}
const TIME = new Map<number, Intl.DateTimeFormat>();
/** «14:02», by the clock of the point. */
export function clockOf(at: Date, utcOffset: number): string {
  const format = TIME.get(utcOffset) ?? new Intl.DateTimeFormat('ru-RU', { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' }); // prettier-ignore
  TIME.set(utcOffset, format);
  return format.format(new Date(at.getTime() + utcOffset * HOUR_MS));
}

// ── 6 Pieces ────────────────────────────────────────────────────────────────────────────────────
/** A tablet keeps each piece by itself, and none that is larger than 512 kB (docs/decisions/442). */
export const PIECE = { orders: 250, bytes: 300_000 } as const;
/** As many of them as make a piece; one alone always does. `next`: the last of them, if others are left. */
export function cutPiece<Row extends { id: number }>(
  rows: readonly Row[],
  { orders: most, bytes }: { orders: number; bytes: number } = PIECE,
): { orders: Row[]; next: number | null } {
  let size = 0;
  const orders = rows.filter((row, at) => {
    size += Buffer.byteLength(JSON.stringify(row));
    return at === 0 || (at < most && size <= bytes);
  });
  return { orders, next: orders.length < rows.length ? (orders.at(-1)?.id ?? null) : null };
}
