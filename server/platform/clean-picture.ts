import sharp from 'sharp';

/** `bytes` and `pixels` that are taken, `side` of what is kept. */
export type PictureLimits = { bytes: number; pixels: number; side: number };
export type PictureRefusal = { refused: 'too_large' | 'not_an_image' | 'too_many_pixels' };
export type CleanPicture = { body: Buffer; width: number; height: number };

/** SVG is a program rather than a picture, so it is not among them. `heif` is how libvips calls AVIF. */
const FORMATS: ReadonlySet<string> = new Set(['jpeg', 'png', 'webp', 'gif', 'heif', 'avif']);

/**
 * Decodes a picture and writes it anew as WebP: turned upright, without metadata (a photograph may tell where it was taken), no side over
 * `side`; `square` cuts it around what catches the eye. Nothing of the bytes that came is kept.
 */
export async function cleanPicture(
  bytes: Buffer,
  limits: PictureLimits,
  square = false,
): Promise<CleanPicture | PictureRefusal> {
  if (bytes.length > limits.bytes) return { refused: 'too_large' };
  try {
    // The header alone first: a bomb of 50,000 × 50,000 pixels must not be decoded to be refused.
    const { format, width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (!FORMATS.has(format) || width < 1 || height < 1) return { refused: 'not_an_image' };
    if (width * height > limits.pixels) return { refused: 'too_many_pixels' };
    const { data, info } = await sharp(bytes, { limitInputPixels: limits.pixels, failOn: 'error' })
      .autoOrient()
      .resize(
        limits.side,
        limits.side,
        square ? { fit: 'cover', position: 'attention' } : { fit: 'inside', withoutEnlargement: true },
      )
      .webp({ quality: square ? 82 : 92, effort: 4 })
      .toBuffer({ resolveWithObject: true });
    return { body: data, width: info.width, height: info.height };
  } catch {
    return { refused: 'not_an_image' };
  }
}
