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
import { findQuiz, type LessonRow } from '#server/features/education/education.queries.ts';
import { educationFileRoutes } from '#server/features/education/education-files.routes.ts';
import { judgeResult, markWatched } from '#server/features/education/learner-changes.ts';
import {
  isOpenTo,
  type Learner,
  lessonsOf,
  toCertificates,
  toCourse,
  toLessonRow,
} from '#server/features/education/learner.rules.ts';
import { quizState, shownQuiz } from '#server/features/education/quiz.rules.ts';
import { openLesson, readLearner } from '#server/features/education/read-learner.ts';
import type { Env } from '#server/platform/env.ts';
import { assertOwner } from '#server/platform/keyed.ts';
import { mount, type Shop } from '#server/platform/mount.ts';
import { forbidden, notFound } from '#server/platform/refuse.ts';
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

  mount(app, shop, setWatched, ({ params, ...by }) => markWatched(shop, by, params.id));
  mount(app, shop, sendQuizResult, ({ body, ...by }) => judgeResult(shop, by, body));
}

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
