import type { JobWork } from '#server/platform/job.ts';
import { deleteOldAnswers } from '#server/platform/idempotency.queries.ts';
import { deleteWholeLimits } from '#server/platform/limits.queries.ts';
import {
  deleteEndedCalls,
  deleteExpiredSessions,
  deleteIdleGuests,
  deleteLonelyPictures,
  deleteOldDevices,
  deleteOldLetters,
  deleteOldLoginFailures,
} from '#server/platform/upkeep.queries.ts';

const HOUR_MS = 3_600_000;
const KEYS_KEPT_MS = 45 * 24 * HOUR_MS;
/** The 90 days of a session and then the 45 of its keys. */
const GUESTS_KEPT_MS = 135 * 24 * HOUR_MS;
/** Far beyond the 15 minutes that the limiter looks back (docs/product/people.md#limits). */
const FAILURES_KEPT_MS = 24 * HOUR_MS;
/** As long as their cookie lives. */
const DEVICES_KEPT_MS = 365 * 24 * HOUR_MS;
const LETTERS_KEPT_MS = 30 * 24 * HOUR_MS;
const LONELY_PICTURES_KEPT_MS = 24 * HOUR_MS;

/**
 * What has outlived its use: keys after 45 days, ended sessions, guests that came once,
 * old login failures, devices without a login for a year, allowances that are whole again, letters of the embedded gate, ended calls to the outside, pictures
 * without a product. Cheap on any number of nodes.
 */
export async function tidy({ db, now: clock }: Pick<JobWork, 'db' | 'now'>): Promise<void> {
  const now = clock().getTime();
  await deleteOldAnswers(db, new Date(now - KEYS_KEPT_MS));
  await deleteExpiredSessions(db, new Date(now));
  await deleteIdleGuests(db, new Date(now - GUESTS_KEPT_MS));
  await deleteOldLoginFailures(db, new Date(now - FAILURES_KEPT_MS));
  await deleteOldDevices(db, new Date(now - DEVICES_KEPT_MS));
  await deleteEndedCalls(db, new Date(now - KEYS_KEPT_MS));
  await deleteOldLetters(db, new Date(now - LETTERS_KEPT_MS));
  await deleteWholeLimits(db, new Date(now));
  await deleteLonelyPictures(db, new Date(now - LONELY_PICTURES_KEPT_MS));
}
