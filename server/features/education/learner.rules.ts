import { type LessonMark, nextLessonOf, progressOf } from '#contract/education-progress.ts';
import type { Certificate, Course, LessonRow } from '#contract/education.ts';
import { type Attempts, quizState } from '#server/features/education/quiz.rules.ts';
import type { CertificateRow, CourseRow, LessonHead } from '#server/features/education/education.queries.ts';

/** Everything that one person's education says, from which each call tells its part. */
export type Learner = {
  isConsultant: boolean;
  courses: readonly CourseRow[];
  /** Published lessons in the order of their courses. */
  lessons: readonly LessonHead[];
  watched: ReadonlySet<number>;
  attempts: ReadonlyMap<number, Attempts>;
  certificates: readonly CertificateRow[];
};

export const isOpenTo = (course: Pick<CourseRow, 'audience'>, isConsultant: boolean): boolean =>
  course.audience === 'everyone' || isConsultant;
export const lessonsOf = ({ lessons }: Learner, courseId: number): LessonHead[] =>
  lessons.filter((lesson) => lesson.courseId === courseId);

const markOf = ({ watched, attempts }: Learner, { id, quizVersion }: LessonHead): LessonMark => ({
  id,
  watched: watched.has(id),
  hasQuiz: quizVersion !== null,
  passed: attempts.get(id)?.passed ?? false,
});
export const courseProgress = (learner: Learner, courseId: number): number =>
  progressOf(lessonsOf(learner, courseId).map((lesson) => markOf(learner, lesson)));

export function toCourse(learner: Learner, course: CourseRow): Course {
  const lessons = lessonsOf(learner, course.id);
  const marks = lessons.map((lesson) => markOf(learner, lesson));
  return {
    id: course.id,
    title: course.title,
    image: course.cover,
    description: course.description,
    lessons_total: marks.length,
    lessons_watched: marks.filter((mark) => mark.watched).length,
    quizzes_total: marks.filter((mark) => mark.hasQuiz).length,
    quizzes_passed: marks.filter((mark) => mark.hasQuiz && mark.passed).length,
    progress: progressOf(marks),
    locked: !isOpenTo(course, learner.isConsultant),
    audience: course.audience,
    minutes: lessons.reduce((sum, lesson) => sum + lesson.minutes, 0),
    has_certificate: course.hasCertificate,
    certificate: certificateOf(learner, course.id),
    next_lesson_id: nextLessonOf(marks),
  };
}
export function toLessonRow(learner: Learner, lesson: LessonHead, now: Date): LessonRow {
  const { id, title, kind, minutes, quizVersion } = lesson;
  const state = quizState(learner.attempts.get(id), now);
  return {
    id,
    title,
    kind,
    duration_min: minutes,
    watched: learner.watched.has(id),
    quiz: { exists: quizVersion !== null, version: quizVersion, ...state },
  };
}

export const certificateNumber = ({ courseId, number }: Pick<CertificateRow, 'courseId' | 'number'>): string =>
  `${String(courseId).padStart(2, '0')}-${String(number).padStart(6, '0')}`;
export function toCertificates({ certificates, courses }: Learner): Certificate[] {
  return certificates.flatMap((row) => {
    const course = courses.find((one) => one.id === row.courseId);
    if (!course) return [];
    return {
      course_id: row.courseId,
      title: course.title,
      number: certificateNumber(row),
      issued_at: row.issuedAt.toISOString(),
      url: `/api/education/certificate/${row.courseId}.pdf`,
    };
  });
}
export const certificateOf = (learner: Learner, courseId: number): Certificate | null =>
  toCertificates(learner).find((one) => one.course_id === courseId) ?? null;

/** Whether the course has just been earned: all done, a certificate is given for it, and none was given yet. */
export function isEarned(learner: Learner, courseId: number): boolean {
  const course = learner.courses.find((one) => one.id === courseId);
  return (
    course?.hasCertificate === true &&
    courseProgress(learner, courseId) === 100 &&
    !learner.certificates.some((one) => one.courseId === courseId)
  );
}
