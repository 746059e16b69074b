import { atom, type Getter, type Setter } from 'jotai';
import { mutationOf } from '#src/offline/outbox/mutation.ts';
import { getEducation, getLesson } from '#contract/education.ts';
import {
  bitsOf,
  coursesOf,
  findLesson,
  foldMarks,
  type Library,
  libraryOf,
  UNREAD,
} from '#src/features/education/education.rules.ts';
import { lessonWatched } from '#src/features/education/education.mutation.ts';
import { isLearner } from '#src/features/education/learner.rules.ts';
import { runLessons } from '#src/features/education/lessons-run.ts';
import { notSavedAtom } from '#src/features/notices/notices.atoms.ts';
import { ownerAtom, sessionAtom } from '#src/features/session/session.atoms.ts';
import { type HeldLesson, readLesson } from '#src/offline/lessons-read.ts';
import { LESSONS_POINTER, readPointer } from '#src/offline/lessons-store.ts';
import { apiAtom } from '#src/platform/api/api.atom.ts';
import { type Failure, failureOf } from '#src/platform/api/failure.ts';
import { shownIn } from '#src/sync-client/shown-in.ts';
import { baseOf, saveAtom, syncClient } from '#src/sync-client/sync.atoms.ts';
import { reportNetworkAtom } from '#src/platform/api/network.ts';
import { storesAtom } from '#src/platform/memory/stores.atom.ts';

// Read: libraryAtom, marksOfLessonsAtom, coursesAtom, educationStateAtom.
// Commands: startEducationAtom, reloadLibraryAtom, pullEducationAtom, markWatchedAtom, loadLessonAtom.

// ── Read ────────────────────────────────────────────────────────────────────────────────────────
const heldLibraryAtom = atom<{ uid: string; library: Library }>({ uid: '', library: UNREAD });
/** The lists of this phone, for who holds it now. */
export const libraryAtom = atom((get): Library => {
  const { uid, library } = get(heldLibraryAtom);
  return uid === get(sessionAtom).uid ? library : UNREAD;
});
/** What the server has said of this person, with what waits in the queue on top. */
export const marksOfLessonsAtom = atom((get) => {
  const { uid } = get(sessionAtom);
  const isWatched = shownIn(get, uid, lessonWatched, 'edu');
  return foldMarks(baseOf(get, uid, 'edu'), (id) => isWatched(String(id)));
});
export const coursesAtom = atom((get) => coursesOf(get(libraryAtom), get(marksOfLessonsAtom)));
/** How the last look at the server ended. */
export type EducationState =
  | { kind: 'idle' }
  | { kind: 'loading' }
  | { kind: 'offline' }
  | { kind: 'full' }
  | { kind: 'failed'; failure: Failure };
export const educationStateAtom = atom<EducationState>({ kind: 'idle' });

// ── Commands ────────────────────────────────────────────────────────────────────────────────────
/** Device first, then the server; at every screen of education, when the network is back, and for another person. */
export const startEducationAtom = atom(null, async (get, set): Promise<void> => {
  const { uid, user } = get(sessionAtom);
  if (!isLearner(user)) return;
  const identity = { uid, owner: await get(ownerAtom) };
  await syncClient(get)
    .then((client) => client.enter(identity))
    .catch(() => {});
  await set(reloadLibraryAtom);
  await set(refreshEducationAtom);
});

/** One at a time: every screen asks for it. */
const refreshingAtom = atom((): { uid: string; done: Promise<void> | null } => ({ uid: '', done: null }));
export const refreshEducationAtom = atom(null, (get, set): Promise<void> => {
  const { uid } = get(sessionAtom);
  const running = get(refreshingAtom);
  if (running.done && running.uid === uid) return running.done;
  running.uid = uid;
  running.done = refresh(get, set).finally(() => {
    running.done = null;
  });
  return running.done;
});
async function refresh(get: Getter, set: Setter): Promise<void> {
  set(educationStateAtom, { kind: 'loading' });
  const [failure, result] = await Promise.all([
    set(pullEducationAtom).then(
      () => null,
      (error: unknown) => failureOf(error),
    ),
    runLessons(get, { kind: 'sync' }),
  ]);
  await set(reloadLibraryAtom);
  if (failure?.kind === 'offline' || failure?.kind === 'timeout' || result.kind === 'offline') {
    set(reportNetworkAtom, false);
    set(educationStateAtom, { kind: 'offline' });
  } else if (failure) set(educationStateAtom, { kind: 'failed', failure });
  else if (result.kind === 'broken') {
    set(educationStateAtom, { kind: 'failed', failure: { kind: 'broken', cause: result.reason } });
  } else set(educationStateAtom, { kind: result.kind === 'full' ? 'full' : 'idle' });
}

export const reloadLibraryAtom = atom(null, async (get, set): Promise<void> => {
  const { uid, user } = get(sessionAtom);
  if (!isLearner(user)) return;
  const stores = get(storesAtom);
  const read = async (store: Promise<{ get<T>(key: string): Promise<T | undefined> }>) =>
    readPointer(await (await store).get<unknown>(LESSONS_POINTER).catch(() => undefined));
  const shelves = await Promise.all([read(Promise.resolve(stores.pub())), read(stores.person(uid))]);
  // The public list does not say what this person may open: their own list holds the time it was asked for.
  set(heldLibraryAtom, { uid, library: shelves[1] ? libraryOf(shelves) : { ...UNREAD, status: 'empty' } });
});

/** The whole snapshot of marks, attempts and certificates. @throws ApiError */
export const pullEducationAtom = atom(null, async (get, set): Promise<void> => {
  const { uid, user } = get(sessionAtom);
  if (!isLearner(user)) return;
  const client = await syncClient(get);
  const owner = await get(ownerAtom);
  await client.pull({ uid, owner, scope: 'edu' }, async () => {
    // Another tab may have changed the cookie: the server refuses to answer for somebody else (docs/product/offline.md#owners).
    const headers = { 'X-Client-User': owner };
    const { courses, certificates, watched, quizzes, server_time } = await get(apiAtom).send(
      getEducation,
      {},
      { headers },
    );
    set(reportNetworkAtom, true);
    if (get(sessionAtom).uid !== uid) return null;
    const data = { courses, certificates, quizzes, server_time };
    // Marks have no version: a pull that overlaps a send or an answer is thrown away (outbox/base.ts).
    return { version: 0, values: bitsOf(watched, quizzes), included: [], data };
  });
});

/** «Отметить просмотренным»: shown at once, sent by the queue. */
export const markWatchedAtom = atom(null, async (get, set, lessonId: number): Promise<void> => {
  if (get(marksOfLessonsAtom).isWatched(lessonId)) return;
  const title = findLesson(get(coursesAtom), lessonId)?.lesson.title ?? '';
  const mutation = mutationOf(lessonWatched, { lessonId });
  set(
    notSavedAtom,
    await set(saveAtom, mutation, { uid: get(sessionAtom).uid, owner: get(ownerAtom), seen: { title } }),
  );
});

export type LessonLoad =
  | { kind: 'ready'; held: HeldLesson }
  /** The server's own words: another audience, or no such lesson. */
  | { kind: 'refused'; code: string; message: string }
  /** Not on this phone, and nothing answers. */
  | { kind: 'offline' }
  | { kind: 'full' }
  | { kind: 'failed'; failure: Failure };

/** What this phone holds at once; else it is fetched and kept. What is open does not change under the reader. */
export const loadLessonAtom = atom(null, async (get, set, id: number): Promise<LessonLoad> => {
  const { uid } = get(sessionAtom);
  const stores = get(storesAtom);
  const read = async (): Promise<HeldLesson | undefined> => {
    for (const store of [stores.pub(), await stores.person(uid)]) {
      const held = await readLesson(store, id).catch(() => undefined);
      if (held) return held;
    }
    return undefined;
  };
  const isListed = () => get(libraryAtom).courses.some(({ lessons }) => lessons.some((lesson) => lesson.id === id));
  if (get(libraryAtom).status === 'unread') await set(reloadLibraryAtom);
  const held = isListed() ? await read() : undefined;
  if (held) {
    // Its reason, and a newer version for the next time.
    void runLessons(get, { kind: 'open', id }).then(() => set(reloadLibraryAtom));
    return { kind: 'ready', held };
  }
  if (!isListed()) {
    await runLessons(get, { kind: 'sync' });
    await set(reloadLibraryAtom);
  }
  if (!isListed()) return set(askWhyNotAtom, id);
  let result = await runLessons(get, { kind: 'open', id });
  if (result.kind === 'broken') {
    // The list on this phone may be older than the shop's files.
    await runLessons(get, { kind: 'sync' });
    result = await runLessons(get, { kind: 'open', id });
  }
  await set(reloadLibraryAtom);
  const fetched = await read();
  if (fetched) return { kind: 'ready', held: fetched };
  if (result.kind === 'offline') set(reportNetworkAtom, false);
  if (result.kind === 'offline' || result.kind === 'full') return { kind: result.kind };
  return result.kind === 'gone'
    ? set(askWhyNotAtom, id)
    : { kind: 'failed', failure: { kind: 'broken', cause: result } };
});

const askWhyNotAtom = atom(null, async (get, set, id: number): Promise<LessonLoad> => {
  try {
    await get(apiAtom).send(getLesson, { params: { id: String(id) } });
    return { kind: 'failed', failure: { kind: 'broken', cause: 'not in the list' } };
  } catch (error) {
    const failure = failureOf(error);
    if (failure.kind === 'refused')
      return { kind: 'refused', code: failure.refusal.code, message: failure.refusal.message };
    if (failure.kind !== 'offline') return { kind: 'failed', failure };
    set(reportNetworkAtom, false);
    return { kind: 'offline' };
  }
});
