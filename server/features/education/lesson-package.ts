import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { CourseFile, LessonPackage } from '#contract/education.ts';
import { fileUrl, type ReadLesson } from '#server/features/education/format/read-courses.ts';
import { type ReadFile, sha256Of } from '#server/features/education/format/read-file.ts';
import { shownQuiz } from '#server/features/education/quiz.rules.ts';

// What phones take of a lesson. Contents: 1 the package, 2 its bytes

// ── 1 The package ───────────────────────────────────────────────────────────────────────────────
export const picturesOf = (lesson: ReadLesson): ReadFile[] =>
  lesson.video?.poster ? [...lesson.pictures, lesson.video.poster] : lesson.pictures;
const shownFile = (file: ReadFile): CourseFile => ({ sha256: file.sha256, bytes: file.bytes, url: fileUrl(file) });
export const shownVideo = ({
  file,
  poster,
  title,
}: NonNullable<ReadLesson['video']>): NonNullable<LessonPackage['video']> => ({
  ...shownFile(file),
  type: `video/${file.ext}`,
  title,
  poster: poster ? fileUrl(poster) : null,
});

/** Nothing of the course or the neighbours, no position, no time: the same lesson is the same bytes. */
export function packageOf(lesson: ReadLesson, courseId: number, quizVersion: number | null): LessonPackage {
  const { id, title, kind, minutes, updated, html, text, products, video, quiz } = lesson;
  const stored = quiz && quizVersion !== null ? quiz : null;
  return {
    v: 1,
    id,
    course_id: courseId,
    title,
    kind,
    minutes,
    updated,
    html,
    text,
    products,
    pictures: picturesOf(lesson).map(shownFile),
    video: video ? shownVideo(video) : null,
    quiz:
      stored &&
      shownQuiz({
        lessonId: id,
        version: quizVersion!,
        passPercent: stored.pass_percent,
        questions: stored.questions,
      }),
  };
}

// ── 2 Its bytes ─────────────────────────────────────────────────────────────────────────────────
/** `body` null: the file lies on the disk alone; `bodyBr` null: it is not worth compressing. */
export type StoredFile = { sha256: string; ext: string; bytes: number; body: Buffer | null; bodyBr: Buffer | null };
const compress = promisify(brotliCompress);
const brotli = (body: Buffer): Promise<Buffer> =>
  compress(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  });

export async function storedFile({ sha256, ext, bytes, body }: ReadFile): Promise<StoredFile> {
  return { sha256, ext, bytes, body, bodyBr: ext === 'svg' && body ? await brotli(body) : null };
}
export async function packageFile(pack: LessonPackage): Promise<StoredFile> {
  const body = Buffer.from(JSON.stringify(pack));
  return { sha256: sha256Of(body), ext: 'json', bytes: body.length, body, bodyBr: await brotli(body) };
}
