import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type * as Opentype from 'opentype.js';
import type { Outline } from '#server/demo/packshots/draw.mjs';

const require = createRequire(import.meta.url);
// Its CommonJS build hides the names from `import { … }`.
const { parse } = require('opentype.js') as typeof Opentype;
/** The static WOFF files: opentype.js reads neither WOFF2 nor variable axes. */
const SUBSETS = ['cyrillic', 'latin'] as const;
const fonts = new Map<number, Opentype.Font[]>();

function fontsOf(weight: number): Opentype.Font[] {
  const known = fonts.get(weight);
  if (known) return known;
  const loaded = SUBSETS.map((subset) => {
    const file = readFileSync(
      require.resolve(`@fontsource/golos-text/files/golos-text-${subset}-${weight}-normal.woff`),
    );
    return parse(file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength));
  });
  fonts.set(weight, loaded);
  return loaded;
}

/** Text → path commands at 1 em, kerned, so that a render needs no font on the machine. Weights 400 and 600. */
export const outline: Outline = (text, weight = 400, track = 0) => {
  const cmds: [string, ...number[]][] = [];
  let x = 0;
  let previous: { font: Opentype.Font; glyph: Opentype.Glyph } | undefined;
  for (const letter of text) {
    const font = fontsOf(weight).find((one) => one.charToGlyphIndex(letter) > 0) ?? fontsOf(weight)[1];
    if (!font) continue;
    const glyph = font.charToGlyph(letter);
    const em = 1 / font.unitsPerEm;
    if (previous?.font === font) x += font.getKerningValue(previous.glyph, glyph) * em;
    for (const c of glyph.getPath(0, 0, 1).commands) {
      if (c.type === 'Z') cmds.push(['Z']);
      else if (c.type === 'C') cmds.push(['C', c.x1 + x, c.y1, c.x2 + x, c.y2, c.x + x, c.y]);
      else if (c.type === 'Q') cmds.push(['Q', c.x1 + x, c.y1, c.x + x, c.y]);
      else cmds.push([c.type, c.x + x, c.y]);
    }
    x += (glyph.advanceWidth ?? 0) * em + track;
    previous = { font, glyph };
  }
  return { cmds, width: x - track };
};
