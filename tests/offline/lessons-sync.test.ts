import { describe, expect, it } from 'vitest';
import { forgetCourse, readHeldLessons, readLesson } from '#src/offline/lessons-read.ts';
import { type LessonsPorts, runLessonsJob } from '#src/offline/lessons-sync.ts';
import { LESSONS_POINTER, type LessonsPointer } from '#src/offline/lessons-store.ts';
import type { LessonsJob } from '#src/offline/lessons-job.ts';
import { type CourseDraft, netOf, type PhoneNet, shopOf } from '#tests/offline/lessons-published.ts';
import { memoryStore } from '#tests/support/memory-stores.ts';

// I9 and F51 for lessons: cut off at every request, what could be read is read whole; a restart brings only what is missing.

const course = (mark = '', more: CourseDraft['lessons'] = []): CourseDraft => ({
  id: 1,
  audience: 'everyone',
  lessons: [
    { id: 101, text: `первый${mark}`, pictures: [`а${mark}`, 'общая'] },
    { id: 102, text: 'второй', pictures: ['общая'] },
    { id: 103, text: 'третий' },
    ...more,
  ],
});
const own: CourseDraft = {
  id: 3,
  audience: 'consultants',
  lessons: [{ id: 301, text: 'ТАЙНА', pictures: ['СЕКРЕТ'] }],
};

function phoneOf(drafts: CourseDraft[]) {
  const net = netOf(shopOf(drafts));
  const pub = memoryStore('pub');
  const person = memoryStore('u:1');
  const ports: LessonsPorts = { pub, person, net };
  const run = (job: LessonsJob, more: Partial<LessonsPorts> = {}) => runLessonsJob({ ...ports, ...more }, job);
  return { net, pub, person, run };
}
/** From here on the request number `at` fails and all after it. */
function breakAfter(net: PhoneNet, at: number): void {
  (net as PhoneNet & { rewind(): void }).rewind();
  net.breakAt = at;
}
const textOf = async (store: ReturnType<typeof memoryStore>, id: number) => {
  const held = await readLesson(store, id);
  // Whole or not at all: every picture of that very version is here.
  if (held) expect(Object.keys(held.pictures).sort()).toEqual(held.lesson.pictures.map((one) => one.sha256).sort());
  return held?.lesson.text;
};
const filesIn = (asked: string[]) => asked.filter((path) => path.includes('/files/'));

describe('what is kept', () => {
  it('is what was opened; a second look asks for nothing but the list', async () => {
    const { net, pub, run } = phoneOf([course(), own]);
    expect(await run({ kind: 'sync' })).toEqual({ kind: 'updated' });
    expect(filesIn(net.asked)).toEqual([]);
    expect(await run({ kind: 'open', id: 101 })).toEqual({ kind: 'updated' });
    expect(await textOf(pub, 101)).toBe('первый');
    expect(await textOf(pub, 102)).toBeUndefined();
    net.asked.length = 0;
    expect(await run({ kind: 'open', id: 101 })).toEqual({ kind: 'unchanged' });
    expect(await run({ kind: 'sync' })).toEqual({ kind: 'unchanged' });
    expect(net.asked).toEqual(['/api/education/packages']);
  });

  it('of courses for consultants stands in the person’s own database only', async () => {
    const { pub, person, run } = phoneOf([course(), own]);
    await run({ kind: 'sync' });
    await run({ kind: 'open', id: 301 });
    await run({ kind: 'download', id: 1 });
    expect(JSON.stringify(Object.keys(pub.dump()))).toContain('les:s:');
    expect(JSON.stringify(pub.dump())).not.toMatch(/ТАЙНА|Курс 3/);
    expect(await textOf(person, 301)).toBe('ТАЙНА');
    expect(await textOf(person, 101)).toBeUndefined();
  });

  it('is nothing after the person has left: not even what was under way', async () => {
    const { net, person, run } = phoneOf([course(), own]);
    await run({ kind: 'sync' });
    await person.clear();
    await person.set('open', false);
    expect(await run({ kind: 'open', id: 301 })).toEqual({ kind: 'gone' });
    expect(await run({ kind: 'sync' })).toEqual({ kind: 'gone' });
    expect(Object.keys(person.dump())).toEqual(['open']);
    expect(filesIn(net.asked)).toEqual([]);
  });
});

describe('a whole course', () => {
  it('comes with numbers, is followed when a lesson is added, and goes when it is deleted', async () => {
    const { net, pub, run } = phoneOf([course()]);
    await run({ kind: 'sync' });
    await run({ kind: 'open', id: 102 });
    const seen: string[] = [];
    await run(
      { kind: 'download', id: 1 },
      {
        onProgress: ({ lessons, totalLessons, bytes, totalBytes }) =>
          seen.push(`${lessons}/${totalLessons} ${bytes <= totalBytes}`),
      },
    );
    expect(seen).toEqual(['1/3 true', '2/3 true', '3/3 true']);
    expect((await readHeldLessons(pub)).map(({ id }) => id).sort()).toEqual([101, 102, 103]);
    net.shop = shopOf([course('', [{ id: 104, text: 'четвёртый' }])]);
    await run({ kind: 'sync' });
    expect(await textOf(pub, 104)).toBe('четвёртый');
    await forgetCourse(pub, 1);
    expect((await readHeldLessons(pub)).map(({ id }) => id)).toEqual([102]);
    expect(await textOf(pub, 102)).toBe('второй');
    expect(Object.keys(pub.dump()).filter((key) => /^les:[sf]:/.test(key))).toHaveLength(2);
  });

  it('cut off at any request shows what has come, and goes on with what is missing', async () => {
    const whole = phoneOf([course()]);
    await whole.run({ kind: 'sync' });
    await whole.run({ kind: 'download', id: 1 });
    const total = filesIn(whole.net.asked).length;
    for (let at = 0; at < total; at += 1) {
      const { net, pub, run } = phoneOf([course()]);
      await run({ kind: 'sync' });
      breakAfter(net, at);
      expect(await run({ kind: 'download', id: 1 })).toEqual({ kind: 'offline' });
      for (const id of [101, 102, 103]) await textOf(pub, id);
      breakAfter(net, Infinity);
      // The next start goes on by itself.
      expect(await run({ kind: 'sync' })).toEqual({ kind: 'updated' });
      expect((await readHeldLessons(pub)).map(({ id }) => id).sort()).toEqual([101, 102, 103]);
      const files = filesIn(net.asked);
      expect(files, `cut off at ${at}`).toHaveLength(total);
      expect(new Set(files).size).toBe(total);
    }
  });

  it('stopped by the person is not fetched any further', async () => {
    const { net, pub, run } = phoneOf([course()]);
    await run({ kind: 'sync' });
    const control = new AbortController();
    const result = await run(
      { kind: 'download', id: 1 },
      { signal: control.signal, onProgress: () => control.abort() },
    );
    expect(result).toEqual({ kind: 'aborted' });
    await run({ kind: 'stop', id: 1 });
    net.asked.length = 0;
    await run({ kind: 'sync' });
    const pointer = (await pub.get<LessonsPointer>(LESSONS_POINTER))!;
    expect(pointer.whole).toEqual({});
    expect(await textOf(pub, 101)).toBe('первый');
  });
});

describe('a newer version', () => {
  it('of one lesson brings that lesson and nothing else', async () => {
    const { net, pub, run } = phoneOf([course(), own]);
    await run({ kind: 'sync' });
    for (const id of [1, 3]) await run({ kind: 'download', id });
    const next = shopOf([course(' новый'), own]);
    net.shop = next;
    net.asked.length = 0;
    expect(await run({ kind: 'sync' })).toEqual({ kind: 'updated' });
    const lesson = next.list.courses[0]!.lessons[0]!;
    const picture = next.list.courses[0]!.pictures[0]!;
    expect(net.asked).toEqual(['/api/education/packages', lesson.url, picture.url]);
    expect(await textOf(pub, 101)).toBe('первый новый');
    // What nothing names any more is gone.
    expect(Object.keys(pub.dump()).filter((key) => key.startsWith('les:s:'))).toHaveLength(3);
    expect(Object.keys(pub.dump()).filter((key) => key.startsWith('les:f:'))).toHaveLength(2);
  });

  it.each([0, 1, 2])('cut off at request %i leaves the one before readable, list and all', async (at) => {
    const { net, pub, run } = phoneOf([course()]);
    await run({ kind: 'sync' });
    await run({ kind: 'download', id: 1 });
    const before = (await pub.get<LessonsPointer>(LESSONS_POINTER))!;
    net.shop = shopOf([course(' новый', [{ id: 104, text: 'четвёртый' }])]);
    breakAfter(net, at);
    expect(await run({ kind: 'sync' })).toEqual({ kind: 'offline' });
    const after = (await pub.get<LessonsPointer>(LESSONS_POINTER))!;
    expect({ ...after, seenAt: '' }).toEqual({ ...before, seenAt: '' });
    for (const [id, text] of [
      [101, 'первый'],
      [102, 'второй'],
      [103, 'третий'],
    ] as const)
      expect(await textOf(pub, id)).toBe(text);
  });
});

describe('what is not ours', () => {
  const html = new TextEncoder().encode('<!doctype html>').buffer;
  it.each([
    ['a portal’s page', { status: 200, etag: null, type: 'text/html', body: html }],
    [
      'foreign JSON',
      { status: 200, etag: null, type: 'application/json', body: new TextEncoder().encode('{"a":1}').buffer },
    ],
    ['an error', { status: 500, etag: null, type: 'application/json', body: html }],
  ])('%s changes nothing that is stored', async (_, answer) => {
    const { net, pub, run } = phoneOf([course()]);
    await run({ kind: 'sync' });
    await run({ kind: 'open', id: 101 });
    const before = JSON.stringify(pub.dump());
    net.answer = () => answer as never;
    expect((await run({ kind: 'sync' })).kind).toBe('broken');
    expect(JSON.stringify(pub.dump())).toBe(before);
    expect((await run({ kind: 'open', id: 102 })).kind).toBe('broken');
    expect(await textOf(pub, 102)).toBeUndefined();
    expect(await textOf(pub, 101)).toBe('первый');
  });

  it('a file whose bytes are others than its name says is not kept', async () => {
    const { net, pub, run } = phoneOf([course()]);
    await run({ kind: 'sync' });
    const [first] = net.shop.list.courses[0]!.lessons;
    const other = net.shop.files.get(net.shop.list.courses[0]!.lessons[1]!.url)!;
    net.shop.files.set(first!.url, other);
    expect((await run({ kind: 'open', id: 101 })).kind).toBe('broken');
    expect(Object.keys(pub.dump()).filter((key) => key.startsWith('les:s:'))).toEqual([]);
  });

  it('a list that names files elsewhere is not followed', async () => {
    const { net, run } = phoneOf([course()]);
    net.shop.list.courses[0]!.lessons[0]!.url = 'https://evil.example/x.json';
    await run({ kind: 'sync' });
    expect((await run({ kind: 'open', id: 101 })).kind).toBe('broken');
    expect(net.asked.filter((path) => path.includes('evil'))).toEqual([]);
  });

  it('a full phone says so and reads on', async () => {
    const { pub, run } = phoneOf([course()]);
    await run({ kind: 'sync' });
    await run({ kind: 'open', id: 102 });
    const { change } = pub;
    pub.change = (work) =>
      change(async (kv) => {
        const put = kv.put.bind(kv);
        kv.put = (value, key) => {
          if ((key as string).startsWith('les:s:')) throw new DOMException('full', 'QuotaExceededError');
          return put(value, key);
        };
        return work(kv);
      });
    expect(await run({ kind: 'open', id: 101 })).toEqual({ kind: 'full' });
    expect(await textOf(pub, 102)).toBe('второй');
  });
});
