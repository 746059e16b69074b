import { createHash } from 'node:crypto';
import { QUIZ_PAUSE_MS } from '#contract/education-progress.ts';
import type { Quiz, QuizQuestion, QuizResult, QuizState } from '#contract/education.ts';
import type { StoredQuestion } from '#server/db/tables/education.ts';

// Contents: 1 what leaves the server, 2 judging, 3 the pause

// ── 1 ───────────────────────────────────────────────────────────────────────────────────────────
export type StoredQuiz = { lessonId: number; version: number; passPercent: number; questions: StoredQuestion[] };

/** Field by field, so that nothing new of a stored question ever slips out. */
export const shownQuestion = ({ id, text, kind, answers }: StoredQuestion): QuizQuestion => ({
  id,
  text,
  kind,
  answers: answers.map((answer) => ({ id: answer.id, text: answer.text })),
});
export const shownQuiz = ({ lessonId, version, passPercent, questions }: StoredQuiz): Quiz => ({
  lesson_id: lessonId,
  version,
  pass_percent: passPercent,
  questions: questions.map(shownQuestion),
});

/** The same percent and questions again are no new version. */
export function quizSha(passPercent: number, questions: readonly StoredQuestion[]): string {
  const rows = questions.map(({ id, text, kind, answers, why }) => [
    id,
    text,
    kind,
    answers.map((answer) => [answer.id, answer.text, answer.right]),
    why,
  ]);
  return createHash('sha256')
    .update(JSON.stringify([passPercent, rows]))
    .digest('hex');
}

// ── 2 ───────────────────────────────────────────────────────────────────────────────────────────
export type Judged = {
  percent: number;
  passed: boolean;
  wrong: number[];
  review: { question_id: number; why: string; right?: number[] }[];
};

/** `foreign`: answers that are none of this quiz, twice the same, or two where one is asked for. */
export function judge(quiz: StoredQuiz, result: QuizResult['quizResult']): Judged | 'foreign' {
  const given = new Map<number, Set<number>>();
  for (const { question_id: id, answer_ids: ids } of result) {
    const question = quiz.questions.find((one) => one.id === id);
    const answers = new Set(ids);
    const isOurs = question?.answers !== undefined && ids.every((one) => question.answers.some((a) => a.id === one));
    if (!question || !isOurs || given.has(id) || answers.size !== ids.length) return 'foreign';
    if (question.kind === 'single' && ids.length > 1) return 'foreign';
    given.set(id, answers);
  }
  const wrong = quiz.questions.filter(({ id, answers }) => {
    const chosen = given.get(id) ?? new Set();
    return answers.some((answer) => answer.right !== chosen.has(answer.id));
  });
  const total = quiz.questions.length;
  const right = total - wrong.length;
  const passed = right * 100 >= quiz.passPercent * total;
  return {
    percent: Math.floor((right * 100) / total),
    passed,
    wrong: wrong.map(({ id }) => id),
    review: wrong.map(({ id, why, answers }) => ({
      question_id: id,
      why,
      // Who has passed may see them; who has not takes the same quiz again.
      ...(passed ? { right: answers.filter((answer) => answer.right).map((answer) => answer.id) } : {}),
    })),
  };
}

// ── 3 ───────────────────────────────────────────────────────────────────────────────────────────
/** What the attempts of one person at one quiz come to; `lastAt` is the latest one's time. */
export type Attempts = { count: number; best: number; passed: boolean; lastAt: Date };

/** A pass ends all pauses: whoever has passed may try again for a better percent, or send what was answered offline. */
export function pauseEnd(attempts: Attempts | undefined, now: Date): Date | null {
  if (!attempts || attempts.passed) return null;
  const end = new Date(attempts.lastAt.getTime() + QUIZ_PAUSE_MS);
  return end > now ? end : null;
}
export const quizState = (attempts: Attempts | undefined, now: Date): QuizState => ({
  passed: attempts?.passed ?? false,
  best: attempts?.best ?? null,
  attempts: attempts?.count ?? 0,
  retry_at: pauseEnd(attempts, now)?.toISOString() ?? null,
});
export const withAttempt = (attempts: Attempts | undefined, percent: number, passed: boolean, at: Date): Attempts => ({
  count: (attempts?.count ?? 0) + 1,
  best: Math.max(attempts?.best ?? 0, percent),
  passed: passed || attempts?.passed === true,
  lastAt: at,
});
