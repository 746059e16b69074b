import type { Quiz } from '#contract/education.ts';
import type { Judged, QuizSubmit } from '#src/features/education/education.mutation.ts';
import type { OutboxRecord, RejectedRecord } from '#src/offline/outbox/record.ts';

// An attempt at a quiz from its first answer to the verdict. What stands where: the attempt under `draft:quiz:<lesson>:<version>`
// of the person's database, the answers on their way in the outbox, the last verdict under `judged:<lesson>`.

export type Attempt = {
  v: 1;
  /** The key it will be sent under: made with the attempt, so that whatever crashes it is judged once. */
  id: string;
  /** The questions as they were when it began: no sync changes them (docs/product/offline.md#lessons). */
  quiz: Quiz;
  /** Question id → answer ids. */
  answers: Record<number, number[]>;
  /** The question in front. */
  at: number;
};
export const attemptKey = (lessonId: number, version: number): string => `draft:quiz:${lessonId}:${version}`;
export const attemptsOf = (lessonId: number): string => `draft:quiz:${lessonId}:`;

/** Stored data is read tolerantly. */
export function isAttempt(value: unknown): value is Attempt {
  const { v, id, quiz, answers, at } = (value ?? {}) as Partial<Attempt>;
  return (
    v === 1 &&
    typeof id === 'string' &&
    Number.isInteger(quiz?.version) &&
    Array.isArray(quiz?.questions) &&
    quiz.questions.length > 0 &&
    typeof answers === 'object' &&
    answers !== null &&
    Number.isInteger(at)
  );
}
export function isJudged(value: unknown): value is Judged {
  const { v, id, body, verdict } = (value ?? {}) as Partial<Judged>;
  return v === 1 && typeof id === 'string' && Array.isArray(body?.quizResult) && typeof verdict === 'object';
}

export const beginAttempt = (quiz: Quiz, id: string): Attempt => ({ v: 1, id, quiz, answers: {}, at: 0 });

/** One tap: a single answer takes the place of the last, a multiple one is added or taken away. */
export function answerWith(attempt: Attempt, questionId: number, answerId: number): Attempt {
  const question = attempt.quiz.questions.find(({ id }) => id === questionId);
  if (!question) return attempt;
  const before = attempt.answers[questionId] ?? [];
  const after =
    question.kind === 'single'
      ? [answerId]
      : before.includes(answerId)
        ? before.filter((id) => id !== answerId)
        : [...before, answerId].sort((a, b) => a - b);
  return { ...attempt, answers: { ...attempt.answers, [questionId]: after } };
}
export const goTo = (attempt: Attempt, at: number): Attempt => ({
  ...attempt,
  at: Math.min(Math.max(0, at), attempt.quiz.questions.length - 1),
});
export const isAnswered = ({ answers }: Attempt, questionId: number): boolean => (answers[questionId] ?? []).length > 0;

export const bodyOf = ({ quiz, answers }: Attempt): QuizSubmit => ({
  lessonId: quiz.lesson_id,
  version: quiz.version,
  quizResult: quiz.questions.map(({ id }) => ({ question_id: id, answer_ids: answers[id] ?? [] })),
});

export type QuizScene =
  /** Questions, one a screen. */
  | { kind: 'asking'; attempt: Attempt }
  /** In the queue or on its way: the answers can be read. */
  | { kind: 'waiting'; record: OutboxRecord }
  /** The server refused the answers (the quiz has changed): kept and readable until the person decides. */
  | { kind: 'refused'; rejected: RejectedRecord }
  | { kind: 'judged'; judged: Judged }
  /** Nothing was begun on this phone. */
  | { kind: 'start' };

/**
 * What the screen shows. After a crash the draft of an attempt that was sent may still be there: it is recognised by
 * its key and never taken for a new one.
 */
export function sceneOf({
  attempts,
  judged,
  pending,
  rejected,
}: {
  attempts: readonly Attempt[];
  judged: Judged | null;
  /** Of this quiz only. */
  pending: readonly OutboxRecord[];
  rejected: readonly RejectedRecord[];
}): QuizScene {
  const [record] = pending;
  if (record) return { kind: 'waiting', record };
  const sent = new Set([judged?.id, ...rejected.map((one) => one.record.id)]);
  const open = attempts.find(({ id }) => !sent.has(id));
  if (open) return { kind: 'asking', attempt: open };
  const [refused] = rejected;
  if (refused) return { kind: 'refused', rejected: refused };
  return judged ? { kind: 'judged', judged } : { kind: 'start' };
}

/** The questions that belong to answers which were given before. */
export const questionsFor = (attempts: readonly Attempt[], version: number, current: Quiz | null): Quiz | null =>
  attempts.find(({ quiz }) => quiz.version === version)?.quiz ?? (current?.version === version ? current : null);

export type Verdict = {
  percent: number;
  passPercent: number;
  passed: boolean;
  isOld: boolean;
  wrong: readonly number[];
  why: ReadonlyMap<number, string>;
  /** Right answers of the questions answered wrong, once the quiz is passed. */
  right: ReadonlyMap<number, readonly number[]>;
  /** Server time, ms; null = now. */
  retryAt: number | null;
};
export function verdictOf({ verdict }: Judged): Verdict {
  const { percent, pass_percent, passed, version_is_old, wrong, review, retry_at } = verdict;
  const lines = Array.isArray(review) ? (review as { question_id?: unknown; why?: unknown; right?: unknown }[]) : [];
  return {
    percent: typeof percent === 'number' ? percent : 0,
    passPercent: typeof pass_percent === 'number' ? pass_percent : 80,
    passed: passed === true,
    isOld: version_is_old === true,
    wrong: Array.isArray(wrong) ? wrong.filter((id): id is number => Number.isInteger(id)) : [],
    why: new Map(
      lines.flatMap(({ question_id: id, why }) =>
        Number.isInteger(id) && typeof why === 'string' ? [[id as number, why]] : [],
      ),
    ),
    right: new Map(
      lines.flatMap(({ question_id: id, right }) =>
        Number.isInteger(id) && Array.isArray(right)
          ? [[id as number, right.filter(Number.isInteger) as number[]]]
          : [],
      ),
    ),
    retryAt: typeof retry_at === 'string' ? Date.parse(retry_at) || null : null,
  };
}

/** Milliseconds until a retry; never longer than the pause itself, whatever the phone's clock says. */
export function pauseLeft(retryAt: number | null, serverNow: number, pauseMs: number): number {
  return retryAt === null ? 0 : Math.min(pauseMs, Math.max(0, retryAt - serverNow));
}
/** «9:05». */
export function clockWords(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
