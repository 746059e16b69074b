import { MARK, toneOf } from '#server/demo/packshots/draw.mjs';
import { drawLine, pathOf, type Pen, widthOf, wrapText } from '#server/features/catalogue/pictures/draw-text.ts';
import type { PackshotSpec, ViewWords } from '#server/features/catalogue/pictures/packshot.rules.ts';

/** Pixels of the drawing; the sheet stands inside, so that its edge shows on any paper. */
const SIDE = 820;
const SHEET = { x: 50, y: 20, width: 720, height: 780 } as const;
const BAND = 128;
const ON_BAND = '#fffdf7';
const PAD = 34;
const ROOM = { width: SHEET.width - 2 * PAD, height: SHEET.height - BAND - 2 * PAD - 40 } as const;
const SIZES = [25, 24, 23, 22, 21, 20, 19, 18, 17, 16, 15, 14, 13, 12] as const;
const LEGAL = 'БАД. Не является лекарственным средством.';

/** «Этикетка и состав»: the back of the pack spread out, its words as large as they fit. SVG with alpha around the sheet. */
export function drawLabel(spec: PackshotSpec): Buffer {
  const tone = toneOf(spec.category, spec.title, spec.code);
  const { x, y, width, height } = SHEET;
  const sheet = `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="18"`;
  const name = fitted(spec.title, width - 2 * PAD, 38, 22);
  const parts = [
    `<defs><clipPath id="s">${sheet}/></clipPath></defs>`,
    `${sheet} fill="#fffdf7" stroke="#cfc6b4" stroke-width="2"/>`,
    `<g clip-path="url(#s)"><rect x="${x}" y="${y}" width="${width}" height="${BAND}" fill="${tone.deep}"/></g>`,
    `<path d="${pathOf(MARK, x + PAD, y + 20, 0.34)}" fill="${ON_BAND}"/>`,
    drawLine('Росток', x + PAD + 40, y + 46, { size: 27, weight: 600, fill: ON_BAND }),
    drawLine(name.text, x + PAD, y + 101, { size: name.size, weight: 600, fill: ON_BAND }),
    blocks(spec.words ?? [], { head: tone.accent, text: tone.ink }),
    foot(spec, tone.inkSoft),
  ];
  return svg(parts.join(''));
}

/** The whole title, smaller when it is long; shortened only below the smallest size. */
function fitted(title: string, width: number, largest: number, smallest: number): { text: string; size: number } {
  for (let size = largest; size >= smallest; size -= 2)
    if (widthOf(title, { size, weight: 600 }) <= width) return { text: title, size };
  const [line = ''] = wrapText(title, width - 30, { size: smallest, weight: 600 });
  return { text: `${line}…`, size: smallest };
}

function blocks(words: readonly ViewWords[], inks: { head: string; text: string }): string {
  const size = SIZES.find((one) => heightOf(words, one) <= ROOM.height) ?? SIZES.at(-1)!;
  let y = SHEET.y + BAND + PAD;
  let drawn = '';
  for (const { title, text } of words) {
    const lines = wrapText(text, ROOM.width, { size });
    if (y + size * 2.4 > SHEET.y + SHEET.height - 50) break;
    drawn += drawLine(title, SHEET.x + PAD, y + size, { size: size * 0.86, weight: 600, fill: inks.head });
    y += size * 1.5;
    for (const line of lines) {
      if (y + size * 1.3 > SHEET.y + SHEET.height - 50) break;
      drawn += drawLine(line, SHEET.x + PAD, y + size, { size, fill: inks.text });
      y += size * 1.34;
    }
    y += size * 0.62;
  }
  return drawn;
}
const heightOf = (words: readonly ViewWords[], size: number): number =>
  words.reduce((sum, { text }) => sum + size * (2.12 + 1.34 * wrapText(text, ROOM.width, { size }).length), 0);

function foot({ bad, volume, code }: PackshotSpec, fill: string): string {
  const y = SHEET.y + SHEET.height - 22;
  const pen: Pen = { size: 19, fill };
  // The legal line leaves room for one of the two.
  const right = bad ? volume : [volume, `код ${code}`].filter(Boolean).join(' · ');
  return (
    (bad ? drawLine(LEGAL, SHEET.x + PAD, y, { ...pen, weight: 600 }) : '') +
    drawLine(right, SHEET.x + SHEET.width - PAD - widthOf(right, pen), y, pen)
  );
}

const svg = (body: string): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}" width="${SIDE}" height="${SIDE}">${body}</svg>`,
  );
