import { fileURLToPath } from 'node:url';
import type { Db, Tx } from '#server/db/open.ts';
import type { SeedAsked } from '#server/demo/seed-step.ts';
import { applyCourses } from '#server/features/education/apply-courses.ts';
import { emptyCourseReport } from '#server/features/education/course-report.rules.ts';
import { readCourses } from '#server/features/education/format/read-courses.ts';
import { keepVideos } from '#server/features/education/import-courses.ts';

/** The courses of docs/product/demo.md#courses, as their authors wrote them (content/courses, docs/courses.md). */
const FOLDER = fileURLToPath(new URL('../../content/courses', import.meta.url));

export async function seedCourses(_db: Db, { env, now, note }: SeedAsked): Promise<(tx: Tx) => Promise<string>> {
  note('читаем курсы');
  const read = await readCourses(FOLDER, { isVideoOptional: false });
  await keepVideos(read, env.dataDir, () => {});
  return async (tx) => {
    const report = emptyCourseReport(false);
    await applyCourses(tx, read, { now, report });
    return `курсы: ${report.courses.added}, уроки: ${report.lessons.added}`;
  };
}
