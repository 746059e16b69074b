import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { PathId } from '#contract/ids.ts';
import { okWord } from '#contract/reply.ts';

// Contents: 1 words, 2 course and lesson as a person sees them, 3 quiz, 4 packages for the phone, 5 calls
//
// Lesson HTML holds only these elements, no style and no script (server/features/education/course-format):
//   section (one screen of the lesson; its first child is h2, but for the first one), h2 h3 h4 p strong em s code pre br hr
//   ul ol li a[href: https://… or /…] table thead tbody tr th td
//   ul.pair  > li.can | li.cannot   «можно / нельзя»; the sign itself is left out
//   aside.reminder                  the reminder box
//   ul.checklist > li               «Проверьте себя»; ticks are the device's own affair
//   figure > img[src alt width height] + figcaption?

// ── 1 ───────────────────────────────────────────────────────────────────────────────────────────
/** `consultants`: for people with a registration number; everybody else gets 403 in words. */
export const Audience = z.enum(['everyone', 'consultants']);
export type Audience = z.infer<typeof Audience>;
export const LessonKind = z.enum(['video', 'text', 'pdf']);
export type LessonKind = z.infer<typeof LessonKind>;
const Percent = z.int().check(z.gte(0), z.lte(100));
/** A file of the shop by content hash; `url` is immutable. `bytes` is its length uncompressed. */
export const CourseFile = z.object({ sha256: z.string(), bytes: z.int(), url: z.string() });
export type CourseFile = z.infer<typeof CourseFile>;

// ── 2 ───────────────────────────────────────────────────────────────────────────────────────────
export const Certificate = z.object({
  course_id: z.int(),
  title: z.string(),
  /** «01-000042»: course and running number. */
  number: z.string(),
  issued_at: z.string(),
  /** PDF, for this person's session only. */
  url: z.string(),
});
export type Certificate = z.infer<typeof Certificate>;
export const Course = z.object({
  id: z.int(),
  title: z.string(),
  /** Address of the cover, or null. */
  image: z.nullable(z.string()),
  description: z.string(),
  lessons_total: z.int(),
  lessons_watched: z.int(),
  quizzes_total: z.int(),
  quizzes_passed: z.int(),
  /** Whole percent of what can be done: lessons watched and quizzes passed (`progressOf`); 100 only when all is done. */
  progress: Percent,
  /** Not for this person: shown in the list, opened by nobody of their audience. */
  locked: z.boolean(),
  audience: Audience,
  /** Minutes of all lessons. */
  minutes: z.int(),
  /** Whether 100 % earns a certificate. */
  has_certificate: z.boolean(),
  certificate: z.nullable(Certificate),
  /** Where to go on: the first lesson not watched, else the first whose quiz is not passed; null when all is done. */
  next_lesson_id: z.nullable(z.int()),
});
export type Course = z.infer<typeof Course>;
/** How one quiz stands for this person; `best` is null before the first attempt. */
export const QuizState = z.object({
  passed: z.boolean(),
  best: z.nullable(Percent),
  attempts: z.int(),
  /** The pause after a failed attempt ends then; null when an attempt may be made now. */
  retry_at: z.nullable(z.string()),
});
export type QuizState = z.infer<typeof QuizState>;
export const LessonRow = z.object({
  id: z.int(),
  title: z.string(),
  kind: LessonKind,
  duration_min: z.int(),
  watched: z.boolean(),
  /** `version` is null when there is no quiz. */
  quiz: z.object({ exists: z.boolean(), version: z.nullable(z.int()), ...QuizState.shape }),
});
export type LessonRow = z.infer<typeof LessonRow>;
export const LessonVideo = z.object({
  ...CourseFile.shape,
  /** `video/mp4` or `video/webm`; answers Range with 206. */
  type: z.string(),
  title: z.string(),
  /** Address of the still picture, or null. */
  poster: z.nullable(z.string()),
});
export type LessonVideo = z.infer<typeof LessonVideo>;
export const Lesson = z.object({
  id: z.int(),
  course_id: z.int(),
  title: z.string(),
  kind: LessonKind,
  duration_min: z.int(),
  /** `2026-11-02`. */
  updated: z.string(),
  html: z.string(),
  video: z.optional(LessonVideo),
  /** Files beside the lesson; none yet. */
  files: z.array(z.object({ title: z.string(), url: z.string(), bytes: z.int() })),
  watched: z.boolean(),
  prev_id: z.nullable(z.int()),
  next_id: z.nullable(z.int()),
  has_quiz: z.boolean(),
  quiz: z.nullable(z.object({ version: z.int(), ...QuizState.shape })),
  /** Codes of the products that the lesson mentions. */
  products: z.array(z.string()),
  /** The lesson's package (§4) of the same content: a phone that holds it needs not ask again. */
  sha256: z.string(),
});
export type Lesson = z.infer<typeof Lesson>;

// ── 3 Quiz: right answers leave the server with a passed result, not before ────────────────────────────────────────────────
export const QuizQuestion = z.object({
  id: z.int(),
  text: z.string(),
  kind: z.enum(['single', 'multiple']),
  answers: z.array(z.object({ id: z.int(), text: z.string() })),
});
export type QuizQuestion = z.infer<typeof QuizQuestion>;
export const Quiz = z.object({
  lesson_id: z.int(),
  /** Rises with every published change of the quiz; send it back with the result. */
  version: z.int(),
  pass_percent: Percent,
  questions: z.array(QuizQuestion),
});
export type Quiz = z.infer<typeof Quiz>;
export const QuizResult = z.object({
  lessonId: z.int(),
  quizResult: z
    .array(
      z.object({
        question_id: z.int(),
        /** Empty = left open, which counts as wrong. */
        answer_ids: z.array(z.int()).check(z.maxLength(50)),
      }),
    )
    .check(z.maxLength(100)),
  /** The version the questions were taken from; without it the current one (docs/product/offline.md#lessons). */
  version: z.optional(z.int()),
});
export type QuizResult = z.infer<typeof QuizResult>;
export const QuizVerdict = z.object({
  ...okWord,
  lesson_id: z.int(),
  /** The version it was judged by. */
  version: z.int(),
  /** A newer version is out: this one counts all the same. */
  version_is_old: z.boolean(),
  percent: Percent,
  pass_percent: Percent,
  passed: z.boolean(),
  /** Questions answered wrong or left open. */
  wrong: z.array(z.int()),
  /** What to know about each of them. `right`: its right answers, only once the quiz is passed: until then they would hand it over. */
  review: z.array(z.object({ question_id: z.int(), why: z.string(), right: z.optional(z.array(z.int())) })),
  /** Only when not passed and not passed before: earlier results are answered 429. */
  retry_at: z.optional(z.string()),
  /** After it: passed by any attempt, the best one, how many. */
  quiz: QuizState,
  progress: Percent,
  certificate: z.nullable(Certificate),
});
export type QuizVerdict = z.infer<typeof QuizVerdict>;

// ── 4 Packages ──────────────────────────────────────────────────────────────────────────────────
/**
 * One lesson as it lies on the phone: immutable JSON at `/api/education/files/<sha256>.json`. Nothing of its course or its
 * neighbours is in it, so a changed lesson changes one package.
 */
export const LessonPackage = z.object({
  v: z.literal(1),
  id: z.int(),
  course_id: z.int(),
  title: z.string(),
  kind: LessonKind,
  minutes: z.int(),
  updated: z.string(),
  html: z.string(),
  /** The same without tags, for search. */
  text: z.string(),
  products: z.array(z.string()),
  pictures: z.array(CourseFile),
  video: z.nullable(LessonVideo),
  quiz: z.nullable(Quiz),
});
export type LessonPackage = z.infer<typeof LessonPackage>;
export const CoursePackage = z.object({
  id: z.int(),
  /** Opaque; another one means that something of the course has changed. */
  version: z.string(),
  title: z.string(),
  description: z.string(),
  audience: Audience,
  has_certificate: z.boolean(),
  cover: z.nullable(CourseFile),
  /** In the order of the course. */
  lessons: z.array(
    z.object({
      id: z.int(),
      title: z.string(),
      kind: LessonKind,
      minutes: z.int(),
      has_quiz: z.boolean(),
      sha256: z.string(),
      bytes: z.int(),
      url: z.string(),
    }),
  ),
  /** Cover and posters included, each once. */
  pictures: z.array(CourseFile),
  /** Downloaded only when the person asks for it. */
  video: z.array(z.object({ lesson_id: z.int(), type: z.string(), ...CourseFile.shape })),
  /** Lessons and pictures, uncompressed; video apart. */
  bytes: z.int(),
  /** The same as it travels (brotli). */
  bytes_br: z.int(),
});
export type CoursePackage = z.infer<typeof CoursePackage>;
/** Only courses that this person may open. Answers 304 to a known ETag. */
export const EducationPackages = z.object({
  ...okWord,
  v: z.literal(1),
  /** Opaque. */
  rev: z.string(),
  courses: z.array(CoursePackage),
  /** Published product id → lessons that mention it, of these courses only. */
  productLessons: z.record(z.string(), z.array(z.int())),
});
export type EducationPackages = z.infer<typeof EducationPackages>;

// ── 5 ───────────────────────────────────────────────────────────────────────────────────────────
const OneId = z.object({ id: PathId });
const common = { word: 'education', dialect: 'word', needs: 'education.view' } as const;
/**
 * `watched` and `quizzes` are the whole state of this person, one line per lesson that has any: what the phone folds its
 * queued marks over. Marks only grow: watched stays watched, passed stays passed.
 */
export const getEducation = defineCall({
  ...common,
  name: 'getEducation',
  summary: 'Курсы, отметки и сертификаты',
  method: 'GET',
  path: '/education/get-data',
  reply: z.object({
    ...okWord,
    courses: z.array(Course),
    certificates: z.array(Certificate),
    watched: z.array(z.int()),
    quizzes: z.array(z.object({ lesson_id: z.int(), ...QuizState.shape })),
    server_time: z.string(),
  }),
});
export const getCourse = defineCall({
  ...common,
  name: 'getCourse',
  summary: 'Курс и его уроки',
  method: 'GET',
  path: '/education/course/:id',
  params: OneId,
  reply: z.object({ ...okWord, course: Course, lessons: z.array(LessonRow) }),
});
export const getLesson = defineCall({
  ...common,
  name: 'getLesson',
  summary: 'Урок',
  method: 'GET',
  path: '/education/course/lesson/:id',
  params: OneId,
  reply: z.object({ ...okWord, lesson: Lesson }),
});
export const getQuiz = defineCall({
  ...common,
  name: 'getQuiz',
  summary: 'Вопросы теста к уроку (без правильных ответов)',
  method: 'GET',
  path: '/education/course/lesson/quiz/get-data/:id',
  params: OneId,
  reply: z.object({ ...okWord, quiz: Quiz, state: QuizState }),
});
/**
 * Refusals: `quiz_changed` (200) – the named version was withdrawn; `quiz_answers` (200) – answers that are none of this
 * quiz; `validation` – no such version; `too_many` (429, Retry-After) – within the pause after a failed attempt.
 */
export const sendQuizResult = defineCall({
  ...common,
  name: 'sendQuizResult',
  summary: 'Сдать тест к уроку',
  method: 'POST',
  path: '/education/course/lesson/quiz/send-result/',
  body: QuizResult,
  reply: QuizVerdict,
  keyed: true,
});
/** A GET that changes: it needs `X-Requested-With` and goes through the outbox (docs/product/offline.md#what-is-queued). */
export const setWatched = defineCall({
  ...common,
  name: 'setWatched',
  summary: 'Отметить урок пройденным',
  method: 'GET',
  path: '/education/course/lesson/:id/set-watched',
  params: OneId,
  reply: z.object({
    ...okWord,
    lesson_id: z.int(),
    watched: z.literal(true),
    progress: Percent,
    certificate: z.nullable(Certificate),
  }),
  changes: true,
  keyed: true,
});
export const getEducationPackages = defineCall({
  ...common,
  name: 'getEducationPackages',
  summary: 'Из чего состоят курсы на устройстве',
  method: 'GET',
  path: '/api/education/packages',
  reply: EducationPackages,
});
/**
 * Raw immutable bytes by content hash: lesson packages (`.json`), pictures, video (Range → 206). What only consultants' courses
 * use is answered to a consultant's session alone (403 otherwise), `private, no-store`.
 */
export const getEducationFile = defineCall({
  ...common,
  name: 'getEducationFile',
  needs: 'anyone',
  summary: 'Файл курса по хешу',
  method: 'GET',
  path: '/api/education/files/:file',
  params: z.object({ file: z.string().check(z.regex(/^[0-9a-f]{64}\.(json|svg|webp|png|jpg|avif|mp4|webm)$/)) }),
  reply: z.unknown(),
});
/** PDF; 403 in words while the course is not done. */
export const getCertificate = defineCall({
  ...common,
  name: 'getCertificate',
  summary: 'Сертификат курса (PDF)',
  method: 'GET',
  path: '/api/education/certificate/:file',
  params: z.object({ file: z.string().check(z.regex(/^\d{1,9}\.pdf$/)) }),
  reply: z.unknown(),
});
