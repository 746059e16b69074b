import sharp from 'sharp';
import { drawLine, widthOf } from '#server/features/catalogue/pictures/draw-text.ts';
import type { PackshotSpec } from '#server/features/catalogue/pictures/packshot.rules.ts';

const SIDE = 820;
/** Below the floor: the line of the width with its words. */
const FOOT = 60;
/** ISO/IEC 7810 ID-1: everybody holds one in the hand. Millimetres. */
const CARD = { width: 85.6, height: 54 } as const;
const TALLEST = 580;
const EDGE = 10;
const LEFT = 108;
const GAP = 56;
/** A line that is seen on light and on dark paper. */
const LINE = '#857c6b';
const PAPER = '#fffdf7';
const INK = '#2b2a26';
const WORDS = { size: 24, weight: 600 } as const;
const CARD_WORDS = 'банковская карта';

type Box = { left: number; top: number; width: number; height: number };

/**
 * «Размер»: the pack beside a bank card, both to the same scale, with the pack's height and width in centimetres. PNG with
 * alpha. `cutout` is the drawing of the pack; `mm` width, depth and height.
 */
export async function drawScale(cutout: Buffer, mm: NonNullable<PackshotSpec['mm']>): Promise<Buffer> {
  const pack = await sharp(cutout).resize(SIDE, SIDE).png().toBuffer();
  const box = await opaqueBox(pack);
  const [widthMm, , heightMm] = mm;
  const aspect = box.width / box.height;
  // What lies is measured by its width, what stands by its height: the drawing's own proportions stay.
  const [wide, tall] = aspect > 1 ? [widthMm, widthMm / aspect] : [aspect * heightMm, heightMm];
  const chipWidth = widthOf(CARD_WORDS, WORDS) + 20;
  // All of it side by side: the line of the height with its words, the pack, the card or the words below it.
  const room = SIDE - 2 * EDGE - LEFT - GAP;
  const perMm = Math.min(TALLEST / tall, room / (wide + CARD.width), (room - chipWidth) / wide);
  const [width, height] = [Math.round(wide * perMm), Math.round(tall * perMm)];
  const beside = Math.max(CARD.width * perMm, chipWidth);
  const left = Math.round((SIDE + LEFT - width - GAP - beside) / 2);
  const floor = Math.round((SIDE - FOOT + Math.max(height, CARD.height * perMm)) / 2);
  const lines = sizes({ left, top: floor - height, width, height }, { widthMm, heightMm });
  const card = bankCard(left + width + GAP + (beside - CARD.width * perMm) / 2, floor, perMm);
  const small = await sharp(pack).extract(box).resize(width, height, { fit: 'fill' }).png().toBuffer();
  return sharp(svg(card))
    .composite([
      { input: small, left, top: floor - height },
      { input: svg(lines), left: 0, top: 0 },
    ])
    .png()
    .toBuffer();
}

/** Where the pack itself stands, without its soft shadow. */
async function opaqueBox(png: Buffer): Promise<Box> {
  const { data, info } = await sharp(png).ensureAlpha().extractChannel(3).raw().toBuffer({ resolveWithObject: true });
  let [left, top, right, bottom] = [info.width, info.height, 0, 0];
  for (let y = 0; y < info.height; y += 1)
    for (let x = 0; x < info.width; x += 1)
      if ((data[y * info.width + x] ?? 0) > 200) {
        left = Math.min(left, x);
        right = Math.max(right, x);
        top = Math.min(top, y);
        bottom = Math.max(bottom, y);
      }
  return right > left && bottom > top
    ? { left, top, width: right - left + 1, height: bottom - top + 1 }
    : { left: 0, top: 0, width: info.width, height: info.height };
}

function sizes(box: Box, { widthMm, heightMm }: { widthMm: number; heightMm: number }): string {
  const x = box.left - 58;
  const floor = box.top + box.height;
  const y = floor + 34;
  const right = box.left + box.width;
  const stroke = `fill="none" stroke="${LINE}" stroke-width="2.5"`;
  return (
    `<path d="M${x - 9} ${box.top}h18M${x} ${box.top}V${floor}M${x - 9} ${floor}h18" ${stroke}/>` +
    `<path d="M${box.left} ${y - 9}v18M${box.left} ${y}H${right}M${right} ${y - 9}v18" ${stroke}/>` +
    chip(cm(heightMm), x, box.top + box.height / 2) +
    chip(cm(widthMm), box.left + box.width / 2, y)
  );
}
function bankCard(x: number, floor: number, perMm: number): string {
  const [width, height] = [CARD.width * perMm, CARD.height * perMm];
  const y = floor - height;
  const rect = (dx: number, dy: number, w: number, h: number, r: number, fill: string) =>
    `<rect x="${(x + dx * width).toFixed(1)}" y="${(y + dy * height).toFixed(1)}" width="${(w * width).toFixed(1)}" height="${(h * height).toFixed(1)}" rx="${(r * width).toFixed(1)}" fill="${fill}"/>`;
  return (
    `<g stroke="${LINE}" stroke-width="2">${rect(0, 0, 1, 1, 0.05, '#e6dfd0')}</g>` +
    rect(0.09, 0.3, 0.14, 0.2, 0.02, '#c9a55a') +
    rect(0.09, 0.68, 0.5, 0.07, 0.01, '#b8ae9b') +
    rect(0.09, 0.81, 0.3, 0.05, 0.01, '#cbc2b0') +
    chip(CARD_WORDS, x + width / 2, floor + 34)
  );
}
/** Words on a scrap of paper, so that they are read in both themes. */
function chip(text: string, x: number, y: number): string {
  const width = widthOf(text, WORDS);
  return (
    `<rect x="${(x - width / 2 - 10).toFixed(1)}" y="${y - 19}" width="${(width + 20).toFixed(1)}" height="38" rx="10" fill="${PAPER}" stroke="#d8d0be" stroke-width="1.5"/>` +
    drawLine(text, x - width / 2, y + 8.5, { ...WORDS, fill: INK })
  );
}
const cm = (mm: number): string => `${(mm / 10).toLocaleString('ru-RU', { maximumFractionDigits: 1 })}\u00a0см`;
const svg = (body: string): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}" width="${SIDE}" height="${SIDE}">${body}</svg>`,
  );
