import type { Certificate, Course, CoursePackage, QuizState } from '#contract/education.ts';
import { nextLessonOf, progressOf } from '#contract/education-progress.ts';
import type { LessonsPointer } from '#src/offline/lessons-store.ts';
import { PASSED, WATCHED } from '#src/features/education/education.mutation.ts';
import type { Base } from '#src/offline/outbox/base.ts';

// What the screens show of courses: the list of this phone, the server's marks, and what waits in the queue on top of them.

// ── What is on this phone ───────────────────────────────────────────────────────────────────────
export type Library = {
  /** `unread` until the device's memory has been read; `empty`: nothing was ever fetched. */
  status: 'unread' | 'empty' | 'ready';
  seenAt: string | null;
  courses: readonly CoursePackage[];
  productLessons: Readonly<Record<string, readonly number[]>>;
  held: Readonly<Record<number, string>>;
  whole: Readonly<Record<number, string>>;
};
export const UNREAD: Library = {
  status: 'unread',
  seenAt: null,
  courses: [],
  productLessons: {},
  held: {},
  whole: {},
};

/** Both shelves as one list, in the order of the courses. */
export function libraryOf(shelves: readonly (LessonsPointer | undefined)[]): Library {
  const here = shelves.filter((shelf) => shelf !== undefined);
  if (here.length === 0) return { ...UNREAD, status: 'empty' };
  const productLessons: Record<string, number[]> = {};
  for (const shelf of here)
    for (const [product, lessons] of Object.entries(shelf.productLessons))
      productLessons[product] = [...(productLessons[product] ?? []), ...lessons];
  return {
    status: 'ready',
    seenAt: here.map(({ seenAt }) => seenAt).reduce((a, b) => (a < b ? a : b)),
    courses: here.flatMap(({ courses }) => courses).sort((a, b) => a.id - b.id),
    productLessons,
    held: Object.assign({}, ...here.map(({ held }) => held)) as Library['held'],
    whole: Object.assign({}, ...here.map(({ whole }) => whole)) as Library['whole'],
  };
}

// ── Marks ───────────────────────────────────────────────────────────────────────────────────────
export const NO_QUIZ_YET: QuizState = { passed: false, best: null, attempts: 0, retry_at: null };

/** The server's whole word about this person, as `/education/get-data` gave it and the base `edu` keeps it. */
export type EducationData = {
  courses: readonly Course[];
  certificates: readonly Certificate[];
  quizzes: readonly ({ lesson_id: number } & QuizState)[];
  server_time: string;
};
export type Marks = {
  /** When the server last told it; null = never. */
  at: string | null;
  data: EducationData | null;
  isWatched(lessonId: number): boolean;
  quizOf(lessonId: number): QuizState;
  /** Server time minus this phone's clock, ms. */
  clockShift: number;
};

/** Base bits of a whole snapshot. */
export function bitsOf(watched: readonly number[], quizzes: EducationData['quizzes']): Record<number, number> {
  const bits: Record<number, number> = {};
  for (const id of watched) bits[id] = WATCHED;
  for (const { lesson_id: id, passed } of quizzes) if (passed) bits[id] = (bits[id] ?? 0) | PASSED;
  return bits;
}

/** `isWatched` with what waits on top: marks only grow, nothing takes them away. */
export function foldMarks(base: Base | undefined, isWatched: (lessonId: number) => boolean): Marks {
  const data = isData(base?.data) ? base.data : null;
  const told = new Map(data?.quizzes.map(({ lesson_id: id, ...state }) => [id, state]));
  const bits = (id: number): number => base?.values[id] ?? 0;
  return {
    at: base?.at || null,
    data,
    isWatched,
    quizOf(id) {
      const line = base?.lines?.[id];
      const state = isQuizState(line) ? line : (told.get(id) ?? NO_QUIZ_YET);
      return { ...state, passed: state.passed || (bits(id) & PASSED) !== 0 };
    },
    clockShift: data && base?.at ? Date.parse(data.server_time) - Date.parse(base.at) : 0,
  };
}
function isData(value: unknown): value is EducationData {
  const { courses, certificates, quizzes, server_time } = (value ?? {}) as Partial<EducationData>;
  return (
    Array.isArray(courses) && Array.isArray(certificates) && Array.isArray(quizzes) && typeof server_time === 'string'
  );
}
const isQuizState = (value: unknown): value is QuizState =>
  typeof (value as Partial<QuizState> | undefined)?.passed === 'boolean' &&
  Number.isInteger((value as Partial<QuizState>).attempts);

// ── Courses as a person sees them ───────────────────────────────────────────────────────────────
export type LessonView = {
  id: number;
  title: string;
  kind: 'video' | 'text' | 'pdf';
  minutes: number;
  hasQuiz: boolean;
  watched: boolean;
  quiz: QuizState;
  /** Readable without a network. */
  isHeld: boolean;
};
export type CourseView = {
  id: number;
  title: string;
  description: string;
  /** Address of the cover. */
  image: string | null;
  locked: boolean;
  /** Empty while the list of lessons is not on this phone. */
  lessons: readonly LessonView[];
  lessonsTotal: number;
  lessonsWatched: number;
  quizzesTotal: number;
  quizzesPassed: number;
  minutes: number;
  progress: number;
  nextLessonId: number | null;
  hasCertificate: boolean;
  certificate: Certificate | null;
  /** Kept whole on this phone, and every lesson of it is here. */
  isWhole: boolean;
  heldLessons: number;
  bytes: number;
};

export function coursesOf(library: Library, marks: Marks): CourseView[] {
  const listed = library.courses.map((course) => courseView(course, library, marks));
  const known = new Set(listed.map(({ id }) => id));
  const others = marks.data?.courses.filter(({ id }) => !known.has(id)).map((course) => acknowledgedView(course)) ?? [];
  // What this person may open comes first.
  return [...listed, ...others].sort((a, b) => Number(a.locked) - Number(b.locked) || a.id - b.id);
}

function courseView(course: CoursePackage, { held, whole }: Library, marks: Marks): CourseView {
  const lessons = course.lessons.map(({ id, title, kind, minutes, has_quiz }): LessonView => {
    const quiz = marks.quizOf(id);
    return { id, title, kind, minutes, hasQuiz: has_quiz, watched: marks.isWatched(id), quiz, isHeld: id in held };
  });
  const steps = lessons.map(({ id, watched, hasQuiz, quiz }) => ({ id, watched, hasQuiz, passed: quiz.passed }));
  const told = marks.data?.courses.find(({ id }) => id === course.id);
  const heldLessons = lessons.filter(({ isHeld }) => isHeld).length;
  return {
    id: course.id,
    title: course.title,
    description: course.description,
    image: course.cover?.url ?? null,
    locked: false,
    lessons,
    lessonsTotal: lessons.length,
    lessonsWatched: lessons.filter(({ watched }) => watched).length,
    quizzesTotal: lessons.filter(({ hasQuiz }) => hasQuiz).length,
    quizzesPassed: lessons.filter(({ hasQuiz, quiz }) => hasQuiz && quiz.passed).length,
    minutes: lessons.reduce((sum, { minutes }) => sum + minutes, 0),
    progress: progressOf(steps),
    nextLessonId: nextLessonOf(steps),
    hasCertificate: course.has_certificate,
    certificate: told?.certificate ?? null,
    isWhole: course.id in whole && heldLessons === lessons.length,
    heldLessons,
    bytes: course.bytes,
  };
}

/** A course of which this phone has no list: locked for this person, or not fetched yet. */
const acknowledgedView = (course: Course): CourseView => ({
  id: course.id,
  title: course.title,
  description: course.description,
  image: course.image,
  locked: course.locked,
  lessons: [],
  lessonsTotal: course.lessons_total,
  lessonsWatched: course.lessons_watched,
  quizzesTotal: course.quizzes_total,
  quizzesPassed: course.quizzes_passed,
  minutes: course.minutes,
  progress: course.progress,
  nextLessonId: course.next_lesson_id,
  hasCertificate: course.has_certificate,
  certificate: course.certificate,
  isWhole: false,
  heldLessons: 0,
  bytes: 0,
});

/** The lesson with its course and neighbours; undefined when this phone has no list that names it. */
export function findLesson(courses: readonly CourseView[], id: number) {
  for (const course of courses) {
    const at = course.lessons.findIndex((lesson) => lesson.id === id);
    const lesson = course.lessons[at];
    if (lesson)
      return { course, lesson, number: at + 1, previous: course.lessons[at - 1], next: course.lessons[at + 1] };
  }
  return undefined;
}

/** Where this person stopped: the lesson read last unless it is done, else the first course begun, else the first one. */
export function continueAt(
  courses: readonly CourseView[],
  places: readonly { lessonId: number; at: string }[],
): { course: CourseView; lesson: LessonView } | null {
  const open = courses.filter(({ locked, nextLessonId }) => !locked && nextLessonId !== null);
  const latest = places.toSorted((a, b) => (a.at < b.at ? 1 : -1)).map(({ lessonId }) => findLesson(courses, lessonId));
  const last = latest.find((found) => found !== undefined);
  if (last && !last.lesson.watched) return last;
  const course =
    open.find(({ id }) => id === last?.course.id) ??
    open.find(({ lessonsWatched, quizzesPassed }) => lessonsWatched + quizzesPassed > 0) ??
    open[0];
  const found = course?.nextLessonId ? findLesson(courses, course.nextLessonId) : undefined;
  return found ?? null;
}
