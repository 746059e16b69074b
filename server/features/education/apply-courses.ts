import type { Tx } from '#server/db/open.ts';
import type { CourseReport } from '#server/features/education/course-report.rules.ts';
import {
  type CourseRow,
  deleteDroppedFiles,
  findCourseRows,
  findKnownCodes,
  findLatestQuizzes,
  findLessonStates,
  findQuizVersions,
  hideOtherLessons,
  insertCourseFile,
  insertQuizVersion,
  type LessonRowIn,
  lockCourses,
  replaceUses,
  settleFiles,
  upsertCourse,
  upsertLesson,
  type UseRow,
  withdrawQuiz,
} from '#server/features/education/courses-import.queries.ts';
import { CourseError } from '#server/features/education/format/course-error.ts';
import {
  fileUrl,
  type ReadCourse,
  type ReadCourses,
  type ReadLesson,
} from '#server/features/education/format/read-courses.ts';
import {
  packageFile,
  packageOf,
  picturesOf,
  shownVideo,
  storedFile,
  type StoredFile,
} from '#server/features/education/lesson-package.ts';
import { quizSha } from '#server/features/education/quiz.rules.ts';

// Contents: 1 whole, 2 course, 3 quiz. What a lesson becomes for phones: lesson-package.ts

// ── 1 ───────────────────────────────────────────────────────────────────────────────────────────
/** `versions` null = all but the one that is offered now. */
export type Withdrawal = { lessonId: number; versions: number[] | null };
export type Applying = { now: Date; report: CourseReport; withdraw?: readonly Withdrawal[] };
type Known = {
  courses: Awaited<ReturnType<typeof findCourseRows>>;
  lessons: Awaited<ReturnType<typeof findLessonStates>>;
  quizzes: Awaited<ReturnType<typeof findLatestQuizzes>>;
};
const DROPPED_MS = 30 * 86_400_000;

/** Writes what was read, in the transaction of the caller. Gives the files that may go from the disk afterwards. */
export async function applyCourses(
  tx: Tx,
  read: ReadCourses,
  { now, report, withdraw = [] }: Applying,
): Promise<{ sha256: string; ext: string }[]> {
  await lockCourses(tx);
  const known: Known = {
    courses: await findCourseRows(tx),
    lessons: await findLessonStates(tx),
    quizzes: await findLatestQuizzes(tx),
  };
  report.notes.push(...read.notes, ...(await unknownCodes(tx, read.courses)));
  for (const course of read.courses) await applyCourse(tx, course, known, { now, report });
  for (const one of withdraw) await withdrawOld(tx, one, { now, report });
  await settleFiles(tx, now);
  return deleteDroppedFiles(tx, new Date(now.getTime() - DROPPED_MS));
}

/** Not a fault: a shop may sell other goods than the one the lesson was written for. */
async function unknownCodes(tx: Tx, courses: readonly ReadCourse[]): Promise<CourseReport['notes']> {
  const lessons = courses.flatMap((course) => course.lessons);
  const known = await findKnownCodes(tx, [...new Set(lessons.flatMap((lesson) => lesson.products))]);
  return lessons.flatMap(({ id, products }) => {
    const unknown = products.filter((code) => !known.has(code));
    return unknown.length === 0 ? [] : [{ file: `урок ${id}`, message: `нет товаров с кодами ${unknown.join(', ')}` }];
  });
}

// ── 2 ───────────────────────────────────────────────────────────────────────────────────────────
async function applyCourse(tx: Tx, course: ReadCourse, known: Known, { now, report }: Applying): Promise<void> {
  const { id, title, description, audience, hasCertificate } = course;
  const before = known.courses.get(id);
  const row: CourseRow = {
    id,
    position: id,
    title,
    description,
    audience,
    hasCertificate,
    cover: course.cover ? fileUrl(course.cover) : null,
  };
  const isSame =
    before !== undefined && Object.entries(row).every(([name, value]) => before[name as keyof typeof before] === value);
  if (!isSame) await upsertCourse(tx, { ...row, updatedAt: now });

  const level = audience === 'everyone' ? 0 : 1;
  const uses: UseRow[] = [];
  let wire = 0;
  const put = async (file: StoredFile, use: UseRow['use'], forWhom: number) => {
    if (await insertCourseFile(tx, { ...file, audience: forWhom, createdAt: now })) {
      report.files.added += 1;
      report.files.bytes += file.bytes;
    }
    if (uses.some((one) => one.sha256 === file.sha256 && one.use === use)) return;
    if (use !== 'video') wire += file.bodyBr?.length ?? file.bytes;
    uses.push({ courseId: id, sha256: file.sha256, use, audience: forWhom });
  };
  if (course.cover) await put(await storedFile(course.cover), 'cover', 0);
  let changed = 0;
  for (const [position, lesson] of course.lessons.entries()) {
    const quizVersion = await applyQuiz(tx, lesson, known, async () => upsertLessonOnce(), { now, report });
    const pack = await packageFile(packageOf(lesson, id, quizVersion));
    const state = known.lessons.get(lesson.id);
    const isKnown = state?.published === true && state.packageSha === pack.sha256 && state.position === position;
    if (!isKnown || state.quizVersion !== quizVersion)
      await upsertLesson(tx, { ...lessonRow(lesson, id, position, now), quizVersion, packageSha: pack.sha256 });
    const outcome = isKnown ? 'unchanged' : state ? 'changed' : 'added';
    report.lessons[outcome] += 1;
    if (outcome !== 'unchanged') changed += 1;
    await put(pack, 'lesson', level);
    for (const picture of picturesOf(lesson)) await put(await storedFile(picture), 'picture', level);
    if (lesson.video) await put(await storedFile(lesson.video.file), 'video', level);

    // A quiz refers to its lesson: a new lesson is written before the first version of its quiz.
    async function upsertLessonOnce(): Promise<void> {
      if (!known.lessons.has(lesson.id))
        await upsertLesson(tx, { ...lessonRow(lesson, id, position, now), packageSha: '' });
    }
  }
  const kept = course.lessons.map((lesson) => lesson.id);
  const hidden = await hideOtherLessons(tx, id, kept, now);
  report.lessons.hidden += hidden;
  await replaceUses(tx, id, uses);
  report.courses[before ? (isSame && changed + hidden === 0 ? 'unchanged' : 'changed') : 'added'] += 1;
  report.sizes.push({ title, bytes: wire });
}
const lessonRow = (
  { id, title, kind, minutes, updated, html, products, video }: ReadLesson,
  courseId: number,
  position: number,
  now: Date,
): Omit<LessonRowIn, 'packageSha' | 'quizVersion'> => ({
  id,
  courseId,
  position,
  title,
  kind,
  minutes,
  updated,
  html,
  products,
  video: video ? shownVideo(video) : null,
  published: true,
  updatedAt: now,
});

// ── 3 ───────────────────────────────────────────────────────────────────────────────────────────
/** The version that is offered from now on: the newest if it says the same, else a new one; null = no quiz. */
async function applyQuiz(
  tx: Tx,
  { id: lessonId, quiz }: ReadLesson,
  known: Known,
  lessonIsThere: () => Promise<void>,
  { now, report }: Applying,
): Promise<number | null> {
  const latest = known.quizzes.get(lessonId);
  if (quiz === null) return null;
  if (quiz.withdrawn) {
    report.quizzes.withdrawn += await withdrawQuiz(tx, lessonId, undefined, now);
    return null;
  }
  const contentSha = quizSha(quiz.pass_percent, quiz.questions);
  if (latest && latest.withdrawnAt === null && latest.contentSha === contentSha) return latest.version;
  const version = (latest?.version ?? 0) + 1;
  await lessonIsThere();
  const { pass_percent: passPercent, questions } = quiz;
  await insertQuizVersion(tx, { lessonId, version, contentSha, passPercent, questions, publishedAt: now });
  report.quizzes.published += 1;
  return version;
}

/** `--withdraw 101:2`: versions before the current one. The current one is closed in its quiz.yaml, or it would come back. */
async function withdrawOld(tx: Tx, { lessonId, versions }: Withdrawal, { now, report }: Applying): Promise<void> {
  const fail = (message: string) => {
    throw new CourseError([{ file: `--withdraw ${lessonId}`, message }]);
  };
  const current = (await findLessonStates(tx)).get(lessonId)?.quizVersion;
  const all = await findQuizVersions(tx, lessonId);
  if (all.length === 0) fail('у этого урока тестов не было');
  const unknown = (versions ?? []).filter((version) => !all.includes(version));
  if (unknown.length > 0) fail(`версий ${unknown.join(', ')} нет; есть ${all.join(', ')}`);
  if (current != null && versions?.includes(current))
    fail(`версия ${current} действует: исправьте quiz.yaml, или закройте тест строкой withdrawn: true в нём`);
  const asked = versions ?? all.filter((version) => version !== current);
  if (asked.length > 0) report.quizzes.withdrawn += await withdrawQuiz(tx, lessonId, asked, now);
}
