export type PictureSize = 240 | 480 | 960;
/** `image` is the picture key of the row. Same-origin, immutable; kept by the worker in its own bounded cache. */
export const pictureUrl = (image: string, size: PictureSize, format: 'avif' | 'webp' = 'webp'): string =>
  `/pictures/${image}/${size}.${format}`;
