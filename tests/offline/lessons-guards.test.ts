import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EducationPackages, LessonPackage } from '#contract/education.ts';
import { isEducationPackages, isLessonPackage } from '#src/offline/guards-lessons.ts';
import { damaged, pathsOf } from '#tests/offline/damaged.ts';

// docs/product/start.md#first-load: the worker's hand-written guards accept and refuse what the contract does.

const file = { sha256: 'a'.repeat(64), bytes: 10, url: '/api/education/files/a.svg' };
const lesson: LessonPackage = {
  v: 1,
  id: 101,
  course_id: 1,
  title: 'Урок',
  kind: 'video',
  minutes: 5,
  updated: '2026-11-02',
  html: '<p>Текст</p>',
  text: 'Текст',
  products: ['10101'],
  pictures: [file],
  video: { ...file, type: 'video/mp4', title: 'Фильм', poster: null },
  quiz: {
    lesson_id: 101,
    version: 2,
    pass_percent: 80,
    questions: [{ id: 1, text: 'Вопрос?', kind: 'single', answers: [{ id: 1, text: 'Да' }] }],
  },
};
const packages: EducationPackages = {
  status: 'success',
  v: 1,
  rev: 'r',
  courses: [
    {
      id: 1,
      version: 'v',
      title: 'Курс',
      description: '',
      audience: 'everyone',
      has_certificate: true,
      cover: file,
      lessons: [{ id: 101, title: 'Урок', kind: 'text', minutes: 5, has_quiz: true, ...file }],
      pictures: [file],
      video: [{ lesson_id: 101, type: 'video/mp4', ...file }],
      bytes: 10,
      bytes_br: 5,
    },
  ],
  productLessons: { '7': [101] },
};

describe.each([
  ['lesson', LessonPackage, isLessonPackage, lesson],
  ['list', EducationPackages, isEducationPackages, packages],
] as const)('%s', (_name, schema, guard, sample) => {
  it('accepts what the server publishes', () => {
    expect(schema.safeParse(sample).success).toBe(true);
    expect(guard(sample)).toBe(true);
  });
  it('agrees with the schema about any damage', () => {
    const value = fc.oneof(
      fc.jsonValue({ maxDepth: 1 }),
      fc.constantFrom<unknown>(undefined, null, 0, 1.5, -1, 101, 2 ** 53, 'x', '', true, [], {}, [1, 'a'], Number.NaN),
    );
    fc.assert(
      fc.property(fc.constantFrom(...pathsOf(sample)), value, fc.boolean(), (path, damage, isRemoved) => {
        const broken = damaged(structuredClone(sample), path, damage, isRemoved);
        expect(guard(broken), `${path.join('.')} = ${JSON.stringify(damage)}`).toBe(schema.safeParse(broken).success);
      }),
      { numRuns: 3000 },
    );
  });
});
