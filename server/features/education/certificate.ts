import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import PDFDocument from 'pdfkit';

// Contents: 1 what is drawn, 2 the page, 3 text in two subsets of one font

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
type Weight = 400 | 600;
type Line = { y: number; size: number; weight?: Weight; color: string; lines?: number };
const require = createRequire(import.meta.url);
const SUBSETS = ['cyrillic', 'latin', 'cyrillic-ext', 'latin-ext'] as const;
const files = new Map<string, Buffer>();

function fontFile(name: string): Buffer {
  const known = files.get(name);
  if (known) return known;
  const file = readFileSync(require.resolve(`@fontsource/golos-text/files/golos-text-${name}-normal.woff`));
  files.set(name, file);
  return file;
}

/** The shop's font comes in files by script: a line is written in runs, each letter from the file that has it. */
function createText(doc: PDFKit.PDFDocument) {
  const loaded = new Set<string>();
  const use = (subset: string, weight: Weight, size: number) => {
    const name = `${subset}-${weight}`;
    if (!loaded.has(name)) doc.registerFont(name, fontFile(name) as never);
    loaded.add(name);
    return doc.font(name).fontSize(size);
  };
  const has = (subset: string, weight: Weight, letter: string): boolean => {
    use(subset, weight, 10);
    const { font } = (doc as unknown as { _font: { font: { hasGlyphForCodePoint(code: number): boolean } } })._font;
    return font.hasGlyphForCodePoint(letter.codePointAt(0)!);
  };
  const runsOf = (text: string, weight: Weight): { subset: string; text: string }[] => {
    const runs: { subset: string; text: string }[] = [];
    for (const letter of text) {
      const last = runs.at(-1);
      const subset =
        last && has(last.subset, weight, letter)
          ? last.subset
          : (SUBSETS.find((one) => has(one, weight, letter)) ?? undefined);
      // A letter that the font lacks (a name in Georgian) is left out rather than drawn as an empty box.
      if (subset === undefined) continue;
      if (last?.subset === subset) last.text += letter;
      else runs.push({ subset, text: letter });
    }
    return runs;
  };
  const widthOf = (text: string, weight: Weight, size: number): number =>
    runsOf(text, weight).reduce((sum, run) => sum + use(run.subset, weight, size).widthOfString(run.text), 0);

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
        let x = MIDDLE - widthOf(row, weight, fitted) / 2;
        for (const run of runsOf(row, weight)) {
          use(run.subset, weight, fitted).fillColor(color);
          doc.text(run.text, x, y + i * fitted * 1.25, { lineBreak: false });
          x += doc.widthOfString(run.text);
        }
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
