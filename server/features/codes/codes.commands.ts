import { MESSAGES } from '#contract/messages.ts';
import type { SentCode } from '#contract/registration.ts';
import type { JobSender } from '#server/db/job-sender.ts';
import type { Db, Tx } from '#server/db/open.ts';
import type { CodePurpose } from '#server/db/tables/codes.ts';
import { sendCode } from '#server/features/codes/codes.jobs.ts';
import {
  type CodeOf,
  type CodeRow,
  countTry,
  findAskedSince,
  findCode,
  findNewest,
  insertCode,
  lockTarget,
  spendCode,
} from '#server/features/codes/codes.queries.ts';
import { CODE_RULES, sentInWords, waitForCode } from '#server/features/codes/codes.rules.ts';
import { contactOf, maskContact } from '#server/platform/contact.rules.ts';
import { isPassword } from '#server/platform/password.ts';
import { tooManyInWords } from '#server/platform/limits.rules.ts';
import { RefusedError } from '#server/platform/refuse.ts';

// askCode · bookCode · checkCode · useCode: codes of six digits (docs/product/people.md#codes).

export type { CodeRow };

type Asked = {
  purpose: CodePurpose;
  /** Lower-cased e-mail or E.164 phone. */
  target: string;
  /** Null: nobody has that address. The same is done and said, and nothing is sent. */
  userId: number | null;
  now: Date;
};

/**
 * Books a code in the caller's transaction; a job makes and sends it.
 * @throws too_many (429 with Retry-After) within a minute of the last one, and beyond five an hour
 */
export const askCode = async (tx: Tx, jobs: JobSender, asked: Asked): Promise<SentCode> =>
  (await bookCode(tx, jobs, asked)).confirmation;

/** The same for whoever must know which code it was: one that is good for one thing only. */
export async function bookCode(
  tx: Tx,
  jobs: JobSender,
  { purpose, target, userId, now }: Asked,
): Promise<{ codeId: number; confirmation: SentCode }> {
  await lockTarget(tx, target);
  const since = new Date(now.getTime() - 3_600_000);
  const wait = waitForCode(await findAskedSince(tx, { purpose, target }, since, CODE_RULES.perHour), now);
  if (wait) {
    const seconds = Math.ceil((wait.getTime() - now.getTime()) / 1000);
    const inWords = seconds * 1000 <= CODE_RULES.resendMs ? sentInWords : tooManyInWords;
    throw new RefusedError('too_many', inWords(seconds), { http: 429, retryAfter: seconds });
  }
  const expiresAt = new Date(now.getTime() + CODE_RULES.validMs);
  const codeId = await insertCode(tx, { purpose, target, userId, createdAt: now, expiresAt });
  await jobs.send(tx, sendCode, { codeId });
  return { codeId, confirmation: sentCode(target, now, expiresAt) };
}
const sentCode = (target: string, now: Date, expiresAt: Date): SentCode => {
  const contact = contactOf(target);
  return {
    type: contact.type,
    target: maskContact(contact),
    expires_at: expiresAt.toISOString(),
    resend_at: new Date(now.getTime() + CODE_RULES.resendMs).toISOString(),
  };
};

/**
 * Is this the newest code? Every call counts as a try, and compares as often as any other, whether there is a code or not.
 * Opens no transaction: argon2 works meanwhile. The caller spends what was found with `useCode`, together with its effect.
 * @throws code_expired, code_attempts, code_wrong
 */
export async function checkCode(db: Db, of: CodeOf, code: string, now: Date): Promise<CodeRow> {
  const row = await findNewest(db, of);
  const hasTry = row ? await countTry(db, row.id, CODE_RULES.tries) : false;
  const known = hasTry ? (row?.hashes ?? []) : [];
  let isRight = false;
  for (const hash of known.length > 0 ? known : [null]) isRight = (await isPassword(code, hash)) || isRight;
  if (!row || row.usedAt || row.expiresAt <= now) throw refusal('code_expired', MESSAGES.codeExpired);
  if (!hasTry) {
    // Another request may have spent it since it was read: then no try was wasted.
    if ((await findCode(db, row.id))?.usedAt) throw refusal('code_expired', MESSAGES.codeExpired);
    throw refusal('code_attempts', MESSAGES.codeAttempts);
  }
  if (!isRight) throw refusal('code_wrong', leftInWords(CODE_RULES.tries - row.tries - 1));
  return row;
}

/** @throws code_expired when another request was faster */
export async function useCode(tx: Tx, row: CodeRow, now: Date): Promise<void> {
  if (!(await spendCode(tx, row.id, now))) throw refusal('code_expired', MESSAGES.codeExpired);
}

const refusal = (name: 'code_expired' | 'code_attempts' | 'code_wrong', text: string): RefusedError =>
  new RefusedError(name, text, { errors: { code: [text] } });
const plural = new Intl.PluralRules('ru-RU');
const TRIES: Record<string, string> = { one: 'попытка', few: 'попытки', many: 'попыток' };
const leftInWords = (left: number): string =>
  left <= 0
    ? MESSAGES.codeAttempts
    : `Код не подошёл. ${plural.select(left) === 'one' ? 'Осталась' : 'Осталось'} ${left}\u00a0${TRIES[plural.select(left)] ?? ''}`;
