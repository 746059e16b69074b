import { createHash } from 'node:crypto';
import { MESSAGES } from '#contract/messages.ts';
import type { Db } from '#server/db/open.ts';
import { checkCode, type CodeRow } from '#server/features/codes/codes.commands.ts';
import { isKnownDevice } from '#server/features/session/device.queries.ts';
import { accountKey, LOGIN_LIMITS, readLogin, slowSeconds, waitSeconds } from '#server/features/session/login.rules.ts';
import { isPassword } from '#server/platform/password.ts';
import {
  findFailures,
  findPersonByLogin,
  insertFailures,
  lockBucket,
  type PersonRow,
} from '#server/features/session/session.queries.ts';
import { addressKey, tooManyInWords } from '#server/platform/limits.rules.ts';
import { RefusedError } from '#server/platform/refuse.ts';

/** `deviceHash`: of the cookie by which a device that has logged in before is known; null without one. */
export type Credentials = { login: string; password: string; address: string; deviceHash: string | null };
export type Counted = { bucket: string; limit: number; waitOf: typeof waitSeconds };

/**
 * Checks a login and a password; no transaction is open while argon2 works. Only failures are counted, and the count is asked
 * again under its lock when the password has been compared: beyond the limit nobody hears whether it was right, so parallel
 * guesses learn no more than guesses one after another (docs/decisions/190-login-limits.md).
 * @throws wrong_password (HTTP 200, the same for unknown logins), too_many (429 with Retry-After)
 */
export async function checkCredentials(
  db: Db,
  { login, password, address, deviceHash }: Credentials,
  now: Date,
): Promise<PersonRow> {
  const name = readLogin(login);
  const person = name ? await findPersonByLogin(db, name) : undefined;
  const isKnown = person !== undefined && deviceHash !== null && (await isKnownDevice(db, deviceHash, person.id));
  const account = accountKey(login, person);
  const counted: Counted[] = isKnown
    ? [{ bucket: bucketOf('device', `${deviceHash} ${account}`), limit: LOGIN_LIMITS.perAccount, waitOf: waitSeconds }]
    : [
        { bucket: bucketOf('account', account), limit: LOGIN_LIMITS.perAccount, waitOf: waitSeconds },
        { bucket: bucketOf('address', addressKey(address)), limit: LOGIN_LIMITS.perAddress, waitOf: slowSeconds },
      ];
  await judgeAttempt(db, counted, { hasFailed: false, now });
  const isRight = (await isPassword(password, person?.passwordHash)) && person !== undefined;
  await judgeAttempt(db, counted, { hasFailed: !isRight, now });
  if (!isRight) throw new RefusedError('wrong_password', MESSAGES.badLogin);
  return person;
}

/** @throws code_wrong, code_expired, code_attempts: the same for logins that nobody has */
export async function checkLoginCode(
  db: Db,
  { login, code }: { login: string; code: string },
  now: Date,
): Promise<{ person: PersonRow; row: CodeRow }> {
  const name = readLogin(login);
  const target = name === null ? login : 'email' in name ? name.email : name.phone;
  const row = await checkCode(db, { purpose: 'login', target }, code.replaceAll(/\D/g, ''), now);
  const person = name ? await findPersonByLogin(db, name) : undefined;
  // The address has gone to somebody else since the code was sent.
  if (!person || person.id !== row.userId) throw new RefusedError('code_expired', MESSAGES.codeExpired);
  return { person, row };
}

/** Refuses what is beyond a limit; otherwise writes down the failure, if it was one. */
export async function judgeAttempt(
  db: Db,
  counted: readonly Counted[],
  { hasFailed, now }: { hasFailed: boolean; now: Date },
): Promise<void> {
  const since = new Date(now.getTime() - LOGIN_LIMITS.windowMs);
  await db.transaction(async (tx) => {
    const waits: number[] = [];
    // Always in the same order, account before address: two attempts never wait for each other crosswise.
    for (const { bucket, limit, waitOf } of counted) {
      await lockBucket(tx, bucket);
      const wait = waitOf(await findFailures(tx, bucket, since, limit + LOGIN_LIMITS.slowSteps), limit, now);
      if (wait !== null) waits.push(wait);
    }
    if (waits.length > 0) {
      const wait = Math.max(...waits);
      throw new RefusedError('too_many', tooManyInWords(wait), { http: 429, retryAfter: wait });
    }
    const buckets = counted.map(({ bucket }) => bucket);
    if (hasFailed) await insertFailures(tx, buckets, now);
  });
}

/** Neither a login nor an address is stored, only what cannot be read back from the table at a glance. */
export function bucketOf(kind: string, key: string): string {
  return createHash('sha256').update(`${kind}:${key}`).digest('hex');
}
