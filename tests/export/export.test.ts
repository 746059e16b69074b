import { execFile } from 'node:child_process';
import { access, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { unzipSync } from 'fflate';
import readXlsx from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExportColumn } from '#server/platform/export/columns.rules.ts';
import { csvText } from '#server/platform/export/csv.rules.ts';
import { attachment } from '#server/platform/export/file-name.rules.ts';
import { formatFor, tableBytes } from '#server/platform/export/table-bytes.ts';

type Person = { name: string; half: number; kop: number; born: string | null };
const COLUMNS: readonly ExportColumn<Person>[] = [
  { title: 'ФИО', kind: 'text', value: ({ name }) => name },
  { title: 'ЛО', kind: 'number', value: ({ half }) => half / 2 },
  { title: 'Сумма, ₽', kind: 'money', value: ({ kop }) => kop },
  { title: 'День рождения', kind: 'date', value: ({ born }) => born },
];
const PEOPLE: readonly Person[] = [
  { name: 'Мария Соколова', half: 95, kop: 140_850, born: '1985-11-04' },
  { name: '=HYPERLINK("http://зло.example","Сюда")', half: 0, kop: -5, born: null },
  { name: ' пробелы & <знаки>\u0001\uD800 ', half: 1, kop: 0, born: '1904-02-29' },
];
async function* rowsOf<Row>(rows: Iterable<Row>): AsyncGenerator<Row> {
  yield* rows;
}
async function bytesOf(format: 'xlsx' | 'csv', people: Iterable<Person>, heading: readonly string[] = []) {
  return all(tableBytes(format, { heading, columns: COLUMNS, rows: rowsOf(people) }));
}
async function all(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of bytes) pieces.push(piece);
  return Buffer.concat(pieces);
}
/** Rows of the only sheet, as another library reads them. */
const parsed = async (bytes: Buffer): Promise<unknown[][]> => (await readXlsx(bytes))[0]!.data;

describe('.xlsx', () => {
  it('is read back by another library with numbers, money and dates as what they are', async () => {
    const rows = await parsed(await bytesOf('xlsx', PEOPLE, ['Активность, ноябрь 2026']));
    expect(rows).toEqual([
      ['Активность, ноябрь 2026', null, null, null],
      ['ФИО', 'ЛО', 'Сумма, ₽', 'День рождения'],
      ['Мария Соколова', 47.5, 1408.5, new Date('1985-11-04T00:00:00Z')],
      ['=HYPERLINK("http://зло.example","Сюда")', 0, -0.05, null],
      [expect.stringContaining('пробелы & <знаки>'), 0.5, 0, new Date('1904-02-29T00:00:00Z')],
    ]);
  });
  it('holds no formula, whatever a name looks like', async () => {
    const sheet = unzipSync(await bytesOf('xlsx', PEOPLE))['xl/worksheets/sheet1.xml']!;
    const xml = Buffer.from(sheet).toString();
    expect(xml).toContain('=HYPERLINK');
    expect(xml).not.toMatch(/<f[ >]/);
  });
  it('keeps any text that XML may hold', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }), async (name) => {
        const xml = Buffer.from(
          unzipSync(await bytesOf('xlsx', [{ name, half: 0, kop: 0, born: null }]))['xl/worksheets/sheet1.xml']!,
        ).toString();
        const cell =
          /<\/row><row r="2"><c r="A2" t="inlineStr"><is><t xml:space="preserve">([^]*?)<\/t>/.exec(xml)?.[1] ?? '';
        const read = cell
          .replaceAll('&lt;', '<')
          .replaceAll('&gt;', '>')
          .replaceAll('&#13;', '\r')
          .replaceAll('&amp;', '&');
        // oxlint-disable-next-line no-control-regex
        expect(read).toBe(name.replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, ''));
      }),
      { numRuns: 40 },
    );
  });
  it('ends where a sheet ends: beyond it goes CSV', () => {
    expect(formatFor('xlsx', 1_048_575, 0)).toBe('xlsx');
    expect(formatFor('xlsx', 1_048_576, 0)).toBe('csv');
    expect(formatFor('xlsx', 1_048_575, 1)).toBe('csv');
    expect(formatFor('csv', 3, 0)).toBe('csv');
  });
});

describe('CSV', () => {
  it('opens in a Russian Excel: mark of UTF-8, semicolons, decimal commas, days', async () => {
    expect((await bytesOf('csv', PEOPLE.slice(0, 1))).toString()).toBe(
      '\uFEFFФИО;ЛО;Сумма, ₽;День рождения\r\nМария Соколова;47,5;1408,50;04.11.1985\r\n',
    );
  });
  it.each(['=1+1', '+7 900', '-1', '@SUM(A1)', '\t=1', ' =1'])(
    'puts an apostrophe before what begins like a formula: %j',
    (text) => {
      expect(csvText(text).replace(/^"/, '')).toMatch(/^'/);
    },
  );
  it('quotes what would end a cell', () => {
    expect(csvText('a;"b"\n')).toBe('"a;""b""\n"');
  });
});

describe('a file that is made while it is read', () => {
  it('asks for rows as fast as they are taken, and lets go of them when the reader leaves', async () => {
    let asked = 0;
    let isLetGo = false;
    async function* endless(): AsyncGenerator<Person> {
      try {
        for (;;) {
          asked += 1;
          yield PEOPLE[0]!;
        }
      } finally {
        isLetGo = true;
      }
    }
    const reader = tableBytes('xlsx', { heading: [], columns: COLUMNS, rows: endless() });
    while (asked === 0) expect((await reader.next()).done).toBe(false);
    for (let i = 0; i < 20; i += 1) expect((await reader.next()).done).toBe(false);
    const soFar = asked;
    await new Promise((done) => setImmediate(done));
    // What is under way fills the few pieces between the rows and the reader, and stops there.
    expect(asked - soFar).toBeLessThan(100_000);
    await reader.return(undefined);
    await expect.poll(() => isLetGo).toBe(true);
  });
  it('begins before the first row has come', async () => {
    async function* never(): AsyncGenerator<Person> {
      yield await new Promise<Person>(() => undefined);
    }
    const first = await tableBytes('xlsx', { heading: [], columns: COLUMNS, rows: never() }).next();
    expect(
      Buffer.from(first.value as Uint8Array)
        .subarray(0, 2)
        .toString(),
    ).toBe('PK');
  });
  it('fails aloud when its rows fail', async () => {
    async function* broken(): AsyncGenerator<Person> {
      yield PEOPLE[0]!;
      throw new Error('the database went away');
    }
    await expect(all(tableBytes('xlsx', { heading: [], columns: COLUMNS, rows: broken() }))).rejects.toThrow(
      'the database went away',
    );
  });
});

it('names a file for old and for new programs', () => {
  expect(attachment('отчёт "2026".xlsx')).toBe(
    `attachment; filename="_______2026_.xlsx"; filename*=UTF-8''%D0%BE%D1%82%D1%87%D1%91%D1%82%20%222026%22.xlsx`,
  );
});

const LIBRE_OFFICE = '/usr/bin/soffice';
const hasLibreOffice = await access(LIBRE_OFFICE).then(
  () => true,
  () => false,
);
/** Only where it is installed: the gate has none. */
describe.runIf(hasLibreOffice)('LibreOffice', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'export-'));
  });
  afterAll(() => rm(folder, { recursive: true }));
  it('opens the .xlsx and shows what was written', async () => {
    const path = join(folder, 'table.xlsx');
    await writeFile(path, await bytesOf('xlsx', PEOPLE));
    const args = [`-env:UserInstallation=file://${folder}/profile`, '--headless', '--convert-to', 'csv:Text - txt - csv (StarCalc):59,34,76', '--outdir', folder, path]; // prettier-ignore
    await promisify(execFile)(LIBRE_OFFICE, args);
    expect(await readFile(join(folder, 'table.csv'), 'utf8')).toContain('Мария Соколова;47.5;1,408.50;04.11.1985');
  });
});
