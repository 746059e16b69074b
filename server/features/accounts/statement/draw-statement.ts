import PDFDocument from 'pdfkit';
import { ACCOUNT_NAMES } from '#contract/account-rules.ts';
import type { AccountType } from '#contract/amount-to-pay.ts';
import type { StatementSum } from '#server/features/accounts/statement/statement.queries.ts';
import { type PdfText, pdfText } from '#server/platform/pdf/pdf-text.ts';

// A month of accounts on A4. Contents: 1 what is drawn, 2 the paper, 3 the head, 4 the table

// ── 1 What is drawn ─────────────────────────────────────────────────────────────────────────────
export type StatementRow = {
  day: string;
  type: AccountType;
  title: string;
  about: string;
  amountKop: number;
  balanceKop: number;
};
export type StatementText = {
  shopName: string;
  month: string;
  /** Name and, of a consultant, the number. */
  holder: string;
  madeOn: string;
  sums: readonly StatementSum[];
  rows: AsyncIterable<StatementRow>;
};
const INK = '#1d231e';
const INK_2 = '#50544a';
const LINE = '#d3cab8';
const [LEFT, RIGHT, TOP, BOTTOM] = [40, 555, 40, 790];
const RUB = new Intl.NumberFormat('ru-RU', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const sumOf = (kop: number, isSigned = false): string =>
  `${isSigned && kop > 0 ? '+' : kop < 0 ? '−' : ''}${RUB.format(Math.abs(kop) / 100)}`.replaceAll('\u00a0', ' ');

// ── 2 The paper ─────────────────────────────────────────────────────────────────────────────────
/** The bytes come while the rows are read: the paper is never whole in memory. */
export function drawStatement(text: StatementText): PDFKit.PDFDocument {
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    lang: 'ru-RU',
    info: { Title: `Выписка по счетам за ${text.month}`, Author: text.shopName },
  });
  drawAll(doc, text).then(
    () => doc.end(),
    (error: unknown) => doc.destroy(error instanceof Error ? error : new Error(String(error))),
  );
  return doc;
}

async function drawAll(doc: PDFKit.PDFDocument, text: StatementText): Promise<void> {
  const pen = pdfText(doc);
  const page = { number: 1 };
  let y = drawHead(doc, pen, text);
  y = drawTitles(doc, pen, y);
  let isEmpty = true;
  for await (const row of text.rows) {
    isEmpty = false;
    const about = pen.rows(sentences(row.title, row.about), { width: 225, size: 9 });
    if (y + about.length * 12 + 6 > BOTTOM) {
      foot(pen, page.number);
      doc.addPage();
      page.number += 1;
      y = drawTitles(doc, pen, TOP);
      // Whoever reads slowly takes what is there before more is made.
      await new Promise<void>((done) => setImmediate(done));
    }
    y = drawRow(doc, pen, { row, about, y });
  }
  if (isEmpty) pen.line('За этот месяц движений не было.', { x: LEFT, y: y + 6, size: 10, color: INK_2 });
  foot(pen, page.number);
}

const foot = (pen: PdfText, number: number): void =>
  pen.line(`Страница ${number}`, { x: LEFT, y: 805, size: 8, color: INK_2 });

/** «Перевод: Лидия Г. Перевод № 5003»: a name that ends with a dot needs no other. */
const sentences = (first: string, second: string): string =>
  second === '' ? first : `${first}${first.endsWith('.') ? '' : '.'} ${second}`;

// ── 3 The head ──────────────────────────────────────────────────────────────────────────────────
function drawHead(doc: PDFKit.PDFDocument, pen: PdfText, { shopName, month, holder, madeOn, sums }: StatementText) {
  pen.line(shopName, { x: LEFT, y: TOP, size: 11, weight: 600, color: INK_2 });
  pen.line(`Выписка по счетам за ${month}`, { x: LEFT, y: TOP + 20, size: 18, weight: 600, color: INK });
  pen.line(holder, { x: LEFT, y: TOP + 48, size: 11, color: INK });
  pen.line(`Составлена ${madeOn}. Суммы в рублях, время московское.`, { x: LEFT, y: TOP + 64, size: 9, color: INK_2 });
  let y = TOP + 92;
  for (const [at, title] of ['Счёт', 'На начало', 'Пришло', 'Ушло', 'На конец'].entries())
    place(pen, title, { at, y, size: 8, color: INK_2 });
  y += 14;
  rule(doc, y - 2);
  for (const { type, openedKop, incomeKop, outgoKop } of sums) {
    const cells = [openedKop, incomeKop, -outgoKop, openedKop + incomeKop - outgoKop].map((kop) => sumOf(kop));
    for (const [at, cell] of [ACCOUNT_NAMES[type], ...cells].entries())
      place(pen, cell, { at, y, size: 10, color: INK });
    y += 16;
  }
  return y + 16;
}
/** The name stands at the left edge, sums end at the right edges of their columns. */
function place(pen: PdfText, text: string, at: { at: number; y: number; size: number; color: string }): void {
  const edge = [LEFT, 305, 390, 475, RIGHT][at.at]!; // Five columns.
  pen.line(text, { ...at, x: at.at === 0 ? LEFT : edge - pen.widthOf(text, 400, at.size) });
}
const rule = (doc: PDFKit.PDFDocument, y: number): void =>
  void doc.lineWidth(0.5).moveTo(LEFT, y).lineTo(RIGHT, y).stroke(LINE);

// ── 4 The table ─────────────────────────────────────────────────────────────────────────────────
const COLUMN = { day: LEFT, account: 105, title: 140, amount: 465, balance: RIGHT } as const;
function drawTitles(doc: PDFKit.PDFDocument, pen: PdfText, y: number): number {
  const small = { y, size: 8, color: INK_2 };
  pen.line('Дата', { ...small, x: COLUMN.day });
  pen.line('Счёт', { ...small, x: COLUMN.account });
  pen.line('Операция и основание', { ...small, x: COLUMN.title });
  pen.line('Сумма', { ...small, x: COLUMN.amount - pen.widthOf('Сумма', 400, 8) });
  pen.line('Остаток', { ...small, x: COLUMN.balance - pen.widthOf('Остаток', 400, 8) });
  rule(doc, y + 12);
  return y + 18;
}
function drawRow(
  doc: PDFKit.PDFDocument,
  pen: PdfText,
  { row, about, y }: { row: StatementRow; about: readonly string[]; y: number },
): number {
  const cell = { y, size: 9, color: INK };
  const [amount, balance] = [sumOf(row.amountKop, true), sumOf(row.balanceKop)];
  pen.line(row.day, { ...cell, x: COLUMN.day });
  pen.line(ACCOUNT_NAMES[row.type].split(' ')[0] ?? '', { ...cell, x: COLUMN.account });
  for (const [at, line] of about.entries()) pen.line(line, { ...cell, y: y + at * 12, x: COLUMN.title });
  pen.line(amount, { ...cell, weight: 600, x: COLUMN.amount - pen.widthOf(amount, 600, 9) });
  pen.line(balance, { ...cell, x: COLUMN.balance - pen.widthOf(balance, 400, 9) });
  const end = y + about.length * 12 + 3;
  rule(doc, end);
  return end + 5;
}
