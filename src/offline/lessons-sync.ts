import type { CourseFile, CoursePackage, EducationPackages, LessonPackage } from '#contract/education.ts';
import { isEducationPackages, isLessonPackage } from '#src/offline/guards-lessons.ts';
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
import { OPEN_KEY } from '#src/offline/outbox/record.ts';
import { ask, type Digest, type Net, type NetAnswer, sha256Hex, type Store } from '#src/offline/ports.ts';

// Contents: 1 ports and results, 2 syncLessons, 3 openLesson and downloadCourse, 4 files, 5 the pointer
// offline.md §2.9, settled.md §8 (Lessons). The same module runs in the worker and in the page.

// ── 1 Ports and results ─────────────────────────────────────────────────────────────────────────
export type LessonsPorts = {
  pub: Store;
  /** The person's own database: courses for consultants live nowhere else. */
  person: Store;
  net: Net;
  onProgress?: ((done: Progress) => void) | undefined;
  /** What can be read has changed. */
  onChange?: (() => void) | undefined;
  signal?: AbortSignal | undefined;
  digest?: Digest | undefined;
  now?: (() => Date) | undefined;
  /** Web Lock `lessons`; without it the caller answers for running one at a time. */
  lock?: (<T>(work: () => Promise<T>) => Promise<T>) | undefined;
};
export type Progress = { lessons: number; totalLessons: number; bytes: number; totalBytes: number };
/**
 * `offline` nothing answered; `broken` something answered that is not ours (captive portal, wrong hash): what was readable
 * stays; `full` the device has no room; `gone` the person has left, or the server does not know them.
 */
export type LessonsResult =
  | { kind: 'updated' | 'unchanged' | 'offline' | 'aborted' | 'full' | 'gone' }
  | { kind: 'broken'; reason: string };

class Stop extends Error {
  readonly result: LessonsResult;
  constructor(result: LessonsResult) {
    super(result.kind);
    this.result = result;
  }
}
const broken = (reason: string): Stop => new Stop({ kind: 'broken', reason });

async function finish(ports: LessonsPorts, work: () => Promise<LessonsResult>): Promise<LessonsResult> {
  const run = async (): Promise<LessonsResult> => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof Stop) return error.result;
      if (ports.signal?.aborted) return { kind: 'aborted' };
      if ((error as Error)?.name === 'QuotaExceededError') return { kind: 'full' };
      return { kind: 'broken', reason: String((error as Error)?.message ?? error) };
    }
  };
  return ports.lock ? ports.lock(run) : run();
}
const nowOf = (ports: LessonsPorts): string => (ports.now?.() ?? new Date()).toISOString();

// ── 2 Sync: the newest list, and newer versions of what this phone keeps ─────────────────────────
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

// ── 3 One lesson, one course ────────────────────────────────────────────────────────────────────
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
export async function forgetCourse(ports: Pick<LessonsPorts, 'pub' | 'person' | 'onChange'>, courseId: number): Promise<void> {
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

// ── 4 Files ─────────────────────────────────────────────────────────────────────────────────────
async function fetchPackage(
  ports: LessonsPorts,
  { id, sha256, url }: CoursePackage['lessons'][number],
  courseId: number,
): Promise<LessonPackage> {
  const answer = await get(ports, url, null);
  const value = parse(answer, `lesson ${id}`);
  await verify(ports, answer, sha256);
  if (!isLessonPackage(value) || value.id !== id || value.course_id !== courseId)
    throw broken(`lesson ${id}: foreign shape`);
  return value;
}

async function fetchFile(ports: LessonsPorts, { sha256, url }: CourseFile): Promise<StoredFile> {
  const answer = await get(ports, url, null);
  if (answer.status !== 200 || !answer.type.startsWith('image/')) throw broken(`${url}: ${answer.status} ${answer.type}`);
  await verify(ports, answer, sha256);
  return { v: 1, type: answer.type, body: answer.body };
}

async function verify({ digest = sha256Hex }: LessonsPorts, { body }: NetAnswer, sha256: string): Promise<void> {
  if ((await digest(body)) !== sha256) throw broken(`${sha256}: wrong hash`);
}

async function get(ports: LessonsPorts, path: string, etag: string | null): Promise<NetAnswer> {
  if (ports.signal?.aborted) throw new Stop({ kind: 'aborted' });
  // A list names its files by address: never anybody else's.
  if (!path.startsWith('/') || path.startsWith('//')) throw broken(`${path}: foreign address`);
  try {
    return await ports.net.get(path, { etag, ...(ports.signal ? { signal: ports.signal } : {}) });
  } catch {
    throw new Stop({ kind: ports.signal?.aborted ? 'aborted' : 'offline' });
  }
}

/** 200 with our content type and JSON, anything else is somebody else's answer (offline.md F28). */
function parse(answer: NetAnswer, what: string): unknown {
  if (answer.status === 401 || answer.status === 403) throw new Stop({ kind: 'gone' });
  if (answer.status !== 200 || !answer.type.startsWith('application/json'))
    throw broken(`${what}: ${answer.status} ${answer.type}`);
  try {
    return JSON.parse(new TextDecoder().decode(answer.body)) as EducationPackages | LessonPackage;
  } catch {
    throw broken(`${what}: not JSON`);
  }
}

// ── 5 The pointer ───────────────────────────────────────────────────────────────────────────────
const pointerOf = async (store: Store): Promise<LessonsPointer | undefined> =>
  readPointer(await store.get<unknown>(LESSONS_POINTER));
const keysOf = (store: Store): Promise<string[]> =>
  store.change(async (kv) => (await ask(kv.getAllKeys())).map(String).filter((key) => key.startsWith('les:')));

/** A person who has logged out meanwhile leaves nothing of theirs behind (settled.md §8, Logout). */
function changeOpen<T>(store: Store, work: (kv: IDBObjectStore) => Promise<T> | T): Promise<T> {
  return store.change(async (kv) => {
    if ((await ask(kv.get(OPEN_KEY))) === false) throw new Stop({ kind: 'gone' });
    return work(kv);
  });
}
const put = (store: Store, key: string, value: unknown): Promise<void> =>
  changeOpen(store, (kv) => void kv.put(value, key));

function change(store: Store, work: (pointer: LessonsPointer) => LessonsPointer): Promise<void> {
  return changeOpen(store, async (kv) => {
    const pointer = readPointer(await ask(kv.get(LESSONS_POINTER)));
    if (pointer) kv.put(work(pointer), LESSONS_POINTER);
  });
}
const touch = (store: Store, seenAt: string): Promise<void> => change(store, (pointer) => ({ ...pointer, seenAt }));

/**
 * One transaction: the list, the versions that can be read, and what nobody needs any more goes. What was opened or asked for
 * meanwhile is taken from the store. `isOwn`: the caller has changed the reasons itself.
 */
async function flip(store: Store, next: LessonsPointer, isOwn = false): Promise<void> {
  await changeOpen(store, async (kv) => {
    const now = readPointer(await ask(kv.get(LESSONS_POINTER)));
    const { held, why, whole } = isOwn ? next : { ...next, ...(now && { held: now.held, why: now.why, whole: now.whole }) };
    const stored = new Set((await ask(kv.getAllKeys())).map(String));
    const readable: Record<number, string> = {};
    const files = new Set<string>();
    for (const course of next.courses) {
      if (course.cover) files.add(fileKey(course.cover.sha256));
      for (const { id, sha256 } of course.lessons) {
        // The newest where it is whole, else what could be read before.
        const newest = (why[id] || whole[course.id]) && !isOwn ? await wholePackage(kv, stored, sha256) : null;
        const version = newest ?? (held[id] ? await wholePackage(kv, stored, held[id], true) : null);
        if (!version) continue;
        readable[id] = version.sha256;
        for (const picture of version.pictures) files.add(fileKey(picture.sha256));
      }
    }
    kv.put({ ...next, held: readable, why, whole } satisfies LessonsPointer, LESSONS_POINTER);
    const needed = new Set(Object.values(readable).map(lessonKey));
    for (const key of stored)
      if ((key.startsWith('les:s:') && !needed.has(key)) || (key.startsWith('les:f:') && !files.has(key))) kv.delete(key);
  });
}

async function wholePackage(
  kv: IDBObjectStore,
  stored: ReadonlySet<string>,
  sha256: string,
  isEnough = false,
): Promise<{ sha256: string; pictures: readonly CourseFile[] } | null> {
  if (!stored.has(lessonKey(sha256))) return null;
  const found: unknown = await ask(kv.get(lessonKey(sha256)));
  if (!isLessonPackage(found)) return null;
  const isWhole = found.pictures.every((picture) => stored.has(fileKey(picture.sha256)));
  return isWhole || isEnough ? { sha256, pictures: found.pictures } : null;
}
