import PDFDocument from 'pdfkit';
import { pdfText, type Weight } from '#server/platform/pdf/pdf-text.ts';

// Contents: 1 what is drawn, 2 the page, 3 its text

// ── 1 ───────────────────────────────────────────────────────────────────────────────────────────
export type CertificateText = { shopName: string; person: string; course: string; number: string; issuedAt: Date };

/** Colours of src/ui/tokens.css, light: paper is paper. */
const INK = '#1d231e';
const INK_2 = '#50544a';
const LEAF = '#1f5a3c';
const SEED = '#cd7a20';
const PAPER = '#faf7f0';
const LINE = '#d3cab8';

const [WIDTH, HEIGHT] = [841.89, 595.28];
const MIDDLE = WIDTH / 2;

// ── 2 ───────────────────────────────────────────────────────────────────────────────────────────
/** A4 across. The same certificate is the same bytes, whenever it is asked for. */
export function drawCertificate({ shopName, person, course, number, issuedAt }: CertificateText): Promise<Buffer> {
  const doc = new PDFDocument({
    size: [WIDTH, HEIGHT],
    margin: 0,
    lang: 'ru-RU',
    info: { Title: `Сертификат ${number}`, Author: shopName, CreationDate: issuedAt, ModDate: issuedAt },
  });
  const parts: Buffer[] = [];
  const done = new Promise<Buffer>((resolve, reject) => {
    doc.on('data', (part: Buffer) => parts.push(part));
    doc.on('end', () => resolve(Buffer.concat(parts)));
    doc.on('error', reject);
  });
  const text = createText(doc);

  doc.rect(0, 0, WIDTH, HEIGHT).fill(PAPER);
  doc
    .lineWidth(1)
    .rect(28, 28, WIDTH - 56, HEIGHT - 56)
    .stroke(LINE);
  doc
    .lineWidth(3)
    .moveTo(MIDDLE - 36, 196)
    .lineTo(MIDDLE + 36, 196)
    .stroke(SEED);
  text.centred(shopName, { y: 74, size: 22, weight: 600, color: LEAF });
  text.centred('Сертификат', { y: 124, size: 46, weight: 600, color: INK });
  text.centred('выдан', { y: 222, size: 15, color: INK_2 });
  text.centred(person, { y: 252, size: 34, weight: 600, color: INK, lines: 2 });
  text.centred('за курс, пройденный целиком', { y: 346, size: 15, color: INK_2 });
  text.centred(`«${course}»`, { y: 376, size: 26, weight: 600, color: LEAF, lines: 2 });
  text.centred(`${dayOf(issuedAt)} · № ${number}`, { y: 488, size: 14, color: INK_2 });
  text.centred('Внутренний сертификат магазина; документом об образовании не является.', {
    y: 526,
    size: 10,
    color: INK_2,
  });
  doc.end();
  return done;
}

const dayOf = (at: Date): string =>
  at.toLocaleDateString('ru-RU', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'Europe/Moscow' });

// ── 3 ───────────────────────────────────────────────────────────────────────────────────────────
type Line = { y: number; size: number; weight?: Weight; color: string; lines?: number };

function createText(doc: PDFKit.PDFDocument) {
  const { widthOf, line } = pdfText(doc);
  return {
    /** In the middle of the page; a long text first takes `lines` lines, then becomes smaller. */
    centred(text: string, { y, size, weight = 400, color, lines = 1 }: Line): void {
      const room = WIDTH - 140;
      let rows = [text];
      let fitted = size;
      for (; fitted > 8; fitted -= 1) {
        rows = inRows(text, lines, (part) => widthOf(part, weight, fitted) <= room);
        if (rows.length > 0) break;
      }
      for (const [i, row] of (rows.length > 0 ? rows : [text]).entries()) {
        const x = MIDDLE - widthOf(row, weight, fitted) / 2;
        line(row, { x, y: y + i * fitted * 1.25, size: fitted, weight, color });
      }
    },
  };
}

/** Words in at most `limit` rows that fit; empty when they do not. */
function inRows(text: string, limit: number, fits: (row: string) => boolean): string[] {
  const rows: string[] = [];
  for (const word of text.split(/\s+/)) {
    const longer = rows.length > 0 ? `${rows.at(-1)} ${word}` : word;
    if (rows.length > 0 && fits(longer)) rows[rows.length - 1] = longer;
    else rows.push(word);
  }
  return rows.length <= limit && rows.every(fits) ? rows : [];
}
