import { createHash } from 'node:crypto';
import type { CourseFile, CoursePackage, EducationPackages } from '#contract/education.ts';
import type { DbOrTx } from '#server/db/open.ts';
import {
  type CourseRow,
  findCourses,
  findLessonHeads,
  findPublishedIds,
  findUses,
  type LessonHead,
} from '#server/features/education/education.queries.ts';
import { isOpenTo } from '#server/features/education/learner.rules.ts';

type UseRow = Awaited<ReturnType<typeof findUses>>[number];

/** What a phone of this audience may hold, and of which files each course consists (docs/product/offline.md#pictures-and-films). */
export async function readPackages(db: DbOrTx, isConsultant: boolean): Promise<EducationPackages> {
  const open = (await findCourses(db)).filter((course) => isOpenTo(course, isConsultant));
  const heads = await findLessonHeads(db);
  const uses = await findUses(db);
  const courses = open.map((course) =>
    toPackage(
      course,
      heads.filter((lesson) => lesson.courseId === course.id),
      uses.filter((use) => use.courseId === course.id),
    ),
  );
  const shown = heads.filter((lesson) => open.some((course) => course.id === lesson.courseId));
  const productLessons = await mentions(db, shown);
  return { status: 'success', v: 1, rev: hashOf([courses, productLessons]), courses, productLessons };
}

function toPackage(course: CourseRow, lessons: readonly LessonHead[], uses: readonly UseRow[]): CoursePackage {
  const bySha = new Map(uses.map((use) => [use.sha256, use]));
  const rows = lessons.map(({ id, title, kind, minutes, quizVersion, packageSha }) => {
    const file = fileOf(bySha.get(packageSha)!);
    return { id, title, kind, minutes, has_quiz: quizVersion !== null, ...file };
  });
  const weighed = [...new Map(uses.filter((use) => use.use !== 'video').map((use) => [use.sha256, use])).values()];
  const pictures = weighed.filter((use) => use.use !== 'lesson').map(fileOf);
  const { id, title, description, audience, hasCertificate } = course;
  const body = {
    id,
    title,
    description,
    audience,
    has_certificate: hasCertificate,
    cover: pictures.find((file) => file.url === course.cover) ?? null,
    lessons: rows,
    pictures,
    video: lessons.flatMap((lesson) => {
      if (!lesson.video) return [];
      const { type, sha256, bytes, url } = lesson.video;
      return { lesson_id: lesson.id, type, sha256, bytes, url };
    }),
    bytes: sum(weighed.map((use) => use.bytes)),
    bytes_br: sum(weighed.map((use) => use.wire)),
  };
  return { ...body, version: hashOf(body) };
}

/** Products that the shop shows, and the lessons that name them. */
async function mentions(db: DbOrTx, lessons: readonly LessonHead[]): Promise<Record<string, number[]>> {
  const ids = await findPublishedIds(db, [...new Set(lessons.flatMap((lesson) => lesson.products))]);
  const found: Record<string, number[]> = {};
  for (const { id, products } of lessons)
    for (const code of new Set(products)) {
      const productId = ids.get(code);
      if (productId !== undefined) (found[productId] ??= []).push(id);
    }
  return found;
}

const fileOf = ({ sha256, bytes, ext }: UseRow): CourseFile => ({
  sha256,
  bytes,
  url: `/api/education/files/${sha256}.${ext}`,
});
const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
const hashOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16);
