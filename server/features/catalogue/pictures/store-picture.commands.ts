import { createHash } from 'node:crypto';
import sharp from 'sharp';
import type { DbOrTx } from '#server/db/open.ts';
import { drawCutout } from '#server/features/catalogue/pictures/draw-packshot.ts';
import { packshotSha, type PackshotSpec } from '#server/features/catalogue/pictures/packshot.rules.ts';
import { findThumbhash, insertPictures } from '#server/features/catalogue/pictures/pictures.queries.ts';
import { thumbhashOf } from '#server/features/catalogue/pictures/thumbhash.ts';
import { cleanPicture, type PictureRefusal } from '#server/platform/clean-picture.ts';

// Contents: 1 drawn pictures, 2 uploaded or downloaded ones

export type { PictureRefusal };
export type StoredPicture = { sha256: string; thumbhash: string };
export const PICTURE_LIMITS = { bytes: 10 * 1024 * 1024, pixels: 50_000_000, side: 1920 } as const;

// ── 1 Drawn ─────────────────────────────────────────────────────────────────────────────────────
/**
 * Stores the spec of a drawn pack; the drawing happens at the first request of a size. `thumbhash` spares the drawing
 * where the caller has rendered it already.
 */
export async function storePackshot(tx: DbOrTx, spec: PackshotSpec, thumbhash?: string): Promise<StoredPicture> {
  const sha256 = packshotSha(spec);
  const known = await findThumbhash(tx, sha256);
  if (known !== undefined) return { sha256, thumbhash: known };
  const hash = thumbhash ?? (await thumbhashOf(await sharp(drawCutout(spec)).resize(240).png().toBuffer()));
  await insertPictures(tx, [{ sha256, kind: 'packshot', mime: 'image/svg+xml', spec, thumbhash: hash }]);
  return { sha256, thumbhash: hash };
}

// ── 2 Bytes ─────────────────────────────────────────────────────────────────────────────────────
export const PICTURE_REFUSALS: Record<PictureRefusal['refused'], string> = {
  too_large: 'файл больше 10 МБ',
  not_an_image: 'это не картинка JPEG, PNG, WebP, AVIF или GIF, или она повреждена',
  too_many_pixels: 'в картинке больше 50 мегапикселей',
};
/**
 * Validates and stores a picture by the hash of its bytes. What is kept is a clean copy: turned upright, without
 * metadata (a photograph may tell where it was taken), no side over 1920 px.
 */
export async function storePictureBytes(tx: DbOrTx, bytes: Buffer): Promise<StoredPicture | PictureRefusal> {
  if (bytes.length > PICTURE_LIMITS.bytes) return { refused: 'too_large' };
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const known = await findThumbhash(tx, sha256);
  if (known !== undefined) return { sha256, thumbhash: known };
  const clean = await cleanPicture(bytes, PICTURE_LIMITS);
  if ('refused' in clean) return clean;
  const thumbhash = await thumbhashOf(clean.body);
  await insertPictures(tx, [{ sha256, kind: 'bytes', mime: 'image/webp', thumbhash, ...clean }]);
  return { sha256, thumbhash };
}
