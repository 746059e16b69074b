import { sql } from 'drizzle-orm';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EducationPackages } from '#contract/education.ts';
import { courseExitCode } from '#server/features/education/import-courses.ts';
import { formatCourseReport } from '#server/features/education/course-report.rules.ts';
import { readPackages } from '#server/features/education/read-packages.ts';
import {
  courseMd,
  folderOf,
  lessonMd,
  mp4,
  quizYaml,
  shopFiles,
  SVG,
  take,
} from '#tests/education-server/course-fixture.ts';
import { openShop, type TestShop } from '#tests/support/open-shop.ts';

let shop: TestShop;
let made: ReturnType<typeof folderOf>;
let dataDir: string;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'rostok-edu-data-'));
  shop = await openShop({ DATA_DIR: dataDir });
  made = folderOf(shopFiles());
});
afterEach(async () => {
  await shop.close();
  made.done();
  rmSync(dataDir, { recursive: true, force: true });
});
/** Every row of every table of courses: what an import may change. */
async function everything(): Promise<string> {
  const tables = ['courses', 'lessons', 'quiz_versions', 'course_uses', 'course_files'];
  const rows = [];
  for (const table of tables) {
    const found = await shop.db.execute(
      sql.raw(`select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as m from ${table} t`),
    );
    rows.push(found.rows[0]);
  }
  return JSON.stringify(rows);
}
const later = (ms: number) => (shop.clock.now = new Date(shop.clock.now.getTime() + ms));
const lessonHashes = ({ courses }: EducationPackages) =>
  Object.fromEntries(courses.flatMap((course) => course.lessons.map((lesson) => [lesson.id, lesson.sha256])));
const versions = async () =>
  (
    await shop.db.execute<{ v: string }>(
      sql`select lesson_id || '.' || version || case when withdrawn_at is null then '' else ' withdrawn' end as v from quiz_versions order by lesson_id, version`,
    )
  ).rows.map((row) => row.v);

describe('an import', () => {
  it('takes everything once; the second run changes nothing at all', async () => {
    const first = await take(shop, made.folder);
    expect(first).toMatchObject({
      courses: { added: 2, changed: 0, unchanged: 0 },
      lessons: { added: 4, changed: 0, unchanged: 0, hidden: 0 },
      quizzes: { published: 2, withdrawn: 0 },
      files: { added: 9 },
    });
    expect(courseExitCode(first)).toBe(0);
    expect(formatCourseReport(first).join('\n')).toContain('уроки: добавлено 4, изменено 0, без изменений 0');
    expect(first.notes).toEqual([
      { file: 'урок 101', message: 'нет товаров с кодами 10101' },
      { file: 'урок 301', message: 'нет товаров с кодами 10101, 99999' },
    ]);
    const film = readFileSync(join(made.folder, '1-start/02-two/film.mp4'));
    const [kept] = readdirSync(join(dataDir, 'education'));
    expect(readFileSync(join(dataDir, 'education', kept!))).toEqual(film);
    const [before, packages] = [await everything(), await readPackages(shop.db, true)];
    later(3_600_000);
    const second = await take(shop, made.folder);
    expect(second).toMatchObject({
      courses: { added: 0, changed: 0, unchanged: 2 },
      lessons: { added: 0, changed: 0, unchanged: 4, hidden: 0 },
      quizzes: { published: 0, withdrawn: 0 },
      files: { added: 0, bytes: 0 },
    });
    expect(await everything()).toBe(before);
    expect(await readPackages(shop.db, true)).toEqual(packages);
    expect(readdirSync(join(dataDir, 'education'))).toEqual([kept]);
  });

  it('writes nothing of a broken folder, not even its videos', async () => {
    await take(shop, made.folder);
    const before = await everything();
    made.write({
      '1-start/01-one/lesson.md': lessonMd(101, 'Новый текст'),
      '1-start/02-two/film.mp4': mp4(5000, 3),
      '3-people/01-line/quiz.yaml': quizYaml().replace(', right: true', ''),
    });
    await expect(take(shop, made.folder)).rejects.toThrow('3-people/01-line/quiz.yaml:7');
    expect(await everything()).toBe(before);
    expect(readdirSync(join(dataDir, 'education'))).toHaveLength(1);
  });

  it('is one transaction: when the last statement fails, nothing of it stands', async () => {
    await take(shop, made.folder);
    const before = await everything();
    made.write({ '1-start/01-one/lesson.md': lessonMd(101, 'Новый текст') });
    await shop.db.execute(
      sql`create function no_course() returns trigger language plpgsql as $$ begin raise 'disk full'; end $$`,
    );
    await shop.db.execute(
      sql`create trigger t before update on course_files for each statement execute function no_course()`,
    );
    await expect(take(shop, made.folder)).rejects.toMatchObject({ cause: { message: 'disk full' } });
    await shop.db.execute(sql`drop trigger t on course_files`);
    expect(await everything()).toBe(before);
    expect((await take(shop, made.folder)).lessons).toMatchObject({ changed: 1, unchanged: 3 });
  });

  it('a dry run tells the same numbers and writes nothing', async () => {
    const before = await everything();
    const report = await take(shop, made.folder, { isDryRun: true });
    expect(report).toMatchObject({ isDryRun: true, lessons: { added: 4 }, quizzes: { published: 2 } });
    expect(formatCourseReport(report)).toContain('Пробный запуск: ничего не записано.');
    expect(await everything()).toBe(before);
    expect(existsSync(join(dataDir, 'education'))).toBe(false);
  });

  it('one lesson changed is one package changed, and one course', async () => {
    await take(shop, made.folder);
    const before = await readPackages(shop.db, true);
    made.write({ '1-start/01-one/lesson.md': lessonMd(101, 'Совсем другой текст.\n\n![Росток](leaf.svg)') });
    expect(await take(shop, made.folder)).toMatchObject({
      courses: { changed: 1, unchanged: 1 },
      lessons: { added: 0, changed: 1, unchanged: 3 },
      files: { added: 1 },
    });
    const after = await readPackages(shop.db, true);
    const [was, is] = [lessonHashes(before), lessonHashes(after)];
    expect(Object.keys(is).filter((id) => is[id] !== was[id])).toEqual(['101']);
    expect(after.rev).not.toBe(before.rev);
    expect(after.courses.map((course, i) => course.version === before.courses[i]!.version)).toEqual([false, true]);
  });

  it('a new neighbour, another order, another course title change no package of a lesson', async () => {
    await take(shop, made.folder);
    const before = lessonHashes(await readPackages(shop.db, true));
    made.write({
      '1-start/00-zero/lesson.md': lessonMd(104),
      '1-start/course.md': courseMd(1, 'cover: cover.svg\n').replace('title: Курс 1', 'title: Иначе'),
    });
    expect(await take(shop, made.folder)).toMatchObject({ lessons: { added: 1, changed: 3, unchanged: 1 } });
    const packages = await readPackages(shop.db, true);
    expect(lessonHashes(packages)).toMatchObject(before);
    expect(packages.courses[0]).toMatchObject({ title: 'Иначе', has_certificate: false });
    expect(packages.courses[0]!.lessons.map((lesson) => lesson.id)).toEqual([104, 101, 102, 103]);
  });

  it('hides a lesson whose folder is gone, and shows it again when it is back', async () => {
    await take(shop, made.folder);
    rmSync(join(made.folder, '1-start/03-three'), { recursive: true });
    expect((await take(shop, made.folder)).lessons).toMatchObject({ hidden: 1, unchanged: 3 });
    const ids = async () => Object.keys(lessonHashes(await readPackages(shop.db, true)));
    expect(await ids()).toEqual(['101', '102', '301']);
    made.write({ '1-start/03-three/lesson.md': lessonMd(103) });
    expect((await take(shop, made.folder)).lessons).toMatchObject({ hidden: 0, changed: 1, unchanged: 3 });
    expect(await ids()).toEqual(['101', '102', '103', '301']);
  });

  it('one course of its own leaves the others as they are', async () => {
    await take(shop, made.folder);
    expect(await take(shop, join(made.folder, '3-people'))).toMatchObject({
      courses: { unchanged: 1 },
      lessons: { unchanged: 1 },
    });
    expect((await readPackages(shop.db, true)).courses).toHaveLength(2);
  });

  it('two at once are one after the other', async () => {
    const [a, b] = await Promise.all([take(shop, made.folder), take(shop, made.folder)]);
    expect([a.lessons.added + b.lessons.added, a.lessons.unchanged + b.lessons.unchanged]).toEqual([4, 4]);
    expect(await versions()).toEqual(['101.1', '301.1']);
  });

  it('says when a course is too heavy for a phone, and takes it all the same', async () => {
    const noise = Array.from({ length: 18 }, (_, n) => [
      `1-start/01-one/p${n}.svg`,
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0${Array.from({ length: 9000 }, (_, i) => `L${(Math.imul(i + 1, 2_654_435_761 + n * 977) >>> 8) % 99_999}`).join('')}"/></svg>`,
    ]);
    made.write({
      ...(Object.fromEntries(noise) as Record<string, string>),
      '1-start/01-one/lesson.md': lessonMd(
        101,
        noise.map(([name]) => `![x](${String(name).split('/').at(-1)})`).join('\n\n'),
      ),
    });
    const report = await take(shop, made.folder);
    const size = report.sizes.find((one) => one.title === 'Курс 1')!.bytes;
    expect([size > 300 * 1024, courseExitCode(report)]).toEqual([true, 2]);
    expect((await readPackages(shop.db, true)).courses[0]!.bytes_br).toBe(size);
  });
});

describe('versions of a quiz', () => {
  const quizOf = async (id: number) => {
    const rows = await shop.db.execute<{ v: number | null }>(
      sql`select quiz_version as v from lessons where id = ${id}`,
    );
    return rows.rows[0]!.v;
  };
  it('every change is a new one, the same again is none, all are kept', async () => {
    await take(shop, made.folder);
    for (const [text, current] of [
      [quizYaml(' иначе'), 2],
      [quizYaml(' иначе'), 2],
      [quizYaml(), 3],
      [quizYaml().replace('ПОЯСНЕНИЕ 2', 'ПОЯСНЕНИЕ два'), 4],
      [quizYaml().replace('ПОЯСНЕНИЕ 2', 'ПОЯСНЕНИЕ два').replace('80', '60'), 5],
    ] as const) {
      made.write({ '1-start/01-one/quiz.yaml': text });
      await take(shop, made.folder);
      expect(await quizOf(101)).toBe(current);
    }
    expect(await versions()).toEqual(['101.1', '101.2', '101.3', '101.4', '101.5', '301.1']);
  });
  it('«withdrawn: true» closes the quiz with all its versions; without it a new version opens', async () => {
    await take(shop, made.folder);
    made.write({ '1-start/01-one/quiz.yaml': quizYaml(' 2') });
    await take(shop, made.folder);
    made.write({ '1-start/01-one/quiz.yaml': quizYaml(' 2', 'withdrawn: true\n') });
    expect((await take(shop, made.folder)).quizzes).toEqual({ published: 0, withdrawn: 2 });
    expect(await versions()).toEqual(['101.1 withdrawn', '101.2 withdrawn', '301.1']);
    expect(await quizOf(101)).toBeNull();
    expect((await take(shop, made.folder)).lessons).toMatchObject({ unchanged: 4 });
    made.write({ '1-start/01-one/quiz.yaml': quizYaml(' 2') });
    await take(shop, made.folder);
    expect([await quizOf(101), (await versions())[2]]).toEqual([3, '101.3']);
  });
  it('a quiz taken out of the folder is offered no more, and its versions go on judging', async () => {
    await take(shop, made.folder);
    rmSync(join(made.folder, '1-start/01-one/quiz.yaml'));
    await take(shop, made.folder);
    expect([await quizOf(101), await versions()]).toEqual([null, ['101.1', '301.1']]);
    made.write({ '1-start/01-one/quiz.yaml': quizYaml() });
    await take(shop, made.folder);
    expect([await quizOf(101), await versions()]).toEqual([1, ['101.1', '301.1']]);
  });
  it('--withdraw takes older versions back, with an import or without', async () => {
    await take(shop, made.folder);
    made.write({ '1-start/01-one/quiz.yaml': quizYaml(' 2') });
    await take(shop, made.folder, { withdraw: [{ lessonId: 101, versions: [1] }] });
    expect(await versions()).toEqual(['101.1 withdrawn', '101.2', '301.1']);
    made.write({ '1-start/01-one/quiz.yaml': quizYaml(' 3') });
    await take(shop, made.folder);
    expect((await take(shop, null, { withdraw: [{ lessonId: 101, versions: null }] })).quizzes.withdrawn).toBe(1);
    expect(await versions()).toEqual(['101.1 withdrawn', '101.2 withdrawn', '101.3', '301.1']);
  });
  it.each([
    [{ lessonId: 101, versions: [1] }, 'версия 1 действует'],
    [{ lessonId: 101, versions: [7] }, 'версий 7 нет; есть 1'],
    [{ lessonId: 103, versions: null }, 'у этого урока тестов не было'],
    [{ lessonId: 999, versions: null }, 'у этого урока тестов не было'],
  ])('--withdraw %j is refused: %s', async (one, words) => {
    await take(shop, made.folder);
    await expect(take(shop, null, { withdraw: [one] })).rejects.toThrow(words);
    expect(await versions()).toEqual(['101.1', '301.1']);
  });
});

describe('files', () => {
  it('what nothing uses is kept for 30 days and then goes, from the disk too', async () => {
    await take(shop, made.folder);
    made.write({ '1-start/02-two/lesson.md': lessonMd(102) });
    rmSync(join(made.folder, '1-start/02-two/film.mp4'));
    await take(shop, made.folder);
    const count = async () => Number((await shop.db.execute(sql`select count(*) n from course_files`)).rows[0]!.n);
    const [before, disk] = [await count(), readdirSync(join(dataDir, 'education'))];
    expect(disk).toHaveLength(1);
    later(29 * 86_400_000);
    await take(shop, made.folder);
    expect([await count(), readdirSync(join(dataDir, 'education'))]).toEqual([before, disk]);
    later(2 * 86_400_000);
    await take(shop, made.folder);
    expect([await count(), readdirSync(join(dataDir, 'education'))]).toEqual([before - 2, []]);
  });
  it('a file that comes back is taken back', async () => {
    await take(shop, made.folder);
    const text = lessonMd(101, 'Начало.\n\n## Дальше\n\n![Росток](leaf.svg "Лист")', 'products: ["10101"]\n');
    made.write({ '1-start/01-one/leaf.svg': SVG('#111111') });
    await take(shop, made.folder);
    made.write({ '1-start/01-one/leaf.svg': SVG(), '1-start/01-one/lesson.md': text });
    await take(shop, made.folder);
    later(40 * 86_400_000);
    await take(shop, made.folder);
    const picture = (await readPackages(shop.db, true)).courses[0]!.pictures.length;
    expect(picture).toBe(2);
    expect((await shop.db.execute(sql`select 1 from course_files where dropped_at is not null`)).rows).toEqual([]);
  });
  it('what an open course uses is open, though a closed one uses it too', async () => {
    made.write({ '3-people/01-line/own.svg': SVG() });
    await take(shop, made.folder);
    const audiences = async () =>
      (
        await shop.db.execute<{ a: number }>(
          sql`select audience as a from course_files where ext = 'svg' and sha256 in (select sha256 from course_uses where use = 'picture')`,
        )
      ).rows.map((row) => row.a);
    expect(await audiences()).toEqual([0]);
    made.write({ '1-start/01-one/leaf.svg': SVG('#222222') });
    await take(shop, made.folder);
    expect((await audiences()).toSorted()).toEqual([0, 1]);
  });
});
