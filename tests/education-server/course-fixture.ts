import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { importCourses, type CourseOptions } from '#server/features/education/import-courses.ts';
import { call, type Browser } from '#tests/cart/shop-people.ts';
import type { TestShop } from '#tests/support/open-shop.ts';

// Contents: 1 files of a course, 2 the fixture shop, 3 answers to a quiz

// ── 1 ───────────────────────────────────────────────────────────────────────────────────────────
export type Files = Record<string, string | Buffer>;
/** Words that only a right answer or a review may bring out: no reply before an attempt holds them. */
export const SECRET = 'ТАЙНОЕ-ПОЯСНЕНИЕ';

export const courseMd = (id: number, more = '') =>
  `---\nid: ${id}\ntitle: Курс ${id}\naudience: everyone\n${more}---\n\nО чём курс ${id}.\n`;
export const lessonMd = (id: number, body = 'Первый экран.\n\n## Второй\n\nТекст.', more = '') =>
  `---\nid: ${id}\ntitle: Урок ${id}\nminutes: 4\nupdated: 2026-11-02\nkind: text\n${more}---\n\n${body}\n`;
/** Five questions; the right answer of question n is answer (n mod 3) + 1; the fifth asks for two: 1 and 3. */
export const quizYaml = (mark = '', more = '') =>
  `pass_percent: 80\n${more}questions:\n${[1, 2, 3, 4, 5]
    .map(
      (n) =>
        `  - id: ${n}\n    text: Вопрос ${n}${mark}?\n    kind: ${n === 5 ? 'multiple' : 'single'}\n    answers:\n${[
          1, 2, 3,
        ]
          .map((a) => `      - { id: ${a}, text: Ответ ${a}${isRight(n, a) ? ', right: true' : ''} }`)
          .join('\n')}\n    why: ${SECRET} ${n}`,
    )
    .join('\n')}\n`;
const isRight = (question: number, answer: number) => (question === 5 ? answer !== 2 : answer === (question % 3) + 1);
export const SVG = (colour = '#1f5a3c') =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 328 180"><rect width="328" height="180" fill="${colour}"/></svg>`;
/** The head of an MP4 with whatever behind it: what the shop looks at. */
export const mp4 = (bytes: number, seed = 7): Buffer => {
  const body = Buffer.alloc(bytes);
  for (let i = 0; i < bytes; i += 1) body[i] = (i * seed) % 251;
  body.write('\0\0\0\x18ftypmp42', 0, 'latin1');
  return body;
};

/** A folder of these files; `done` removes it. */
export function folderOf(files: Files): { folder: string; write(more: Files): void; done(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'rostok-courses-'));
  const write = (more: Files) => {
    for (const [name, content] of Object.entries(more)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), content);
    }
  };
  write(files);
  return { folder, write, done: () => rmSync(folder, { recursive: true, force: true }) };
}

// ── 2 ───────────────────────────────────────────────────────────────────────────────────────────
/** Course 1 for everyone (two lessons with quizzes, one with a video), course 3 for consultants. */
export const shopFiles = (): Files => ({
  '1-start/course.md': courseMd(1, 'cover: cover.svg\ncertificate: true\n'),
  '1-start/cover.svg': SVG('#123456'),
  '1-start/01-one/lesson.md': lessonMd(
    101,
    'Начало.\n\n## Дальше\n\n![Росток](leaf.svg "Лист")',
    'products: ["10101"]\n',
  ),
  '1-start/01-one/leaf.svg': SVG(),
  '1-start/01-one/quiz.yaml': quizYaml(),
  '1-start/02-two/lesson.md': lessonMd(102, 'Видео.').replace('kind: text', 'kind: video\nvideo:\n  file: film.mp4'),
  '1-start/02-two/film.mp4': mp4(100_000),
  '1-start/03-three/lesson.md': lessonMd(103),
  '3-people/course.md': courseMd(3, 'cover: cover.svg\n').replace('everyone', 'consultants'),
  '3-people/cover.svg': SVG('#654321'),
  '3-people/01-line/lesson.md': lessonMd(301, 'Только своим.\n\n![Линия](own.svg)', 'products: ["10101", "99999"]\n'),
  '3-people/01-line/own.svg': SVG('#abcdef'),
  '3-people/01-line/quiz.yaml': quizYaml(' 3'),
});
export const take = (shop: TestShop, folder: string | null, more: Partial<CourseOptions> = {}) =>
  importCourses({ folder, ...more }, { db: shop.db, dataDir: shop.env.dataDir, now: shop.clock.now });

// ── 3 ───────────────────────────────────────────────────────────────────────────────────────────
/** The first `right` questions answered right, the others wrong. */
export const answers = (right = 5) =>
  [1, 2, 3, 4, 5].map((n) => ({
    question_id: n,
    answer_ids:
      n <= right ? [1, 2, 3].filter((a) => isRight(n, a)) : [1, 2, 3].filter((a) => !isRight(n, a)).slice(0, 1),
  }));
export const submit = (
  browser: Browser,
  lessonId: number,
  right: number,
  more: { version?: number; headers?: Record<string, string>; quizResult?: unknown } = {},
) =>
  call(
    browser,
    'POST',
    '/education/course/lesson/quiz/send-result/',
    {
      lessonId,
      quizResult: more.quizResult ?? answers(right),
      ...(more.version === undefined ? {} : { version: more.version }),
    },
    more.headers,
  );
export const watch = (browser: Browser, lessonId: number | string, headers?: Record<string, string>) =>
  call(browser, 'GET', `/education/course/lesson/${lessonId}/set-watched`, undefined, headers);
