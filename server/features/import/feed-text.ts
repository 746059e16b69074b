import iconv from 'iconv-lite';
import { createReadStream } from 'node:fs';
import { FeedError } from '#server/features/import/feed-error.ts';

const CHUNK = 64 * 1024;
/** So many non-ASCII bytes that form UTF-8 only are no chance: Russian windows-1251 text never does. */
const SNIFF_MIN = 8;
const NAMES: Record<string, 'utf-8' | 'windows-1251'> = {
  'utf-8': 'utf-8',
  utf8: 'utf-8',
  'us-ascii': 'utf-8',
  'windows-1251': 'windows-1251',
  cp1251: 'windows-1251',
  'win-1251': 'windows-1251',
};

/**
 * The text of a feed file piece by piece, decoded as its XML header says: UTF-8 (with or without BOM) or windows-1251.
 * `onBytes` hears how many bytes are read so far.
 * @throws FeedError for another encoding or bytes that do not belong to the declared one; `line` counts within the piece.
 */
export async function* readFeedText(file: string, onBytes: (bytes: number) => void): AsyncGenerator<string> {
  let decode: Decode | undefined;
  let bytes = 0;
  for await (const piece of createReadStream(file, { highWaterMark: CHUNK })) {
    const chunk = piece as Buffer;
    decode ??= pickDecoder(chunk);
    bytes += chunk.length;
    const text = decode(chunk, false);
    onBytes(bytes);
    if (text !== '') yield text;
  }
  const tail = decode?.(Buffer.alloc(0), true) ?? '';
  if (tail !== '') yield tail;
}

type Decode = (chunk: Buffer, last: boolean) => string;

function pickDecoder(head: Buffer): Decode {
  if (
    (head[0] === 0xff && head[1] === 0xfe) ||
    (head[0] === 0xfe && head[1] === 0xff) ||
    head.subarray(0, 4).includes(0)
  ) {
    throw new FeedError('Файл в кодировке UTF-16 или UTF-32. Сохраните его в UTF-8 или windows-1251.', 1);
  }
  const hasBom = head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf;
  const declared = /^\uFEFF?\s*<\?xml[^>]*?\bencoding\s*=\s*["']([^"']{1,40})["']/.exec(
    head.subarray(hasBom ? 3 : 0, 1024).toString('latin1'),
  )?.[1];
  const encoding = declared === undefined ? 'utf-8' : NAMES[declared.toLowerCase()];
  if (!encoding) throw new FeedError(`Кодировка «${declared}» не поддерживается, нужна UTF-8 или windows-1251.`, 1);
  // A byte-order mark is certain, a header may have been left from before the file was saved anew.
  return encoding === 'utf-8' || hasBom ? utf8Decoder() : cp1251Decoder();
}

function utf8Decoder(): Decode {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  return (chunk, last) => {
    try {
      return decoder.decode(chunk, { stream: !last });
    } catch {
      const at = chunk.toString('utf8').indexOf('\uFFFD');
      const line = chunk.toString('utf8').slice(0, Math.max(at, 0)).split('\n').length;
      throw new FeedError(
        'В файле байты не из UTF-8: он испорчен или записан в другой кодировке, чем сказано в заголовке (windows-1251?).',
        line,
      );
    }
  };
}

function cp1251Decoder(): Decode {
  const decoder = iconv.getDecoder('windows-1251');
  let isSniffed = false;
  return (chunk, last) => {
    if (last) return decoder.end() ?? '';
    if (!isSniffed) {
      const sniffed = looksLikeUtf8(chunk);
      if (sniffed === true)
        throw new FeedError(
          'В заголовке сказано windows-1251, а файл записан в UTF-8. Исправьте encoding в первой строке.',
          1,
        );
      isSniffed = sniffed === false;
    }
    const text = decoder.write(chunk);
    const wrong = text.indexOf('\uFFFD');
    if (wrong !== -1)
      throw new FeedError('В файле байт 0x98, которого нет в windows-1251.', text.slice(0, wrong).split('\n').length);
    return text;
  };
}

/** True or false when the piece tells; undefined when it has too little Cyrillic to know. */
function looksLikeUtf8(chunk: Buffer): boolean | undefined {
  let high = 0;
  for (const byte of chunk) if (byte > 0x7f) high += 1;
  if (high < SNIFF_MIN) return undefined;
  try {
    // `stream` forgives a letter cut at the end of the piece.
    new TextDecoder('utf-8', { fatal: true }).decode(chunk, { stream: true });
    return true;
  } catch {
    return false;
  }
}
