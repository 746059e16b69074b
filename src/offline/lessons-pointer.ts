import type { CourseFile } from '#contract/education.ts';
import { isLessonPackage } from '#src/offline/guards-lessons.ts';
import { Stop } from '#src/offline/lessons-files.ts';
import { fileKey, lessonKey, LESSONS_POINTER, type LessonsPointer, readPointer } from '#src/offline/lessons-store.ts';
import { OPEN_KEY } from '#src/offline/outbox/record.ts';
import { ask, type Store } from '#src/offline/ports.ts';

// What can be read on a shelf, and the one transaction that changes it.

export const pointerOf = async (store: Store): Promise<LessonsPointer | undefined> =>
  readPointer(await store.get<unknown>(LESSONS_POINTER));
export const keysOf = (store: Store): Promise<string[]> =>
  store.change(async (kv) => (await ask(kv.getAllKeys())).map(String).filter((key) => key.startsWith('les:')));

/** A person who has logged out meanwhile leaves nothing of theirs behind (settled.md §8, Logout). */
export function changeOpen<T>(store: Store, work: (kv: IDBObjectStore) => Promise<T> | T): Promise<T> {
  return store.change(async (kv) => {
    if ((await ask(kv.get(OPEN_KEY))) === false) throw new Stop({ kind: 'gone' });
    return work(kv);
  });
}
export const put = (store: Store, key: string, value: unknown): Promise<void> =>
  changeOpen(store, (kv) => void kv.put(value, key));

export function change(store: Store, work: (pointer: LessonsPointer) => LessonsPointer): Promise<void> {
  return changeOpen(store, async (kv) => {
    const pointer = readPointer(await ask(kv.get(LESSONS_POINTER)));
    if (pointer) kv.put(work(pointer), LESSONS_POINTER);
  });
}
export const touch = (store: Store, seenAt: string): Promise<void> =>
  change(store, (pointer) => ({ ...pointer, seenAt }));

/**
 * One transaction: the list, the versions that can be read, and what nobody needs any more goes. What was opened or asked for
 * meanwhile is taken from the store. `isOwn`: the caller has changed the reasons itself.
 */
export async function flip(store: Store, next: LessonsPointer, isOwn = false): Promise<void> {
  await changeOpen(store, async (kv) => {
    const now = readPointer(await ask(kv.get(LESSONS_POINTER)));
    const { held, why, whole } = isOwn
      ? next
      : { ...next, ...(now && { held: now.held, why: now.why, whole: now.whole }) };
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
      if ((key.startsWith('les:s:') && !needed.has(key)) || (key.startsWith('les:f:') && !files.has(key)))
        kv.delete(key);
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
