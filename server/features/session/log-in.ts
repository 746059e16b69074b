import { createHash } from 'node:crypto';
import { MESSAGES } from '#contract/messages.ts';
import type { Db } from '#server/db/open.ts';
import { LOGIN_LIMITS, loginKey, readLogin, waitSeconds } from '#server/features/session/login.rules.ts';
import { isPassword } from '#server/features/session/password.ts';
import {
  deleteFailures,
  findFailures,
  findPersonByLogin,
  insertFailures,
  lockBucket,
  type PersonRow,
} from '#server/features/session/session.queries.ts';
import { addressKey, tooManyInWords } from '#server/platform/limits.rules.ts';
import { RefusedError } from '#server/platform/refuse.ts';

export type Credentials = { login: string; password: string; address: string };
export type Admitted = {
  person: PersonRow;
  /** The attempt, booked as a failure until it has succeeded. */ attempt: readonly number[];
};

/**
 * Checks a login and a password; no transaction is open while argon2 works.
 * The attempt is booked as a failure first and struck out by the caller on success, so that parallel guesses count too
 * (docs/decisions/050-login.md).
 * @throws wrong_password (HTTP 200, the same for unknown logins), too_many (429 with Retry-After)
 */
export async function checkCredentials(
  db: Db,
  { login, password, address }: Credentials,
  now: Date,
): Promise<Admitted> {
  const attempt = await bookAttempt(
    db,
    [
      { bucket: bucketOf('login', loginKey(login)), limit: LOGIN_LIMITS.perLogin },
      { bucket: bucketOf('address', addressKey(address)), limit: LOGIN_LIMITS.perAddress },
    ],
    now,
  );
  const name = readLogin(login);
  const person = name ? await findPersonByLogin(db, name) : undefined;
  if (!(await isPassword(password, person?.passwordHash)) || !person)
    throw new RefusedError('wrong_password', MESSAGES.badLogin);
  return { person, attempt };
}

async function bookAttempt(
  db: Db,
  limits: readonly { bucket: string; limit: number }[],
  now: Date,
): Promise<readonly number[]> {
  const since = new Date(now.getTime() - LOGIN_LIMITS.windowMs);
  return db.transaction(async (tx) => {
    const waits: number[] = [];
    // Always in the same order, login before address: two attempts never wait for each other crosswise.
    for (const { bucket, limit } of limits) {
      await lockBucket(tx, bucket);
      const wait = waitSeconds(await findFailures(tx, bucket, since, limit), limit, now);
      if (wait !== null) waits.push(wait);
    }
    if (waits.length > 0) {
      const wait = Math.max(...waits);
      throw new RefusedError('too_many', tooManyInWords(wait), { http: 429, retryAfter: wait });
    }
    return insertFailures(
      tx,
      limits.map(({ bucket }) => bucket),
      now,
    );
  });
}

export const forgiveAttempt = deleteFailures;

/** Neither a login nor an address is stored, only what cannot be read back from the table at a glance. */
function bucketOf(kind: string, key: string): string {
  return createHash('sha256').update(`${kind}:${key}`).digest('hex');
}
