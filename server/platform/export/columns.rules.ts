/** A column of an exported file. Empty cells are null. */
export type ExportColumn<Row> = { title: string } & (
  | { kind: 'text'; value: (row: Row) => string | null }
  /** A calendar date, YYYY-MM-DD: without an hour, so without a time zone. */
  | { kind: 'date'; value: (row: Row) => string | null }
  /** A plain number: points, counts. */
  | { kind: 'number'; value: (row: Row) => number | null }
  /** Whole kopecks, written as roubles. */
  | { kind: 'money'; value: (row: Row) => number | null }
);

export type ExportTable<Row> = {
  /** Lines above the table: what it is, of whom and of when. */
  heading: readonly string[];
  columns: readonly ExportColumn<Row>[];
  rows: AsyncIterable<Row>;
};

/** Roubles of whole kopecks without a float: 140850 is «1408.50». */
export function roublesOf(kopecks: number, point: '.' | ','): string {
  const whole = Math.abs(kopecks);
  const sign = kopecks < 0 ? '-' : '';
  return `${sign}${Math.floor(whole / 100)}${point}${String(whole % 100).padStart(2, '0')}`;
}

/** Small pieces together, so that a million rows are not a million writes. */
export async function* inPieces(texts: AsyncIterable<string>, length = 64 * 1024): AsyncGenerator<string> {
  let piece = '';
  for await (const text of texts) {
    piece += text;
    if (piece.length < length) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}
