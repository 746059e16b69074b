import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Blame } from '#server/features/education/format/course-error.ts';
import { FILE_NAME } from '#server/features/education/format/shapes.ts';
import { readSvg } from '#server/features/education/format/svg.ts';
import { outlineText } from '#server/features/education/format/svg-outlines.ts';

export const LIMITS = {
  text: 200 * 1024,
  svg: 64 * 1024,
  picture: 1024 * 1024,
  pixels: 4096,
  video: 300 * 1024 * 1024,
} as const;
/** `body` is null for video: it is copied, never held in memory. */
export type ReadFile = {
  path: string;
  ext: string;
  bytes: number;
  sha256: string;
  body: Buffer | null;
  width: number;
  height: number;
};

/** A plain file of exactly this folder, or undefined after the fault has been named. `line`: where it is mentioned. */
export async function findFile(folder: string, name: string, blame: Blame, line?: number): Promise<number | undefined> {
  if (!FILE_NAME.test(name)) {
    blame(`имя файла «${printable(name)}»: нужны латинские буквы, цифры и дефис, без пути`, line);
    return undefined;
  }
  const stat = await lstat(join(folder, name)).catch(() => undefined);
  if (!stat) blame(`нет файла ${name}`, line);
  else if (stat.isSymbolicLink()) blame(`${name} — ссылка на другой файл: положите сам файл`, line);
  else if (!stat.isFile()) blame(`${name} — не файл`, line);
  else if (stat.size === 0) blame(`${name} пуст`, line);
  else return stat.size;
  return undefined;
}
export const printable = (name: string): string => name.replaceAll(/[^\P{C}]/gu, '�').slice(0, 80);

export async function readText(folder: string, name: string, blame: Blame): Promise<string | undefined> {
  const size = await findFile(folder, name, blame);
  if (size === undefined) return undefined;
  if (size > LIMITS.text) {
    blame(`больше ${inWords(LIMITS.text)}`);
    return undefined;
  }
  const body = await readFile(join(folder, name));
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body);
    return text.replaceAll('\r\n', '\n');
  } catch {
    blame('файл не в UTF-8');
    return undefined;
  }
}

const PICTURES: Record<string, string> = {
  svg: 'svg',
  webp: 'webp',
  png: 'png',
  jpg: 'jpg',
  jpeg: 'jpg',
  avif: 'avif',
};
const SHARP_NAMES: Record<string, string> = { webp: 'webp', png: 'png', jpg: 'jpeg', avif: 'heif' };

export async function readPicture(
  folder: string,
  name: string,
  blame: Blame,
  blameFile: Blame,
  line?: number,
): Promise<ReadFile | undefined> {
  const size = await findFile(folder, name, blame, line);
  if (size === undefined) return undefined;
  const ext = PICTURES[extensionOf(name)];
  if (!ext) return blame(`${name}: картинка может быть svg, webp, png, jpg или avif`, line);
  const limit = ext === 'svg' ? LIMITS.svg : LIMITS.picture;
  if (size > limit) return blame(`${name} больше ${inWords(limit)}`, line);
  const path = join(folder, name);
  const file = await readFile(path);
  const shape = ext === 'svg' ? readSvg(file.toString('utf8'), blameFile) : await rasterSize(file, ext, blameFile);
  const body = shape && ext === 'svg' ? Buffer.from(outlineText(file.toString('utf8'))) : file;
  return shape && { path, ext, bytes: body.length, sha256: sha256Of(body), body, ...shape };
}

async function rasterSize(
  body: Buffer,
  ext: string,
  blame: Blame,
): Promise<{ width: number; height: number } | undefined> {
  try {
    const { format, width, height } = await sharp(body, { limitInputPixels: false }).metadata();
    if (format !== SHARP_NAMES[ext]) return blame(`это не ${ext}, а ${format}: назовите файл как есть`);
    if (width > LIMITS.pixels || height > LIMITS.pixels)
      return blame(`${width}×${height} точек: больше ${LIMITS.pixels} по стороне нельзя`);
    // A header is cheap to forge: the picture itself has to be there.
    await sharp(body, { failOn: 'error' }).stats();
    return { width, height };
  } catch {
    return blame('картинка повреждена');
  }
}

const VIDEO = new Set(['mp4', 'webm']);
export async function readVideo(
  folder: string,
  name: string,
  blame: Blame,
  line: number | undefined,
  onBytes: (bytes: number) => void,
): Promise<ReadFile | undefined> {
  const size = await findFile(folder, name, blame, line);
  if (size === undefined) return undefined;
  const ext = extensionOf(name);
  if (!VIDEO.has(ext)) return blame(`${name}: видео может быть mp4 или webm`, line);
  if (size > LIMITS.video) return blame(`${name} больше ${inWords(LIMITS.video)}`, line);
  const path = join(folder, name);
  if (!(await isVideo(path, ext))) return blame(`${name}: это не видео ${ext}`, line);
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const part of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
    hash.update(part as Buffer);
    bytes += (part as Buffer).length;
    onBytes(bytes);
  }
  return { path, ext, bytes, sha256: hash.digest('hex'), body: null, width: 0, height: 0 };
}

/** The first bytes of the container: MP4 has `ftyp` at 4, WebM begins as EBML. */
async function isVideo(path: string, ext: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(12), 0, 12, 0);
    return ext === 'mp4' ? buffer.toString('latin1', 4, 8) === 'ftyp' : buffer.readUInt32BE(0) === 0x1a45dfa3;
  } finally {
    await file.close();
  }
}

export const sha256Of = (body: Buffer | string): string => createHash('sha256').update(body).digest('hex');
const extensionOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1).toLowerCase();
export const inWords = (bytes: number): string =>
  bytes >= 1024 * 1024 ? `${bytes / 1024 / 1024} МБ` : `${Math.round(bytes / 1024)} кБ`;
