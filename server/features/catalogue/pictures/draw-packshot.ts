import sharp, { type Sharp } from 'sharp';
import { packShot } from '#server/demo/packshots/draw.mjs';
import { outline } from '#server/demo/packshots/outline.ts';
import { drawLabel } from '#server/features/catalogue/pictures/draw-label.ts';
import { drawScale } from '#server/features/catalogue/pictures/draw-scale.ts';
import type { PackshotSpec } from '#server/features/catalogue/pictures/packshot.rules.ts';

/** Share pictures are 1200×630, the size the messengers ask for. */
const SHARE = { width: 1200, height: 630 } as const;
/** The sheet of the light theme (src/ui/tokens.css). */
const SHEET = '#fffefb';
const AIR = 40;
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
export async function drawShare(spec: PackshotSpec, isBad: boolean): Promise<Buffer> {
  const side = SHARE.height - bandOf(isBad);
  const left = Math.floor((SHARE.width - side) / 2);
  const studio = await sharp(Buffer.from(packShot(spec, { outline })))
    .resize(side, side)
    .toBuffer();
  const wide = sharp(studio).extend({ left, right: SHARE.width - side - left, extendWith: 'copy' });
  return withBand(wide, isBad);
}

/** The same of a photograph, which has no studio of its own: on the shop's sheet, whole, with air around it. */
export async function drawSharedPhoto(photo: Uint8Array, isBad: boolean): Promise<Buffer> {
  const height = SHARE.height - bandOf(isBad);
  const picture = await sharp(photo)
    .rotate()
    .resize(SHARE.width - 2 * AIR, height - 2 * AIR, { fit: 'inside' })
    .toBuffer();
  const sheet = sharp({ create: { width: SHARE.width, height, channels: 3, background: SHEET } });
  return withBand(sheet.composite([{ input: picture }]), isBad);
}

const bandOf = (isBad: boolean): number => (isBad ? 64 : 0);

async function withBand(picture: Sharp, isBad: boolean): Promise<Buffer> {
  const band = bandOf(isBad);
  if (band === 0) return picture.jpeg({ quality: 86 }).toBuffer();
  // Written out first: sharp would lay the band on before it extends.
  const drawn = await picture.png().toBuffer();
  return sharp(drawn)
    .extend({ bottom: band, background: SHEET })
    .composite([{ input: legalBand(band), left: 0, top: SHARE.height - band }])
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
