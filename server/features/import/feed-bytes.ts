import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, gzipSync } from 'node:zlib';
import { FEED_LIMITS, FEED_WORDS } from '#contract/desk-import.ts';
import { FeedError } from '#server/features/import/feed-error.ts';
import { fetchPublic, type Net, PictureError } from '#server/features/import/fetch-picture.ts';

const FETCH_MS = 60_000;
/** A feed from the public internet, packed as the page packs a file. @throws FeedError in words. */
export async function fetchFeed(address: string, net: Net): Promise<Buffer> {
  try {
    const bytes = await fetchPublic(address, {
      net,
      timeoutMs: FETCH_MS,
      bytes: FEED_LIMITS.bytes,
      accept: 'application/xml,text/xml,*/*',
    });
    return gzipSync(bytes);
  } catch (error) {
    if (error instanceof PictureError) throw new FeedError(`Файл по адресу не получен: ${error.message}.`);
    throw error;
  }
}

/** The feed as a file in a folder of its own, which goes when `work` has ended. No picture lies beside it. */
export async function withFeedFile<T>(packed: Buffer, work: (file: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'rostok-feed-'));
  try {
    const file = join(folder, 'feed.yml.xml');
    await unpack(packed, file);
    return await work(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Piece by piece: a bomb is cut off at the limit, not in memory. */
async function unpack(packed: Buffer, file: string): Promise<void> {
  let bytes = 0;
  const bound = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      done(bytes > FEED_LIMITS.bytes ? new FeedError(FEED_WORDS.too_large) : null, chunk);
    },
  });
  try {
    await pipeline(Readable.from([packed]), createGunzip(), bound, createWriteStream(file));
  } catch (error) {
    if (error instanceof FeedError) throw error;
    if ((error as { code?: string }).code?.startsWith('Z_')) throw new FeedError(FEED_WORDS.not_packed);
    throw error;
  }
}
