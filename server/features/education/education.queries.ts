import { and, asc, count, desc, eq, inArray, max, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/open.ts';
import { products } from '#server/db/tables/catalogue.ts';
import {
  courseCertificates,
  courseFiles,
  courses,
  courseUses,
  lessons,
  lessonWatches,
  quizAttempts,
  quizVersions,
} from '#server/db/tables/education.ts';
import { users } from '#server/db/tables/people.ts';

// Contents: 1 courses and lessons, 2 quizzes, 3 what a person has done, 4 marks, 5 packages and files

// ── 1 ───────────────────────────────────────────────────────────────────────────────────────────
export type CourseRow = typeof courses.$inferSelect;
export async function findCourses(db: DbOrTx): Promise<CourseRow[]> {
  return db.select().from(courses).orderBy(asc(courses.position), asc(courses.id));
}
export type LessonHead = Awaited<ReturnType<typeof findLessonHeads>>[number];
/** Without their texts, in the order of their courses. */
export async function findLessonHeads(db: DbOrTx) {
  return db
    .select({
      id: lessons.id,
      courseId: lessons.courseId,
      title: lessons.title,
      kind: lessons.kind,
      minutes: lessons.minutes,
      quizVersion: lessons.quizVersion,
      products: lessons.products,
      video: lessons.video,
      packageSha: lessons.packageSha,
    })
    .from(lessons)
    .where(eq(lessons.published, true))
    .orderBy(asc(lessons.courseId), asc(lessons.position));
}
export type LessonRow = typeof lessons.$inferSelect;
export async function findLesson(
  db: DbOrTx,
  id: number,
): Promise<{ lesson: LessonRow; audience: CourseRow['audience'] } | undefined> {
  const rows = await db
    .select({ lesson: lessons, audience: courses.audience })
    .from(lessons)
    .innerJoin(courses, eq(courses.id, lessons.courseId))
    .where(and(eq(lessons.id, id), eq(lessons.published, true)));
  return rows[0];
}

// ── 2 ───────────────────────────────────────────────────────────────────────────────────────────
export async function findQuiz(db: DbOrTx, lessonId: number, version: number) {
  const rows = await db
    .select({
      lessonId: quizVersions.lessonId,
      version: quizVersions.version,
      passPercent: quizVersions.passPercent,
      questions: quizVersions.questions,
      withdrawnAt: quizVersions.withdrawnAt,
    })
    .from(quizVersions)
    .where(and(eq(quizVersions.lessonId, lessonId), eq(quizVersions.version, version)));
  return rows[0];
}

// ── 3 ───────────────────────────────────────────────────────────────────────────────────────────
export async function findWatched(db: DbOrTx, userId: number): Promise<number[]> {
  const rows = await db
    .select({ id: lessonWatches.lessonId })
    .from(lessonWatches)
    .where(eq(lessonWatches.userId, userId))
    .orderBy(asc(lessonWatches.lessonId));
  return rows.map((row) => row.id);
}
export async function findAttempts(db: DbOrTx, userId: number) {
  const rows = await db
    .select({
      lessonId: quizAttempts.lessonId,
      count: count(),
      best: max(quizAttempts.percent),
      passed: sql<boolean>`bool_or(${quizAttempts.passed})`,
      lastAt: max(quizAttempts.at),
    })
    .from(quizAttempts)
    .where(eq(quizAttempts.userId, userId))
    .groupBy(quizAttempts.lessonId)
    .orderBy(asc(quizAttempts.lessonId));
  return rows.map((row) => ({ ...row, best: row.best ?? 0, lastAt: row.lastAt ?? new Date(0) }));
}
export type CertificateRow = typeof courseCertificates.$inferSelect;
export async function findCertificates(db: DbOrTx, userId: number): Promise<CertificateRow[]> {
  return db
    .select()
    .from(courseCertificates)
    .where(eq(courseCertificates.userId, userId))
    .orderBy(desc(courseCertificates.issuedAt), asc(courseCertificates.courseId));
}

// ── 4 ───────────────────────────────────────────────────────────────────────────────────────────
/** One change of a person's marks at a time: two devices have an order, and a pause or a certificate sees both. */
export async function holdLearner(tx: Tx, userId: number): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
}
/** False when it was watched already. */
export async function insertWatch(tx: Tx, userId: number, lessonId: number, watchedAt: Date): Promise<boolean> {
  const added = await tx
    .insert(lessonWatches)
    .values({ userId, lessonId, watchedAt })
    .onConflictDoNothing()
    .returning({ id: lessonWatches.lessonId });
  return added.length > 0;
}
export async function insertAttempt(tx: Tx, row: typeof quizAttempts.$inferInsert): Promise<void> {
  await tx.insert(quizAttempts).values(row);
}
/** Under `holdLearner`: the number of one that is there already must not be used up. */
export async function insertCertificate(
  tx: Tx,
  row: { userId: number; courseId: number; issuedAt: Date },
): Promise<CertificateRow> {
  const rows = await tx.insert(courseCertificates).values(row).returning();
  return rows[0]!;
}

// ── 5 ───────────────────────────────────────────────────────────────────────────────────────────
/** `wire`: bytes as they travel. */
export async function findUses(db: DbOrTx) {
  return db
    .select({
      courseId: courseUses.courseId,
      use: courseUses.use,
      sha256: courseFiles.sha256,
      ext: courseFiles.ext,
      bytes: courseFiles.bytes,
      wire: sql<number>`coalesce(octet_length(${courseFiles.bodyBr}), ${courseFiles.bytes})::int`,
    })
    .from(courseUses)
    .innerJoin(courseFiles, eq(courseFiles.sha256, courseUses.sha256))
    .orderBy(asc(courseUses.courseId), asc(courseUses.use), asc(courseUses.sha256));
}
export async function findPublishedIds(db: DbOrTx, codes: readonly string[]): Promise<Map<string, number>> {
  if (codes.length === 0) return new Map();
  const rows = await db
    .select({ id: products.id, code: products.code })
    .from(products)
    .where(and(inArray(products.code, [...codes]), eq(products.published, true)));
  return new Map(rows.map((row) => [row.code, row.id]));
}
export type FileRow = typeof courseFiles.$inferSelect;
export async function findCourseFile(db: DbOrTx, sha256: string): Promise<FileRow | undefined> {
  const rows = await db.select().from(courseFiles).where(eq(courseFiles.sha256, sha256));
  return rows[0];
}
