import { lessonsCount } from '#src/terms/counts.ts';
import { NBSP, pluralOf } from '#src/ui/format.ts';

// Words of the screens of education: counts with their plural forms, dates.

const day = new Intl.DateTimeFormat('ru-RU', { day: 'numeric', month: 'long', timeZone: 'UTC' });
const of = (count: number, one: string, few: string, many: string): string =>
  `${count}${NBSP}${pluralOf(count, { one, few, many, other: few })}`;

export const minutesCount = (count: number): string => of(count, 'минута', 'минуты', 'минут');
export const questionsCount = (count: number): string => of(count, 'вопрос', 'вопроса', 'вопросов');
export const mistakesCount = (count: number): string => of(count, 'ошибка', 'ошибки', 'ошибок');

/** «обновлён 2 ноября» of `2026-11-02`. */
export const dayWords = (date: string): string =>
  Number.isNaN(Date.parse(date)) ? '' : day.format(new Date(`${date.slice(0, 10)}T00:00:00Z`));

/** «3 из 7 уроков · 2 из 7 тестов». */
export function stepsWords(course: {
  lessonsWatched: number;
  lessonsTotal: number;
  quizzesPassed: number;
  quizzesTotal: number;
}): string {
  const lessons = `${course.lessonsWatched} из\u00a0${lessonsCount(course.lessonsTotal)}`;
  if (course.quizzesTotal === 0) return lessons;
  return `${lessons} · ${course.quizzesPassed} из\u00a0${of(course.quizzesTotal, 'теста', 'тестов', 'тестов')}`;
}
