import { atom } from 'jotai';
import { mutationOf } from '#src/offline/outbox/mutation.ts';
import type { Quiz } from '#contract/education.ts';
import { coursesAtom, marksOfLessonsAtom } from '#src/features/education/education.atoms.ts';
import { quizSubmit } from '#src/features/education/education.mutation.ts';
import { findLesson } from '#src/features/education/education.rules.ts';
import {
  answerWith,
  type Attempt,
  attemptKey,
  attemptsOf,
  beginAttempt,
  bodyOf,
  goTo,
  isAttempt,
  isJudged,
} from '#src/features/education/quiz.rules.ts';
import { notSavedAtom } from '#src/features/notices/notices.atoms.ts';
import { ownerAtom, sessionAtom } from '#src/features/session/session.atoms.ts';
import { OPEN_KEY } from '#src/offline/outbox/record.ts';
import { judgedKey, type Judged } from '#src/features/education/education.mutation.ts';
import { saveAtom, syncAtom } from '#src/sync-client/sync.atoms.ts';
import { ask } from '#src/device/storage.ts';
import { storesAtom } from '#src/platform/memory/stores.atom.ts';
import { newUuid } from '#src/device/uuid.ts';

// Commands: readQuizAtom, beginQuizAtom, changeAttemptAtom, submitQuizAtom. Read: serverNowAtom.

/** What this phone remembers of one quiz, beside the queue. */
export type QuizMemory = { attempts: readonly Attempt[]; judged: Judged | null };
export const readQuizAtom = atom(null, async (get, _set, lessonId: number): Promise<QuizMemory> => {
  const store = await get(storesAtom).person(get(sessionAtom).uid);
  const [attempts, judged] = await Promise.all([
    store.entries<unknown>(attemptsOf(lessonId)),
    store.get<unknown>(judgedKey(lessonId)),
  ]);
  return {
    attempts: attempts.map(([, attempt]) => attempt).filter(isAttempt),
    judged: isJudged(judged) ? judged : null,
  };
});

/** A new attempt; what earlier ones of this quiz have left goes, but for answers that the server refused. */
export const beginQuizAtom = atom(null, async (get, _set, quiz: Quiz): Promise<Attempt | null> => {
  const { uid } = get(sessionAtom);
  const refused = new Set(get(syncAtom).rejected.map(({ record }) => record.id));
  const store = await get(storesAtom).person(uid);
  const earlier = await store.entries<unknown>(attemptsOf(quiz.lesson_id));
  const attempt = beginAttempt(quiz, newUuid());
  const key = attemptKey(quiz.lesson_id, quiz.version);
  return store
    .change(async (kv) => {
      if ((await ask(kv.get(OPEN_KEY))) === false) return null;
      for (const [old, value] of earlier) if (!isAttempt(value) || !refused.has(value.id)) kv.delete(old);
      kv.put(attempt, key);
      return attempt;
    })
    .catch(() => attempt);
});

export type Change = { kind: 'answer'; questionId: number; answerId: number } | { kind: 'go'; at: number };
/**
 * Written at every answer, over what is stored: another tab of this phone may have answered too. Resolves with the attempt
 * and whether it is safe on the phone.
 */
export const changeAttemptAtom = atom(
  null,
  async (get, set, { attempt, change }: { attempt: Attempt; change: Change }): Promise<Attempt> => {
    const apply = (one: Attempt): Attempt =>
      change.kind === 'go' ? goTo(one, change.at) : answerWith(one, change.questionId, change.answerId);
    try {
      const store = await get(storesAtom).person(get(sessionAtom).uid);
      const key = attemptKey(attempt.quiz.lesson_id, attempt.quiz.version);
      return await store.change(async (kv) => {
        if ((await ask(kv.get(OPEN_KEY))) === false) return apply(attempt);
        const stored: unknown = await ask(kv.get(key));
        const next = apply(isAttempt(stored) && stored.id === attempt.id ? { ...stored, at: attempt.at } : attempt);
        kv.put(next, key);
        return next;
      });
    } catch (error) {
      set(notSavedAtom, (error as DOMException)?.name === 'QuotaExceededError' ? 'full' : 'broken');
      return apply(attempt);
    }
  },
);

/** The answers go by the queue, with or without a signal, under the key the attempt was born with. */
export const submitQuizAtom = atom(null, async (get, set, attempt: Attempt): Promise<boolean> => {
  const title = findLesson(get(coursesAtom), attempt.quiz.lesson_id)?.lesson.title ?? '';
  const mutation = mutationOf(quizSubmit, bodyOf(attempt));
  const { uid } = get(sessionAtom);
  const saved = await set(saveAtom, mutation, { key: attempt.id, uid, owner: get(ownerAtom), seen: { title } });
  set(notSavedAtom, saved);
  return saved === 'queued' || saved === 'unjudged';
});

/** The server's clock as this phone knows it, ms: the pause before a retry is counted by it. */
export const serverNowAtom = atom((get) => {
  const { clockShift } = get(marksOfLessonsAtom);
  return () => Date.now() + clockShift;
});
