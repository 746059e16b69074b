import type { CourseFile, CoursePackage, LessonPackage } from '#contract/education.ts';
import { isEducationPackages, isLessonPackage } from '#src/offline/guards-lessons.ts';
import {
  broken,
  fetchFile,
  fetchPackage,
  finish,
  get,
  type LessonsPorts,
  type LessonsResult,
  nowOf,
  parse,
  Stop,
} from '#src/offline/lessons-files.ts';
import { change, changeOpen, flip, keysOf, pointerOf, put, touch } from '#src/offline/lessons-pointer.ts';
import {
  fileKey,
  lessonKey,
  LESSONS_POINTER,
  type LessonsPointer,
  partOf,
  readPointer,
  type Reasons,
  type StoredFile,
} from '#src/offline/lessons-store.ts';
import { ask, type Store } from '#src/offline/ports.ts';

// Contents: 1 syncLessons, 2 openLesson, downloadCourse, forgetCourse
// offline.md §2.9, settled.md §8 (Lessons). The same module runs in the worker and in the page.

// ── 1 Sync: the newest list, and newer versions of what this phone keeps ─────────────────────────
/** May be stopped at any byte: what was verified is kept, what can be read changes by the flip alone. Never throws. */
export const syncLessons = (ports: LessonsPorts): Promise<LessonsResult> => finish(ports, () => syncOnce(ports));

async function syncOnce(ports: LessonsPorts): Promise<LessonsResult> {
  const [pub, own] = [await pointerOf(ports.pub), await pointerOf(ports.person)];
  // Another person of this phone may have taken a newer list since: then ours is asked for anew.
  const known = pub && own && pub.rev === own.rev ? own.etag : null;
  const answer = await get(ports, '/api/education/packages', known);
  if (answer.status === 401 || answer.status === 403) throw new Stop({ kind: 'gone' });
  if (answer.status === 304 && pub && own && known) {
    // A whole course may have been asked for and cut off.
    const isMore = await catchUp(ports, [
      { store: ports.pub, pointer: pub, next: pub },
      { store: ports.person, pointer: own, next: own },
    ]);
    await Promise.all([touch(ports.pub, nowOf(ports)), touch(ports.person, nowOf(ports))]);
    if (isMore) ports.onChange?.();
    return { kind: isMore ? 'updated' : 'unchanged' };
  }
  const manifest = parse(answer, 'packages');
  if (!isEducationPackages(manifest)) throw broken('packages: foreign shape');
  const next = (pointer: LessonsPointer | undefined, audience: 'everyone' | 'consultants'): LessonsPointer => ({
    v: 1,
    rev: manifest.rev,
    etag: answer.etag,
    seenAt: nowOf(ports),
    ...partOf(manifest, audience),
    held: pointer?.held ?? {},
    why: pointer?.why ?? {},
    whole: pointer?.whole ?? {},
  });
  await catchUp(ports, [
    { store: ports.pub, pointer: pub, next: next(pub, 'everyone') },
    { store: ports.person, pointer: own, next: next(own, 'consultants') },
  ]);
  ports.onChange?.();
  return { kind: 'updated' };
}

type Shelf = { store: Store; pointer: LessonsPointer | undefined; next: LessonsPointer };

/** Fetches what is missing of what is kept, then flips each shelf in one transaction. True when something was missing. */
async function catchUp(ports: LessonsPorts, shelves: readonly Shelf[]): Promise<boolean> {
  const missing: { store: Store; lesson: CoursePackage['lessons'][number]; course: CoursePackage }[] = [];
  for (const { store, pointer, next } of shelves)
    for (const [lesson, course] of kept(next))
      if (pointer?.held[lesson.id] !== lesson.sha256) missing.push({ store, lesson, course });
  for (const { store, lesson, course } of missing) await stage(ports, store, lesson, course);
  for (const { store, pointer, next } of shelves) if (pointer !== next || missing.length > 0) await flip(store, next);
  return missing.length > 0;
}

/** Lessons of the list that this phone keeps, each with its course. */
function kept({ courses, why, whole }: LessonsPointer): [CoursePackage['lessons'][number], CoursePackage][] {
  return courses.flatMap((course) =>
    course.lessons.flatMap((lesson): [CoursePackage['lessons'][number], CoursePackage][] =>
      why[lesson.id] || whole[course.id] ? [[lesson, course]] : [],
    ),
  );
}

/** Package and pictures into the store, not readable yet: the flip makes them so. */
async function stage(
  ports: LessonsPorts,
  store: Store,
  lesson: CoursePackage['lessons'][number],
  course: CoursePackage,
): Promise<void> {
  const keys = new Set(await keysOf(store));
  let found = keys.has(lessonKey(lesson.sha256)) ? await store.get<unknown>(lessonKey(lesson.sha256)) : undefined;
  if (!isLessonPackage(found)) {
    found = await fetchPackage(ports, lesson, course.id);
    await put(store, lessonKey(lesson.sha256), found);
  }
  for (const picture of (found as LessonPackage).pictures)
    if (!keys.has(fileKey(picture.sha256))) await put(store, fileKey(picture.sha256), await fetchFile(ports, picture));
}

// ── 2 One lesson, one course ────────────────────────────────────────────────────────────────────
/** What is opened stays. */
export const openLesson = (ports: LessonsPorts, id: number): Promise<LessonsResult> =>
  // Not under the lock: a person who opens a lesson does not wait for a download.
  finish({ ...ports, lock: undefined }, async () => {
    const place = await placeOf(ports, id);
    if (!place) throw broken(`lesson ${id}: not in the list`);
    const { store, pointer, lesson, course } = place;
    const isNew = pointer.held[id] !== lesson.sha256;
    await keepLesson(ports, store, lesson, course, isNew, 'opened');
    if (isNew) ports.onChange?.();
    return { kind: isNew ? 'updated' : 'unchanged' };
  });

/** «Скачать курс»: lesson by lesson, each readable as soon as it is here; stopped at any byte, the next run goes on. */
export const downloadCourse = (ports: LessonsPorts, courseId: number): Promise<LessonsResult> =>
  finish(ports, async () => {
    const place = await courseOf(ports, courseId);
    if (!place) throw broken(`course ${courseId}: not in the list`);
    const { store, course } = place;
    await change(store, (pointer) => ({ ...pointer, whole: { ...pointer.whole, [courseId]: nowOf(ports) } }));
    const { held = {} } = (await pointerOf(store)) ?? {};
    const progress = { lessons: 0, totalLessons: course.lessons.length, bytes: 0, totalBytes: course.bytes };
    const tell = (bytes: number) => {
      progress.bytes = Math.min(progress.totalBytes, progress.bytes + bytes);
      ports.onProgress?.({ ...progress });
    };
    tell(0);
    let isNew = false;
    const counted = new Set<string>();
    const weigh = (pictures: readonly CourseFile[]) =>
      pictures.reduce((sum, { sha256, bytes }) => (counted.has(sha256) ? sum : (counted.add(sha256), sum + bytes)), 0);
    for (const lesson of course.lessons) {
      const isMissing = held[lesson.id] !== lesson.sha256;
      isNew ||= isMissing;
      const pictures = await keepLesson(ports, store, lesson, course, isMissing, 'downloaded');
      progress.lessons += 1;
      tell(lesson.bytes + weigh(pictures));
      if (isMissing) ports.onChange?.();
    }
    if (course.cover) await keepFile(ports, store, course.cover);
    progress.bytes = progress.totalBytes;
    tell(0);
    ports.onChange?.();
    return { kind: isNew ? 'updated' : 'unchanged' };
  });

/** «Удалить с телефона»: what was only downloaded goes, what was opened stays. */
export async function forgetCourse(
  ports: Pick<LessonsPorts, 'pub' | 'person' | 'onChange'>,
  courseId: number,
): Promise<void> {
  for (const store of [ports.pub, ports.person]) {
    const pointer = await pointerOf(store);
    const course = pointer?.courses.find(({ id }) => id === courseId);
    if (!pointer || !course) continue;
    const { [courseId]: _, ...whole } = pointer.whole;
    const why = { ...pointer.why };
    const held = { ...pointer.held };
    for (const { id } of course.lessons) {
      const { downloaded: __, ...rest } = why[id] ?? {};
      if (rest.opened) why[id] = rest;
      else {
        delete why[id];
        delete held[id];
      }
    }
    await flip(store, { ...pointer, whole, why, held }, true);
  }
  ports.onChange?.();
}

async function placeOf(ports: LessonsPorts, id: number) {
  for (const store of [ports.pub, ports.person]) {
    const pointer = await pointerOf(store);
    for (const course of pointer?.courses ?? []) {
      const lesson = course.lessons.find((one) => one.id === id);
      if (pointer && lesson) return { store, pointer, course, lesson };
    }
  }
  return undefined;
}
async function courseOf(ports: LessonsPorts, id: number) {
  for (const store of [ports.pub, ports.person]) {
    const course = (await pointerOf(store))?.courses.find((one) => one.id === id);
    if (course) return { store, course };
  }
  return undefined;
}

/** Package, pictures and the pointer in one transaction: a lesson is on this phone whole or not at all. */
async function keepLesson(
  ports: LessonsPorts,
  store: Store,
  lesson: CoursePackage['lessons'][number],
  course: CoursePackage,
  isMissing: boolean,
  reason: keyof Reasons,
): Promise<readonly CourseFile[]> {
  const at = nowOf(ports);
  if (!isMissing) {
    await change(store, (pointer) => withReason(pointer, lesson.id, reason, at));
    return ((await store.get<LessonPackage>(lessonKey(lesson.sha256)))?.pictures ?? []) as readonly CourseFile[];
  }
  await stage(ports, store, lesson, course);
  return changeOpen(store, async (kv) => {
    const pointer = readPointer(await ask(kv.get(LESSONS_POINTER)));
    const found: unknown = await ask(kv.get(lessonKey(lesson.sha256)));
    if (!pointer || !isLessonPackage(found)) throw broken('lesson: gone from the store');
    const next = withReason(pointer, lesson.id, reason, at);
    kv.put({ ...next, held: { ...next.held, [lesson.id]: lesson.sha256 } } satisfies LessonsPointer, LESSONS_POINTER);
    return found.pictures;
  });
}
const withReason = (pointer: LessonsPointer, id: number, reason: keyof Reasons, at: string): LessonsPointer => ({
  ...pointer,
  why: { ...pointer.why, [id]: { ...pointer.why[id], [reason]: at } },
});

async function keepFile(ports: LessonsPorts, store: Store, file: CourseFile): Promise<void> {
  if ((await store.get<StoredFile>(fileKey(file.sha256)))?.v !== 1)
    await put(store, fileKey(file.sha256), await fetchFile(ports, file));
}
