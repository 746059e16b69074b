import { filmKey, pieceKey, type StoredFilm } from '#src/offline/lesson-film.ts';
import { fileKey, LESSONS_POINTER, readPointer } from '#src/offline/lessons-store.ts';
import { ask, type Store } from '#src/offline/ports.ts';

// What lessons give up when the phone is full (offline.md §2.10): old films, then pictures of lessons that were only opened.
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
