import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';

// Photographs that people send: of themselves, later of what they return (docs/product/people.md#photos).

/** `bytes` and `pixels` of a file that is taken; `side` of what is kept. */
export const PHOTO_LIMITS = { bytes: 10 * 1024 * 1024, pixels: 50_000_000, side: 1280 } as const;
export const PHOTO_WORDS = {
  too_large: 'Файл больше 10 МБ. Выберите снимок поменьше',
  not_an_image: 'Файл не открылся как фото. Подойдут JPG, PNG и WebP',
  too_many_pixels: 'В снимке больше 50 мегапикселей. Уменьшите его и попробуйте снова',
} as const;

/** The file as base64: a call is JSON like any other, so origin, rights and limits hold for it too. */
const BASE64_MAX = Math.ceil(PHOTO_LIMITS.bytes / 3) * 4;
export const PhotoUpload = z.string().check(
  z.minLength(1),
  z.maxLength(BASE64_MAX, { error: PHOTO_WORDS.too_large }),
  z.refine((text) => /^[A-Za-z0-9+/]*={0,2}$/.test(text), { error: PHOTO_WORDS.not_an_image }),
);
/** Longest body of a call that carries one: the file and the rest of the JSON. */
export const PHOTO_BODY_MAX = BASE64_MAX + 1024;

export const photoPath = (id: string): string => `/api/photos/${id}.webp`;
/**
 * Of a profile for whoever knows its address, which nobody can guess; any other photograph for its owner and the desk, and with `token`, the
 * secret of a guest's link, for whoever has that.
 */
export const getPhoto = defineCall({
  word: 'profile',
  dialect: 'word',
  name: 'getPhoto',
  summary: 'Фото (WebP)',
  method: 'GET',
  path: '/api/photos/:file',
  query: z.object({ token: z.optional(z.string().check(z.maxLength(64))) }),
  params: z.object({ file: z.string().check(z.regex(/^[0-9a-f-]{36}\.webp$/)) }),
  needs: 'anyone',
  reply: z.unknown(),
});
