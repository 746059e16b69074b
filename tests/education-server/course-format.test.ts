import { symlinkSync, mkdirSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, describe, expect, it } from 'vitest';
import { CourseError } from '#server/features/education/format/course-error.ts';
import { readCourses } from '#server/features/education/format/read-courses.ts';
import {
  courseMd,
  type Files,
  folderOf,
  lessonMd,
  mp4,
  quizYaml,
  SVG,
} from '#tests/education-server/course-fixture.ts';

const opened: { done(): void }[] = [];
afterEach(() => {
  for (const one of opened.splice(0)) one.done();
});
const good = (): Files => ({
  'course.md': courseMd(1),
  '01-one/lesson.md': lessonMd(101, 'Текст.\n\n![Лист](leaf.svg)'),
  '01-one/leaf.svg': SVG(),
  '01-one/quiz.yaml': quizYaml(),
});
const open = (files: Files) => {
  const made = folderOf(files);
  opened.push(made);
  return made;
};
async function faultsOf(folder: string): Promise<string[]> {
  const error: unknown = await readCourses(folder).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error === undefined) return [];
  if (!(error instanceof CourseError)) throw error;
  return error.message.split('\n');
}
const faults = (more: Files) => faultsOf(open({ ...good(), ...more }).folder);

describe('a sound folder', () => {
  it('is read as one course, or as a folder of courses', async () => {
    const { courses, notes } = await readCourses(open(good()).folder);
    expect(notes).toEqual([]);
    expect(courses).toMatchObject([
      { id: 1, audience: 'everyone', description: 'О чём курс 1.', lessons: [{ id: 101 }] },
    ]);
    const two = await readCourses(
      open({
        ...Object.fromEntries(Object.entries(good()).map(([name, text]) => [`1-a/${name}`, text])),
        '2-b/course.md': courseMd(2),
        '2-b/01-x/lesson.md': lessonMd(201),
        'README.md': 'не курс',
        '.DS_Store': 'x',
      }).folder,
    );
    expect(two.courses.map((course) => course.id)).toEqual([1, 2]);
  });
  it('puts lessons in the order of their folders, not of their ids', async () => {
    const files = { 'course.md': courseMd(1), '10-b/lesson.md': lessonMd(101), '9-a/lesson.md': lessonMd(102) };
    const { courses } = await readCourses(open(files).folder);
    expect(courses[0]?.lessons.map((lesson) => lesson.id)).toEqual([102, 101]);
  });
  it('becomes HTML of known elements, without a style attribute, and plain text for search', async () => {
    const body = [
      'Начало с *курсивом* и <https://example.org/>.',
      '## Можно',
      '- ✓ Состав **и доза**\n- ✗ Лечит',
      'Абзац.',
      '- [ ] раз\n- [x] два',
      '> Помните',
      '![Лист «А» & "Б"](leaf.svg "Подпись")',
      '| а | б |\n|---|--:|\n| 1 | 2 |',
      '## Конец\n\n[каталог](/katalog)',
    ].join('\n\n');
    const { courses } = await readCourses(open({ ...good(), '01-one/lesson.md': lessonMd(101, body) }).folder);
    const { html, text, pictures } = courses[0]!.lessons[0]!;
    expect(html.match(/<section>/g)).toHaveLength(3);
    expect(html).toContain(
      '<ul class="pair">\n<li class="can">Состав <strong>и доза</strong></li>\n<li class="cannot">Лечит</li>',
    );
    expect(html).toContain('<ul class="checklist">\n<li>раз</li>\n<li>два</li>');
    expect(html).toContain('<aside class="reminder">\n<p>Помните</p>');
    expect(html).toContain(
      `<figure><img src="/api/education/files/${pictures[0]!.sha256}.svg" alt="Лист «А» &amp; &quot;Б&quot;" width="328" height="180"><figcaption>Подпись</figcaption></figure>`,
    );
    expect(html).toContain('<td class="right">2</td>');
    expect(html).toContain('<a href="https://example.org/" rel="noopener noreferrer">');
    expect(html).toContain('<a href="/katalog">');
    expect(html).not.toMatch(/style=|<script|\son\w+=|<blockquote|\[ \]|✓|✗/);
    expect(text).toBe(
      'Начало с курсивом и https://example.org/.\nМожно\nСостав и доза\nЛечит\nАбзац.\nраз\nдва\nПомните\nЛист «А» & "Б" Подпись\nа\nб\n1\n2\nКонец\nкаталог',
    );
  });
  it('takes Windows line ends, pictures of five kinds, and names what it did not take', async () => {
    const dot = (format: 'webp' | 'png' | 'jpeg' | 'avif') =>
      sharp({ create: { width: 8, height: 6, channels: 3, background: '#fff' } })
        .toFormat(format)
        .toBuffer();
    const { courses, notes } = await readCourses(
      open({
        'course.md': courseMd(1).replaceAll('\n', '\r\n'),
        '01-one/lesson.md': lessonMd(101, ['a.webp', 'a.png', 'a.jpg', 'a.avif'].map((n) => `![x](${n})`).join('\n\n')),
        '01-one/a.webp': await dot('webp'),
        '01-one/a.png': await dot('png'),
        '01-one/a.jpg': await dot('jpeg'),
        '01-one/a.avif': await dot('avif'),
        '01-one/notes.txt': 'забыл',
        '01-one/Thumbs.db': 'x',
      }).folder,
    );
    expect(courses[0]!.lessons[0]!.pictures.map(({ ext, width, height }) => [ext, width, height])).toEqual(
      ['webp', 'png', 'jpg', 'avif'].map((ext) => [ext, 8, 6]),
    );
    expect(notes).toEqual([{ file: '01-one/notes.txt', message: 'лишний файл, не взят' }]);
  });
  it('a video that is not made yet is a fault, unless the draft is asked for', async () => {
    const files = {
      ...good(),
      '01-one/lesson.md': lessonMd(101).replace(
        'kind: text',
        'kind: video\nvideo: { file: film.mp4, poster: poster.webp }',
      ),
    };
    const { folder } = open(files);
    expect(await faultsOf(folder)).toEqual([
      '01-one/lesson.md:7: нет файла film.mp4',
      '01-one/lesson.md:7: нет файла poster.webp',
    ]);
    const draft = await readCourses(folder, { isVideoOptional: true });
    expect(draft.courses[0]!.lessons[0]).toMatchObject({ kind: 'text', video: null });
    expect(draft.notes.map(({ message }) => message)).toContain('видео ещё нет: урок взят как текст');
  });
});

const lesson = (from: string | RegExp, to: string): Files => ({ '01-one/lesson.md': lessonMd(101).replace(from, to) });
const body = (text: string): Files => ({ '01-one/lesson.md': lessonMd(101, text) });
const quiz = (from: string | RegExp, to: string): Files => ({ '01-one/quiz.yaml': quizYaml().replace(from, to) });
const svg = (inside: string): Files => ({
  '01-one/lesson.md': lessonMd(101, '![x](leaf.svg)'),
  '01-one/leaf.svg': `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9">\n${inside}\n</svg>`,
});

describe('what is wrong is named with file and line', () => {
  it.each<[string, Files, string]>([
    [
      'no front matter',
      { 'course.md': 'Просто текст' },
      'course.md:1: в начале файла нужны сведения между строками «---»',
    ],
    ['front matter never ends', { 'course.md': '---\nid: 1\n' }, 'course.md:1: в начале файла нужны сведения'],
    ['id missing', { 'course.md': courseMd(1).replace('id: 1\n', '') }, 'course.md:2: нет поля «id»'],
    [
      'id is no number',
      { 'course.md': courseMd(1).replace('id: 1', 'id: один') },
      'course.md:2: поле «id»: нужно целое число',
    ],
    [
      'id out of range',
      { 'course.md': courseMd(1).replace('id: 1', 'id: 0') },
      'course.md:2: поле «id»: нужно число от 1',
    ],
    [
      'audience',
      { 'course.md': courseMd(1).replace('everyone', 'all') },
      'course.md:4: поле «audience»: допустимо everyone или consultants',
    ],
    ['a field too many', { 'course.md': courseMd(1, 'price: 5\n') }, 'course.md:5: лишнее поле «price»'],
    ['a field twice', { 'course.md': courseMd(1, 'id: 2\n') }, 'course.md:5: поле повторяется'],
    ['tab', { 'course.md': courseMd(1, '\tx: 2\n') }, 'course.md:5: '],
    ['quote', { 'course.md': courseMd(1).replace('title: Курс', 'title: "Курс') }, 'course.md:'],
    [
      'no description',
      { 'course.md': courseMd(1).replace('О чём курс 1.', '') },
      'course.md:6: под сведениями нужен один абзац',
    ],
    ['two paragraphs', { 'course.md': `${courseMd(1)}\nЕщё один.\n` }, 'course.md:9: описание курса — один абзац'],
    ['HTML in the description', { 'course.md': `${courseMd(1)}<b>x</b>\n` }, 'course.md:8: HTML в тексте запрещён'],
    [
      'cover elsewhere',
      { 'course.md': courseMd(1, 'cover: ../x.svg\n') },
      'course.md:5: поле «cover»: нужно имя файла этой папки',
    ],
    ['cover missing', { 'course.md': courseMd(1, 'cover: x.svg\n') }, 'course.md: нет файла x.svg'],
    ['bad date', lesson('2026-11-02', '2026-02-30'), '01-one/lesson.md:5: поле «updated»: такого дня нет'],
    ['minutes', lesson('minutes: 4', 'minutes: 4.5'), '01-one/lesson.md:4: поле «minutes»: нужно целое число'],
    ['kind', lesson('kind: text', 'kind: pdf'), '01-one/lesson.md:6: поле «kind»: допустимо text или video'],
    [
      'video without a file',
      lesson('kind: text', 'kind: video'),
      '01-one/lesson.md:6: у урока kind: video нужно поле video',
    ],
    [
      'products',
      lesson('kind: text', 'kind: text\nproducts: 10201'),
      '01-one/lesson.md:7: поле «products»: нужен список кодов',
    ],
    [
      'lesson of another course',
      lesson('id: 101', 'id: 201'),
      '01-one/lesson.md:2: номер урока в курсе 1 — от 101 до 199',
    ],
    ['empty lesson', body(''), '01-one/lesson.md:8: в уроке нет текста'],
    ['raw HTML block', body('Текст\n\n<div>x</div>'), '01-one/lesson.md:11: HTML в тексте запрещён'],
    ['raw HTML inside', body('Текст\nи <i>ещё</i>'), '01-one/lesson.md:10: HTML в тексте запрещён'],
    ['script', body('<script>alert(1)</script>'), '01-one/lesson.md:9: HTML в тексте запрещён'],
    [
      'javascript link',
      body('a\n\n[x](javascript:alert(1))'),
      '01-one/lesson.md:11: ссылка должна начинаться с https://',
    ],
    ['http link', body('[x](http://a.b/)'), '01-one/lesson.md:9: ссылка должна начинаться с https://'],
    ['protocol-relative link', body('[x](//evil.example/)'), '01-one/lesson.md:9: ссылка должна начинаться с https://'],
    ['data link', body('[x](data:text/html,x)'), '01-one/lesson.md:9: ссылка должна начинаться с https://'],
    ['first heading', body('# Урок'), '01-one/lesson.md:9: заголовок «#» не нужен'],
    ['mixed list', body('- ✓ можно\n- просто'), '01-one/lesson.md:10: в одном списке смешаны пункты'],
    ['picture in a line', body('Вот ![x](leaf.svg) и'), '01-one/lesson.md:9: картинка должна стоять отдельным абзацем'],
    ['picture without words', body('![](leaf.svg)'), '01-one/lesson.md:9: у картинки нужно описание'],
    ['picture missing', body('текст\n\n![x](nope.svg)'), '01-one/lesson.md:11: нет файла nope.svg'],
    ['path traversal', body('![x](../../etc/passwd.svg)'), '01-one/lesson.md:9: имя файла «../../etc/passwd.svg»'],
    ['absolute path', body('![x](/etc/passwd.svg)'), '01-one/lesson.md:9: имя файла'],
    ['encoded path', body('![x](..%2f..%2fx.svg)'), '01-one/lesson.md:9: имя файла'],
    ['picture from the net', body('![x](https://evil.example/x.svg)'), '01-one/lesson.md:9: имя файла'],
    [
      'not a picture',
      { ...body('![x](leaf.txt)'), '01-one/leaf.txt': 'x' },
      '01-one/lesson.md:9: leaf.txt: картинка может быть svg',
    ],
    ['PNG that is none', { ...body('![x](a.png)'), '01-one/a.png': 'MZ…' }, '01-one/a.png: картинка повреждена'],
    ['SVG named PNG', { ...body('![x](a.png)'), '01-one/a.png': SVG() }, '01-one/a.png: это не png, а svg'],
    ['empty picture', { ...body('![x](a.svg)'), '01-one/a.svg': '' }, '01-one/lesson.md:9: a.svg пуст'],
    [
      'heavy picture',
      { ...body('![x](a.svg)'), '01-one/a.svg': SVG() + ' '.repeat(65_536) },
      '01-one/lesson.md:9: a.svg больше 64 кБ',
    ],
    ['heavy text', body('x'.repeat(210_000)), '01-one/lesson.md: больше 200 кБ'],
    ['not UTF-8', { '01-one/lesson.md': Buffer.from([0x2d, 0xff, 0xfe]) }, '01-one/lesson.md: файл не в UTF-8'],
    ['no lesson.md', { '02-two/quiz.yaml': quizYaml() }, '02-two/lesson.md: нет файла lesson.md'],
    ['folder name', { 'два/lesson.md': lessonMd(102) }, 'два: папка урока называется «01-imya»'],
    ['number twice', { '01-two/lesson.md': lessonMd(102) }, '01-two: номер 1 уже занят папкой 01-one'],
    ['lesson id twice', { '02-two/lesson.md': lessonMd(101) }, 'номер урока 101 уже занят'],
    ['four questions', quiz(/ {2}- id: 5[^]*/, ''), '01-one/quiz.yaml:3: поле «questions»: нужно от 5 до 10 вопросов'],
    [
      'no right answer',
      quiz(', right: true', ''),
      '01-one/quiz.yaml:7: поле «questions.0.answers»: в вопросе single верен (right: true) ровно один ответ',
    ],
    [
      'two right answers',
      quiz('Ответ 1 }', 'Ответ 1, right: true }'),
      '01-one/quiz.yaml:7: поле «questions.0.answers»: в вопросе single верен',
    ],
    [
      'question twice',
      quiz('- id: 2', '- id: 1'),
      '01-one/quiz.yaml:3: поле «questions»: номера вопросов (id) повторяются',
    ],
    [
      'answer twice',
      quiz('{ id: 2,', '{ id: 1,'),
      '01-one/quiz.yaml:7: поле «questions.0.answers»: номера ответов (id) повторяются',
    ],
    ['no why', quiz(/ {4}why: .* 3\n/, ''), '01-one/quiz.yaml:19: нет поля «questions.2.why»'],
    ['percent', quiz('80', '120'), '01-one/quiz.yaml:1: поле «pass_percent»: нужно от 1 до 100'],
    ['quiz is a list', { '01-one/quiz.yaml': '- a\n- b\n' }, '01-one/quiz.yaml:1: нужны поля pass_percent и questions'],
    ['empty quiz', { '01-one/quiz.yaml': '' }, '01-one/quiz.yaml: quiz.yaml пуст'],
    [
      'bomb of aliases',
      {
        '01-one/quiz.yaml': `a: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefghi'
          .split('')
          .map((n, i) => `${n}: &${n} [${`*${'abcdefgh'[i]},`.repeat(9)}]`)
          .join('\n')}\n`,
      },
      '01-one/quiz.yaml:1: слишком много ссылок',
    ],
    ['script in SVG', svg('<script>alert(1)</script>'), '01-one/leaf.svg:2: элемент <script> в картинке запрещён'],
    ['handler in SVG', svg('<rect onclick="x()"/>'), '01-one/leaf.svg:2: обработчик onclick в картинке запрещён'],
    ['foreign document', svg('<foreignObject/>'), '01-one/leaf.svg:2: элемент <foreignObject> в картинке запрещён'],
    [
      'HTML in SVG',
      svg('<p xmlns="http://www.w3.org/1999/xhtml">x</p>'),
      '01-one/leaf.svg:2: элемент <p> в картинке запрещён',
    ],
    [
      'image in SVG',
      svg('<image href="https://evil.example/x.png"/>'),
      '01-one/leaf.svg:2: элемент <image> в картинке запрещён',
    ],
    [
      'xlink',
      svg('<use xlink:href="https://evil.example/x.svg#a"/>'),
      '01-one/leaf.svg:2: ссылки наружу в картинке запрещены',
    ],
    ['link', svg('<a href="javascript:x"><rect/></a>'), '01-one/leaf.svg:2: элемент <a> в картинке запрещён'],
    [
      'style from the net',
      svg('<style>\n@import url(https://evil.example/x.css);</style>'),
      '01-one/leaf.svg:3: ссылки наружу в стилях картинки запрещены',
    ],
    [
      'escaped style',
      svg('<style>@\\69mport "x"</style>'),
      '01-one/leaf.svg:2: ссылки наружу в стилях картинки запрещены',
    ],
    [
      'fill from the net',
      svg('<rect fill="url(https://evil.example/#a)"/>'),
      '01-one/leaf.svg:2: ссылки наружу в картинке запрещены',
    ],
    [
      'animation',
      svg('<animate attributeName="href" to="javascript:x"/>'),
      '01-one/leaf.svg:2: элемент <animate> в картинке запрещён',
    ],
    [
      'entities',
      { ...svg(''), '01-one/leaf.svg': `<!DOCTYPE svg [<!ENTITY a "x">]>\n${SVG()}` },
      '01-one/leaf.svg:1: DOCTYPE в картинке запрещён',
    ],
    [
      'stylesheet instruction',
      { ...svg(''), '01-one/leaf.svg': `<?xml-stylesheet href="x"?>\n${SVG()}` },
      '01-one/leaf.svg:1: инструкции',
    ],
    [
      'no size',
      { ...svg(''), '01-one/leaf.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>' },
      '01-one/leaf.svg:1: у <svg> нужен viewBox',
    ],
    ['broken SVG', svg('<g>'), '01-one/leaf.svg:3: не похоже на SVG'],
  ])('%s', async (_name, more, expected) => {
    const found = await faults(more);
    expect(found.join('\n')).toContain(expected);
  });

  it('own gradients, clips and styles are no fault', async () => {
    const inside =
      '<style>.a { fill: #1f5a3c } @media (prefers-color-scheme: dark) { .a { fill: #93cfa1 } }</style><defs><linearGradient id="g"><stop offset="0" stop-color="#fff"/></linearGradient></defs><rect class="a" fill="url( \'#g\' )" width="9" height="9"/><use href="#g"/>';
    expect(await faults(svg(inside))).toEqual([]);
  });
  it('all faults of all files come in one run', async () => {
    const found = await faults({
      ...quiz('80', '0'),
      ...lesson('minutes: 4', 'minutes: x'),
      'course.md': courseMd(1, 'x: 1\n'),
    });
    expect(found).toHaveLength(3);
  });
  it('a link instead of a file or a folder is not followed', async () => {
    const { folder } = open({ ...good(), ...body('![x](secret.svg)') });
    symlinkSync('/etc/hostname', join(folder, '01-one/secret.svg'));
    expect(await faultsOf(folder)).toEqual([
      '01-one/lesson.md:9: secret.svg — ссылка на другой файл: положите сам файл',
    ]);
    const other = open(good()).folder;
    symlinkSync(join(folder, '01-one'), join(other, '02-two'));
    expect(await faultsOf(other)).toEqual(['02-two: это не папка, а ссылка или особый файл']);
  });
  it('a video must be one, and no larger than 300 MB', async () => {
    const film = (content: Buffer | string) => ({
      ...good(),
      '01-one/lesson.md': lessonMd(101).replace('kind: text', 'kind: video\nvideo: { file: film.mp4 }'),
      '01-one/film.mp4': content,
    });
    expect(await faultsOf(open(film(mp4(2000))).folder)).toEqual([]);
    expect(await faultsOf(open(film('<html>')).folder)).toEqual(['01-one/lesson.md:7: film.mp4: это не видео mp4']);
    const large = open(film(mp4(64)));
    truncateSync(join(large.folder, '01-one/film.mp4'), 300 * 1024 * 1024 + 1);
    expect(await faultsOf(large.folder)).toEqual(['01-one/lesson.md:7: film.mp4 больше 300 МБ']);
  });
  it('no folder, an empty one, a file', async () => {
    const { folder } = open({ 'x.txt': 'x' });
    mkdirSync(join(folder, 'empty'));
    expect(await faultsOf(join(folder, 'nope'))).toEqual([expect.stringContaining('нет такой папки')]);
    expect(await faultsOf(join(folder, 'x.txt'))).toEqual([expect.stringContaining('нет такой папки')]);
    expect(await faultsOf(join(folder, 'empty'))).toEqual([
      expect.stringContaining('здесь нет ни course.md, ни папок курсов'),
    ]);
    expect(await faultsOf(folder)).toEqual(expect.arrayContaining(['empty/course.md: нет файла course.md']));
  });
});
