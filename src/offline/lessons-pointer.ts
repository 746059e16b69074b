import {
  fileKey,
  isStoredLesson,
  lessonKey,
  LESSONS_POINTER,
  type LessonsPointer,
  readPointer,
} from '#src/offline/lessons-store.ts';
import { OPEN_KEY } from '#src/offline/outbox/record.ts';
import { ask, type Store } from '#src/offline/ports.ts';
import { Stop } from '#src/offline/trusted.ts';

// What can be read on a shelf, and the one transaction that changes it.

export const pointerOf = async (store: Store): Promise<LessonsPointer | undefined> =>
  readPointer(await store.get<unknown>(LESSONS_POINTER));
export const keysOf = (store: Store): Promise<string[]> =>
  store.change(async (kv) => (await ask(kv.getAllKeys())).map(String));

/** A person who has logged out meanwhile leaves nothing of theirs behind (docs/product/offline.md#logout). */
export function changeOpen<T>(store: Store, work: (kv: IDBObjectStore) => Promise<T> | T): Promise<T> {
  return store.change(async (kv) => {
    if ((await ask(kv.get(OPEN_KEY))) === false) throw new Stop({ kind: 'gone' });
    return work(kv);
  });
}
export const put = (store: Store, key: string, value: unknown): Promise<void> =>
  changeOpen(store, (kv) => void kv.put(value, key));
export const change = (store: Store, work: (pointer: LessonsPointer) => LessonsPointer): Promise<void> =>
  changeOpen(store, async (kv) => {
    const pointer = readPointer(await ask(kv.get(LESSONS_POINTER)));
    if (pointer) kv.put(work(pointer), LESSONS_POINTER);
  });

/**
 * One transaction: the list, the newest version of each lesson that is here whole (else the one that could be read before),
 * and what no list names any more goes. Reasons are the store's own: a lesson may have been opened meanwhile.
 */
export const flip = (store: Store, next: LessonsPointer): Promise<void> =>
  changeOpen(store, async (kv) => {
    const { held, opened, whole } = readPointer(await ask(kv.get(LESSONS_POINTER))) ?? next;
    const keys = new Set((await ask(kv.getAllKeys())).map(String));
    const needed = new Set<string>();
    const readable: LessonsPointer['held'] = {};
    for (const { pictures, lessons } of next.courses) {
      for (const { sha256 } of pictures) needed.add(fileKey(sha256));
      for (const { id, sha256 } of lessons) {
        needed.add(lessonKey(sha256));
        for (const version of [sha256, held[id]]) {
          const lesson: unknown = version && keys.has(lessonKey(version)) && (await ask(kv.get(lessonKey(version))));
          if (!version || !isStoredLesson(lesson)) continue;
          const files = lesson.pictures.map((picture) => fileKey(picture.sha256));
          // Pictures may have been given up for room: what could be read is still there.
          if (version !== held[id] && !files.every((key) => keys.has(key))) continue;
          readable[id] = version;
          for (const key of [lessonKey(version), ...files]) needed.add(key);
          break;
        }
      }
    }
    kv.put({ ...next, held: readable, opened, whole } satisfies LessonsPointer, LESSONS_POINTER);
    for (const key of keys) if (/^les:[sf]:/.test(key) && !needed.has(key)) kv.delete(key);
  });
