import type { LessonPackage } from '#contract/education.ts';
import { isLessonPackage } from '#src/offline/guards-lessons.ts';
import { changeOpen } from '#src/offline/lessons-pointer.ts';
import {
  fileKey,
  lessonKey,
  LESSONS_POINTER,
  type LessonsPointer,
  readPointer,
  type StoredFile,
  without,
} from '#src/offline/lessons-store.ts';
import { ask, type Store } from '#src/offline/ports.ts';

// The reader's half: the worker writes, the page reads.

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

/** «Удалить с телефона»: what was only downloaded goes, what was opened stays with its pictures. */
export const forgetCourse = (store: Store, courseId: number): Promise<void> =>
  changeOpen(store, async (kv) => {
    const pointer = readPointer(await ask(kv.get(LESSONS_POINTER)));
    const course = pointer?.courses.find(({ id }) => id === courseId);
    if (!pointer || !course) return;
    let { held } = pointer;
    const files = new Set(course.pictures.map(({ sha256 }) => fileKey(sha256)));
    if (course.cover) files.delete(fileKey(course.cover.sha256));
    for (const { id } of course.lessons) {
      const version = held[id];
      const opened = pointer.opened[id];
      const lesson: unknown = version && (await ask(kv.get(lessonKey(version))));
      if (opened && isLessonPackage(lesson)) for (const { sha256 } of lesson.pictures) files.delete(fileKey(sha256));
      if (opened || !version) continue;
      held = without(held, id);
      kv.delete(lessonKey(version));
    }
    for (const key of files) kv.delete(key);
    const next: LessonsPointer = { ...pointer, held, whole: without(pointer.whole, courseId) };
    kv.put(next, LESSONS_POINTER);
  });
