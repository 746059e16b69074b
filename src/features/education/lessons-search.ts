import { stemOf } from '#src/offline/search/stem.ts';
import { normal, wordsOf } from '#src/offline/search/words.ts';

// Words of a query in the texts of the lessons on this phone: endings, beginnings and ё do not matter. Forty lessons are
// looked through in a millisecond, so there is no worker.

export type LessonText = { id: number; title: string; course: string; text: string };
export type FoundLesson = {
  id: number;
  title: string;
  course: string;
  /** A piece of the text around the first hit: before, the hit, after; null when only the title fits. */
  piece: { before: string; hit: string; after: string } | null;
};
type Entry = LessonText & { titleWords: readonly string[]; words: ReadonlySet<string> };
export type LessonIndex = readonly Entry[];

export const indexLessons = (lessons: readonly LessonText[]): LessonIndex =>
  lessons.map((lesson) => ({
    ...lesson,
    titleWords: wordsOf(lesson.title),
    words: new Set(wordsOf(`${lesson.title} ${lesson.course} ${lesson.text}`)),
  }));

/** So many are enough for a person. */
const MAX = 20;
const AROUND = 70;

/** Every word must be there; a lesson whose title names more of them comes first, then the order of the courses. */
export function findLessons(index: LessonIndex, query: string): FoundLesson[] {
  const asked = wordsOf(query);
  if (asked.length === 0) return [];
  const fits = (word: string, wanted: string) => word.startsWith(wanted) || stemOf(word) === stemOf(wanted);
  return index
    .filter(({ words }) => asked.every((wanted) => words.has(wanted) || [...words].some((word) => fits(word, wanted))))
    .map((entry) => ({
      entry,
      inTitle: asked.filter((wanted) => entry.titleWords.some((word) => fits(word, wanted))).length,
    }))
    .sort((a, b) => b.inTitle - a.inTitle)
    .slice(0, MAX)
    .map(({ entry: { id, title, course, text } }) => ({ id, title, course, piece: pieceOf(text, asked, fits) }));
}

function pieceOf(
  text: string,
  asked: readonly string[],
  fits: (word: string, wanted: string) => boolean,
): FoundLesson['piece'] {
  for (const match of text.matchAll(/[\p{L}\p{N}]+/gu)) {
    const [word] = match;
    if (!asked.some((wanted) => fits(normal(word), wanted))) continue;
    const start = match.index;
    const end = start + word.length;
    const from = start <= AROUND ? 0 : text.indexOf(' ', start - AROUND) + 1 || start;
    const cut = text.lastIndexOf(' ', end + AROUND);
    const to = end + AROUND >= text.length || cut < end ? text.length : cut;
    return {
      before: `${from > 0 ? '… ' : ''}${text.slice(from, start)}`,
      hit: word,
      after: `${text.slice(end, Math.min(to, end + 2 * AROUND))}${to < text.length ? ' …' : ''}`,
    };
  }
  return null;
}
