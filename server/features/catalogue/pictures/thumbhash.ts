import sharp from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';

/** base64 of at most 30 bytes: colours, outline and alpha of a picture, enough to draw while it loads. */
export async function thumbhashOf(picture: Buffer): Promise<string> {
  const { data, info } = await sharp(picture)
    .resize(96, 96, { fit: 'inside', withoutEnlargement: true })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64');
}
