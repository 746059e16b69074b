import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer';

// A film of drawn codes for Chromium's fake camera (Y4M: bare pictures, one after the other).

const WIDTH = 480;
const HEIGHT = 360;
const RATE = 5;
const SECONDS_EACH = 4;
const WHITE = 235;
const BLACK = 16;

/** A DataMatrix is one of GS1: its elements in brackets. */
export type Drawn = { format: 'QRCode' | 'DataMatrix'; text: string };
/** Each code stands for some seconds; Chromium begins anew at the end. */
export async function writeFilm(path: string, codes: readonly Drawn[]): Promise<void> {
  const wasm = createRequire(import.meta.url).resolve('zxing-wasm/writer/zxing_writer.wasm');
  const bytes = readFileSync(wasm);
  await prepareZXingModule({
    overrides: { wasmBinary: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer },
    fireImmediately: true,
  });
  const frames = await Promise.all(codes.map(drawFrame));
  const film = frames.flatMap((frame) => Array.from({ length: RATE * SECONDS_EACH }, () => frame));
  const head = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F${RATE}:1 Ip A1:1 C420jpeg\n`);
  writeFileSync(path, Buffer.concat([head, ...film.flatMap((frame) => [Buffer.from('FRAME\n'), frame])]));
}

async function drawFrame({ format, text }: Drawn): Promise<Buffer> {
  const { symbol, error } = await writeBarcode(text, {
    format,
    options: format === 'DataMatrix' ? 'gs1,forceSquare' : '',
  });
  if (error) throw new Error(error);
  const { data, width, height } = symbol;
  const scale = Math.floor((HEIGHT * 0.8) / height);
  const left = Math.floor((WIDTH - width * scale) / 2);
  const top = Math.floor((HEIGHT - height * scale) / 2);
  const picture = Buffer.alloc((WIDTH * HEIGHT * 3) / 2, 128).fill(WHITE, 0, WIDTH * HEIGHT);
  for (let y = 0; y < height * scale; y += 1)
    for (let x = 0; x < width * scale; x += 1)
      if ((data[Math.floor(y / scale) * width + Math.floor(x / scale)] ?? 255) < 128)
        picture[(top + y) * WIDTH + left + x] = BLACK;
  return picture;
}
