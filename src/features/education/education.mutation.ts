import { defineMutation, isId, isInt, isObject } from '#src/offline/outbox/mutation.ts';
import type { Face } from '#src/offline/outbox/face.ts';

// lessonWatched · quizSubmit. Education has no version: its base holds bits by lesson, and bits only grow.

export type LessonWatched = { lessonId: number };
export type QuizSubmit = {
  lessonId: number;
  /** The one the questions were taken from: the server judges by it (docs/product/offline.md#lessons). */
  version: number;
  quizResult: { question_id: number; answer_ids: number[] }[];
};
/** A quiz as the server has judged it, with what was answered: readable whoever sent it. One per lesson, the last. */
export type Judged = {
  v: 1;
  /** The key it was sent under. */
  id: string;
  body: QuizSubmit;
  /** The contract's verdict; whoever shows it reads it tolerantly. */
  verdict: Record<string, unknown>;
  /** Server time of the answer, ms; null when it told none. */
  at: number | null;
};
export const judgedKey = (lessonId: number): string => `judged:${lessonId}`;

export const WATCHED = 1;
export const PASSED = 2;
export const lessonLane = (lessonId: number): string => `lesson:${lessonId}`;
export const quizLane = (lessonId: number): string => `quiz:${lessonId}`;
const targetOf = ({ lessonId }: LessonWatched) => ({ scope: 'edu', entry: String(lessonId) }) as const;

export const lessonWatched = defineMutation({
  kind: 'lesson.watched',
  v: 1,
  merge: 'grow',
  who: 'account',
  scopes: ['edu'],
  isPayload: (value): value is LessonWatched => isObject(value) && isId(value.lessonId),
  lane: ({ lessonId }) => lessonLane(lessonId),
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
  lane: ({ lessonId }) => quizLane(lessonId),
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

export const lessonWatchedFace: Face<LessonWatched> = {
  words: () => 'урок просмотрен',
  done: () => 'просмотрен',
  group: () => 'sent',
  about: ({ lessonId }) => ({ lesson: lessonId }),
};

const quizHref = ({ lessonId }: QuizSubmit): string => `/user/education/lesson/${lessonId}/quiz`;
export const quizSubmitFace: Face<QuizSubmit> = {
  words: () => 'ответы теста',
  done: () => 'ответы отправлены',
  group: () => 'sent',
  about: ({ lessonId }) => ({ lesson: lessonId }),
  // Answers are kept and readable whatever becomes of them: nothing takes them away but their own screen or /user/sync.
  ownScreen: quizHref,
  // The same answers would be refused again: they can be read, and the new quiz taken.
  insteadOfRepeat: (result, code) =>
    code === 'quiz_changed' ? { href: quizHref(result), label: 'Открыть ответы' } : null,
  changed: (_result, { code, applied }) =>
    `${code === 'quiz_passed' ? 'тест сдан' : 'тест не сдан'}, ${applied}\u00a0%`,
  verdicts: {
    title: 'Проверенные тесты',
    counted: 'проверено тестов',
    named: (title) => (title === '' ? 'Тест к\u00a0уроку' : `Тест «${title}»`),
    of(result, { code, applied = 0 }) {
      const isFine = code === 'quiz_passed';
      return {
        isFine,
        value: `${isFine ? 'сдан' : 'не\u00a0сдан'}, ${applied}\u00a0%`,
        href: quizHref(result),
        link: isFine ? 'Открыть результат' : 'Разбор ошибок',
      };
    },
  },
};
