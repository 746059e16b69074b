import { randomUUID } from 'node:crypto';
import { PHOTO_LIMITS, PHOTO_WORDS } from '#contract/photos.ts';
import type { Tx } from '#server/db/open.ts';
import type { PhotoPurpose } from '#server/db/tables/profile.ts';
import { insertPhoto } from '#server/features/photos/photos.queries.ts';
import { atMost } from '#server/platform/at-most.ts';
import { type CleanPicture, cleanPicture } from '#server/platform/clean-picture.ts';
import { invalid } from '#server/platform/refuse.ts';

// readUpload · keepPhoto: a photograph that a person sends (docs/product/people.md#photos).

/** A whole photograph unpacked is up to 200 MB: one after another. */
const inTurn = atMost(1);

/** Of a profile: cut square, as large as it is ever shown on a dense screen. */
const PROFILE_SIDE = 480;

/**
 * Decodes what was sent and writes it anew. Works for up to a second, so no transaction may be open.
 * @throws validation of `image`, in words
 */
export async function readUpload(base64: string, purpose: PhotoPurpose): Promise<CleanPicture> {
  const isProfile = purpose === 'profile';
  const limits = isProfile ? { ...PHOTO_LIMITS, side: PROFILE_SIDE } : PHOTO_LIMITS;
  const clean = await inTurn(() => cleanPicture(Buffer.from(base64, 'base64'), limits, isProfile));
  if ('refused' in clean) throw invalid({ image: [PHOTO_WORDS[clean.refused]] });
  return clean;
}

/** Stores it for its owner, null for a guest; returns its id, which nobody can guess. */
export async function keepPhoto(
  tx: Tx,
  { userId, purpose, picture, now }: { userId: number | null; purpose: PhotoPurpose; picture: CleanPicture; now: Date },
): Promise<string> {
  const id = randomUUID();
  await insertPhoto(tx, { id, userId, purpose, ...picture, createdAt: now });
  return id;
}
