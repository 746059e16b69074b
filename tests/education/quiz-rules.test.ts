import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { progressOf } from '#contract/education-progress.ts';
import { judge, pauseEnd } from '#server/features/education/quiz.rules.ts';
import { clockWords, pauseLeft } from '#src/features/education/quiz.rules.ts';

const MINUTE_MS = 60_000;

describe('percent are rounded down: 100 only when nothing is left', () => {
  const question = (id: number) => ({
    id,
    text: 'Вопрос',
    kind: 'single' as const,
    why: '',
    answers: [
      { id: 1, text: 'да', right: true },
      { id: 2, text: 'нет', right: false },
    ],
  });
  const judged = (total: number, right: number, passPercent: number) => {
    const questions = Array.from({ length: total }, (_, index) => question(index + 1));
    const result = questions.map(({ id }) => ({ question_id: id, answer_ids: [id <= right ? 1 : 2] }));
    const verdict = judge({ lessonId: 1, version: 1, passPercent, questions }, result);
    if (verdict === 'foreign') throw new Error('foreign');
    return verdict;
  };
  it('of a quiz, where the pass is decided by the exact share', () => {
    expect(judged(3, 2, 67)).toMatchObject({ percent: 66, passed: false, wrong: [3] });
    expect(judged(3, 2, 66)).toMatchObject({ percent: 66, passed: true });
    expect(judged(8, 7, 88)).toMatchObject({ percent: 87, passed: false });
    expect(judged(300, 299, 100)).toMatchObject({ percent: 99, passed: false });
    expect(judged(3, 3, 100)).toMatchObject({ percent: 100, passed: true, wrong: [] });
  });
  it('of a course', () => {
    const lesson = (id: number, watched: boolean, passed: boolean) => ({ id, watched, hasQuiz: true, passed });
    expect(progressOf([lesson(1, true, true), lesson(2, false, false), lesson(3, true, true)])).toBe(66);
    const nearly = Array.from({ length: 150 }, (_, id) => lesson(id, true, id > 0));
    expect(progressOf(nearly)).toBe(99);
    expect(progressOf(nearly.map((one) => ({ ...one, passed: true })))).toBe(100);
    expect(progressOf([])).toBe(0);
  });
});

describe('the pause after a failed attempt', () => {
  it('on the phone is never longer than the pause, whatever its clock says', () => {
    const pauseMs = 10 * MINUTE_MS;
    expect(pauseLeft(null, 0, pauseMs)).toBe(0);
    expect(pauseLeft(pauseMs, 0, pauseMs)).toBe(pauseMs);
    expect(pauseLeft(pauseMs, 4 * MINUTE_MS, pauseMs)).toBe(6 * MINUTE_MS);
    expect(pauseLeft(pauseMs, 11 * MINUTE_MS, pauseMs)).toBe(0);
    expect(pauseLeft(365 * 24 * 60 * MINUTE_MS, 0, pauseMs)).toBe(pauseMs);
    fc.assert(
      fc.property(fc.integer(), fc.integer(), (retryAt, now) => {
        const left = pauseLeft(retryAt, now, pauseMs);
        expect(left >= 0 && left <= pauseMs).toBe(true);
      }),
    );
  });
  it('is read as minutes and seconds and never says 0:00 while it lasts', () => {
    expect([1, 999, 1000, 61_000, 545_000].map(clockWords)).toEqual(['0:01', '0:01', '0:01', '1:01', '9:05']);
  });
  it('in the shop ends ten minutes after the last attempt, and with a pass', () => {
    const lastAt = new Date('2026-11-22T10:00:00Z');
    const failed = { count: 1, best: 50, passed: false, lastAt };
    const end = new Date('2026-11-22T10:10:00Z');
    expect(pauseEnd(failed, lastAt)).toEqual(end);
    expect(pauseEnd(failed, new Date(end.getTime() - 1))).toEqual(end);
    expect(pauseEnd(failed, end)).toBeNull();
    expect(pauseEnd({ ...failed, passed: true }, lastAt)).toBeNull();
    expect(pauseEnd(undefined, lastAt)).toBeNull();
  });
});
