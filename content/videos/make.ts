import { spawn, spawnSync } from 'node:child_process';
import { statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from 'playwright';
import sharp from 'sharp';
import { createServer } from 'vite';
import { findChromium } from '#tests/support/find-chromium.ts';
import { startsOf } from './film.ts';
import { type FilmName, FILMS } from './films.ts';

/**
 * The sample videos of lessons 102 and 402, with their posters: `npm run make-videos`. Chromium draws the frames, ffmpeg
 * (`apt-get install ffmpeg`) makes H.264 of them; no network. The results are committed, so nobody needs this to run the
 * shop. Why so, and who plays it: docs/decisions/121.
 */
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const FPS = 15;
/** 960×540: three dots for one of the 328 that a lesson has on a phone. */
const SCALE = 1.5;
/** x264's measure: lower is better and larger. */
const QUALITY = '38';
const KEY_SECONDS = 2;
const MOST_BYTES = 300_000;
/** Key frames only where we say; a little more for the colours, or the paper turns grey. */
const X264 = 'min-keyint=1:scenecut=0:chroma-qp-offset=-3';
/** The first scene, the title, when all of it is there. */
const POSTER_SECOND = 1;

const browser = await findChromium();
if ('missing' in browser) throw new Error(browser.missing);
if (spawnSync('ffmpeg', ['-version']).status !== 0) throw new Error('Нужен ffmpeg с x264: apt-get install ffmpeg');
const vite = await createServer({
  root: ROOT,
  configFile: false,
  logLevel: 'warn',
  cacheDir: 'node_modules/.vite-videos',
  server: { host: '127.0.0.1', port: 0, hmr: false, watch: null },
  optimizeDeps: { entries: ['content/videos/index.html'] },
});
await vite.listen();
const chrome = await chromium.launch({ executablePath: browser.path, args: ['--no-sandbox', '--disable-gpu'] });
try {
  const page = await chrome.newPage();
  await page.goto(new URL('content/videos/index.html', vite.resolvedUrls!.local[0]).href);
  await page.waitForFunction(() => 'drawFrame' in globalThis);
  for (const name of Object.keys(FILMS) as FilmName[]) await make(page, name);
} finally {
  await chrome.close();
  await vite.close();
}

async function make(page: Page, name: FilmName): Promise<void> {
  const film = FILMS[name];
  const starts = startsOf(film);
  const draw = async (second: number) => {
    const url = await page.evaluate((args) => globalThis.drawFrame(...args), [name, second, SCALE] as const);
    return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
  };
  const poster = await sharp(await draw(POSTER_SECOND))
    .webp({ quality: 82, effort: 6 })
    .toBuffer();
  writeFileSync(`${ROOT}${film.folder}/poster.webp`, poster);

  const file = `${ROOT}${film.folder}/video.mp4`;
  const { stdin, ended } = encode(file, starts);
  const frames = Math.round(starts.at(-1)! * FPS);
  for (let i = 0; i < frames; i += 1) {
    if (!stdin.write(await draw(i / FPS))) await new Promise((resume) => stdin.once('drain', resume));
  }
  stdin.end();
  await ended;
  const { size } = statSync(file);
  if (size > MOST_BYTES) throw new Error(`${file}: ${size} байт, больше ${MOST_BYTES}`);
}

/** PNGs in, one file out: its index in front, a key frame at each scene and every two seconds, the same bytes every time. */
function encode(file: string, starts: readonly number[]) {
  const options = [
    '-hide_banner -loglevel error -y',
    `-f image2pipe -c:v png -framerate ${FPS} -i -`,
    '-vf scale=out_color_matrix=bt709:out_range=tv,format=yuv420p',
    '-colorspace bt709 -color_primaries bt709 -color_trc bt709',
    `-c:v libx264 -profile:v high -level:v 3.1 -preset veryslow -tune animation -crf ${QUALITY} -threads 1`,
    `-force_key_frames ${starts.slice(0, -1).join(',')} -x264-params keyint=${KEY_SECONDS * FPS}:${X264}`,
    '-fflags +bitexact -map_metadata -1 -movflags +faststart',
  ];
  const args = [...options.flatMap((option) => option.split(' ')), file];
  const child = spawn('ffmpeg', args, { stdio: ['pipe', 'inherit', 'inherit'] });
  const ended = new Promise<void>((done, fail) => {
    child.on('error', fail);
    child.on('close', (code) => (code === 0 ? done() : fail(new Error(`ffmpeg: ${code}`))));
  });
  return { stdin: child.stdin, ended };
}
