import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { pictureKey } from '#contract/catalogue-pack.ts';
import type { DbOrTx } from '#server/db/open.ts';
import { drawPicture, drawShare, drawSharedPhoto } from '#server/features/catalogue/pictures/draw-packshot.ts';
import { readPackshotSpec } from '#server/features/catalogue/pictures/packshot.rules.ts';
import { findPicture, type PictureRow } from '#server/features/catalogue/pictures/pictures.queries.ts';
import { atMost } from '#server/platform/at-most.ts';
import type { Env } from '#server/platform/env.ts';
import { withTimeout } from '#server/platform/with-timeout.ts';

// Contents: 1 what can be asked for, 2 the cache of files, 3 drawing and encoding

/** A page that shows two dozen pictures is not held up by a database that is away: six at a time are asked for. */
const LOOK_UP_MS = 2000;

// ── 1 ───────────────────────────────────────────────────────────────────────────────────────────
export const PICTURE_SIZES = [240, 480, 960] as const;
export type PictureSize = (typeof PICTURE_SIZES)[number];
export const PICTURE_FORMATS = ['avif', 'webp'] as const;
export type PictureFormat = (typeof PICTURE_FORMATS)[number];
/** A square size for the app, or the picture of a shared link; `studio-bad` carries the warning of a supplement. */
export type PictureFile = { size: PictureSize; format: PictureFormat } | 'studio' | 'studio-bad';

export const fileName = (file: PictureFile): string =>
  typeof file === 'string' ? `${file}.jpg` : `${file.size}.${file.format}`;
const FILES = new Map<string, PictureFile>([
  ['studio.jpg', 'studio'],
  ['studio-bad.jpg', 'studio-bad'],
]);
for (const size of PICTURE_SIZES)
  for (const format of PICTURE_FORMATS) FILES.set(`${size}.${format}`, { size, format });
/** `240.webp` → what it names; undefined for anything else. */
export const readFileName = (name: string): PictureFile | undefined => FILES.get(name);

/**
 * Bytes of a picture, or null when there is no such picture. Drawn or encoded once, then read from
 * `DATA_DIR/pictures`. `sha256` may also be the 16-digit key of the wire.
 */
export function renderPicture(
  db: DbOrTx,
  env: Pick<Env, 'dataDir'>,
  sha256: string,
  size: PictureSize,
  format: PictureFormat,
): Promise<Buffer | null> {
  return renderFile(db, env, sha256, { size, format });
}
export async function renderFile(
  db: DbOrTx,
  env: Pick<Env, 'dataDir'>,
  sha256: string,
  file: PictureFile,
): Promise<Buffer | null> {
  return cached(env, sha256, file, async () => {
    const row = await withTimeout(findPicture(db, pictureKey(sha256)), LOOK_UP_MS);
    return row === undefined ? null : encode(row, file);
  });
}
/** The same for a row at hand that the database does not hold yet: the seed renders before it writes. */
export async function renderRow(
  env: Pick<Env, 'dataDir'>,
  row: Pick<PictureRow, 'sha256' | 'body' | 'spec'>,
  file: PictureFile,
): Promise<Buffer> {
  const bytes = await cached(env, row.sha256, file, () => encode(row, file));
  if (bytes === null) throw new Error(`picture ${row.sha256} has neither bytes nor a spec`);
  return bytes;
}

// ── 2 The folder may be deleted at any time: everything in it can be made again ─────────────────
const underWay = new Map<string, Promise<Buffer | null>>();

async function cached(
  env: Pick<Env, 'dataDir'>,
  sha256: string,
  file: PictureFile,
  make: () => Promise<Buffer | null>,
): Promise<Buffer | null> {
  const path = join(env.dataDir, 'pictures', pictureKey(sha256), fileName(file));
  const kept = await readFile(path).catch(() => null);
  if (kept !== null && kept.length > 0) return kept;
  const running = underWay.get(path);
  if (running) return running;
  const work = limited(make)
    .then(async (bytes) => {
      // A full disk must not cost the person the picture: it is drawn again next time.
      if (bytes !== null) await keep(path, bytes).catch(() => {});
      return bytes;
    })
    .finally(() => underWay.delete(path));
  underWay.set(path, work);
  return work;
}
/** Written beside and renamed: another node never reads half a file. */
async function keep(path: string, bytes: Buffer): Promise<void> {
  const beside = `${path}.${randomUUID()}.tmp`;
  await mkdir(dirname(path), { recursive: true });
  try {
    await writeFile(beside, bytes);
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}

/** Two at a time: an encoder takes a whole core, and the API has to answer meanwhile. */
const limited = atMost(2);

// ── 3 ───────────────────────────────────────────────────────────────────────────────────────────
async function encode(row: Pick<PictureRow, 'body' | 'spec'>, file: PictureFile): Promise<Buffer | null> {
  const spec = readPackshotSpec(row.spec ?? null);
  if (typeof file === 'string') {
    const isBad = file === 'studio-bad';
    if (spec !== null) return drawShare(spec, isBad || spec.bad);
    return row.body && drawSharedPhoto(row.body, isBad);
  }
  const source = spec === null ? row.body : await drawPicture(spec);
  if (source === null) return null;
  const picture = sharp(source).resize(file.size, file.size, { fit: 'inside', withoutEnlargement: spec === null });
  if (file.format === 'avif') return picture.avif({ quality: 55, effort: 3 }).toBuffer();
  return picture.webp({ quality: 78, alphaQuality: 80, effort: 4 }).toBuffer();
}
