import { lstat, readdir } from 'node:fs/promises';
import { basename, join, relative, resolve } from 'node:path';
import type { Audience, LessonKind } from '#contract/education.ts';
import { type Blame, blameFor, CourseError, type Fault } from '#server/features/education/format/course-error.ts';
import { type LessonText, parseLesson, readParagraph } from '#server/features/education/format/lesson-markdown.ts';
import {
  printable,
  readPicture,
  readText,
  readVideo,
  type ReadFile,
} from '#server/features/education/format/read-file.ts';
import { CourseShape, LessonShape, QuizShape, type QuizSource } from '#server/features/education/format/shapes.ts';
import { readYaml, splitFrontMatter } from '#server/features/education/format/yaml-shape.ts';

// Contents: 1 what comes out, 2 folder, 3 course, 4 lesson

// ── 1 ───────────────────────────────────────────────────────────────────────────────────────────
export type ReadLesson = {
  id: number;
  title: string;
  kind: LessonKind;
  minutes: number;
  updated: string;
  products: string[];
  pictures: ReadFile[];
  video: { file: ReadFile; poster: ReadFile | null; title: string } | null;
  quiz: QuizSource | null;
} & LessonText;
export type ReadCourse = {
  id: number;
  title: string;
  audience: Audience;
  description: string;
  cover: ReadFile | null;
  hasCertificate: boolean;
  lessons: ReadLesson[];
};
export type Reading = {
  /** A lesson whose video file is not there yet is taken as text. */
  isVideoOptional?: boolean;
  progress?: (text: string) => void;
};
export type ReadCourses = { courses: ReadCourse[]; notes: Fault[] };

// ── 2 ───────────────────────────────────────────────────────────────────────────────────────────
/** What every system leaves lying about. */
const LITTER = /^(\..*|Thumbs\.db|desktop\.ini)$/i;
const FOLDER = /^(\d{1,3})-[A-Za-z0-9][A-Za-z0-9-]{0,60}$/;
/** Where a picture of a course is found, for ever. */
export const fileUrl = (file: Pick<ReadFile, 'sha256' | 'ext'>): string =>
  `/api/education/files/${file.sha256}.${file.ext}`;

type Diagnostics = { root: string; faults: Fault[]; notes: Fault[] } & Reading;
const blameIn = (diagnostics: Diagnostics, path: string): Blame =>
  blameFor(diagnostics.faults, relative(diagnostics.root, path) || basename(path));

/**
 * Reads one course, or a folder of courses, as docs/courses.md says. Writes nothing.
 * @throws CourseError with every fault of every file
 */
export async function readCourses(folder: string, reading: Reading = {}): Promise<ReadCourses> {
  const root = resolve(folder);
  const diagnostics: Diagnostics = { root, faults: [], notes: [], ...reading };
  const stat = await lstat(root).catch(() => undefined);
  if (!stat?.isDirectory()) throw new CourseError([{ file: folder, message: 'нет такой папки' }]);
  const entries = await readdir(root, { withFileTypes: true });
  const folders = entries.some((entry) => entry.name === 'course.md')
    ? [root]
    : entries
        .filter((entry) => !entry.isFile() && !LITTER.test(entry.name))
        .map((entry) => join(root, entry.name))
        .toSorted();
  const courses: ReadCourse[] = [];
  for (const one of folders) {
    const course = await readCourse(diagnostics, one);
    if (course) courses.push(course);
  }
  if (folders.length === 0)
    diagnostics.faults.push({ file: folder, message: 'здесь нет ни course.md, ни папок курсов' });
  refuseTwice(diagnostics, courses);
  if (diagnostics.faults.length > 0) throw new CourseError(diagnostics.faults);
  return { courses: courses.toSorted((a, b) => a.id - b.id), notes: diagnostics.notes };
}

function refuseTwice(diagnostics: Diagnostics, courses: readonly ReadCourse[]): void {
  const seen = new Map<string, string>();
  const say = (what: string, name: string) => {
    const other = seen.get(what);
    if (other !== undefined) diagnostics.faults.push({ file: name, message: `${what} уже занят: «${other}»` });
    seen.set(what, name);
  };
  for (const course of courses) {
    say(`номер курса ${course.id}`, course.title);
    for (const lesson of course.lessons) say(`номер урока ${lesson.id}`, lesson.title);
  }
}

// ── 3 ───────────────────────────────────────────────────────────────────────────────────────────
async function readCourse(diagnostics: Diagnostics, folder: string): Promise<ReadCourse | undefined> {
  const path = join(folder, 'course.md');
  const blame = blameIn(diagnostics, path);
  if (!(await isPlainFolder(diagnostics, folder))) return undefined;
  const text = await readText(folder, 'course.md', blame);
  const front = text === undefined ? undefined : splitFrontMatter(text, blame);
  const head = front && readYaml(front.yaml, CourseShape, blame, 2);
  const description = front ? readParagraph(front.body, blame, front.bodyLine) : '';
  const cover = head?.cover
    ? await readPicture(folder, head.cover, blame, blameIn(diagnostics, join(folder, head.cover)))
    : null;

  const entries = (await readdir(folder, { withFileTypes: true })).filter((entry) => !LITTER.test(entry.name));
  const lessons: { order: number; lesson: ReadLesson }[] = [];
  const orders = new Map<number, string>();
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    if (entry.isFile()) {
      if (entry.name !== 'course.md' && entry.name !== head?.cover)
        note(diagnostics, join(folder, entry.name), 'лишний файл, не взят');
      continue;
    }
    const order = Number(FOLDER.exec(entry.name)?.[1]);
    const blameFolder = blameIn(diagnostics, join(folder, printable(entry.name)));
    if (Number.isNaN(order)) {
      blameFolder('папка урока называется «01-imya»: номер, дефис, латинские буквы и цифры');
      continue;
    }
    if (orders.has(order)) blameFolder(`номер ${order} уже занят папкой ${orders.get(order)!}`);
    orders.set(order, entry.name);
    const lesson = await readLesson(diagnostics, join(folder, entry.name), head?.id);
    if (lesson) lessons.push({ order, lesson });
  }
  if (orders.size === 0) blame('в курсе нет ни одной папки урока');
  if (!head) return undefined;
  const inOrder = lessons.toSorted((a, b) => a.order - b.order).map(({ lesson }) => lesson);
  const { id, title, audience, certificate: hasCertificate } = head;
  return { id, title, audience, hasCertificate, description, cover: cover ?? null, lessons: inOrder };
}

async function isPlainFolder(diagnostics: Diagnostics, folder: string): Promise<boolean> {
  const stat = await lstat(folder);
  if (!stat.isDirectory()) blameIn(diagnostics, folder)('это не папка, а ссылка или особый файл');
  return stat.isDirectory();
}
function note(diagnostics: Diagnostics, path: string, message: string): void {
  diagnostics.notes.push({ file: printable(relative(diagnostics.root, path)), message });
}

// ── 4 ───────────────────────────────────────────────────────────────────────────────────────────
async function readLesson(
  diagnostics: Diagnostics,
  folder: string,
  courseId: number | undefined,
): Promise<ReadLesson | undefined> {
  if (!(await isPlainFolder(diagnostics, folder))) return undefined;
  const blame = blameIn(diagnostics, join(folder, 'lesson.md'));
  diagnostics.progress?.(`читаем ${relative(diagnostics.root, folder)}`);
  const source = await readText(folder, 'lesson.md', blame);
  const front = source === undefined ? undefined : splitFrontMatter(source, blame);
  const head = front && readYaml(front.yaml, LessonShape, blame, 2);
  const parsed = front && parseLesson(front.body, blame, front.bodyLine);
  const lineOf = (field: string) =>
    2 + Math.max(0, front?.yaml.split('\n').findIndex((line) => line.startsWith(field)) ?? 0);

  const pictures = new Map<string, ReadFile>();
  for (const { name, line } of parsed?.pictures ?? []) {
    if (pictures.has(name)) continue;
    const picture = await readPicture(folder, name, blame, blameIn(diagnostics, join(folder, name)), line);
    if (picture) pictures.set(name, picture);
  }
  if (head && courseId !== undefined && Math.floor(head.id / 100) !== courseId)
    blame(`номер урока в курсе ${courseId} — от ${courseId * 100 + 1} до ${courseId * 100 + 99}`, lineOf('id:'));
  if (head && head.kind === 'video' && !head.video) blame('у урока kind: video нужно поле video', lineOf('kind:'));
  if (head && head.kind === 'text' && head.video) blame('у урока kind: text поле video лишнее', lineOf('video:'));
  const video = head?.video
    ? await findVideo(diagnostics, folder, head.video, head.title, blame, lineOf('video:'))
    : null;
  const quiz = await readQuiz(diagnostics, folder);

  const used = new Set(['lesson.md', 'quiz.yaml', head?.video?.file, head?.video?.poster, ...pictures.keys()]);
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (!LITTER.test(entry.name) && !used.has(entry.name))
      note(diagnostics, join(folder, entry.name), 'лишний файл, не взят');
  if (!head || !parsed) return undefined;
  const shown = parsed.show((name) => {
    const picture = pictures.get(name);
    return picture && { src: fileUrl(picture), width: picture.width, height: picture.height };
  });
  const { id, title, minutes, updated, products } = head;
  const kind = video ? 'video' : 'text';
  return { id, title, minutes, updated, products, kind, video, quiz, pictures: [...pictures.values()], ...shown };
}

async function findVideo(
  diagnostics: Diagnostics,
  folder: string,
  wanted: { file: string; poster?: string | undefined; title?: string | undefined },
  lessonTitle: string,
  blame: Blame,
  line: number,
): Promise<ReadLesson['video']> {
  const isThere = await lstat(join(folder, wanted.file)).then(
    () => true,
    () => false,
  );
  if (!isThere && diagnostics.isVideoOptional) {
    note(diagnostics, join(folder, wanted.file), 'видео ещё нет: урок взят как текст');
    return null;
  }
  const file = await readVideo(folder, wanted.file, blame, line, (bytes) =>
    diagnostics.progress?.(
      `читаем ${relative(diagnostics.root, join(folder, wanted.file))}: ${Math.round(bytes / 1e6)} МБ`,
    ),
  );
  const poster = wanted.poster
    ? await readPicture(folder, wanted.poster, blame, blameIn(diagnostics, join(folder, wanted.poster)), line)
    : null;
  return file ? { file, poster: poster ?? null, title: wanted.title ?? lessonTitle } : null;
}

/** A lesson may have no quiz; then it has no quiz.yaml. */
async function readQuiz(diagnostics: Diagnostics, folder: string): Promise<QuizSource | null> {
  const path = join(folder, 'quiz.yaml');
  if (!(await lstat(path).catch(() => undefined))) return null;
  const blame = blameIn(diagnostics, path);
  const text = await readText(folder, 'quiz.yaml', blame);
  return (text === undefined ? undefined : readYaml(text, QuizShape, blame)) ?? null;
}
