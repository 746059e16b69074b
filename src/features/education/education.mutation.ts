import { defineMutation, isId, isInt, isObject } from '#src/offline/outbox/mutation.ts';
import { judgedKey, type LessonWatched, type QuizSubmit } from '#src/offline/outbox/record.ts';

// lessonWatched · quizSubmit. Education has no version: its base holds bits by lesson, and bits only grow.

export const WATCHED = 1;
export const PASSED = 2;
const targetOf = ({ lessonId }: LessonWatched) => ({ scope: 'edu', entry: String(lessonId) }) as const;

export const lessonWatched = defineMutation({
  kind: 'lesson.watched',
  v: 1,
  merge: 'grow',
  who: 'account',
  scopes: ['edu'],
  isPayload: (value): value is LessonWatched => isObject(value) && isId(value.lessonId),
  lane: ({ lessonId }) => `lesson:${lessonId}`,
  target: targetOf,
  request: ({ lessonId }) => ({ method: 'GET', path: `/education/course/lesson/${lessonId}/set-watched`, body: null }),
  readAnswer({ lessonId }, { watched, lesson_id: id }) {
    if (watched !== true || (id !== undefined && id !== lessonId)) return null;
    return [{ do: 'bits', bits: WATCHED }];
  },
  view: { of: (base, entry): boolean => ((base?.values[entry] ?? 0) & WATCHED) !== 0, fold: () => true },
});

/** Every result counts, and one at a time waits to be judged per quiz and device (docs/product/offline.md#lessons). */
export const quizSubmit = defineMutation({
  kind: 'quiz.submit',
  v: 1,
  merge: 'once',
  who: 'account',
  scopes: ['edu'],
  single: true,
  isPayload: (value): value is QuizSubmit =>
    isObject(value) && isId(value.lessonId) && isInt(value.version) && Array.isArray(value.quizResult),
  lane: ({ lessonId }) => `quiz:${lessonId}`,
  target: targetOf,
  request: (result) => ({
    method: 'POST',
    path: '/education/course/lesson/quiz/send-result/',
    body: JSON.stringify(result),
  }),
  readAnswer({ lessonId }, json) {
    const { percent, passed, quiz } = json;
    if (json.lesson_id !== lessonId || typeof percent !== 'number' || typeof passed !== 'boolean') return null;
    if (!Array.isArray(json.wrong) || !Array.isArray(json.review)) return null;
    const hasPassed = passed || (isObject(quiz) && quiz.passed === true);
    return [
      { do: 'bits', bits: hasPassed ? PASSED : 0, data: quiz },
      // Readable with what was answered, whoever sent it.
      { do: 'keep', key: judgedKey(lessonId), value: { verdict: json } },
      { do: 'tell', code: passed ? 'quiz_passed' : 'quiz_failed', applied: percent },
    ];
  },
});
