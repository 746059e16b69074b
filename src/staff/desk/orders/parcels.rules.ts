import type { DeskParcel } from '#contract/parcels.ts';

// A parcel on the screen of whoever packs it.

export type ParcelLine = DeskParcel['lines'][number];
/** The shop sends lines in the order of the walk; those of one shelf stand together, without a place last. */
export const byShelf = (lines: readonly ParcelLine[]): { shelf: string | null; lines: ParcelLine[] }[] =>
  [...Map.groupBy(lines, ({ place }) => place?.shelf ?? null)].map(([shelf, here]) => ({ shelf, lines: here }));

export const packedOf = (lines: readonly ParcelLine[]): { packed: number; pieces: number } => ({
  packed: lines.reduce((sum, line) => sum + line.packed, 0),
  pieces: lines.reduce((sum, line) => sum + line.pieces, 0),
});

/** The line that became fuller between two answers of the shop: what the last scan was. */
export const filledLine = (before: readonly ParcelLine[], after: readonly ParcelLine[]): ParcelLine | undefined =>
  after.find(({ line_id: id, packed }) => packed > (before.find((one) => one.line_id === id)?.packed ?? 0));

/** «410», «0,41 кг» is not understood on purpose: the scale shows grams. Null: no weight; NaN: none that can be. */
export function gramsOf(typed: string): number | null {
  const text = typed.replaceAll(/[\s\u00a0]/g, '');
  if (text === '') return null;
  return /^\d{1,6}$/.test(text) && Number(text) >= 1 && Number(text) <= 200_000 ? Number(text) : Number.NaN;
}
