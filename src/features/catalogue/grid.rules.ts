// Fixed cells (design/README.md, Grid and Product card): every height follows from the width, so nothing is measured
// per card and nothing moves.

/** Between the first desktop and here four cards beside the rail would be narrower than a phone's. */
const FOUR_FROM = 1200;

export type GridShape = { columns: number; cellWidth: number; rowHeight: number };

/**
 * @param viewport CSS pixels of the window; @param width of the grid; @param rem root font size, 16 unless the person
 * enlarged it
 */
export function gridShape(viewport: number, width: number, rem: number): GridShape {
  const columns = viewport >= 1600 ? 5 : viewport >= FOUR_FROM ? 4 : viewport >= 780 ? 3 : 2;
  const cellWidth = (width - (columns - 1)) / columns;
  const side = viewport >= 780 ? 16 : 12;
  // Few letters in a line: points and marks take lines of their own, and pack and mark share one where it is long (ProductCard.module.css).
  const inner = (cellWidth - 2 * side) / rem;
  const body = inner <= 8.6 ? 194 : viewport >= 960 && inner > 14 ? 136 : 154;
  return {
    columns,
    cellWidth,
    rowHeight: Math.round(cellWidth * 0.94) + Math.ceil((body * rem) / 16) + 44 + side + 1,
  };
}

export type Range = { first: number; last: number };
/** Rows to draw, first to last included: what is in view and a little around it. Edges in pixels from the grid's top. */
export function visibleRows(shape: GridShape, rows: number, top: number, bottom: number): Range {
  const around = shape.rowHeight * 0.3;
  const first = Math.floor((top - around) / shape.rowHeight);
  const last = Math.floor((bottom + around) / shape.rowHeight);
  return { first: Math.max(0, Math.min(first, rows - 1)), last: Math.max(0, Math.min(last, rows - 1)) };
}

/** Indexes of the cells to draw: the visible rows and the neighbours of the cell that holds the focus. */
export function cellsToDraw(shape: GridShape, count: number, range: Range, focused: number | null): number[] {
  const rows = new Set<number>();
  for (let row = range.first; row <= range.last; row += 1) rows.add(row);
  if (focused !== null) {
    const row = Math.floor(focused / shape.columns);
    for (const near of [row - 1, row, row + 1]) if (near >= 0) rows.add(near);
  }
  const cells: number[] = [];
  for (const row of [...rows].sort((a, b) => a - b)) {
    for (let i = row * shape.columns; i < Math.min(count, (row + 1) * shape.columns); i += 1) cells.push(i);
  }
  return cells;
}
