import sharp from 'sharp';
import { packShot } from '#server/demo/packshots/draw.mjs';
import { outline } from '#server/demo/packshots/outline.ts';
import { drawLabel } from '#server/features/catalogue/pictures/draw-label.ts';
import { drawScale } from '#server/features/catalogue/pictures/draw-scale.ts';
import type { PackshotSpec } from '#server/features/catalogue/pictures/packshot.rules.ts';

/** Share pictures are 1200×630, the size the messengers ask for. */
const SHARE = { width: 1200, height: 630 } as const;
const LEGAL = 'БАД. Не является лекарственным средством.';

// Label text becomes paths (`outline`), so that no font has to be installed on the machine.

/** The pack alone, with alpha: no studio paper, no long shadow; it stands on any sheet, light or dark. */
export function drawCutout(spec: PackshotSpec): Buffer {
  return Buffer.from(packShot(spec, { outline, cutout: true }));
}

/** A drawn picture of any kind: the face, the spread label or the pack to scale. */
export async function drawPicture(spec: PackshotSpec): Promise<Buffer> {
  if (spec.view === 'label') return drawLabel(spec);
  return spec.view === 'scale' && spec.mm ? drawScale(drawCutout(spec), spec.mm) : drawCutout(spec);
}

/**
 * JPEG for a shared link: the pack in its studio, and for a supplement the warning on a tenth of the area
 * (docs/product/law.md row 5).
 */
export async function drawShare(spec: PackshotSpec): Promise<Buffer> {
  const band = spec.bad ? 64 : 0;
  const side = SHARE.height - band;
  const left = Math.floor((SHARE.width - side) / 2);
  const studio = await sharp(Buffer.from(packShot(spec, { outline })))
    .resize(side, side)
    .toBuffer();
  const wide = sharp(studio).extend({ left, right: SHARE.width - side - left, extendWith: 'copy' });
  if (band === 0) return wide.jpeg({ quality: 86 }).toBuffer();
  const pair = await wide.extend({ bottom: band, background: '#fffefb' }).toBuffer();
  return sharp(pair)
    .composite([{ input: legalBand(band), left: 0, top: side }])
    .jpeg({ quality: 86 })
    .toBuffer();
}

function legalBand(height: number): Buffer {
  const size = 34;
  const text = outline(LEGAL, 600);
  const x0 = (SHARE.width - text.width * size) / 2;
  const y0 = height / 2 + size * 0.34;
  const point = (value: number, index: number) => (index % 2 === 0 ? x0 : y0) + value * size;
  const path = text.cmds.map(([op, ...at]) => op + at.map((value, i) => point(value, i).toFixed(1)).join(' ')).join('');
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${SHARE.width}" height="${height}"><rect width="100%" height="100%" fill="#fffefb"/><path d="${path}" fill="#2b2a26"/></svg>`,
  );
}
