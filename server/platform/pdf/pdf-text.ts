import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

// The shop's font in papers made by pdfkit. It comes in files by script, so a line is written in runs, each letter from the file that
// has it.

export type Weight = 400 | 600;
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

export function pdfText(doc: PDFKit.PDFDocument) {
  const loaded = new Set<string>();
  const use = (subset: string, weight: Weight, size: number) => {
    const name = `${subset}-${weight}`;
    if (!loaded.has(name)) doc.registerFont(name, fontFile(name) as never);
    loaded.add(name);
    return doc.font(name).fontSize(size);
  };
  const known = new Map<string, boolean>();
  const has = (subset: string, weight: Weight, letter: string): boolean => {
    const key = `${subset}-${weight}-${letter}`;
    const is = known.get(key) ?? asked(subset, weight, letter);
    known.set(key, is);
    return is;
  };
  const asked = (subset: string, weight: Weight, letter: string): boolean => {
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
    widthOf,
    /** One line whose left edge is at `x`. */
    line(text: string, at: { x: number; y: number; size: number; weight?: Weight; color: string }): void {
      const { y, size, weight = 400, color } = at;
      let { x } = at;
      for (const run of runsOf(text, weight)) {
        use(run.subset, weight, size).fillColor(color);
        doc.text(run.text, x, y, { lineBreak: false });
        x += doc.widthOfString(run.text);
      }
    },
    /** Words in as many rows as they need; one that is too long for a row is cut with «…». */
    rows(text: string, { width, size, weight = 400 }: { width: number; size: number; weight?: Weight }): string[] {
      const fits = (row: string) => widthOf(row, weight, size) <= width;
      const rows: string[] = [];
      for (const word of text.split(/\s+/)) {
        const longer = rows.length > 0 ? `${rows.at(-1)} ${word}` : word;
        if (rows.length > 0 && fits(longer)) rows[rows.length - 1] = longer;
        else rows.push(fits(word) ? word : cut(word, fits));
      }
      return rows;
    },
  };
}
export type PdfText = ReturnType<typeof pdfText>;

function cut(word: string, fits: (text: string) => boolean): string {
  let kept = word;
  while (kept.length > 1 && !fits(`${kept}…`)) kept = kept.slice(0, -1);
  return `${kept}…`;
}
