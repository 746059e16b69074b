import { type ExportColumn, type ExportTable, roublesOf } from '#server/platform/export/columns.rules.ts';

// The parts of an .xlsx with one sheet (ECMA-376), written row by row. Contents: 1 parts that are always the same, 2 the sheet, 3 cells

// ── 1 Parts that are always the same ────────────────────────────────────────────────────────────
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
/** Numbers of `cellXfs` below. */
const STYLE = { title: 1, date: 2, money: 3 } as const;

export const SHEET_NAME = 'xl/worksheets/sheet1.xml';
/** Every part but the sheet, by name. Strings stand in their cells, so no part needs all rows before it can begin. */
export const PARTS: Readonly<Record<string, string>> = {
  '[Content_Types].xml': `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/${SHEET_NAME}" ContentType="${TYPE}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/></Types>`,
  '_rels/.rels': `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Отчёт" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="dd\\.mm\\.yyyy"/><numFmt numFmtId="165" formatCode="#,##0.00"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf xfId="0"/><xf xfId="0" fontId="1" applyFont="1"/><xf xfId="0" numFmtId="164" applyNumberFormat="1"/><xf xfId="0" numFmtId="165" applyNumberFormat="1"/></cellXfs></styleSheet>`,
};

// ── 2 The sheet ─────────────────────────────────────────────────────────────────────────────────
/** Rows of a sheet, the titles' among them. */
const SHEET_ROWS = 1_048_576;
/** How many rows of a table a file may hold: Excel opens no longer one. */
export const XLSX_ROWS = SHEET_ROWS - 1;
export class SheetFullError extends Error {
  override name = 'SheetFullError' as const;
}

/** @throws SheetFullError in the middle of the file, which then does not open: whoever knows the count offers CSV instead */
export async function* sheetXml<Row>({ heading, columns, rows }: ExportTable<Row>): AsyncGenerator<string> {
  const above = heading.length + 1;
  yield `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="${above}" topLeftCell="A${above + 1}" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>`;
  for (const [at, { kind, title }] of columns.entries())
    yield `<col min="${at + 1}" max="${at + 1}" width="${widthOf(kind, title)}" customWidth="1"/>`;
  yield '</cols><sheetData>';
  const letters = columns.map((_, at) => letterOf(at));
  for (const [at, line] of heading.entries())
    yield `<row r="${at + 1}">${textCell(`A${at + 1}`, line, STYLE.title)}</row>`;
  yield `<row r="${above}">${columns.map(({ title }, at) => textCell(`${letters[at]}${above}`, title, STYLE.title)).join('')}</row>`;
  let count = above;
  for await (const row of rows) {
    count += 1;
    if (count > SHEET_ROWS) throw new SheetFullError(`more than ${SHEET_ROWS} rows`);
    yield `<row r="${count}">${columns.map((column, at) => cellXml(`${letters[at]}${count}`, column, row)).join('')}</row>`;
  }
  yield '</sheetData></worksheet>';
}
const widthOf = (kind: ExportColumn<never>['kind'], title: string): number =>
  Math.max(kind === 'text' ? 24 : 12, title.length + 2);

/** A, B … Z, AA. */
const letterOf = (at: number): string =>
  (at < 26 ? '' : letterOf(Math.floor(at / 26) - 1)) + String.fromCharCode(65 + (at % 26));

// ── 3 Cells ─────────────────────────────────────────────────────────────────────────────────────
/** The cell of an address; nothing where there is no value. Some programs read no cell without its address. */
function cellXml<Row>(address: string, column: ExportColumn<Row>, row: Row): string {
  if (column.kind === 'text') {
    const text = column.value(row);
    return text === null || text === '' ? '' : textCell(address, text);
  }
  if (column.kind === 'date') {
    const day = column.value(row);
    return day === null ? '' : `<c r="${address}" s="${STYLE.date}"><v>${serialOf(day)}</v></c>`;
  }
  const value = column.value(row);
  if (value === null) return '';
  return column.kind === 'number'
    ? `<c r="${address}"><v>${value}</v></c>`
    : `<c r="${address}" s="${STYLE.money}"><v>${roublesOf(value, '.')}</v></c>`;
}

/** A string in its own cell: whatever it begins with, no program takes it for a formula. */
const textCell = (address: string, text: string, style?: number): string =>
  `<c r="${address}"${style === undefined ? '' : ` s="${style}"`} t="inlineStr"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`;

/** Longest text of a cell. */
const TEXT_MOST = 32_767;
// What XML 1.0 may not hold, also escaped.
// oxlint-disable-next-line no-control-regex
const UNWRITABLE = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;
const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' };
const escapeXml = (text: string): string =>
  text
    .slice(0, TEXT_MOST)
    .toWellFormed()
    .replace(UNWRITABLE, '')
    .replace(/[&<>\r]/g, (sign) => ESCAPES[sign] ?? sign);

const DAY_MS = 86_400_000;
/** Day 60 of Excel is a 29 February 1900 that never was; every later day counts from the last of 1899 but one. */
const DAY_ZERO = Date.UTC(1899, 11, 30);
const serialOf = (day: string): number => (Date.parse(`${day}T00:00:00Z`) - DAY_ZERO) / DAY_MS;
