import type { CourseFile, CoursePackage, EducationPackages, LessonPackage } from '#contract/education.ts';
import { isEducationPackages } from '#src/offline/guards-lessons.ts';
import type { LessonsJob, LessonsResult, Progress } from '#src/offline/lessons-job.ts';
import { change, flip, keysOf, pointerOf, put } from '#src/offline/lessons-pointer.ts';
import {
  fileKey,
  isStoredLesson,
  lessonKey,
  type LessonsPointer,
  partOf,
  type StoredFile,
  without,
} from '#src/offline/lessons-store.ts';
import type { NetAnswer, Store } from '#src/offline/ports.ts';
import { ask, broken, parse, runSync, Stop, type SyncWorld, timeOf, verify } from '#src/offline/trusted.ts';

// docs/product/offline.md#pictures-and-films, docs/product/offline.md#lessons. The same module runs in the worker and in the page.

export type LessonsPorts = SyncWorld & {
  pub: Store;
  /** The person's own database: courses for consultants live nowhere else. */
  person: Store;
  onProgress?: ((done: Progress) => void) | undefined;
  /** What can be read has changed. */
  onChange?: (() => void) | undefined;
};

/**
 * The newest list and newer versions of what this phone keeps (`sync`), one lesson (`open`), a whole course (`download`), or
 * its end (`stop`). May be stopped at any byte: what was verified is kept, what can be read changes by the flip alone, and the
 * next run fetches only what is missing. Never throws.
 */
export function runLessonsJob(ports: LessonsPorts, job: LessonsJob): Promise<LessonsResult> {
  const isLong = job.kind === 'sync' || job.kind === 'download';
  // A person who opens a lesson does not wait for a download.
  return runSync({ ...ports, lock: isLong ? ports.lock : undefined }, async () => {
    const shelves = [ports.pub, ports.person];
    if (job.kind !== 'sync') for (const store of shelves) await mark(store, job, timeOf(ports));
    const pointers = await Promise.all(shelves.map((store) => pointerOf(store)));
    const list = job.kind === 'sync' ? await fetchList(ports, pointers) : null;
    let isNew = list !== null || job.kind === 'stop';
    for (const [i, store] of shelves.entries()) {
      const pointer = pointers[i];
      const next = list ? nextOf(list, pointer, i === 0 ? 'everyone' : 'consultants') : pointer;
      if (!next || job.kind === 'stop') continue;
      let isWhole = false;
      try {
        if (await catchUp(ports, store, next, job)) isNew = true;
        isWhole = true;
      } finally {
        // A download that was cut off shows what has arrived; a newer list is shown only when it is complete.
        const shown = isWhole ? { ...next, seenAt: job.kind === 'sync' ? timeOf(ports) : next.seenAt } : pointer;
        if (shown) await flip(store, shown);
      }
    }
    if (isNew) ports.onChange?.();
    return { kind: isNew ? 'updated' : 'unchanged' };
  });
}

/** Why a lesson is to be here; stopping takes the reason away and leaves what has come. */
const mark = (store: Store, job: Exclude<LessonsJob, { kind: 'sync' }>, at: string): Promise<void> =>
  change(store, (pointer) => {
    const { courses, opened, whole } = pointer;
    const { id } = job;
    if (job.kind === 'stop') return { ...pointer, whole: without(whole, id) };
    const course = courses.find((one) =>
      job.kind === 'open' ? one.lessons.some((lesson) => lesson.id === id) : one.id === id,
    );
    if (!course) return pointer;
    return job.kind === 'open'
      ? { ...pointer, opened: { ...opened, [id]: at } }
      : { ...pointer, whole: { ...whole, [id]: at } };
  });

/** Null when nothing has changed since. */
async function fetchList(
  ports: LessonsPorts,
  [pub, own]: readonly (LessonsPointer | undefined)[],
): Promise<(EducationPackages & { etag: string | null }) | null> {
  // Another person of this phone may have taken a newer list since: then ours is asked for anew.
  const known = pub && own && pub.rev === own.rev ? own.etag : null;
  const answer = await get(ports, '/api/education/packages', known);
  if (answer.status === 304 && known) return null;
  const list = parse(answer, 'packages');
  if (!isEducationPackages(list)) throw broken('foreign list');
  return { ...list, etag: answer.etag };
}

const nextOf = (
  list: EducationPackages & { etag: string | null },
  pointer: LessonsPointer | undefined,
  audience: 'everyone' | 'consultants',
): LessonsPointer => ({
  v: 1,
  rev: list.rev,
  etag: list.etag,
  seenAt: '',
  ...partOf(list, audience),
  held: pointer?.held ?? {},
  opened: pointer?.opened ?? {},
  whole: pointer?.whole ?? {},
});

type LessonRef = CoursePackage['lessons'][number];

/** Fetches what is missing of what is wanted; it is not readable before the flip. True when something was missing. */
async function catchUp(ports: LessonsPorts, store: Store, next: LessonsPointer, job: LessonsJob): Promise<boolean> {
  const keys = new Set(await keysOf(store));
  const counted = new Set<string>();
  let isNew = false;
  const keep = async (key: string, fetchIt: () => Promise<unknown>): Promise<void> => {
    if (keys.has(key)) return;
    await put(store, key, await fetchIt());
    keys.add(key);
    isNew = true;
  };
  for (const course of next.courses) {
    const isAsked = job.kind === 'download' && job.id === course.id;
    const wanted = (lesson: LessonRef) =>
      isAsked ||
      (job.kind === 'open'
        ? job.id === lesson.id
        : job.kind === 'sync' && (next.opened[lesson.id] || next.whole[course.id]));
    const done: Progress = { lessons: 0, totalLessons: course.lessons.length, bytes: 0, totalBytes: course.bytes };
    for (const lesson of course.lessons.filter((one) => wanted(one))) {
      await keep(lessonKey(lesson.sha256), () => fetchLesson(ports, lesson));
      const { pictures } = (await store.get<LessonPackage>(lessonKey(lesson.sha256))) ?? { pictures: [] };
      done.lessons += 1;
      done.bytes += lesson.bytes;
      for (const file of course.cover ? [...pictures, course.cover] : pictures) {
        await keep(fileKey(file.sha256), () => fetchPicture(ports, file));
        if (!counted.has(file.sha256)) done.bytes += file.bytes;
        counted.add(file.sha256);
      }
      if (isAsked) ports.onProgress?.({ ...done });
    }
  }
  return isNew;
}

async function fetchLesson(ports: LessonsPorts, { id, sha256, url }: LessonRef): Promise<LessonPackage> {
  const answer = await get(ports, url);
  const value = parse(answer, url);
  await verify(ports, answer, sha256);
  if (!isStoredLesson(value) || value.id !== id) throw broken(url);
  return value;
}

async function fetchPicture(ports: LessonsPorts, { sha256, url }: CourseFile): Promise<StoredFile> {
  const answer = await get(ports, url);
  const { status, type, body } = answer;
  if (status !== 200 || !type.startsWith('image/')) throw broken(`${url}: ${status} ${type}`);
  await verify(ports, answer, sha256);
  return { v: 1, type, body };
}

/** A session that the server does not know, or not for this course, ends the run. */
async function get(ports: LessonsPorts, path: string, etag: string | null = null): Promise<NetAnswer> {
  // A list names files by address: only our own are fetched.
  if (!path.startsWith('/api/education/')) throw broken(path);
  const answer = await ask(ports, path, etag);
  if (answer.status === 401 || answer.status === 403) throw new Stop({ kind: 'gone' });
  return answer;
}
