import { describe, expect, it } from 'vitest';
import { answerRange, held, PIECE_BYTES, pieceKey } from '#src/offline/lesson-film.ts';
import { downloadFilm, type FilmPorts, forgetFilm, isFilmHeld } from '#src/offline/lessons-film.ts';
import { memoryStore } from '#tests/support/memory-stores.ts';

const MB = 1024 * 1024;
/** Byte n of a generated film: the period meets no boundary of a piece, so that a body that is shifted shows. */
const PERIOD = 251;
const byteAt = (n: number) => n % PERIOD;
const PATTERN = Uint8Array.from({ length: PIECE_BYTES + PERIOD }, (_, n) => byteAt(n));
function pieceOf(n: number, bytes: number): ArrayBuffer {
  const from = n * PIECE_BYTES;
  const size = Math.min(PIECE_BYTES, bytes - from);
  return PATTERN.slice(byteAt(from), byteAt(from) + size).buffer;
}
const expectBytes = (body: Uint8Array, start: number) => {
  for (const i of [0, Math.floor(body.length / 2), body.length - 1]) expect(body[i]).toBe(byteAt(start + i));
};

describe('206 from pieces', () => {
  const bytes = 5 * MB + 123;
  const film = { bytes, type: 'video/mp4' };
  const read = async (n: number) => pieceOf(n, bytes);
  it.each([
    ['bytes=0-', 0, 4 * MB],
    ['bytes=0-99', 0, 100],
    [null, 0, 4 * MB],
    [`bytes=${2 * MB - 10}-${2 * MB + 9}`, 2 * MB - 10, 20],
    [`bytes=${4 * MB}-`, 4 * MB, MB + 123],
    [`bytes=${bytes - 1}-`, bytes - 1, 1],
    ['bytes=-200', bytes - 200, 200],
    [`bytes=100-${9 * MB}`, 100, 4 * MB],
  ])('%s', async (range, start, length) => {
    const answer = answerRange(range, film, read);
    expect(answer.status).toBe(206);
    expect(answer.headers.get('content-range')).toBe(`bytes ${start}-${start + length - 1}/${bytes}`);
    const body = new Uint8Array(await answer.arrayBuffer());
    expect(body.length).toBe(length);
    expect(Number(answer.headers.get('content-length'))).toBe(length);
    expectBytes(body, start);
  });
  it('beyond the end is 416', () => {
    const answer = answerRange(`bytes=${bytes}-`, film, read);
    expect([answer.status, answer.headers.get('content-range')]).toEqual([416, `bytes */${bytes}`]);
  });
  it('a piece that is gone breaks the answer off', async () => {
    const answer = answerRange('bytes=0-', film, async (n) => (n === 0 ? pieceOf(0, bytes) : undefined));
    await expect(answer.arrayBuffer()).rejects.toThrow('a piece is gone');
  });

  it('seeking through 300 MB holds 8 MB at most', async () => {
    const whole = 300 * MB;
    const long = { bytes: whole, type: 'video/mp4' };
    Object.assign(held, { now: 0, peak: 0 });
    for (let i = 0; i < 60; i += 1) {
      const start = (i * 104_729_003) % whole;
      // Three requests of one player: one is read, one is left, one is slow.
      const [first, second, third] = [0, 1, 2].map(() =>
        answerRange(`bytes=${start}-`, long, async (n) => pieceOf(n, whole)),
      );
      const reader = second!.body!.getReader();
      const [body] = await Promise.all([first!.arrayBuffer(), reader.read(), third!.body!.getReader().read()]);
      await reader.cancel();
      expectBytes(new Uint8Array(body), start);
    }
    expect(held.now).toBe(0);
    expect(held.peak).toBeLessThanOrEqual(8 * MB);
    expect(held.peak).toBeGreaterThan(0);
  });
});

describe('«Скачать видео»', () => {
  const bytes = 5 * MB + 1;
  const video = {
    sha256: 'a'.repeat(64),
    bytes,
    url: '/api/education/files/a.mp4',
    type: 'video/mp4',
    title: '',
    poster: null,
  };
  function phone() {
    const store = memoryStore('pub');
    const asked: string[] = [];
    const control = new AbortController();
    const seen: number[] = [];
    const ports: FilmPorts = {
      store,
      signal: control.signal,
      onProgress: (done) => seen.push(done),
      now: () => new Date(0),
      fetchRange: async (_url, from, to) => {
        asked.push(`${from}-${to}`);
        return { status: 206, total: bytes, type: 'video/mp4', body: pieceOf(from / PIECE_BYTES, bytes) };
      },
    };
    return { store, asked, control, seen, ports };
  }
  it('is whole or not there; cut off it goes on at the missing piece', async () => {
    const { store, asked, ports, seen } = phone();
    const cut: FilmPorts = {
      ...ports,
      fetchRange: (...range) =>
        asked.length === 2 ? Promise.reject(new TypeError('cut')) : ports.fetchRange(...range),
    };
    expect(await downloadFilm(cut, video)).toEqual({ kind: 'offline' });
    expect(await isFilmHeld(store, video.sha256)).toBe(false);
    expect(await downloadFilm(ports, video)).toEqual({ kind: 'updated' });
    expect(asked).toEqual([`0-${2 * MB - 1}`, `${2 * MB}-${4 * MB - 1}`, `${4 * MB}-${bytes - 1}`]);
    expect(seen.at(-1)).toBe(bytes);
    expect(await isFilmHeld(store, video.sha256)).toBe(true);
    expect((await store.get<ArrayBuffer>(pieceKey(video.sha256, 2)))?.byteLength).toBe(MB + 1);
    await forgetFilm(store, video.sha256);
    expect(store.dump()).toEqual({});
  });
  it.each([
    ['a portal', { status: 200, total: null, type: 'text/html', body: new ArrayBuffer(9) }, 'broken'],
    ['the whole file', { status: 200, total: null, type: 'video/mp4', body: new ArrayBuffer(bytes) }, 'broken'],
    ['another film', { status: 206, total: 7, type: 'video/mp4', body: new ArrayBuffer(2 * MB) }, 'broken'],
    [
      'a session that has ended',
      { status: 401, total: null, type: 'application/json', body: new ArrayBuffer(2) },
      'gone',
    ],
  ])('%s is not kept', async (_, answer, kind) => {
    const { store, ports } = phone();
    expect((await downloadFilm({ ...ports, fetchRange: async () => answer }, video)).kind).toBe(kind);
    expect(store.dump()).toEqual({});
  });
  it('stopped by the person', async () => {
    const { ports, control, asked } = phone();
    const stopping = { ...ports, onProgress: () => control.abort() };
    expect(await downloadFilm(stopping, video)).toEqual({ kind: 'aborted' });
    expect(asked).toHaveLength(1);
  });
});
