import { sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Call } from '#contract/call.ts';
import {
  getCourse,
  getEducation,
  getLesson,
  getQuiz,
  sendQuizResult,
  setWatched,
  type Course,
  type LessonRow,
} from '#contract/education.ts';
import { addConsultant, addPerson, type Browser, browserOf, call, enter } from '#tests/cart/shop-people.ts';
import {
  answers,
  courseMd,
  folderOf,
  lessonMd,
  quizYaml,
  SECRET,
  shopFiles,
  submit,
  take,
  watch,
} from '#tests/education-server/course-fixture.ts';
import { fetchFrom } from '#tests/support/fetch-from.ts';
import { openShop, type TestShop } from '#tests/support/open-shop.ts';

let shop: TestShop;
let made: ReturnType<typeof folderOf>;
let dataDir: string;
let client: Browser;
let consultant: Browser;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'rostok-edu-data-'));
  shop = await openShop({ DATA_DIR: dataDir, TEST_LEDGER: '1' });
  made = folderOf(shopFiles());
  await take(shop, made.folder);
});
afterAll(async () => {
  await shop.close();
  made.done();
  rmSync(dataDir, { recursive: true, force: true });
});
beforeEach(async () => {
  client = await browserOf(shop, { userId: await addPerson(shop) });
  consultant = await browserOf(shop, { userId: await addConsultant(shop) });
});
const get = (browser: Browser, path: string) => call(browser, 'GET', path);
const later = (ms: number) => (shop.clock.now = new Date(shop.clock.now.getTime() + ms));
const MINUTE = 60_000;
const keyed = (key: string = randomUUID()) => ({ 'idempotency-key': key });
const courseOf = async (browser: Browser, id = 1): Promise<{ course: Course; lessons: LessonRow[] }> =>
  (await get(browser, `/education/course/${id}`)).body as never;
const ledger = async (kind: string, lessonId: number) =>
  (
    (await shop.app.inject({ url: '/api/test/ledger' })).json() as {
      executions: { kind: string; target_id: number }[];
    }
  ).executions.filter((one) => one.kind === kind && one.target_id === lessonId);

describe('courses and lessons', () => {
  it('answer exactly what the contract says', async () => {
    const calls: [Call, string][] = [
      [getEducation, '/education/get-data'],
      [getCourse, '/education/course/1'],
      [getLesson, '/education/course/lesson/101'],
      [getLesson, '/education/course/lesson/102'],
      [getQuiz, '/education/course/lesson/quiz/get-data/101'],
    ];
    for (const [contract, path] of calls) {
      const { http, body } = await get(client, path);
      expect(http).toBe(200);
      const parsed = contract.reply.parse(body);
      expect(parsed).toEqual(body);
    }
    const sent = await submit(client, 101, 5, { version: 1 });
    expect(sendQuizResult.reply.parse(sent.body)).toEqual(sent.body);
    const seen = await watch(client, 101);
    expect(setWatched.reply.parse(seen.body)).toEqual(seen.body);
  });
  it('list: what is locked is shown but not opened; covers are for everyone', async () => {
    const { body } = await get(client, '/education/get-data');
    expect(body).toMatchObject({
      status: 'success',
      courses: [
        {
          id: 1,
          title: 'Курс 1',
          lessons_total: 3,
          lessons_watched: 0,
          quizzes_total: 1,
          progress: 0,
          locked: false,
          audience: 'everyone',
          minutes: 12,
          has_certificate: true,
          certificate: null,
          next_lesson_id: 101,
        },
        { id: 3, locked: true, audience: 'consultants' },
      ],
      certificates: [],
      watched: [],
      quizzes: [],
    });
    expect((await get(consultant, '/education/get-data')).body.courses.map((one: Course) => one.locked)).toEqual([
      false,
      false,
    ]);
    for (const { image } of body.courses) expect((await shop.app.inject({ url: image })).statusCode).toBe(200);
  });
  it('lesson: text, neighbours, video, products', async () => {
    const { body } = await get(client, '/education/course/lesson/102');
    expect(body.lesson).toMatchObject({
      id: 102,
      course_id: 1,
      kind: 'video',
      prev_id: 101,
      next_id: 103,
      has_quiz: false,
      quiz: null,
      files: [],
      watched: false,
    });
    expect(body.lesson.video).toMatchObject({ type: 'video/mp4', bytes: 100_000, poster: null, title: 'Урок 102' });
    const first = (await get(client, '/education/course/lesson/101')).body.lesson;
    expect(first).toMatchObject({
      prev_id: null,
      next_id: 102,
      has_quiz: true,
      quiz: { version: 1, passed: false, best: null, attempts: 0 },
      products: ['10101'],
      updated: '2026-11-02',
      duration_min: 4,
    });
    expect(first.html).toContain('<figure><img src="/api/education/files/');
    expect(first).not.toHaveProperty('video');
  });
  it.each([
    '/education/get-data',
    '/education/course/1',
    '/education/course/lesson/101',
    '/education/course/lesson/quiz/get-data/101',
    '/education/course/lesson/101/set-watched',
    '/api/education/packages',
    '/api/education/certificate/1.pdf',
  ])('%s: a guest and a stranger are asked to log in; wholesale buyers are told why not', async (path) => {
    for (const browser of [await browserOf(shop), fetchFrom(shop.app)])
      expect(await get(browser, path)).toMatchObject({ http: 401, body: { status: 'error', code: 'auth_required' } });
    const other = await browserOf(shop, { userId: await addPerson(shop, { role: 'optovik' }) });
    expect(await get(other, path)).toMatchObject({
      http: 403,
      body: { code: 'forbidden', message: 'Обучение открыто клиентам и консультантам' },
    });
  });
  it.each([
    '/education/course/3',
    '/education/course/lesson/301',
    '/education/course/lesson/quiz/get-data/301',
    '/education/course/lesson/301/set-watched',
  ])('%s is for consultants: 403 in words for a client', async (path) => {
    expect(await get(client, path)).toMatchObject({
      http: 403,
      body: { status: 'error', code: 'forbidden', message: 'Этот курс для консультантов' },
    });
    expect((await get(consultant, path)).http).toBe(200);
  });
  it('a result for a lesson of consultants is refused the same way, and leaves nothing', async () => {
    expect(await submit(client, 301, 5)).toMatchObject({
      http: 403,
      body: { code: 'forbidden', message: 'Этот курс для консультантов' },
    });
    expect((await get(client, '/education/get-data')).body).toMatchObject({ watched: [], quizzes: [] });
  });
  it.each([
    ['/education/course/2', 404, 'not_found'],
    ['/education/course/9999999999', 404, 'not_found'],
    ['/education/course/x', 400, 'bad_request'],
    ['/education/course/lesson/999', 404, 'not_found'],
    ['/education/course/lesson/9999999999', 404, 'not_found'],
    ['/education/course/lesson/-1', 400, 'bad_request'],
    ['/education/course/lesson/quiz/get-data/999', 404, 'not_found'],
    ['/education/course/lesson/quiz/get-data/103', 404, 'not_found'],
    ['/education/course/lesson/999/set-watched', 404, 'not_found'],
    ['/education/course/lesson/9999999999/set-watched', 404, 'not_found'],
  ])('%s → %i %s', async (path, http, code) => {
    expect(await get(client, path)).toMatchObject({ http, body: { status: 'error', code } });
  });
});

describe('watched', () => {
  it('is set once, repeated without harm, and moves the progress', async () => {
    expect((await watch(client, 103)).body).toEqual({
      status: 'success',
      lesson_id: 103,
      watched: true,
      progress: 25,
      certificate: null,
    });
    expect((await watch(client, 103)).body).toMatchObject({ progress: 25 });
    const { course, lessons } = await courseOf(client);
    expect(course).toMatchObject({ lessons_watched: 1, progress: 25, next_lesson_id: 101 });
    expect(lessons.map((lesson) => lesson.watched)).toEqual([false, false, true]);
    expect((await get(client, '/education/get-data')).body.watched).toEqual([103]);
    expect((await courseOf(consultant)).course.lessons_watched).toBe(0);
  });
  it('is a GET that changes: without our header, or from another site, it does nothing', async () => {
    const bare = await client('/education/course/lesson/101/set-watched');
    expect([bare.status, (await bare.json()).code]).toEqual([403, 'foreign_origin']);
    expect(await watch(client, 101, { origin: 'https://evil.example' })).toMatchObject({ http: 403 });
    expect((await get(client, '/education/get-data')).body.watched).toEqual([]);
  });
  it('keyed: one effect, the same bytes again, another owner 403, another lesson under the key 422', async () => {
    const key = randomUUID();
    const before = (await ledger('lesson.watched', 102)).length;
    const first = await watch(client, 102, keyed(key));
    const again = await watch(client, 102, keyed(key));
    expect([first.replayed, again.replayed, again.body]).toEqual([false, true, first.body]);
    expect((await ledger('lesson.watched', 102)).length).toBe(before + 1);
    expect(await watch(consultant, 102, keyed(key))).toMatchObject({ http: 403, body: { code: 'owner_mismatch' } });
    expect(await watch(client, 101, keyed(key))).toMatchObject({ http: 422, body: { code: 'idempotency_payload' } });
    expect(await watch(client, 102, { ...keyed(), 'x-client-user': '1' })).toMatchObject({
      http: 403,
      body: { code: 'owner_mismatch' },
    });
    expect(await watch(client, 102, { 'idempotency-key': 'x' })).toMatchObject({ http: 400 });
  });
  it('a phone without a session is told 401, nothing is kept under the key, and it works after the login', async () => {
    const userId = await addPerson(shop);
    const phone = fetchFrom(shop.app);
    const headers = { ...keyed(), 'x-client-user': String(userId) };
    expect(await watch(phone, 101, headers)).toMatchObject({ http: 401 });
    await enter(shop, phone, { userId });
    expect(await watch(phone, 101, headers)).toMatchObject({ http: 200, replayed: false });
  });
  it('people who may only look may learn', async () => {
    const looker = await browserOf(shop, { userId: await addConsultant(shop, { readonly: true }) });
    expect((await watch(looker, 301)).http).toBe(200);
    expect((await submit(looker, 301, 5)).body.passed).toBe(true);
  });
});

describe('a quiz', () => {
  it('shows questions with answers, no right ones, no whys', async () => {
    const { body } = await get(client, '/education/course/lesson/quiz/get-data/101');
    expect(body).toMatchObject({
      quiz: { lesson_id: 101, version: 1, pass_percent: 80 },
      state: { passed: false, best: null, attempts: 0, retry_at: null },
    });
    expect(body.quiz.questions).toHaveLength(5);
    expect(body.quiz.questions[4]).toEqual({
      id: 5,
      text: 'Вопрос 5?',
      kind: 'multiple',
      answers: [1, 2, 3].map((id) => ({ id, text: `Ответ ${id}` })),
    });
  });
  it.each([
    [5, 100, true, []],
    [4, 80, true, [5]],
    [3, 60, false, [4, 5]],
    [0, 0, false, [1, 2, 3, 4, 5]],
  ])('%i right: %i %%, passed %s', async (right, percent, passed, wrong) => {
    const { http, body } = await submit(client, 101, right, { version: 1 });
    expect(http).toBe(200);
    expect(body).toMatchObject({
      status: 'success',
      lesson_id: 101,
      version: 1,
      version_is_old: false,
      percent,
      pass_percent: 80,
      passed,
      wrong,
    });
    // Right answers only to whoever has passed.
    const rightOf = (id: number) => answers().find((one) => one.question_id === id)?.answer_ids;
    expect(body.review).toEqual(
      wrong.map((id) => ({ question_id: id, why: `${SECRET} ${id}`, ...(passed ? { right: rightOf(id) } : {}) })),
    );
    expect(body.retry_at).toBe(passed ? undefined : new Date(shop.clock.now.getTime() + 10 * MINUTE).toISOString());
    expect(body.quiz).toEqual({ passed, best: percent, attempts: 1, retry_at: body.retry_at ?? null });
    expect(body.progress).toBe(passed ? 25 : 0);
    expect((await courseOf(client)).lessons[0]!.quiz).toEqual({ exists: true, version: 1, ...body.quiz });
  });
  it('an open question and a half answer of a multiple one are wrong, not refused', async () => {
    const half = answers().map((one) => (one.question_id === 5 ? { question_id: 5, answer_ids: [1] } : one));
    expect((await submit(client, 101, 0, { quizResult: half })).body.wrong).toEqual([5]);
    const other = await browserOf(shop, { userId: await addPerson(shop) });
    const open = answers()
      .slice(0, 4)
      .map((one) => (one.question_id === 1 ? { question_id: 1, answer_ids: [] } : one));
    expect((await submit(other, 101, 0, { quizResult: open })).body.wrong).toEqual([1, 5]);
  });
  it.each([
    ['a question of another quiz', [...answers(), { question_id: 6, answer_ids: [1] }]],
    ['an answer of another question', [{ question_id: 1, answer_ids: [4] }]],
    ['a question twice', [...answers(), answers()[0]]],
    ['an answer twice', [{ question_id: 5, answer_ids: [1, 1] }]],
    ['two where one is asked for', [{ question_id: 1, answer_ids: [1, 2] }]],
  ])('%s is refused in words, kept under its key, and is no attempt', async (_name, quizResult) => {
    const headers = keyed();
    const first = await submit(client, 101, 0, { quizResult, headers });
    expect(first).toMatchObject({
      http: 200,
      body: { status: 'error', code: 'quiz_answers', message: expect.stringContaining('Ответы не подходят') },
    });
    expect(await submit(client, 101, 0, { quizResult, headers })).toMatchObject({ replayed: true, body: first.body });
    expect((await courseOf(client)).lessons[0]!.quiz.attempts).toBe(0);
  });
  it.each([
    ['no such lesson', { lessonId: 999, quizResult: [] }, 'not_found'],
    ['a number too large', { lessonId: 9_999_999_999, quizResult: [] }, 'not_found'],
    ['a lesson without a quiz', { lessonId: 103, quizResult: [] }, 'not_found'],
    ['a version that never was', { lessonId: 101, quizResult: answers(), version: 77 }, 'validation'],
    ['a version below one', { lessonId: 101, quizResult: answers(), version: -1 }, 'validation'],
    ['no answers', { lessonId: 101 }, 'validation'],
    ['words for numbers', { lessonId: '101', quizResult: 'all' }, 'validation'],
    [
      'a hundred thousand answers',
      { lessonId: 101, quizResult: [{ question_id: 1, answer_ids: Array(100).fill(1) }] },
      'validation',
    ],
  ])('%s: refused with HTTP 200', async (_name, body, code) => {
    const answer = await call(client, 'POST', '/education/course/lesson/quiz/send-result/', body);
    expect(answer).toMatchObject({ http: 200, body: { status: 'error', code } });
  });
});

describe('the pause after a failed attempt', () => {
  it('answers 429 with the time that is left, keeps nothing, and the same key goes through afterwards', async () => {
    await submit(client, 101, 2);
    later(3 * MINUTE);
    const headers = keyed();
    const answer = await client('/education/course/lesson/quiz/send-result/', {
      method: 'POST',
      headers: { 'x-requested-with': 'rostok', 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ lessonId: 101, quizResult: answers(5) }),
    });
    expect([answer.status, answer.headers.get('retry-after'), answer.headers.get('idempotency-key')]).toEqual([
      429,
      '420',
      headers['idempotency-key'],
    ]);
    expect(await answer.json()).toEqual({
      status: 'error',
      code: 'too_many',
      message: 'Следующая попытка — через 10 минут после прошлой',
    });
    later(7 * MINUTE - 1);
    expect(await submit(client, 101, 5, { headers })).toMatchObject({ http: 429 });
    expect((await courseOf(client)).lessons[0]!.quiz).toMatchObject({ attempts: 1, best: 40 });
    later(1);
    expect(await submit(client, 101, 5, { headers })).toMatchObject({
      http: 200,
      replayed: false,
      body: { passed: true },
    });
    expect((await courseOf(client)).lessons[0]!.quiz).toEqual({
      exists: true,
      version: 1,
      passed: true,
      best: 100,
      attempts: 2,
      retry_at: null,
    });
  });
  it('counts for this quiz and this person only', async () => {
    await submit(consultant, 101, 0);
    expect((await submit(consultant, 301, 5)).body.passed).toBe(true);
    expect((await submit(client, 101, 5)).body.passed).toBe(true);
  });
  it('is over once the quiz is passed: a late result of another device is judged, and takes nothing away', async () => {
    await submit(client, 101, 5);
    const { body } = await submit(client, 101, 1);
    expect(body).toMatchObject({
      passed: false,
      percent: 20,
      quiz: { passed: true, best: 100, attempts: 2, retry_at: null },
      progress: 25,
    });
    expect(body).not.toHaveProperty('retry_at');
    expect((await submit(client, 101, 4)).http).toBe(200);
  });
});

describe('two devices', () => {
  it('that answer one quiz at once are one after the other: the second meets the pause', async () => {
    const userId = await addPerson(shop);
    const [a, b] = [await browserOf(shop, { userId }), await browserOf(shop, { userId })];
    const sent = await Promise.all([submit(a, 101, 1, { headers: keyed() }), submit(b, 101, 2, { headers: keyed() })]);
    expect(sent.map(({ http }) => http).toSorted()).toEqual([200, 429]);
    expect((await courseOf(a)).lessons[0]!.quiz.attempts).toBe(1);
  });
  it('that send one result under one key (the tab died before the answer) make one attempt', async () => {
    const userId = await addPerson(shop);
    const browsers = [await browserOf(shop, { userId }), await browserOf(shop, { userId })];
    const headers = keyed();
    const sent = await Promise.all(browsers.map((browser) => submit(browser, 101, 5, { headers })));
    const again = await submit(browsers[0]!, 101, 5, { headers });
    expect(again).toMatchObject({ http: 200, replayed: true });
    const done = sent.filter(({ http }) => http === 200).map(({ body }) => body);
    expect(done).toEqual(done.map(() => again.body));
    expect(sent.every(({ http, body }) => http === 200 || body.code === 'idempotency_in_flight')).toBe(true);
    expect((await courseOf(browsers[1]!)).lessons[0]!.quiz.attempts).toBe(1);
    expect(await submit(browsers[0]!, 101, 4, { headers })).toMatchObject({ http: 422 });
  });
  it('see each other: what one watched and passed is there for the other', async () => {
    const userId = await addPerson(shop);
    const [phone, desk] = [await browserOf(shop, { userId }), await browserOf(shop, { userId })];
    await watch(phone, 101);
    await submit(phone, 101, 5);
    expect((await get(desk, '/education/get-data')).body).toMatchObject({
      watched: [101],
      quizzes: [{ lesson_id: 101, passed: true, best: 100, attempts: 1, retry_at: null }],
      courses: [{ progress: 50, next_lesson_id: 102 }, {}],
    });
  });
});

describe('versions', () => {
  let own: TestShop;
  let folder: ReturnType<typeof folderOf>;
  let person: Browser;
  beforeEach(async () => {
    own = await openShop({ DATA_DIR: dataDir });
    folder = folderOf({ 'course.md': courseMd(1), '01-a/lesson.md': lessonMd(101), '01-a/quiz.yaml': quizYaml() });
    await take(own, folder.folder);
    folder.write({
      '01-a/quiz.yaml': quizYaml(' новый', '').replaceAll('right: true', 'right: TRUE').replace('80', '100'),
    });
    await take(own, folder.folder);
    person = await browserOf(own, { userId: await addPerson(own) });
    return async () => {
      await own.close();
      folder.done();
    };
  });
  it('an old version judges by its own rules and says that it is old', async () => {
    expect((await get(person, '/education/course/lesson/quiz/get-data/101')).body.quiz.version).toBe(2);
    expect((await submit(person, 101, 4, { version: 1 })).body).toMatchObject({
      version: 1,
      version_is_old: true,
      passed: true,
      pass_percent: 80,
    });
    expect((await submit(person, 101, 4, { version: 2 })).body).toMatchObject({
      version: 2,
      version_is_old: false,
      passed: false,
      quiz: { passed: true },
    });
  });
  it('no version named: the current one', async () => {
    expect((await submit(person, 101, 4)).body).toMatchObject({
      version: 2,
      version_is_old: false,
      passed: false,
      pass_percent: 100,
    });
  });
  it('a withdrawn one answers quiz_changed, before any pause, and the same again under its key', async () => {
    await submit(person, 101, 0);
    await take(own, null, { withdraw: [{ lessonId: 101, versions: null }] });
    const headers = keyed();
    const first = await submit(person, 101, 5, { version: 1, headers });
    expect(first).toMatchObject({
      http: 200,
      body: { status: 'error', code: 'quiz_changed', message: expect.stringContaining('Тест изменился') },
    });
    expect(await submit(person, 101, 5, { version: 1, headers })).toMatchObject({ replayed: true, body: first.body });
    expect(await submit(person, 101, 5, { version: 2 })).toMatchObject({ http: 429 });
    expect((await courseOf(person)).lessons[0]!.quiz.attempts).toBe(1);
  });
  it('what was passed by an old version stays passed', async () => {
    await submit(person, 101, 5, { version: 1 });
    await take(own, null, { withdraw: [{ lessonId: 101, versions: null }] });
    expect((await courseOf(person)).course).toMatchObject({ quizzes_passed: 1 });
  });
  it('a closed quiz is asked for no more: 100 % without it', async () => {
    await watch(person, 101);
    expect((await courseOf(person)).course.progress).toBe(50);
    folder.write({ '01-a/quiz.yaml': quizYaml(' новый', 'withdrawn: true\n') });
    await take(own, folder.folder);
    expect((await courseOf(person)).course).toMatchObject({ progress: 100, quizzes_total: 0 });
    expect(await get(person, '/education/course/lesson/quiz/get-data/101')).toMatchObject({
      http: 404,
      body: { message: 'У этого урока нет теста' },
    });
    expect((await submit(person, 101, 5, { version: 2 })).body.code).toBe('quiz_changed');
    expect((await submit(person, 101, 5)).body.code).toBe('not_found');
  });
  it('a lesson that is gone answers 404 to its marks and results', async () => {
    folder.write({ '02-b/lesson.md': lessonMd(102) });
    rmSync(join(folder.folder, '01-a'), { recursive: true });
    await take(own, folder.folder);
    expect(await watch(person, 101)).toMatchObject({ http: 404 });
    expect((await submit(person, 101, 5, { version: 1 })).body.code).toBe('not_found');
  });
});

describe('what must never get out', () => {
  it('no reply, package or list of any call names a right answer, and no why comes before an attempt', async () => {
    const replies: string[] = [];
    for (const browser of [client, consultant]) {
      for (const path of [
        '/education/get-data',
        '/education/course/1',
        '/education/course/3',
        '/education/course/lesson/101',
        '/education/course/lesson/301',
        '/education/course/lesson/quiz/get-data/101',
        '/education/course/lesson/quiz/get-data/301',
        '/api/education/packages',
      ])
        replies.push(await (await browser(path)).text());
      const packages = await (await browser('/api/education/packages')).json();
      for (const { lessons } of packages.courses)
        for (const { url } of lessons) replies.push(await (await browser(url)).text());
    }
    replies.push(JSON.stringify((await watch(consultant, 101)).body));
    for (const text of replies) {
      expect(text).not.toContain(SECRET);
      expect(text).not.toMatch(/"right"|"why"|"content_sha"|"rightAnswers"/);
    }
    // Whys of what was wrong, and of nothing else; still no right answers.
    const failed = JSON.stringify((await submit(consultant, 301, 3)).body);
    expect(failed.match(new RegExp(`${SECRET} \\d`, 'g'))).toEqual([`${SECRET} 4`, `${SECRET} 5`]);
    expect(failed).not.toMatch(/"right"|answer_id/);
    expect(JSON.stringify((await submit(client, 101, 5)).body)).not.toContain(SECRET);
  });
  it('what is pulled for one person is never answered to the session of another', async () => {
    const id = await addPerson(shop);
    const own = await browserOf(shop, { userId: id });
    for (const path of [
      '/education/get-data',
      '/education/course/1',
      '/education/course/lesson/101',
      '/education/course/lesson/quiz/get-data/101',
      '/api/education/packages',
    ]) {
      const headers = { 'x-client-user': String(id) };
      expect(await call(own, 'GET', path, undefined, headers)).toMatchObject({ http: 200 });
      expect(await call(client, 'GET', path, undefined, headers)).toMatchObject({
        http: 403,
        body: { code: 'owner_mismatch' },
      });
      expect(await call(fetchFrom(shop.app), 'GET', path, undefined, headers)).toMatchObject({ http: 401 });
    }
  });
  it('answers of a person are kept by nobody in between', async () => {
    for (const path of ['/education/get-data', '/education/course/1', '/education/course/lesson/101'])
      expect((await client(path)).headers.get('cache-control')).toBe('no-store');
  });
  it('an attempt is stored with the answers as given', async () => {
    await submit(client, 101, 4, { version: 1 });
    const { rows } = await shop.db.execute<{ answers: unknown }>(
      sql`select answers from quiz_attempts order by id desc limit 1`,
    );
    expect(rows[0]!.answers).toEqual(answers(4));
  });
});
