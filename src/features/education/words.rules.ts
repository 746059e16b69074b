// Words of the screens of education: counts with their plural forms, sizes, dates.

const plural = new Intl.PluralRules('ru-RU');
const halves = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 1 });
const day = new Intl.DateTimeFormat('ru-RU', { day: 'numeric', month: 'long', timeZone: 'UTC' });
const of = (count: number, one: string, few: string, many: string): string => {
  const form = plural.select(count);
  return `${count}\u00a0${form === 'one' ? one : form === 'few' ? few : many}`;
};

export const lessonsCount = (count: number): string => of(count, 'урок', 'урока', 'уроков');
export const minutesCount = (count: number): string => of(count, 'минута', 'минуты', 'минут');
export const questionsCount = (count: number): string => of(count, 'вопрос', 'вопроса', 'вопросов');
export const mistakesCount = (count: number): string => of(count, 'ошибка', 'ошибки', 'ошибок');

/** «обновлён 2 ноября» of `2026-11-02`. */
export const dayWords = (date: string): string =>
  Number.isNaN(Date.parse(date)) ? '' : day.format(new Date(`${date.slice(0, 10)}T00:00:00Z`));

/** «870 кБ», «4,6 МБ». */
export const sizeWords = (bytes: number): string =>
  bytes < 1_000_000
    ? `${Math.max(1, Math.round(bytes / 1000))}\u00a0кБ`
    : `${halves.format(Math.round(bytes / 100_000) / 10)}\u00a0МБ`;

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
