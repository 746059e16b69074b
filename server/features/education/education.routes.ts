import type { FastifyInstance } from 'fastify';
import {
  getCourse,
  getEducation,
  getLesson,
  getQuiz,
  type Lesson,
  sendQuizResult,
  setWatched,
} from '#contract/education.ts';
import { MESSAGES } from '#contract/messages.ts';
import type { Tx } from '#server/db/open.ts';
import {
  findQuiz,
  holdLearner,
  insertAttempt,
  insertWatch,
  type LessonRow,
} from '#server/features/education/education.queries.ts';
import { educationFileRoutes } from '#server/features/education/education-files.routes.ts';
import {
  certificateOf,
  courseProgress,
  isOpenTo,
  type Learner,
  lessonsOf,
  toCertificates,
  toCourse,
  toLessonRow,
} from '#server/features/education/learner.rules.ts';
import { judge, pauseEnd, quizState, shownQuiz, withAttempt } from '#server/features/education/quiz.rules.ts';
import { isInt4, openLesson, readLearner, withCertificate } from '#server/features/education/read-learner.ts';
import type { Env } from '#server/platform/env.ts';
import { type AuditEntry, auditActor } from '#server/platform/audit.ts';
import { assertOwner } from '#server/platform/keyed.ts';
import { mount, type Shop } from '#server/platform/mount.ts';
import { forbidden, invalid, notFound, refuse, RefusedError } from '#server/platform/refuse.ts';
import { requireUser } from '#server/platform/session.ts';

/** Courses, lessons, quizzes and marks; right answers stay in quiz.rules.ts (docs/decisions/120). */
export function educationRoutes(app: FastifyInstance, shop: Shop, env: Pick<Env, 'dataDir' | 'shopName'>): void {
  educationFileRoutes(app, shop, env);

  // `X-Client-User` is honoured by reading too: what is pulled never lands in the database of another person.
  mount(app, shop, getEducation, async ({ tx, session, request, now }) => {
    await assertOwner(tx, shop, session, request);
    const learner = await readLearner(tx, requireUser(session));
    return {
      courses: learner.courses.map((course) => toCourse(learner, course)),
      certificates: toCertificates(learner),
      watched: [...learner.watched],
      quizzes: [...learner.attempts].map(([lesson_id, attempts]) => ({ lesson_id, ...quizState(attempts, now) })),
      server_time: now.toISOString(),
    };
  });

  mount(app, shop, getCourse, async ({ tx, session, request, params, now }) => {
    await assertOwner(tx, shop, session, request);
    const learner = await readLearner(tx, requireUser(session));
    const course = learner.courses.find((one) => one.id === params.id);
    if (!course) throw notFound(MESSAGES.courseNotFound);
    if (!isOpenTo(course, learner.isConsultant)) throw forbidden(MESSAGES.consultantsOnly);
    const lessons = lessonsOf(learner, course.id).map((lesson) => toLessonRow(learner, lesson, now));
    return { course: toCourse(learner, course), lessons };
  });

  mount(app, shop, getLesson, async ({ tx, session, request, params, now }) => {
    await assertOwner(tx, shop, session, request);
    const user = requireUser(session);
    const lesson = await openLesson(tx, user, params.id);
    if (!lesson) throw notFound(MESSAGES.lessonNotFound);
    return { lesson: toLesson(await readLearner(tx, user), lesson, now) };
  });

  mount(app, shop, getQuiz, async ({ tx, session, request, params, now }) => {
    await assertOwner(tx, shop, session, request);
    const user = requireUser(session);
    const lesson = await openLesson(tx, user, params.id);
    if (!lesson) throw notFound(MESSAGES.lessonNotFound);
    const quiz = lesson.quizVersion === null ? undefined : await findQuiz(tx, lesson.id, lesson.quizVersion);
    if (!quiz) throw notFound(MESSAGES.noQuiz);
    const { attempts } = await readLearner(tx, user);
    return { quiz: shownQuiz(quiz), state: quizState(attempts.get(lesson.id), now) };
  });

  mount(app, shop, setWatched, async ({ tx, session, request, params, now }) => {
    const user = requireUser(session);
    await holdLearner(tx, user.id);
    const lesson = await openLesson(tx, user, params.id);
    if (!lesson) throw notFound(MESSAGES.lessonNotFound);
    const isNew = await insertWatch(tx, user.id, lesson.id, now);
    await shop.audit?.(tx, auditActor(request, session), [
      entry('lesson.watched', lesson.id, { asked: 1, applied: isNew ? 1 : 0, quantity: 1 }),
    ]);
    const { courseId } = lesson;
    const learner = await withCertificate(tx, await readLearner(tx, user), { userId: user.id, courseId, now });
    return {
      lesson_id: lesson.id,
      watched: true as const,
      progress: courseProgress(learner, courseId),
      certificate: certificateOf(learner, courseId),
    };
  });

  mount(app, shop, sendQuizResult, async ({ tx, session, request, body, now }) => {
    const user = requireUser(session);
    // Two devices answering one quiz: one after the other, so that the pause counts for the second.
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
    await shop.audit?.(tx, auditActor(request, session), [
      entry('quiz.submit', lesson.id, { asked: body.version ?? 0, applied: 1, quantity: percent }),
    ]);
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
  });
}

/** The version that the result names; every published one is kept, only a withdrawn one judges nobody (docs/product/offline.md#lessons). */
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

const entry = (
  kind: AuditEntry['kind'],
  lessonId: number,
  numbers: Pick<AuditEntry, 'asked' | 'applied' | 'quantity'>,
): AuditEntry => ({ kind, cart: null, product_id: lessonId, ...numbers });

function toLesson(learner: Learner, lesson: LessonRow, now: Date): Lesson {
  const { id, courseId, title, kind, minutes, updated, html, video, quizVersion, products, packageSha } = lesson;
  const row = lessonsOf(learner, courseId).map((one) => one.id);
  const at = row.indexOf(id);
  return {
    id,
    course_id: courseId,
    title,
    kind,
    duration_min: minutes,
    updated,
    html,
    ...(video ? { video } : {}),
    files: [],
    watched: learner.watched.has(id),
    prev_id: row[at - 1] ?? null,
    next_id: row[at + 1] ?? null,
    has_quiz: quizVersion !== null,
    quiz: quizVersion === null ? null : { version: quizVersion, ...quizState(learner.attempts.get(id), now) },
    products,
    sha256: packageSha,
  };
}
