import { atom } from 'jotai';
import { libraryAtom } from '#src/features/education/education.atoms.ts';
import type { Library } from '#src/features/education/education.rules.ts';
import {
  findLessons,
  type FoundLesson,
  indexLessons,
  type LessonIndex,
} from '#src/features/education/lessons-search.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { readHeldLessons } from '#src/offline/lessons-read.ts';
import { storesAtom } from '#src/platform/memory/stores.atom.ts';

/** One index per state of the library: a lesson that has come is found. */
const indexAtom = atom((): { of: Library | null; index: Promise<LessonIndex> } => ({
  of: null,
  index: Promise.resolve([]),
}));

/** Titles of every lesson that may be opened, and the texts that are on this phone. */
export const searchLessonsAtom = atom(null, async (get, _set, query: string): Promise<FoundLesson[]> => {
  const library = get(libraryAtom);
  const kept = get(indexAtom);
  if (kept.of !== library) {
    kept.of = library;
    const stores = get(storesAtom);
    kept.index = (async () => {
      const shelves = [stores.pub(), await stores.person(get(sessionAtom).uid)];
      const held = (await Promise.all(shelves.map((store) => readHeldLessons(store).catch(() => [])))).flat();
      const texts = new Map(held.map(({ id, text }) => [id, text]));
      return indexLessons(
        library.courses.flatMap(({ title: course, lessons }) =>
          lessons.map(({ id, title }) => ({ id, title, course, text: texts.get(id) ?? '' })),
        ),
      );
    })();
  }
  return findLessons(await kept.index, query);
});
