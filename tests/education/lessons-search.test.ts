import { describe, expect, it } from 'vitest';
import { findLessons, indexLessons } from '#src/features/education/lessons-search.ts';

const index = indexLessons([
  { id: 101, title: 'О компании', course: 'Старт консультанта', text: 'Росток продаёт витамины и чай. Всё честно.' },
  {
    id: 105,
    title: 'Как рассказать о продукции без ошибок',
    course: 'Старт консультанта',
    text: 'Добавка к пище — не лекарство. '.repeat(20) + 'Магний и витамин B6 для рациона.',
  },
  { id: 201, title: 'Магний: кому и сколько', course: 'Витамины', text: 'Норма в день 400 мг.' },
  { id: 202, title: 'Ещё не открытый урок', course: 'Витамины', text: '' },
]);
const ids = (query: string) => findLessons(index, query).map(({ id }) => id);

describe('search in lessons', () => {
  it.each([
    ['витаминами', [201, 202, 101, 105]],
    ['магн', [201, 105]],
    ['магния рацион', [105]],
    ['еще', [202]],
    ['ЕЩЁ', [202]],
    ['все честно', [101]],
    ['лекарства', [105]],
    ['b6', [105]],
    ['слон', []],
    ['  ', []],
    ['«»—!', []],
  ])('%s', (query, expected) => expect(ids(query).sort()).toEqual([...expected].sort()));

  it('a title comes before a text', () => expect(ids('магний')).toEqual([201, 105]));
  it('shows the words around the first hit, whole', () => {
    const [found] = findLessons(index, 'рациона');
    expect(found?.piece?.hit).toBe('рациона');
    expect(found?.piece?.before).toMatch(/^… .* $/);
    expect(findLessons(index, 'витамины').find(({ id }) => id === 101)?.piece).toEqual({
      before: 'Росток продаёт ',
      hit: 'витамины',
      after: ' и чай. Всё честно.',
    });
    expect(findLessons(index, 'открытый')[0]?.piece).toBeNull();
  });
});
