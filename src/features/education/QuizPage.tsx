import { useAtomValue, useSetAtom } from 'jotai';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Quiz } from '#contract/education.ts';
import { quizLane } from '#src/features/education/education.mutation.ts';
import { coursesAtom } from '#src/features/education/education.atoms.ts';
import { findLesson } from '#src/features/education/education.rules.ts';
import { LessonBar, LessonFrame } from '#src/features/education/LessonBar.tsx';
import { NoLesson } from '#src/features/education/NoLesson.tsx';
import { beginQuizAtom, type QuizMemory, readQuizAtom } from '#src/features/education/quiz.atoms.ts';
import { type QuizScene, sceneOf } from '#src/features/education/quiz.rules.ts';
import { QuizQuestions } from '#src/features/education/QuizQuestions.tsx';
import { QuizJudged, QuizRefused, QuizStart, QuizWaiting } from '#src/features/education/QuizResult.tsx';
import { useEducation } from '#src/features/education/use-education.ts';
import { useLesson } from '#src/features/education/use-lesson.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { syncAtom } from '#src/sync-client/sync.atoms.ts';
import { usePageTitle } from '#src/ui/page-title.ts';
import { Skeleton } from '#src/ui/Skeleton.tsx';
import styles from './QuizPage.module.css';

/** «Тест»: one question a screen, then the server's verdict with what to know about each mistake. */
export function QuizPage({ id }: { id: number }) {
  const isLooked = useEducation();
  const { memory, reread } = useMemory(id);
  const { load, again } = useLesson(id);
  const { uid, pending, rejected, isRead } = useAtomValue(syncAtom);
  const session = useAtomValue(sessionAtom);
  const found = findLesson(useAtomValue(coursesAtom), id);
  usePageTitle(found ? `Тест: ${found.lesson.title}` : null);
  const isQueueRead = isRead && uid === session.uid;
  const lane = quizLane(id);
  const scene: QuizScene | null =
    memory && isQueueRead
      ? sceneOf({
          ...memory,
          pending: pending.filter((record) => record.lane === lane),
          rejected: rejected.filter(({ record }) => record.lane === lane),
        })
      : null;
  const current = load?.kind === 'ready' ? load.held.lesson.quiz : null;
  const begin = useBegin(reread);
  // Straight to the first question, unless there is a pause to wait for or a verdict to read.
  const starts = scene?.kind === 'start' && current && found && !found.lesson.quiz.passed && mayTry(found.lesson.quiz);
  useEffect(() => {
    if (starts && isLooked) void begin(current);
  }, [starts, isLooked, current, begin]);

  useFocusOnScene(scene?.kind);

  const over = found ? `Урок ${found.number}, тест` : 'Тест';
  const bar = (title: string, percent: number) => (
    <LessonBar
      back={{ href: `/user/education/lesson/${id}`, label: 'К уроку' }}
      over={over}
      title={title}
      percent={percent}
      {...(scene?.kind === 'asking' ? { measure: 'Вопросы теста' } : {})}
    />
  );
  if (scene?.kind === 'asking')
    return <QuizQuestions key={scene.attempt.id} attempt={scene.attempt} bar={bar} onChange={reread} />;
  const title = found?.lesson.title ?? 'Тест';
  const percent = found?.course.progress ?? 0;
  if (!scene || (scene.kind === 'start' && (load === null || (starts && !isLooked) || starts)))
    return (
      <LessonFrame bar={bar(title, percent)}>
        <div aria-busy="true" className={styles.result}>
          <Skeleton width="min(360px, 90%)" height={31} />
          <Skeleton height={60} radius={12} />
          <Skeleton height={60} radius={12} />
          <Skeleton height={60} radius={12} />
        </div>
      </LessonFrame>
    );
  if (scene.kind === 'start' && load && load.kind !== 'ready')
    return (
      <div className="wrap">
        <NoLesson load={load} onAgain={again} />
      </div>
    );
  const shared = { lessonId: id, attempts: memory?.attempts ?? [], current, onBegin: begin };
  return (
    <LessonFrame bar={bar(title, percent)}>
      {scene.kind === 'waiting' && <QuizWaiting {...shared} record={scene.record} />}
      {scene.kind === 'refused' && <QuizRefused {...shared} rejected={scene.rejected} />}
      {scene.kind === 'judged' && <QuizJudged {...shared} judged={scene.judged} />}
      {scene.kind === 'start' && <QuizStart {...shared} />}
    </LessonFrame>
  );
}

/** What comes in the place of the questions is read aloud, unless the person is somewhere else on the page. */
function useFocusOnScene(kind: QuizScene['kind'] | undefined): void {
  const shown = useRef(kind);
  useEffect(() => {
    const before = shown.current;
    if (kind === undefined || kind === before) return;
    shown.current = kind;
    if (before === undefined || (document.activeElement ?? document.body) !== document.body) return;
    document.querySelector<HTMLElement>('#main legend, #main h1[tabindex]')?.focus({ preventScroll: true });
    scrollTo({ top: 0, behavior: 'instant' });
  }, [kind]);
}

/** An attempt may be made now as far as this phone knows; the server has the last word. */
const mayTry = ({ retry_at }: { retry_at: string | null }): boolean => retry_at === null;

/** What the phone remembers of this quiz, read again whenever the queue changes. */
function useMemory(id: number): { memory: QuizMemory | null; reread: () => Promise<void> } {
  const { known, uid } = useAtomValue(sessionAtom);
  const queue = useAtomValue(syncAtom);
  const read = useSetAtom(readQuizAtom);
  const [state, setState] = useState<{ of: string; memory: QuizMemory } | null>(null);
  const of = `${uid} ${id}`;
  const reread = useCallback(
    async () => setState({ of, memory: await read(id).catch(() => ({ attempts: [], judged: null })) }),
    [of, id, read],
  );
  useEffect(() => {
    if (known) void Promise.resolve().then(reread);
  }, [known, reread, queue.pending, queue.rejected, queue.outcomes]);
  return { memory: state?.of === of ? state.memory : null, reread };
}

function useBegin(reread: () => Promise<void>): (quiz: Quiz) => Promise<void> {
  const begin = useSetAtom(beginQuizAtom);
  return useCallback(
    async (quiz: Quiz) => {
      await begin(quiz);
      await reread();
    },
    [begin, reread],
  );
}
