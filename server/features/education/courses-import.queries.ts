import { and, eq, inArray, isNotNull, isNull, lt, notInArray, sql } from 'drizzle-orm';
import { type DbOrTx, LOCKS, type Tx } from '#server/db/open.ts';
import { products } from '#server/db/tables/catalogue.ts';
import { courseFiles, courses, courseUses, lessons, quizVersions } from '#server/db/tables/education.ts';

// Contents: 1 what is there, 2 files, 3 courses and lessons, 4 quizzes

/** One writer of courses at a time, to the end of the transaction. */
export async function lockCourses(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCKS.courses})`);
}

// ── 1 ───────────────────────────────────────────────────────────────────────────────────────────
export type CourseRow = typeof courses.$inferInsert;
export type LessonRowIn = typeof lessons.$inferInsert;
export async function findCourseRows(db: DbOrTx): Promise<Map<number, typeof courses.$inferSelect>> {
  return new Map((await db.select().from(courses)).map((row) => [row.id, row]));
}
export async function findLessonStates(db: DbOrTx) {
  const rows = await db
    .select({
      id: lessons.id,
      courseId: lessons.courseId,
      position: lessons.position,
      packageSha: lessons.packageSha,
      published: lessons.published,
      quizVersion: lessons.quizVersion,
    })
    .from(lessons);
  return new Map(rows.map((row) => [row.id, row]));
}
/** The newest version of each quiz, withdrawn or not. */
export async function findLatestQuizzes(db: DbOrTx) {
  const rows = await db
    .selectDistinctOn([quizVersions.lessonId], {
      lessonId: quizVersions.lessonId,
      version: quizVersions.version,
      contentSha: quizVersions.contentSha,
      withdrawnAt: quizVersions.withdrawnAt,
    })
    .from(quizVersions)
    .orderBy(quizVersions.lessonId, sql`${quizVersions.version} desc`);
  return new Map(rows.map((row) => [row.lessonId, row]));
}
export async function findKnownCodes(db: DbOrTx, codes: readonly string[]): Promise<Set<string>> {
  if (codes.length === 0) return new Set();
  const rows = await db
    .select({ code: products.code })
    .from(products)
    .where(inArray(products.code, [...codes]));
  return new Set(rows.map((row) => row.code));
}

// ── 2 ───────────────────────────────────────────────────────────────────────────────────────────
/** False when the file was there already; a file that comes back is taken back. */
export async function insertCourseFile(tx: Tx, row: typeof courseFiles.$inferInsert): Promise<boolean> {
  const added = await tx
    .insert(courseFiles)
    .values(row)
    .onConflictDoNothing()
    .returning({ sha256: courseFiles.sha256 });
  return added.length > 0;
}
export type UseRow = typeof courseUses.$inferInsert;
export async function replaceUses(tx: Tx, courseId: number, uses: readonly UseRow[]): Promise<void> {
  await tx.delete(courseUses).where(eq(courseUses.courseId, courseId));
  if (uses.length > 0) await tx.insert(courseUses).values([...uses]);
}
/** What anything for everyone uses is for everyone; what nothing uses is dropped, and goes 30 days later. */
export async function settleFiles(tx: Tx, now: Date): Promise<void> {
  await tx.execute(sql`
    update course_files f set
      audience = coalesce((select min(u.audience) from course_uses u where u.sha256 = f.sha256), f.audience),
      dropped_at = case when exists (select 1 from course_uses u where u.sha256 = f.sha256) then null
                        else coalesce(f.dropped_at, ${now.toISOString()}::timestamptz) end`);
}
/** Files to delete from the disk too, once this transaction is through. */
export async function deleteDroppedFiles(tx: Tx, before: Date): Promise<{ sha256: string; ext: string }[]> {
  return tx
    .delete(courseFiles)
    .where(and(isNotNull(courseFiles.droppedAt), lt(courseFiles.droppedAt, before)))
    .returning({ sha256: courseFiles.sha256, ext: courseFiles.ext });
}

// ── 3 ───────────────────────────────────────────────────────────────────────────────────────────
export async function upsertCourse(tx: Tx, row: CourseRow): Promise<void> {
  await tx.insert(courses).values(row).onConflictDoUpdate({ target: courses.id, set: row });
}
export async function upsertLesson(tx: Tx, row: LessonRowIn): Promise<void> {
  await tx.insert(lessons).values(row).onConflictDoUpdate({ target: lessons.id, set: row });
}
/** Lessons of a course whose folders are gone. */
export async function hideOtherLessons(tx: Tx, courseId: number, kept: readonly number[], now: Date): Promise<number> {
  const gone = await tx
    .update(lessons)
    .set({ published: false, updatedAt: now })
    .where(and(eq(lessons.courseId, courseId), eq(lessons.published, true), notInArray(lessons.id, [...kept])))
    .returning({ id: lessons.id });
  return gone.length;
}

// ── 4 ───────────────────────────────────────────────────────────────────────────────────────────
export async function insertQuizVersion(tx: Tx, row: typeof quizVersions.$inferInsert): Promise<void> {
  await tx.insert(quizVersions).values(row);
}
/** `versions` undefined = all of them. Gives how many were withdrawn now. */
export async function withdrawQuiz(
  tx: Tx,
  lessonId: number,
  versions: readonly number[] | undefined,
  now: Date,
): Promise<number> {
  const ours = versions === undefined ? undefined : inArray(quizVersions.version, [...versions]);
  const done = await tx
    .update(quizVersions)
    .set({ withdrawnAt: now })
    .where(and(eq(quizVersions.lessonId, lessonId), isNull(quizVersions.withdrawnAt), ours))
    .returning({ version: quizVersions.version });
  return done.length;
}
export async function findQuizVersions(db: DbOrTx, lessonId: number): Promise<number[]> {
  const rows = await db
    .select({ version: quizVersions.version })
    .from(quizVersions)
    .where(eq(quizVersions.lessonId, lessonId))
    .orderBy(quizVersions.version);
  return rows.map((row) => row.version);
}
