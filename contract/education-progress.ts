/** What counts of a lesson; the phone folds queued marks in before it asks. No library in here. */
export type LessonMark = { id: number; watched: boolean; hasQuiz: boolean; passed: boolean };

/** Lessons watched and quizzes passed of all there are, rounded down: 100 only when nothing is left (docs/decisions/120). */
export function progressOf(lessons: readonly LessonMark[]): number {
  let steps = 0;
  let done = 0;
  for (const { watched, hasQuiz, passed } of lessons) {
    steps += hasQuiz ? 2 : 1;
    done += (watched ? 1 : 0) + (hasQuiz && passed ? 1 : 0);
  }
  return steps === 0 ? 0 : Math.floor((done * 100) / steps);
}

/** Where to go on: the first lesson not watched, else the first whose quiz is not passed. */
export function nextLessonOf(lessons: readonly LessonMark[]): number | null {
  const next = lessons.find(({ watched }) => !watched) ?? lessons.find(({ hasQuiz, passed }) => hasQuiz && !passed);
  return next?.id ?? null;
}

/** A failed attempt rests so long before the next one is judged. */
export const QUIZ_PAUSE_MS = 10 * 60_000;
