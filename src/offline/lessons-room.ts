import { filmKey, PIECE_BYTES, pieceKey, type StoredFilm } from '#src/offline/lesson-film.ts';
import { fileKey, lessonKey, LESSONS_POINTER, readPointer } from '#src/offline/lessons-store.ts';
import { ask, type Store } from '#src/offline/ports.ts';

// What lessons give up when the phone is full (docs/product/offline.md#eviction): old films, then pictures of lessons that
// were only opened.
// Texts, tests and whatever belongs to a downloaded course stay.

const DAY_MS = 86_400_000;
const OLD_DAYS = 30;

/** Films that nobody has fetched or played for a month. True when something went. */
export const dropOldFilms = (store: Store, now: number): Promise<boolean> =>
  store.change(async (kv) => {
    const keys = (await ask(kv.getAllKeys())).map(String);
    let isDropped = false;
    for (const key of keys.filter((one) => one.startsWith(filmKey('')))) {
      const { seenAt = '' } = ((await ask(kv.get(key))) ?? {}) as Partial<StoredFilm>;
      if (Math.abs(now - Date.parse(seenAt)) < OLD_DAYS * DAY_MS) continue;
      const pieces = pieceKey(key.slice(filmKey('').length), 0).slice(0, -1);
      for (const one of keys) if (one === key || one.startsWith(pieces)) kv.delete(one);
      isDropped = true;
    }
    return isDropped;
  });

/** Pictures come back when the lesson is opened with a network. */
export const dropLessonPictures = (store: Store): Promise<void> =>
  store.change(async (kv) => {
    const pointer = readPointer(await ask(kv.get(LESSONS_POINTER)));
    const kept = new Set(
      pointer?.courses.flatMap(({ id, pictures }) =>
        pointer.whole[id] ? pictures.map(({ sha256 }) => fileKey(sha256)) : [],
      ),
    );
    for (const key of (await ask(kv.getAllKeys())).map(String))
      if (key.startsWith(fileKey('')) && !kept.has(key)) kv.delete(key);
  });

/** What a shelf holds, in bytes as the shop's list weighs them: nothing big is read for it. */
export type LessonsUse = { lessons: number; bytes: number; films: number; filmBytes: number };

export async function lessonsUse(store: Store): Promise<LessonsUse> {
  return store.change(async (kv) => {
    const use: LessonsUse = { lessons: 0, bytes: 0, films: 0, filmBytes: 0 };
    const pointer = readPointer(await ask(kv.get(LESSONS_POINTER)));
    const keys = new Set((await ask(kv.getAllKeys())).map(String));
    for (const { lessons, pictures, video } of pointer?.courses ?? []) {
      for (const { id, bytes } of lessons) {
        const version = pointer?.held[id];
        if (!version || !keys.has(lessonKey(version))) continue;
        use.lessons += 1;
        use.bytes += bytes;
      }
      for (const { sha256, bytes } of pictures) if (keys.has(fileKey(sha256))) use.bytes += bytes;
      for (const { sha256, bytes } of video) {
        // Pieces of a download that is not whole yet weigh as well.
        const pieces = Math.ceil(bytes / PIECE_BYTES);
        const held = Array.from({ length: pieces }, (_, n) => n).filter((n) => keys.has(pieceKey(sha256, n))).length;
        if (keys.has(filmKey(sha256))) use.films += 1;
        use.filmBytes += Math.min(bytes, held * PIECE_BYTES);
      }
    }
    return use;
  });
}
