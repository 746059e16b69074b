import type { CoursePackage, EducationPackages, LessonPackage } from '#contract/education.ts';

// Contents: 1 keys and shapes, 2 shelves
// Two shelves with one layout: `pub` holds the courses for everyone, the person's own database those for consultants
// (docs/product/offline.md#lessons). A lesson is readable when the pointer holds it: its package and its pictures came in with it.

// ── 1 Keys and shapes ───────────────────────────────────────────────────────────────────────────
export const LESSONS_POINTER = 'les:ptr';
export const lessonKey = (sha256: string): string => `les:s:${sha256}`;
export const fileKey = (sha256: string): string => `les:f:${sha256}`;

export type LessonsPointer = {
  v: 1;
  rev: string;
  etag: string | null;
  /** When the server last confirmed this, ISO. */
  seenAt: string;
  courses: CoursePackage[];
  productLessons: Record<string, number[]>;
  /** Lesson → the version of it that can be read on this phone. */
  held: Record<number, string>;
  /**
   * The table of reasons, ISO times: lessons that were opened may be given up for room, courses that were downloaded only when
   * nothing else is left; what is added to those comes too.
   */
  opened: Record<number, string>;
  whole: Record<number, string>;
};
/** A picture as it came; the type is the server's. */
export type StoredFile = { v: 1; type: string; body: ArrayBuffer };

/** A stored pointer is read tolerantly: what does not fit counts as nothing stored. */
export function readPointer(value: unknown): LessonsPointer | undefined {
  const pointer = value as Partial<LessonsPointer> | undefined;
  return pointer?.v === 1 && Array.isArray(pointer.courses) && pointer.held && pointer.opened && pointer.whole
    ? (pointer as LessonsPointer)
    : undefined;
}

/** The hash has told that these are the shop's own bytes; the reader asks for the whole shape (lessons-read.ts). */
export const isStoredLesson = (value: unknown): value is LessonPackage =>
  (value as LessonPackage | undefined)?.v === 1 && Array.isArray((value as LessonPackage).pictures);
export const without = <T>(record: Record<number, T>, id: number): Record<number, T> =>
  Object.fromEntries(Object.entries(record).filter(([key]) => Number(key) !== id));

// ── 2 Shelves ───────────────────────────────────────────────────────────────────────────────────
/** What belongs on a shelf of what the server offers this person. */
export function partOf(manifest: EducationPackages, audience: 'everyone' | 'consultants') {
  const courses = manifest.courses.filter((course) => course.audience === audience);
  const ids = new Set(courses.flatMap(({ lessons }) => lessons.map(({ id }) => id)));
  const productLessons: Record<string, number[]> = {};
  for (const [product, lessons] of Object.entries(manifest.productLessons)) {
    const here = lessons.filter((id) => ids.has(id));
    if (here.length > 0) productLessons[product] = here;
  }
  return { courses, productLessons };
}
