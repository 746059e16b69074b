import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readCourseWords } from '#server/features/education/course-words.ts';
import { readPackages } from '#server/features/education/read-packages.ts';
import { courseMd, folderOf, lessonMd, quizYaml, shopFiles, take } from '#tests/education-server/course-fixture.ts';
import { openShop, type TestShop } from '#tests/support/open-shop.ts';

let shop: TestShop & { url: string };
let dataDir: string;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'rostok-edu-data-'));
  shop = await openShop({ DATA_DIR: dataDir });
});
afterAll(async () => {
  await shop.close();
  rmSync(dataDir, { recursive: true, force: true });
});

describe('our own courses', () => {
  it('are sound, each below 300 kB for a phone, and open to clients as docs/product/people.md#education says', async () => {
    const report = await take(shop, 'content/courses');
    expect(report.courses).toEqual({ added: 6, changed: 0, unchanged: 0 });
    expect(report.lessons.added).toBe(38);
    expect(report.quizzes.published).toBe(38);
    expect(report.notes.filter(({ message }) => message.includes('лишний'))).toEqual([]);
    const { courses } = await readPackages(shop.db, true);
    for (const course of courses) expect(course.bytes_br).toBeLessThanOrEqual(300 * 1024);
    expect((await readPackages(shop.db, false)).courses.map((course) => course.id)).toEqual([1, 2, 4]);
  });
});

describe('npm run import-course', () => {
  const run = (...args: string[]) =>
    new Promise<{ code: number | null; out: string; err: string }>((resolve) => {
      const child = spawn(process.execPath, ['server/import-course.ts', ...args], {
        env: { ...process.env, DATABASE_URL: shop.url, DATA_DIR: dataDir, LOG_LEVEL: 'silent' },
      });
      let [out, err] = ['', ''];
      child.stdout.on('data', (part) => (out += String(part)));
      child.stderr.on('data', (part) => (err += String(part)));
      child.on('close', (code) => resolve({ code, out, err }));
    });
  it('takes a folder and reports it: exit code 0', async () => {
    const made = folderOf(shopFiles());
    const { code, out, err } = await run(made.folder);
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain('Готово.\n  курсы: ');
    made.done();
  });
  it('names file and line of every fault, says that nothing was written: exit code 1', async () => {
    const made = folderOf({
      'course.md': courseMd(7),
      '01-a/lesson.md': lessonMd(701, '<b>x</b>'),
      '01-a/quiz.yaml': quizYaml().replace('80', '0'),
    });
    const { code, out, err } = await run(made.folder);
    expect([code, out]).toEqual([1, '']);
    expect(err.trimEnd().split('\n')).toEqual([
      '01-a/lesson.md:9: HTML в тексте запрещён: пишите обычный Markdown',
      '01-a/quiz.yaml:1: поле «pass_percent»: нужно от 1 до 100',
      'Ничего не записано.',
    ]);
    made.done();
  });
  it('without a folder is told how to do it: exit code 1', async () => {
    const { code, err } = await run();
    expect(code).toBe(1);
    expect(err).toContain('Не названа папка');
    expect(err).toContain('npm run import-course -- ПАПКА');
  });
  it.each([
    [['--nope'], 'Неизвестный ключ'],
    [[], 'Не названа папка'],
    [['a', 'b'], 'Лишнее слово «b»'],
    [['--withdraw', 'x'], '--withdraw x: нужно 101 или 101:1,2'],
  ])('%j is refused in words', (args, words) => {
    expect(readCourseWords(args)).toContain(words);
  });
});
