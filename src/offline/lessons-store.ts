import type { CoursePackage, EducationPackages, LessonPackage } from '#contract/education.ts';
import { isCoursePackage, isLessonPackage } from '#src/offline/guards-lessons.ts';
import { ask, type Store } from '#src/offline/ports.ts';

// Contents: 1 keys and shapes, 2 shelves, 3 reading
// Two shelves with one layout: `pub` holds the courses for everyone, the person's own database those for consultants
// (settled.md §8, Lessons). A lesson is readable when the pointer holds it: its package and its pictures came in with it.

// ── 1 Keys and shapes ───────────────────────────────────────────────────────────────────────────
export const LESSONS_POINTER = 'les:ptr';
export const lessonKey = (sha256: string): string => `les:s:${sha256}`;
export const fileKey = (sha256: string): string => `les:f:${sha256}`;

/** Why a lesson is on this phone, ISO times. `opened` may be given up for room, `downloaded` only when nothing else is left. */
export type Reasons = { opened?: string; downloaded?: string };
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
  why: Record<number, Reasons>;
  /** Courses that are kept whole: what is added to them comes too. */
  whole: Record<number, string>;
};
/** A picture as it came; the type is the server's. */
export type StoredFile = { v: 1; type: string; body: ArrayBuffer };

/** A stored pointer is read tolerantly: what does not fit counts as nothing stored. */
export function readPointer(value: unknown): LessonsPointer | undefined {
  const pointer = value as Partial<LessonsPointer> | undefined;
  const isWhole =
    pointer?.v === 1 &&
    typeof pointer.rev === 'string' &&
    typeof pointer.seenAt === 'string' &&
    Array.isArray(pointer.courses) &&
    pointer.courses.every((course) => isCoursePackage(course)) &&
    [pointer.productLessons, pointer.held, pointer.why, pointer.whole].every(
      (part) => typeof part === 'object' && part,
    );
  return isWhole ? (pointer as LessonsPointer) : undefined;
}

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

// ── 3 Reading ───────────────────────────────────────────────────────────────────────────────────
export type HeldLesson = { lesson: LessonPackage; sha256: string; pictures: Record<string, StoredFile> };

/** Pointer, package and pictures in one transaction: never a mixture of two versions (I9). Undefined when it is not held. */
export function readLesson(store: Store, id: number): Promise<HeldLesson | undefined> {
  return store.change(async (kv) => {
    const pointer = readPointer(await ask(kv.get(LESSONS_POINTER)));
    const sha256 = pointer?.held[id];
    const lesson: unknown = sha256 && (await ask(kv.get(lessonKey(sha256))));
    if (!sha256 || !isLessonPackage(lesson)) return undefined;
    const pictures: Record<string, StoredFile> = {};
    for (const { sha256: hash } of lesson.pictures) {
      const file = (await ask(kv.get(fileKey(hash)))) as StoredFile | undefined;
      if (file?.v === 1) pictures[hash] = file;
    }
    return { lesson, sha256, pictures };
  });
}

/** All that can be read, for search: texts without pictures. */
export function readHeldLessons(store: Store): Promise<LessonPackage[]> {
  return store.change(async (kv) => {
    const pointer = readPointer(await ask(kv.get(LESSONS_POINTER)));
    const found = await Promise.all(Object.values(pointer?.held ?? {}).map((sha256) => ask(kv.get(lessonKey(sha256)))));
    return found.filter((one: unknown): one is LessonPackage => isLessonPackage(one));
  });
}
