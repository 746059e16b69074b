import { type ExportTable, inPieces } from '#server/platform/export/columns.rules.ts';
import { csvLines } from '#server/platform/export/csv.rules.ts';
import { PARTS, SHEET_NAME, sheetXml, XLSX_ROWS } from '#server/platform/export/sheet.rules.ts';
import { openZip } from '#server/platform/export/zip-stream.ts';

export type ExportFormat = 'xlsx' | 'csv';

/** What is made of a table of so many rows: an .xlsx ends at 1,048,575 of them with one line of titles, beyond it goes CSV. */
export const formatFor = (asked: ExportFormat, count: number, headingLines: number): ExportFormat =>
  asked === 'xlsx' && count <= XLSX_ROWS - headingLines ? 'xlsx' : 'csv';

/** Bytes of the file, made as they are read: the same memory for fifty rows and for a million. */
export const tableBytes = <Row>(format: ExportFormat, table: ExportTable<Row>): AsyncGenerator<Uint8Array> =>
  format === 'csv' ? csvBytes(table) : xlsxBytes(table);

async function* csvBytes<Row>(table: ExportTable<Row>): AsyncGenerator<Uint8Array> {
  for await (const piece of inPieces(csvLines(table))) yield Buffer.from(piece);
}
async function* xlsxBytes<Row>(table: ExportTable<Row>): AsyncGenerator<Uint8Array> {
  const zip = openZip();
  for (const [name, text] of Object.entries(PARTS)) yield* zip.add(name, [text]);
  yield* zip.add(SHEET_NAME, inPieces(sheetXml(table)));
  yield* zip.end();
}
