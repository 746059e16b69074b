// A film of a lesson on this phone: pieces of 2 MB in the database of its shelf, put together as 206 answers for <video>
// (docs/product/offline.md F49). Loaded by the worker.

export const PIECE_BYTES = 2 * 1024 * 1024;
/** A single answer carries no more: the player asks for the rest. */
const ANSWER_BYTES = 2 * PIECE_BYTES;
export const filmKey = (sha256: string): string => `les:v:${sha256}`;
export const pieceKey = (sha256: string, n: number): string => `les:vp:${sha256}:${n}`;
/** Written when the last piece is here; `seenAt`: when it was last played or fetched, ISO. */
export type StoredFilm = { v: 1; bytes: number; type: string; seenAt: string };

/** Bytes that answers hold at this moment, and the most they ever held: a test watches it over 300 MB. */
export const held = { now: 0, peak: 0 };

/** The part of the film that was asked for, piece by piece as the player takes it. */
export function answerRange(
  range: string | null,
  { bytes, type }: Pick<StoredFilm, 'bytes' | 'type'>,
  read: (n: number) => Promise<ArrayBuffer | undefined>,
): Response {
  const [, from = '0', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(range ?? '') ?? [];
  const start = from === '' ? Math.max(0, bytes - Number(to)) : Number(from);
  if (start >= bytes) return new Response(null, { status: 416, headers: { 'Content-Range': `bytes */${bytes}` } });
  const end = Math.min(from === '' || to === '' ? bytes : Number(to) + 1, bytes, start + ANSWER_BYTES);
  let at = start;
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(stream) {
        held.peak = Math.max(held.peak, (held.now += PIECE_BYTES));
        try {
          const offset = at % PIECE_BYTES;
          const piece = await read((at - offset) / PIECE_BYTES);
          // A piece was evicted meanwhile: the player reports that it cannot continue.
          if (!piece) throw new TypeError('a piece is gone');
          const part = new Uint8Array(piece).subarray(offset, offset + end - at);
          at += part.length;
          stream.enqueue(part);
          if (at >= end) stream.close();
        } finally {
          held.now -= PIECE_BYTES;
        }
      },
    },
    { highWaterMark: 0 },
  );
  const headers = {
    'Content-Type': type,
    'Content-Length': String(end - start),
    'Content-Range': `bytes ${start}-${end - 1}/${bytes}`,
  };
  return new Response(body, { status: 206, headers });
}
