import type { Db } from '#server/db/open.ts';
import { applyCourses, type Withdrawal } from '#server/features/education/apply-courses.ts';
import { forgetVideos, keepVideo } from '#server/features/education/course-files.ts';
import { COURSE_BYTES, type CourseReport, emptyCourseReport } from '#server/features/education/course-report.rules.ts';
import { type ReadCourses, readCourses } from '#server/features/education/format/read-courses.ts';

export type CourseOptions = {
  /** Null: only withdraw. */
  folder: string | null;
  isDryRun?: boolean;
  isVideoOptional?: boolean;
  withdraw?: readonly Withdrawal[];
};
export type CourseParts = { db: Db; dataDir: string; now: Date; progress?: (text: string) => void };

/** Thrown to roll a dry run back. */
class DryRun extends Error {}

/**
 * One folder into the shop: read and judged as a whole, videos copied under their hashes, the rest written in one
 * transaction. A fault anywhere, or a crash at any moment, leaves the courses as they were.
 * @throws CourseError with every fault
 */
export async function importCourses(
  { folder, isDryRun = false, isVideoOptional = false, withdraw = [] }: CourseOptions,
  { db, dataDir, now, progress = () => {} }: CourseParts,
): Promise<CourseReport> {
  const read: ReadCourses =
    folder === null ? { courses: [], notes: [] } : await readCourses(folder, { isVideoOptional, progress });
  if (!isDryRun) await keepVideos(read, dataDir, progress);
  progress('записываем курсы');
  const report = emptyCourseReport(isDryRun);
  try {
    const gone = await db.transaction(async (tx) => {
      const files = await applyCourses(tx, read, { now, report, withdraw });
      if (isDryRun) throw new DryRun();
      return files;
    });
    await forgetVideos(dataDir, gone);
  } catch (error) {
    if (!(error instanceof DryRun)) throw error;
  }
  return report;
}

export async function keepVideos(
  { courses }: ReadCourses,
  dataDir: string,
  progress: (text: string) => void,
): Promise<void> {
  for (const { id, video } of courses.flatMap((course) => course.lessons)) {
    if (video)
      await keepVideo(dataDir, video.file, (bytes) =>
        progress(`видео урока ${id}: ${Math.round(bytes / 1e6)} из ${Math.round(video.file.bytes / 1e6)} МБ`),
      );
  }
}

/** 0 = taken; 2 = taken, but a course is too heavy for the phones it is meant for. 1 (nothing done) is for thrown errors. */
export const courseExitCode = (report: CourseReport): 0 | 2 =>
  report.sizes.some(({ bytes }) => bytes > COURSE_BYTES) ? 2 : 0;
