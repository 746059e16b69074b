import { lstat, open, realpath, stat } from 'node:fs/promises';
import { relative, resolve, sep } from 'node:path';
import { PICTURE_LIMITS } from '#server/features/catalogue/pictures/store-picture.commands.ts';
import { PictureError } from '#server/features/import/fetch-picture.ts';
import { short } from '#server/features/import/feed-values.rules.ts';

const REF_MAX = 1500;
const FILE = 'file:';

/**
 * The name under which a picture of a feed is remembered: its normalised http(s) address, or `file:<path>?<version>`
 * for a file below the feed's folder, where the version changes with the file.
 * @throws PictureError for anything else
 */
export async function pictureRef(value: string, feedFolder: string): Promise<string> {
  const address = value.startsWith('//') ? `https:${value}` : value;
  if (/^https?:/i.test(address)) {
    const url = URL.canParse(address) ? new URL(address) : null;
    if (!url || url.username !== '' || url.password !== '') throw new PictureError('неверный адрес картинки');
    url.hash = '';
    if (url.href.length > REF_MAX) throw new PictureError('адрес картинки слишком длинный');
    return url.href;
  }
  if (/^[a-z][a-z0-9+.-]*:/i.test(address)) throw new PictureError(`адрес «${short(address, 20)}» не http и не https`);
  const path = relative(feedFolder, resolve(feedFolder, address));
  if (path === '' || isOutside(path) || path.length > REF_MAX / 6)
    throw new PictureError('картинка лежит вне папки файла');
  const known = await stat(resolve(feedFolder, path)).catch(() => null);
  return `${FILE}${encodeURIComponent(path)}?${known ? `${Math.round(known.mtimeMs)}-${known.size}` : '0'}`;
}

export const isFileRef = (ref: string): boolean => ref.startsWith(FILE);
/** What the report calls it. */
export const describeRef = (ref: string): string => short(isFileRef(ref) ? pathOf(ref) : readable(ref), 160);
/** «Холст.jpg» rather than %D0%A5…; an address that is no valid UTF-8 stays as it is. */
function readable(address: string): string {
  try {
    return decodeURI(address);
  } catch {
    return address;
  }
}
const pathOf = (ref: string): string => decodeURIComponent(ref.slice(FILE.length).replace(/\?[^?]*$/, ''));

/**
 * Reads a picture file that must truly lie below the feed's folder: links that lead out are refused.
 * @throws PictureError
 */
export async function readPictureFile(ref: string, feedFolder: string): Promise<Buffer> {
  const file = resolve(feedFolder, pathOf(ref));
  const real = await realpath(file).catch(() => null);
  if (real === null) throw new PictureError('файла нет');
  if (isOutside(relative(await realpath(feedFolder), real))) throw new PictureError('картинка лежит вне папки файла');
  // Judged before opening: a pipe would wait for a writer for ever.
  if (!(await lstat(real)).isFile()) throw new PictureError('это не файл');
  const handle = await open(real, 'r');
  try {
    const { size } = await handle.stat();
    if (size > PICTURE_LIMITS.bytes) throw new PictureError(`файл больше ${PICTURE_LIMITS.bytes / 1024 / 1024} МБ`);
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}

const isOutside = (path: string): boolean =>
  path === '..' || path.startsWith(`..${sep}`) || resolve('/', path) === path;
