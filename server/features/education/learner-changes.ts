import type { sendQuizResult, setWatched } from '#contract/education.ts';
import { MESSAGES } from '#contract/messages.ts';
import type { Tx } from '#server/db/open.ts';
import {
  findQuiz,
  holdLearner,
  insertAttempt,
  insertWatch,
  type LessonRow,
} from '#server/features/education/education.queries.ts';
import { certificateOf, courseProgress } from '#server/features/education/learner.rules.ts';
import { judge, pauseEnd, quizState, withAttempt } from '#server/features/education/quiz.rules.ts';
import { isInt4, openLesson, readLearner, withCertificate } from '#server/features/education/read-learner.ts';
import { type AuditEntry, auditActor } from '#server/platform/audit.ts';
import type { Asked, Shop } from '#server/platform/mount.ts';
import { invalid, notFound, refuse, RefusedError } from '#server/platform/refuse.ts';
import { requireUser } from '#server/platform/session.ts';

// markWatched · judgeResult: what a learner has done. Both are sent by the outbox (docs/product/offline.md#lessons).

type By = Pick<Asked<typeof setWatched>, 'tx' | 'request' | 'session' | 'now'>;

/** A lesson was seen to its end; a second time changes nothing. @throws 404 for a lesson that is not open to this person. */
export async function markWatched(shop: Shop, by: By, lessonId: number) {
  const { tx, session, now } = by;
  const user = requireUser(session);
  await holdLearner(tx, user.id);
  const lesson = await openLesson(tx, user, lessonId);
  if (!lesson) throw notFound(MESSAGES.lessonNotFound);
  const isNew = await insertWatch(tx, user.id, lesson.id, now);
  await audit(shop, by, 'lesson.watched', lesson.id, { asked: 1, applied: isNew ? 1 : 0, quantity: 1 });
  const { courseId } = lesson;
  const learner = await withCertificate(tx, await readLearner(tx, user), { userId: user.id, courseId, now });
  return {
    lesson_id: lesson.id,
    watched: true as const,
    progress: courseProgress(learner, courseId),
    certificate: certificateOf(learner, courseId),
  };
}

/**
 * Judges answers by the version of the quiz that they name. Two devices answering one quiz: one after the other, so that
 * the pause counts for the second. @throws refusals `quiz_changed`, `quiz_answers`; 429 within the pause.
 */
export async function judgeResult(shop: Shop, by: By, body: Asked<typeof sendQuizResult>['body']) {
  const { tx, session, now } = by;
  const user = requireUser(session);
  await holdLearner(tx, user.id);
  const lesson = await openLesson(tx, user, body.lessonId);
  if (!lesson) return refuse('not_found', MESSAGES.lessonNotFound);
  const quiz = await findAnswered(tx, lesson, body.version);
  const judged = judge(quiz, body.quizResult);
  if (judged === 'foreign') return refuse('quiz_answers', MESSAGES.quizAnswers);
  const before = (await readLearner(tx, user)).attempts.get(lesson.id);
  assertNoPause(pauseEnd(before, now), now);

  const { percent, passed, wrong, review } = judged;
  const { version, passPercent } = quiz;
  const answers = body.quizResult;
  await insertAttempt(tx, { userId: user.id, lessonId: lesson.id, version, answers, percent, passed, at: now });
  await audit(shop, by, 'quiz.submit', lesson.id, { asked: body.version ?? 0, applied: 1, quantity: percent });
  const { courseId } = lesson;
  const learner = await withCertificate(tx, await readLearner(tx, user), { userId: user.id, courseId, now });
  const state = quizState(withAttempt(before, percent, passed, now), now);
  return {
    lesson_id: lesson.id,
    version,
    version_is_old: version !== lesson.quizVersion,
    percent,
    pass_percent: passPercent,
    passed,
    wrong,
    review,
    ...(state.retry_at === null ? {} : { retry_at: state.retry_at }),
    quiz: state,
    progress: courseProgress(learner, courseId),
    certificate: certificateOf(learner, courseId),
  };
}

/**
 * The version that the result names; every published one is kept, only a withdrawn one judges nobody
 * (docs/product/offline.md#lessons).
 */
async function findAnswered(tx: Tx, lesson: LessonRow, named: number | undefined) {
  const version = named ?? lesson.quizVersion;
  if (version === null) return refuse('not_found', MESSAGES.noQuiz);
  const quiz = isInt4(version) ? await findQuiz(tx, lesson.id, version) : undefined;
  if (!quiz) throw invalid({ version: ['Такой версии теста нет'] });
  if (quiz.withdrawnAt !== null) return refuse('quiz_changed', MESSAGES.quizChanged);
  return quiz;
}

function assertNoPause(end: Date | null, now: Date): void {
  if (end === null) return;
  const retryAfter = Math.ceil((end.getTime() - now.getTime()) / 1000);
  throw new RefusedError('too_many', MESSAGES.quizPause, { http: 429, retryAfter });
}

async function audit(
  shop: Shop,
  { tx, request, session }: By,
  kind: AuditEntry['kind'],
  lessonId: number,
  numbers: Pick<AuditEntry, 'asked' | 'applied' | 'quantity'>,
): Promise<void> {
  await shop.audit?.(tx, auditActor(request, session), [{ kind, cart: null, target_id: lessonId, ...numbers }]);
}
