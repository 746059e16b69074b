// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Quiz } from '#contract/education.ts';
import type { Judged } from '#src/features/education/education.mutation.ts';
import { Mistakes } from '#src/features/education/QuizReview.tsx';
import { onScreen } from '#tests/support/on-screen.tsx';

// What is told of each mistake after a quiz (docs/decisions/120-courses.md).

const answers = (...texts: string[]) => texts.map((text, at) => ({ id: at + 1, text }));
const QUIZ = {
  lesson_id: 103,
  version: 2,
  questions: [
    { id: 1, kind: 'single', text: 'Сколько дней на отказ?', answers: answers('3', '7', '30') },
    { id: 2, kind: 'multiple', text: 'Что сказать клиенту?', answers: answers('Состав', 'Лечит', 'Не лекарство') },
    { id: 3, kind: 'single', text: 'Где документы?', answers: answers('В карточке', 'Нигде') },
  ],
} as unknown as Quiz;
const judged = (passed: boolean, right: boolean): Judged => ({
  v: 1,
  id: 'k',
  at: null,
  body: {
    lessonId: 103,
    version: 2,
    quizResult: [
      { question_id: 1, answer_ids: [1] },
      { question_id: 2, answer_ids: [1, 2] },
      { question_id: 3, answer_ids: [1] },
    ],
  },
  verdict: {
    percent: 33,
    pass_percent: 30,
    passed,
    wrong: [1, 2],
    review: [
      { question_id: 1, why: 'Семь дней после получения.', ...(right ? { right: [2] } : {}) },
      { question_id: 2, why: 'Добавки не лечат.', ...(right ? { right: [1, 3] } : {}) },
    ],
  },
});
const mistakes = () => screen.getAllByRole('article');
const lines = (list: HTMLElement) =>
  within(list)
    .getAllByRole('listitem')
    .map((one) => one.textContent);

it('a passed quiz shows the right answers of each mistake beside what was given, and why', () => {
  onScreen(<Mistakes quiz={QUIZ} judged={judged(true, true)} />);
  expect(mistakes().map((one) => within(one).getByRole('heading').textContent)).toEqual([
    'Сколько дней на отказ?',
    'Что сказать клиенту?',
  ]);
  const [one, several] = mistakes();
  expect(lines(within(one!).getByRole('list', { name: 'Верный ответ' }))).toEqual(['7']);
  expect(lines(within(several!).getByRole('list', { name: 'Верные ответы' }))).toEqual(['Состав', 'Не лекарство']);
  expect(one!.textContent).toContain('Вы ответили: 3');
  expect(one!.textContent).toContain('Семь дней после получения.');
  expect(several!.textContent).toMatch(/Выбрано не\s?всё или есть лишнее/);
  expect(screen.queryByText(/Верные ответы покажем/)).toBeNull();
});

it('one that is not passed tells why, and keeps the right answers for the next attempt', () => {
  onScreen(<Mistakes quiz={QUIZ} judged={judged(false, false)} />);
  expect(screen.queryByRole('list', { name: /Верны/ })).toBeNull();
  expect(screen.getByText('Верные ответы покажем, когда тест будет сдан.')).toBeTruthy();
  expect(mistakes()[0]!.textContent).toContain('Семь дней после получения.');
});

it('questions of a version that the phone has lost are named by their number, and why is told all the same', () => {
  onScreen(<Mistakes quiz={null} judged={judged(true, true)} />);
  expect(mistakes().map((one) => within(one).getByRole('heading').textContent)).toEqual(['Вопрос 1', 'Вопрос 2']);
  expect(mistakes()[1]!.textContent).toContain('Добавки не лечат.');
});
