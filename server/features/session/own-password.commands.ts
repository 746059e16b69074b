import type { Db } from '#server/db/open.ts';
import { bucketOf, type Counted, judgeAttempt } from '#server/features/session/log-in.ts';
import { LOGIN_LIMITS, waitSeconds } from '#server/features/session/login.rules.ts';
import type { PersonRow } from '#server/features/session/session.queries.ts';
import { isPassword } from '#server/platform/password.ts';
import { RefusedError } from '#server/platform/refuse.ts';

const WRONG = 'Прежний пароль не подошёл. Забыли его? Задайте новый по коду на странице «Новый пароль»';

/**
 * The present password of whoever is logged in: whoever has found an open phone guesses no faster here than at the login. Such guesses
 * shut nobody out of the login, so they have a count of their own. No transaction is open while argon2 works.
 * @throws wrong_password of the field `current`, too_many (429 with Retry-After)
 */
export async function checkOwnPassword(db: Db, person: PersonRow, password: string, now: Date): Promise<void> {
  const bucket = bucketOf('own', String(person.id));
  const counted: Counted[] = [{ bucket, limit: LOGIN_LIMITS.perAccount, waitOf: waitSeconds }];
  await judgeAttempt(db, counted, { hasFailed: false, now });
  const isRight = await isPassword(password, person.passwordHash);
  await judgeAttempt(db, counted, { hasFailed: !isRight, now });
  if (!isRight) throw new RefusedError('wrong_password', WRONG, { errors: { current: [WRONG] } });
}
