import { type ExportColumn, type ExportTable, roublesOf } from '#server/platform/export/columns.rules.ts';

// CSV as a Russian Excel opens it by a double click: a mark of UTF-8, semicolons, decimal commas (docs/product/reports.md#exports).

const BOM = '\uFEFF';

/** What a spreadsheet takes for a formula begins with one of these. */
const FORMULA = /^[=+\-@\t\r]/;
/** A name that begins like a formula gets an apostrophe before it, so that it is shown and never carried out. */
export function csvText(text: string): string {
  const safe = FORMULA.test(text.trimStart()) || FORMULA.test(text) ? `'${text}` : text;
  return /[";\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function csvCell<Row>(column: ExportColumn<Row>, row: Row): string {
  if (column.kind === 'text') {
    const text = column.value(row);
    return text === null ? '' : csvText(text);
  }
  if (column.kind === 'date') return dayWords(column.value(row));
  const value = column.value(row);
  if (value === null) return '';
  return column.kind === 'money' ? roublesOf(value, ',') : String(value).replace('.', ',');
}
/** 2026-11-04 is «04.11.2026». */
const dayWords = (day: string | null): string => (day === null ? '' : day.split('-').toReversed().join('.'));

export async function* csvLines<Row>({ heading, columns, rows }: ExportTable<Row>): AsyncGenerator<string> {
  yield BOM;
  for (const line of heading) yield `${csvText(line)}\r\n`;
  yield `${columns.map(({ title }) => csvText(title)).join(';')}\r\n`;
  for await (const row of rows) yield `${columns.map((column) => csvCell(column, row)).join(';')}\r\n`;
}
