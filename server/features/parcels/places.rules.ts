import type { Place } from '#contract/desk-shelves.ts';

// Names of shelves and cells (docs/product/desk.md#warehouse). Contents: 1 the order of the walk, 2 names as typed

// ── 1 The order of the walk ─────────────────────────────────────────────────────────────────────
const NAMES = new Intl.Collator('ru', { numeric: true });
export const byName = (one: string, other: string): number => NAMES.compare(one, other);
/** Shelf by shelf, cell by cell, A-2 before A-10; what has no place comes last. */
export function byPlace(one: Place | null, other: Place | null): number {
  if (!one || !other) return Number(!one) - Number(!other);
  return byName(one.shelf, other.shelf) || byName(one.cell, other.cell);
}

// ── 2 Names as typed ────────────────────────────────────────────────────────────────────────────
const NAME = /^[\p{L}\d]{1,6}(?:-[\p{L}\d]{1,6})?$/u;
/** «а-1» is «А-1»; null when no shelf and no cell is called so. */
export function readPlaceName(typed: string): string | null {
  const name = typed.trim().toUpperCase();
  return NAME.test(name) ? name : null;
}
const CELLS_AT_ONCE = 200;
/** «01–12, 14» is thirteen cells, with the noughts of the first number; null when something in it is no name. */
export function readCellNames(typed: string): string[] | null {
  const names = new Set<string>();
  for (const part of typed.split(/[,;\s]+/).filter(Boolean)) {
    const [, from, until] = /^(\d{1,4})[-–—](\d{1,4})$/.exec(part) ?? [];
    if (from !== undefined && until !== undefined) {
      if (Number(until) < Number(from) || Number(until) - Number(from) >= CELLS_AT_ONCE) return null;
      for (let n = Number(from); n <= Number(until); n += 1) names.add(String(n).padStart(from.length, '0'));
      continue;
    }
    const name = readPlaceName(part);
    if (name === null) return null;
    names.add(name);
  }
  return names.size === 0 || names.size > CELLS_AT_ONCE ? null : [...names];
}
