import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CourseError } from '#server/features/education/format/course-error.ts';
import type { ReadFile } from '#server/features/education/format/read-file.ts';

/** Video lies beside the database: 300 MB are no row. The folder belongs into the backup and, with several nodes, is shared. */
export const videoPath = (dataDir: string, { sha256, ext }: { sha256: string; ext: string }): string =>
  join(dataDir, 'education', `${sha256}.${ext}`);

/** Copies a video under the name of its hash: beside first, renamed when whole. What is there already stays. */
export async function keepVideo(dataDir: string, file: ReadFile, onBytes: (bytes: number) => void): Promise<void> {
  const path = videoPath(dataDir, file);
  if ((await stat(path).catch(() => undefined))?.size === file.bytes) return;
  const beside = `${path}.${randomUUID()}.tmp`;
  await mkdir(join(dataDir, 'education'), { recursive: true });
  const hash = createHash('sha256');
  let bytes = 0;
  const count = new Transform({
    transform(part: Buffer, _encoding, done) {
      hash.update(part);
      onBytes((bytes += part.length));
      done(null, part);
    },
  });
  try {
    await pipeline(createReadStream(file.path), count, createWriteStream(beside, { flags: 'wx', flush: true }));
    if (hash.digest('hex') !== file.sha256)
      throw new CourseError([{ file: file.path, message: 'файл изменился во время импорта, запустите его ещё раз' }]);
    await rename(beside, path);
  } finally {
    await rm(beside, { force: true });
  }
}

export async function forgetVideos(dataDir: string, gone: readonly { sha256: string; ext: string }[]): Promise<void> {
  for (const file of gone) if (/^(mp4|webm)$/.test(file.ext)) await rm(videoPath(dataDir, file), { force: true });
}
