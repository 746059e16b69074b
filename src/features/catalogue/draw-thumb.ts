import { thumbHashToRGBA } from 'thumbhash';
import { inStages } from '#src/offline/stages.ts';

type Waiting = { canvas: HTMLCanvasElement; hash: string };
const waiting = new Set<Waiting>();
let isDrawing = false;

/**
 * Draws a blur when its turn comes: a screen of rows mounts forty at once, and forty in one task are a tenth of a second on a
 * phone in which no tap is answered. The first to ask is the first to be drawn.
 * @param hash base64 thumbhash of a cut-out, alpha included
 * @returns what takes it out of the queue: the picture has come, or its place has gone
 */
export function queueThumb(canvas: HTMLCanvasElement, hash: string): () => void {
  const one = { canvas, hash };
  waiting.add(one);
  if (!isDrawing) void drawAll();
  return () => waiting.delete(one);
}

async function drawAll(): Promise<void> {
  isDrawing = true;
  const stage = inStages();
  for (const one of waiting) {
    waiting.delete(one);
    draw(one);
    await stage();
  }
  isDrawing = false;
}

function draw({ canvas, hash }: Waiting): void {
  try {
    const { w, h, rgba } = thumbHashToRGBA(Uint8Array.from(atob(hash), (char) => char.charCodeAt(0)));
    canvas.width = w;
    canvas.height = h;
    canvas.getContext('2d')?.putImageData(new ImageData(new Uint8ClampedArray(rgba), w, h), 0, 0);
  } catch {
    // A broken placeholder is no reason to show anything else.
  }
}
