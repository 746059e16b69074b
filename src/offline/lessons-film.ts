import type { LessonVideo } from '#contract/education.ts';
import { filmKey, PIECE_BYTES, pieceKey, type StoredFilm } from '#src/offline/lesson-film.ts';
import { keysOf, put } from '#src/offline/lessons-pointer.ts';
import type { Store } from '#src/offline/ports.ts';
import type { LessonsResult } from '#src/offline/lessons-job.ts';
import { broken, runSync, Stop } from '#src/offline/trusted.ts';

// «Скачать видео»: asked for by a person, fetched by the page in pieces; any piece that is here is not fetched again.

export type FilmPorts = {
  store: Store;
  /** One range of bytes; rejects when nothing answers. */
  fetchRange(url: string, from: number, to: number, signal: AbortSignal): Promise<RangeAnswer>;
  signal: AbortSignal;
  onProgress(done: number): void;
  now(): Date;
};
export type RangeAnswer = { status: number; total: number | null; type: string; body: ArrayBuffer };

/** May be stopped at any byte; the next run goes on at the piece that is missing. Never throws. */
export const downloadFilm = (ports: FilmPorts, { sha256, url, bytes }: LessonVideo): Promise<LessonsResult> =>
  runSync({ net: { get: () => Promise.reject(new Error('ranges only')) }, signal: ports.signal }, async () => {
    const { store, signal } = ports;
    const keys = new Set(await keysOf(store));
    let type = 'video/mp4';
    for (let n = 0; n * PIECE_BYTES < bytes; n += 1) {
      const from = n * PIECE_BYTES;
      const to = Math.min(bytes, from + PIECE_BYTES);
      if (!keys.has(pieceKey(sha256, n))) {
        if (signal.aborted) throw new Stop({ kind: 'aborted' });
        const answer = await ports.fetchRange(url, from, to - 1, signal).catch(() => {
          throw new Stop({ kind: signal.aborted ? 'aborted' : 'offline' });
        });
        if (answer.status === 401 || answer.status === 403) throw new Stop({ kind: 'gone' });
        // A portal's page, a whole file in the place of a piece, another film.
        const isPiece = answer.status === 206 && answer.total === bytes && answer.body.byteLength === to - from;
        if (!isPiece || !answer.type.startsWith('video/')) throw broken(`${url}: ${answer.status} ${answer.type}`);
        ({ type } = answer);
        await put(store, pieceKey(sha256, n), answer.body);
      }
      ports.onProgress(to);
    }
    await put(store, filmKey(sha256), { v: 1, bytes, type, seenAt: ports.now().toISOString() } satisfies StoredFilm);
    return { kind: 'updated' };
  });

/** The mark goes first, so that nobody plays half a film. */
export async function forgetFilm(store: Store, sha256: string): Promise<void> {
  await store.del([filmKey(sha256)]);
  await store.del((await keysOf(store)).filter((key) => key.startsWith(`les:vp:${sha256}:`)));
}
/** Looked at now: what nobody looks at for a month is given up first (lessons-room.ts). */
export async function isFilmHeld(store: Store, sha256: string, now = new Date()): Promise<boolean> {
  const film = await store.get<StoredFilm>(filmKey(sha256));
  if (film?.v !== 1) return false;
  await put(store, filmKey(sha256), { ...film, seenAt: now.toISOString() }).catch(() => {});
  return true;
}
