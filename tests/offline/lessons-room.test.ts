import { expect, it } from 'vitest';
import { filmKey, PIECE_BYTES, pieceKey } from '#src/offline/lesson-film.ts';
import { readLesson } from '#src/offline/lessons-read.ts';
import { dropLessonPictures, dropOldFilms, lessonsUse } from '#src/offline/lessons-room.ts';
import { LESSONS_POINTER, readPointer } from '#src/offline/lessons-store.ts';
import { runLessonsJob } from '#src/offline/lessons-sync.ts';
import { netOf, shopOf } from '#tests/offline/lessons-published.ts';
import { memoryStore } from '#tests/support/memory-stores.ts';

it('a film of long ago goes with all its pieces, a fresh one stays', async () => {
  const store = memoryStore('pub');
  for (const [name, seenAt] of [
    ['aa', '2026-09-01T00:00:00Z'],
    ['ab', '2026-11-20T00:00:00Z'],
  ] as const) {
    await store.set(filmKey(name), { v: 1, bytes: 1, type: 'video/mp4', seenAt });
    for (const n of [0, 1, 10]) await store.set(pieceKey(name, n), new ArrayBuffer(1));
  }
  expect(await dropOldFilms(store, Date.parse('2026-11-22T00:00:00Z'))).toBe(true);
  expect(Object.keys(store.dump()).sort()).toEqual([filmKey('ab'), ...[0, 1, 10].map((n) => pieceKey('ab', n))].sort());
});

it('pictures of opened lessons go, the text stays; a downloaded course keeps its own; they come back', async () => {
  const [pub, person] = [memoryStore('pub'), memoryStore('u:1')];
  const net = netOf(
    shopOf([
      { id: 1, audience: 'everyone', lessons: [{ id: 101, text: 'открыт', pictures: ['а'] }] },
      { id: 2, audience: 'everyone', lessons: [{ id: 201, text: 'скачан', pictures: ['б'] }] },
    ]),
  );
  const ports = { pub, person, net };
  for (const job of [{ kind: 'sync' }, { kind: 'open', id: 101 }, { kind: 'download', id: 2 }] as const)
    await runLessonsJob(ports, job);
  await dropLessonPictures(pub);
  const pictures = async (id: number) => Object.keys((await readLesson(pub, id))?.pictures ?? {}).length;
  expect([await pictures(101), await pictures(201)]).toEqual([0, 1]);
  expect((await readLesson(pub, 101))?.lesson.text).toBe('открыт');
  await runLessonsJob(ports, { kind: 'open', id: 101 });
  expect(await pictures(101)).toBe(1);
});

it('weighs what is held by the list of the shop: lessons, pictures, films with the pieces that are here', async () => {
  const [pub, person] = [memoryStore('pub'), memoryStore('u:1')];
  const shop = shopOf([
    { id: 1, audience: 'everyone', lessons: [{ id: 101, text: 'открыт', pictures: ['а'] }] },
    { id: 2, audience: 'everyone', lessons: [{ id: 201, text: 'не открыт', pictures: ['б'] }] },
  ]);
  const ports = { pub, person, net: netOf(shop) };
  expect(await lessonsUse(pub)).toEqual({ lessons: 0, bytes: 0, films: 0, filmBytes: 0 });
  for (const job of [{ kind: 'sync' }, { kind: 'open', id: 101 }] as const) await runLessonsJob(ports, job);
  const pointer = readPointer(await pub.get(LESSONS_POINTER));
  const [course] = pointer?.courses ?? [];
  const bytes = (course?.lessons[0]?.bytes ?? 0) + (course?.pictures[0]?.bytes ?? 0);
  expect(bytes).toBeGreaterThan(0);
  expect(await lessonsUse(pub)).toEqual({ lessons: 1, bytes, films: 0, filmBytes: 0 });

  const film = { lesson_id: 101, type: 'video/mp4', sha256: 'f'.repeat(64), bytes: PIECE_BYTES + 5, url: '/film' };
  await pub.set(LESSONS_POINTER, {
    ...pointer,
    courses: pointer?.courses.map((one) => (one.id === 1 ? { ...one, video: [film] } : one)),
  });
  await pub.set(pieceKey(film.sha256, 0), new ArrayBuffer(1));
  expect(await lessonsUse(pub)).toMatchObject({ films: 0, filmBytes: PIECE_BYTES });
  await pub.set(pieceKey(film.sha256, 1), new ArrayBuffer(1));
  await pub.set(filmKey(film.sha256), { v: 1, bytes: film.bytes, type: film.type, seenAt: '2026-11-20T00:00:00Z' });
  expect(await lessonsUse(pub)).toMatchObject({ films: 1, filmBytes: film.bytes });
});
