import { eq } from 'drizzle-orm';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Quiz } from '#contract/education.ts';
import { lessonWatches, quizAttempts } from '#server/db/tables/education.ts';
import {
  coursesAtom,
  educationStateAtom,
  libraryAtom,
  loadLessonAtom,
  marksOfLessonsAtom,
  markWatchedAtom,
  pullEducationAtom,
  startEducationAtom,
} from '#src/features/education/education.atoms.ts';
import { runLessons } from '#src/features/education/lessons-run.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { findLesson } from '#src/features/education/education.rules.ts';
import { beginQuizAtom, changeAttemptAtom, readQuizAtom, submitQuizAtom } from '#src/features/education/quiz.atoms.ts';
import { type Attempt, sceneOf, verdictOf } from '#src/features/education/quiz.rules.ts';
import { toastsAtom } from '#src/features/notices/notices.atoms.ts';
import { flushAtom, syncAtom } from '#src/sync-client/sync.atoms.ts';
import { addConsultant } from '#tests/cart/shop-people.ts';
import { addLogin, type Tab } from '#tests/cart/phone.ts';
import { enterSchool, learnersPhone } from '#tests/education/learner.ts';
import { answers, folderOf, quizYaml, SECRET, shopFiles, take } from '#tests/education-server/course-fixture.ts';
import { hashPassword } from '#server/platform/password.ts';
import { openShop, type TestShop } from '#tests/support/open-shop.ts';
import { until } from '#tests/support/until.ts';

let shop: TestShop;
let made: ReturnType<typeof folderOf>;
let dataDir: string;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'rostok-edu-phone-'));
  shop = await openShop({ DATA_DIR: dataDir });
  made = folderOf(shopFiles());
  await take(shop, made.folder);
});
afterAll(async () => {
  await shop.close();
  made.done();
  rmSync(dataDir, { recursive: true, force: true });
});
beforeEach(() => vi.unstubAllGlobals());

const settled = (tab: Tab) => until(() => expect(tab.get(syncAtom).pending).toEqual([]));
const watchesOf = (userId: number) =>
  shop.db
    .select()
    .from(lessonWatches)
    .where(eq(lessonWatches.userId, userId))
    .then((rows) => rows.length);
const attemptsOf = (userId: number) => shop.db.select().from(quizAttempts).where(eq(quizAttempts.userId, userId));
const lessonOf = (tab: Tab, id: number) => findLesson(tab.get(coursesAtom), id)?.lesson;
const sceneIn = async (tab: Tab, id: number) => {
  const { pending, rejected } = tab.get(syncAtom);
  const lane = `quiz:${id}`;
  return sceneOf({
    ...(await tab.set(readQuizAtom, id)),
    pending: pending.filter((record) => record.lane === lane),
    rejected: rejected.filter(({ record }) => record.lane === lane),
  });
};
const quizOf = async (tab: Tab, id: number): Promise<Quiz> => {
  const load = await tab.set(loadLessonAtom, id);
  if (load.kind !== 'ready' || !load.held.lesson.quiz) throw new Error(`no quiz: ${load.kind}`);
  return load.held.lesson.quiz;
};
/** Answers the first `right` questions right, as taps. */
async function answer(tab: Tab, begun: Attempt, right: number, questions = 5): Promise<Attempt> {
  let attempt = begun;
  for (const { question_id, answer_ids } of answers(right).slice(0, questions))
    for (const answerId of answer_ids)
      attempt = await tab.set(changeAttemptAtom, {
        attempt,
        change: { kind: 'answer', questionId: question_id, answerId },
      });
  return attempt;
}
function goOffline(own: { net: { isOn: boolean } }): void {
  own.net.isOn = false;
  vi.stubGlobal('navigator', { onLine: false });
}
async function comeBack(own: { net: { isOn: boolean } }, tab: Tab): Promise<void> {
  own.net.isOn = true;
  vi.unstubAllGlobals();
  await tab.set(flushAtom, 'resumed');
}

describe('who may read what', () => {
  it('marks of whoever another tab has logged in never land in this person’s database', async () => {
    const [anna, boris] = [await addLogin(shop), await addLogin(shop)];
    await shop.db.insert(lessonWatches).values({ userId: boris.userId, lessonId: 101, watchedAt: new Date() });
    const own = learnersPhone(shop);
    const tab = await enterSchool(own, anna);
    const answer = await own.browser('/api/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'X-Requested-With': 'rostok' },
      body: JSON.stringify({ login: boris.login, password: boris.password }),
    });
    expect(answer.status).toBe(200);
    await expect(tab.set(pullEducationAtom)).rejects.toMatchObject({
      failure: { refusal: { code: 'owner_mismatch' } },
    });
    expect(tab.get(marksOfLessonsAtom).isWatched(101)).toBe(false);
    expect(JSON.stringify(own.stores.all()[`u:${anna.userId}`]?.['base:edu'])).not.toContain('"101"');
  });

  it('nor do the lists and lessons of that person: the phone says whose it asks for', async () => {
    const login = `cons-${Date.now()}-a@rostok.test`;
    const userId = await addConsultant(shop, { email: login, passwordHash: await hashPassword('rostok-demo') });
    const own = learnersPhone(shop);
    const tab = await enterSchool(own, await addLogin(shop));
    const before = JSON.stringify(own.stores.all());
    const answer = await own.browser('/api/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'X-Requested-With': 'rostok' },
      body: JSON.stringify({ login, password: 'rostok-demo' }),
    });
    expect(answer.status).toBe(200);
    expect(await runLessons(tab.get, { kind: 'sync' })).toEqual({ kind: 'gone' });
    expect(JSON.stringify(own.stores.all())).toBe(before);
    expect(JSON.stringify(own.stores.all())).not.toContain('Только своим');
    // Whose they are: there they come.
    const next = await own.openTab();
    await until(() => expect(next.get(sessionAtom).uid).toBe(String(userId)));
    expect(await runLessons(next.get, { kind: 'sync' })).toEqual({ kind: 'updated' });
    expect(JSON.stringify(own.stores.all()[`u:${userId}`])).toContain('"audience":"consultants"');
  });

  it('a client: own courses first, the locked one named; its lesson and an unknown one are refused in words', async () => {
    const own = learnersPhone(shop);
    const tab = await enterSchool(own, await addLogin(shop));
    expect(tab.get(coursesAtom).map(({ id, locked }) => [id, locked])).toEqual([
      [1, false],
      [3, true],
    ]);
    expect(await tab.set(loadLessonAtom, 301)).toMatchObject({
      kind: 'refused',
      message: 'Этот курс для консультантов',
    });
    expect(await tab.set(loadLessonAtom, 999)).toMatchObject({ kind: 'refused', message: 'Такого урока нет' });
    expect(await tab.set(loadLessonAtom, 101)).toMatchObject({ kind: 'ready' });
  });

  it('a consultant’s own courses stand in their database only, and go with them', async () => {
    const own = learnersPhone(shop);
    const login = `cons-${Date.now()}@rostok.test`;
    const userId = await addConsultant(shop, { email: login, passwordHash: await hashPassword('rostok-demo') });
    const tab = await enterSchool(own, { userId, login, password: 'rostok-demo' });
    expect(await tab.set(loadLessonAtom, 301)).toMatchObject({ kind: 'ready' });
    expect(await tab.set(loadLessonAtom, 101)).toMatchObject({ kind: 'ready' });
    const { pub, ...people } = own.stores.all();
    expect(JSON.stringify(pub)).not.toContain('Только своим');
    expect(JSON.stringify(people[`u:${userId}`])).toContain('Только своим');
    expect(JSON.stringify(pub)).toContain('Начало.');
    // Without a signal both are here.
    goOffline(own);
    const later = await own.openTab();
    await later.set(startEducationAtom);
    expect(later.get(educationStateAtom)).toEqual({ kind: 'offline' });
    for (const id of [101, 301]) expect(await later.set(loadLessonAtom, id)).toMatchObject({ kind: 'ready' });
    expect(await later.set(loadLessonAtom, 103)).toEqual({ kind: 'offline' });
  });

  it('a phone that has never seen a course says so without a signal', async () => {
    const own = learnersPhone(shop);
    const person = await addLogin(shop);
    const tab = await own.openTab();
    const { enterShop } = await import('#tests/cart/phone.ts');
    await enterShop(tab, person);
    goOffline(own);
    await tab.set(startEducationAtom);
    expect(tab.get(libraryAtom).status).toBe('empty');
    expect(tab.get(educationStateAtom)).toEqual({ kind: 'offline' });
    expect(await tab.set(loadLessonAtom, 101)).toEqual({ kind: 'offline' });
  });
});

describe('watched', () => {
  it('shows at once, waits without a signal through a restart, reaches the server once, and another device', async () => {
    const own = learnersPhone(shop);
    const person = await addLogin(shop);
    const tab = await enterSchool(own, person);
    goOffline(own);
    await tab.set(markWatchedAtom, 101);
    await tab.set(markWatchedAtom, 101);
    expect(lessonOf(tab, 101)?.watched).toBe(true);
    expect(tab.get(syncAtom).pending).toHaveLength(1);
    const later = await own.openTab();
    await later.set(startEducationAtom);
    expect(lessonOf(later, 101)?.watched).toBe(true);
    expect(later.get(coursesAtom)[0]?.progress).toBeGreaterThan(0);
    await comeBack(own, later);
    await settled(later);
    expect(lessonOf(later, 101)?.watched).toBe(true);
    expect(await watchesOf(person.userId)).toBe(1);
    const other = await enterSchool(learnersPhone(shop), person);
    expect(lessonOf(other, 101)?.watched).toBe(true);
    expect(other.get(coursesAtom)[0]?.progress).toBe(later.get(coursesAtom)[0]?.progress);
  });

  it('a lost answer is one mark', async () => {
    const own = learnersPhone(shop);
    const person = await addLogin(shop);
    const tab = await enterSchool(own, person);
    let losses = 2;
    own.net.lose = (one) => one.path.endsWith('/set-watched') && losses-- > 0;
    await tab.set(markWatchedAtom, 103);
    await until(() => expect(own.sent.some((one) => one.path.endsWith('/set-watched'))).toBe(true));
    await tab.set(flushAtom, 'resumed');
    await tab.set(flushAtom, 'resumed');
    await settled(tab);
    const sent = own.sent.filter((one) => one.path.endsWith('/set-watched'));
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
    expect(await watchesOf(person.userId)).toBe(1);
    expect(lessonOf(tab, 103)?.watched).toBe(true);
  });
});

describe('quiz', () => {
  it('survives a crash before the last answer, is sent once without a signal, and its verdict can be read', async () => {
    const own = learnersPhone(shop);
    const person = await addLogin(shop);
    const tab = await enterSchool(own, person);
    const quiz = await quizOf(tab, 101);
    expect(JSON.stringify(own.stores.all())).not.toContain(SECRET);
    goOffline(own);
    const begun = await tab.set(beginQuizAtom, quiz);
    await answer(tab, begun!, 3, 4);

    // The tab is gone; another start finds the attempt with its answers and its key.
    const later = await own.openTab();
    await later.set(startEducationAtom);
    const scene = await sceneIn(later, 101);
    if (scene.kind !== 'asking') throw new Error(scene.kind);
    expect(scene.attempt.id).toBe(begun!.id);
    expect(Object.keys(scene.attempt.answers)).toHaveLength(4);
    const [last] = answers(3).slice(4);
    let done = scene.attempt;
    for (const answerId of last!.answer_ids)
      done = await later.set(changeAttemptAtom, { attempt: done, change: { kind: 'answer', questionId: 5, answerId } });
    expect(await later.set(submitQuizAtom, done)).toBe(true);
    expect((await sceneIn(later, 101)).kind).toBe('waiting');
    await comeBack(own, later);
    await settled(later);
    const rows = await attemptsOf(person.userId);
    expect(rows).toHaveLength(1);
    const judged = await sceneIn(later, 101);
    if (judged.kind !== 'judged') throw new Error(judged.kind);
    const verdict = verdictOf(judged.judged);
    expect(verdict).toMatchObject({ percent: 60, passed: false, wrong: [4, 5] });
    expect([...verdict.why.values()].every((why) => why.includes(SECRET))).toBe(true);
    expect(lessonOf(later, 101)?.quiz).toMatchObject({ passed: false, best: 60, attempts: 1 });
  });

  it('two tabs of one attempt are one result; a second attempt waits its turn', async () => {
    const own = learnersPhone(shop);
    const person = await addLogin(shop);
    const tab = await enterSchool(own, person);
    const attempt = await answer(tab, (await tab.set(beginQuizAtom, await quizOf(tab, 101)))!, 5);
    goOffline(own);
    const other = await own.openTab();
    expect(await tab.set(submitQuizAtom, attempt)).toBe(true);
    expect(await other.set(submitQuizAtom, attempt)).toBe(true);
    expect(other.get(toastsAtom).at(-1)?.text).toBe('Ответы этого теста уже ждут проверки');
    await comeBack(own, tab);
    await settled(tab);
    expect(await attemptsOf(person.userId)).toHaveLength(1);
    expect(lessonOf(tab, 101)?.quiz.passed).toBe(true);
    expect(tab.get(syncAtom).rejected).toEqual([]);
  });

  it('two devices answer the same quiz: each is judged once, passed stays passed everywhere', async () => {
    const person = await addLogin(shop);
    const [one, two] = [learnersPhone(shop), learnersPhone(shop)];
    const [first, second] = [await enterSchool(one, person), await enterSchool(two, person)];
    const right = await answer(first, (await first.set(beginQuizAtom, await quizOf(first, 101)))!, 5);
    const wrong = await answer(second, (await second.set(beginQuizAtom, await quizOf(second, 101)))!, 1);
    for (const own of [one, two]) goOffline(own);
    await first.set(submitQuizAtom, right);
    await second.set(submitQuizAtom, wrong);
    await comeBack(one, first);
    await settled(first);
    await comeBack(two, second);
    await settled(second);
    expect((await attemptsOf(person.userId)).map(({ percent }) => percent).sort()).toEqual([100, 20]);
    for (const tab of [first, second]) {
      await tab.set(startEducationAtom);
      expect(lessonOf(tab, 101)?.quiz.passed).toBe(true);
    }
    expect(await sceneIn(second, 101)).toMatchObject({ kind: 'judged', judged: { verdict: { passed: false } } });
  });

  it('a result within the pause waits in the queue and says why', async () => {
    const own = learnersPhone(shop);
    const person = await addLogin(shop);
    const tab = await enterSchool(own, person);
    const quiz = await quizOf(tab, 101);
    await tab.set(submitQuizAtom, await answer(tab, (await tab.set(beginQuizAtom, quiz))!, 1));
    await settled(tab);
    expect(lessonOf(tab, 101)?.quiz.retry_at).not.toBeNull();
    await tab.set(submitQuizAtom, await answer(tab, (await tab.set(beginQuizAtom, quiz))!, 5));
    await until(() => expect(tab.get(syncAtom).pending[0]?.last?.code).toBe('too_many'));
    expect((await sceneIn(tab, 101)).kind).toBe('waiting');
    expect(await attemptsOf(person.userId)).toHaveLength(1);
  });

  it('an open attempt is not changed by a new version; a withdrawn one is told, kept and readable', async () => {
    const own = learnersPhone(shop);
    const person = await addLogin(shop);
    const tab = await enterSchool(own, person);
    const old = await quizOf(tab, 101);
    const attempt = await answer(tab, (await tab.set(beginQuizAtom, old))!, 5, 4);
    made.write({ '1-start/01-one/quiz.yaml': quizYaml(' новый') });
    await take(shop, made.folder, { withdraw: [{ lessonId: 101, versions: [old.version] }] });
    await tab.set(startEducationAtom);
    const newer = await quizOf(tab, 101);
    expect(newer.version).toBeGreaterThan(old.version);
    const scene = await sceneIn(tab, 101);
    if (scene.kind !== 'asking') throw new Error(scene.kind);
    expect(scene.attempt).toMatchObject({ id: attempt.id, quiz: { version: old.version } });
    expect(scene.attempt.quiz.questions[0]?.text).not.toContain('новый');
    await tab.set(submitQuizAtom, scene.attempt);
    await settled(tab);
    const refused = await sceneIn(tab, 101);
    if (refused.kind !== 'refused') throw new Error(refused.kind);
    expect(refused.rejected.last?.code).toBe('quiz_changed');
    expect(await attemptsOf(person.userId)).toEqual([]);
    // A new attempt leaves the old answers where they are.
    await tab.set(beginQuizAtom, newer);
    const { attempts } = await tab.set(readQuizAtom, 101);
    expect(attempts.map(({ quiz }) => quiz.version).sort()).toEqual([old.version, newer.version]);
    expect(await sceneIn(tab, 101)).toMatchObject({ kind: 'asking', attempt: { quiz: { version: newer.version } } });
  });
});

it('marks grow together with another device’s, whoever is pulled last', async () => {
  const own = learnersPhone(shop);
  const person = await addLogin(shop);
  const tab = await enterSchool(own, person);
  const other = await enterSchool(learnersPhone(shop), person);
  await other.set(markWatchedAtom, 102);
  await settled(other);
  await tab.set(markWatchedAtom, 103);
  await settled(tab);
  await tab.set(startEducationAtom);
  expect([101, 102, 103].map((id) => tab.get(marksOfLessonsAtom).isWatched(id))).toEqual([false, true, true]);
});

it('for whom education is closed the phone asks for nothing of it', async () => {
  const own = learnersPhone(shop);
  const tab = await enterSchool(own, await addLogin(shop, { role: 'optovik' }));
  const asked = [...own.asked, ...own.sent.map(({ path }) => path)].filter((path) => path.includes('education'));
  expect([asked, tab.get(coursesAtom), tab.get(educationStateAtom).kind]).toEqual([[], [], 'idle']);
});
