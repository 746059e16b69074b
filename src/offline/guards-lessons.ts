import type {
  CourseFile,
  CoursePackage,
  EducationPackages,
  LessonPackage,
  LessonVideo,
  Quiz,
  QuizQuestion,
} from '#contract/education.ts';
import { flag, type Guard, int, listOf, nullable, only, recordOf, shape, text, v1 } from '#src/offline/guards.ts';

// What the phone keeps of the courses, checked without zod; tests/offline/lessons-guards.test.ts proves agreement with the
// contract.

const isPercent = ((value) => int(value) && value >= 0 && value <= 100) as Guard<number>;
const file = { sha256: text, bytes: int, url: text };
const isFile = shape<CourseFile>(file);
const isKind = only('video', 'text', 'pdf');
const isVideo = shape<LessonVideo>({
  ...file,
  type: text,
  title: text,
  poster: nullable(text),
});
const isQuestion = shape<QuizQuestion>({
  id: int,
  text,
  kind: only('single', 'multiple'),
  answers: listOf(shape<QuizQuestion['answers'][number]>({ id: int, text })),
});
export const isQuiz = shape<Quiz>({
  lesson_id: int,
  version: int,
  pass_percent: isPercent,
  questions: listOf(isQuestion),
});
export const isLessonPackage = shape<LessonPackage>({
  v: v1,
  id: int,
  course_id: int,
  title: text,
  kind: isKind,
  minutes: int,
  updated: text,
  html: text,
  text,
  products: listOf(text),
  pictures: listOf(isFile),
  video: nullable(isVideo),
  quiz: nullable(isQuiz),
});
export const isCoursePackage = shape<CoursePackage>({
  id: int,
  version: text,
  title: text,
  description: text,
  audience: only('everyone', 'consultants'),
  has_certificate: flag,
  cover: nullable(isFile),
  lessons: listOf(
    shape<CoursePackage['lessons'][number]>({
      id: int,
      title: text,
      kind: isKind,
      minutes: int,
      has_quiz: flag,
      ...file,
    }),
  ),
  pictures: listOf(isFile),
  video: listOf(shape<CoursePackage['video'][number]>({ lesson_id: int, type: text, ...file })),
  bytes: int,
  bytes_br: int,
});
export const isEducationPackages = shape<EducationPackages>({
  status: only('success'),
  v: v1,
  rev: text,
  courses: listOf(isCoursePackage),
  productLessons: recordOf(listOf(int)),
});
