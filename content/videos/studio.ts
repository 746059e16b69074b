import { CAPTION_TOP, type Film, sceneAt, STAGE } from './film.ts';
import { type FilmName, FILMS } from './films.ts';
import { colour, drawBox, openPaintbox, type Pencil, writeLines } from './pencil.ts';

// The page that draws, opened by make.ts in Chromium: frame by frame, as fast or slowly as the machine can.

declare global {
  /** One frame as PNG, in a data URL. */
  var drawFrame: (name: FilmName, second: number, scale: number) => Promise<string>;
}

const openOnce = openPaintbox();
globalThis.drawFrame = async (name, second, scale) => {
  await openOnce;
  const canvas = new OffscreenCanvas(STAGE.width * scale, STAGE.height * scale);
  const ctx = canvas.getContext('2d', { alpha: false })!;
  ctx.scale(scale, scale);
  drawScene(ctx, FILMS[name], second);
  return dataUrl(await canvas.convertToBlob());
};

/** One scene gives way to the next at once, like a turned page: fading costs as much as a picture per frame. */
function drawScene(ctx: Pencil, film: Film, second: number): void {
  const { at, scene, began } = sceneAt(film, second);
  ctx.fillStyle = colour('paper');
  ctx.fillRect(0, 0, STAGE.width, STAGE.height);
  scene.draw(ctx, second - began);
  ctx.fillStyle = colour('sheet');
  ctx.fillRect(0, CAPTION_TOP, STAGE.width, STAGE.height - CAPTION_TOP);
  ctx.fillStyle = colour('line-2');
  ctx.fillRect(0, CAPTION_TOP, STAGE.width, 1);
  const words = { x: 24, width: STAGE.width - 48, size: 27, weight: 500, lead: 34, most: 2 } as const;
  writeLines(ctx, scene.caption, { ...words, y: CAPTION_TOP + 34 });
  drawProgress(ctx, at, film.scenes.length);
}

/** Which scene of how many. */
function drawProgress(ctx: Pencil, at: number, count: number): void {
  const pitch = (STAGE.width - 48 + 6) / count;
  for (let i = 0; i < count; i += 1)
    drawBox(ctx, [24 + i * pitch, STAGE.height - 11, pitch - 6, 4], { round: 2, fill: i <= at ? 'leaf' : 'line-2' });
}

function dataUrl(blob: Blob): Promise<string> {
  return new Promise((done, fail) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => done(reader.result as string));
    reader.addEventListener('error', () => fail(reader.error));
    reader.readAsDataURL(blob);
  });
}
