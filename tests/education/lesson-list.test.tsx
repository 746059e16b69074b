// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { LessonList } from '#src/features/education/LessonList.tsx';
import { type LessonView, NO_QUIZ_YET } from '#src/features/education/education.rules.ts';
import { goOffline, onScreen } from '#tests/support/on-screen.tsx';

// The contents of a course: what is told of each lesson, one fact apart from the next.

const lesson = (more: Partial<LessonView>): LessonView => ({
  id: 1,
  title: 'Витамины',
  kind: 'text',
  minutes: 5,
  hasQuiz: false,
  watched: false,
  quiz: NO_QUIZ_YET,
  isHeld: false,
  ...more,
});
/** Without the number that is only drawn. */
const told = () =>
  screen
    .getByRole('link')
    .querySelector('[class*=words]')
    ?.textContent.replaceAll('\u00a0', ' ')
    .replaceAll(/\s+/g, ' ');

it('a lesson with everything done', () => {
  const quiz = { ...NO_QUIZ_YET, best: 90, passed: true };
  onScreen(<LessonList lessons={[lesson({ kind: 'video', hasQuiz: true, watched: true, quiz, isHeld: true })]} />);
  expect(told()).toBe('1. Витамины видео, 5 минут · просмотрен · тест сдан, 90 % · есть на телефоне');
});

it('one that is not here says so without a signal', () => {
  const { store } = onScreen(<LessonList lessons={[lesson({ hasQuiz: true })]} />);
  expect(told()).toBe('1. Витамины 5 минут · тест');
  act(() => goOffline(store));
  expect(told()).toBe('1. Витамины 5 минут · тест · нужен интернет');
});

it('a single fact has nothing to stand apart from', () => {
  onScreen(<LessonList lessons={[lesson({})]} />);
  expect(told()).toBe('1. Витамины 5 минут');
});
