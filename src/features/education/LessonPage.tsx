import { useAtomValue, useSetAtom } from 'jotai';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'wouter';
import type { LessonPackage } from '#contract/education.ts';
import { lessonLane } from '#src/features/education/education.mutation.ts';
import { coursesAtom, markWatchedAtom, marksOfLessonsAtom } from '#src/features/education/education.atoms.ts';
import { findLesson } from '#src/features/education/education.rules.ts';
import { NoLesson } from '#src/features/education/NoLesson.tsx';
import { CourseDownload } from '#src/features/education/CourseDownload.tsx';
import { LessonBar, LessonFrame } from '#src/features/education/LessonBar.tsx';
import { LessonList } from '#src/features/education/LessonList.tsx';
import { LessonText } from '#src/features/education/LessonText.tsx';
import { keepTicksAtom, readTicksAtom } from '#src/features/education/reading.atoms.ts';
import { useEducation } from '#src/features/education/use-education.ts';
import { useLesson } from '#src/features/education/use-lesson.ts';
import { useReadingPlace } from '#src/features/education/use-reading-place.ts';
import { dayWords, minutesCount } from '#src/features/education/words.ts';
import { MARK_WORDS, markOf } from '#src/sync-client/sync.atoms.ts';
import { Button } from '#src/ui/Button.tsx';
import { buttonClass } from '#src/ui/button-class.ts';
import { Icon } from '#src/ui/Icon.tsx';
import { IconButton } from '#src/ui/IconButton.tsx';
import { usePageTitle } from '#src/ui/page-title.ts';
import { Sheet } from '#src/ui/Sheet.tsx';
import { Skeleton } from '#src/ui/Skeleton.tsx';
import { Tag } from '#src/ui/Tag.tsx';
import styles from './LessonPage.module.css';
import bar from './LessonBar.module.css';
import text from './LessonText.module.css';

type Slots = {
  /** «Оформление»: theme and size of the letters. */
  appearance: ReactNode;
  video?: (lesson: LessonPackage, onWatched: () => void) => ReactNode;
  products?: (codes: readonly string[]) => ReactNode;
};

/** One lesson to read: opened once it stays on this phone. */
export function LessonPage({ id, ...slots }: Slots & { id: number }) {
  useEducation();
  const { load, again } = useLesson(id);
  if (load === null || load.kind === 'ready')
    return <Reading key={id} id={id} lesson={load?.held.lesson ?? null} {...slots} />;
  return (
    <div className="wrap">
      <NoLesson load={load} onAgain={again} />
    </div>
  );
}

function Bar({ id, title, appearance }: { id: number; title: string; appearance: ReactNode }) {
  const found = findLesson(useAtomValue(coursesAtom), id);
  const [open, setOpen] = useState<'text' | 'contents' | null>(null);
  const close = () => setOpen(null);
  const course = found?.course;
  const href = course ? `/user/education/course/${course.id}` : '/user/education';
  return (
    <>
      <LessonBar
        back={{ href, label: 'К списку уроков' }}
        over={found ? `Урок ${found.number} из\u00a0${found.course.lessonsTotal}` : 'Урок'}
        title={course?.title ?? title}
        percent={course?.progress ?? 0}
        tools={
          <>
            <button type="button" className={bar.aa} aria-label="Аа: вид текста" onClick={() => setOpen('text')}>
              Аа
            </button>
            {course && <IconButton icon="list" label="Содержание курса" onClick={() => setOpen('contents')} />}
          </>
        }
      />
      <Sheet open={open === 'text'} onClose={close} title="Вид текста">
        <div className={styles.appearance}>{appearance}</div>
      </Sheet>
      {course && (
        <Sheet open={open === 'contents'} onClose={close} title={course.title}>
          <LessonList lessons={course.lessons} currentId={id} onOpen={close} />
        </Sheet>
      )}
    </>
  );
}

/** One frame from the start: what was opened in its bar stays open when the text arrives. */
function Reading({ id, lesson, appearance, video, products }: Slots & { id: number; lesson: LessonPackage | null }) {
  const quiz = lesson?.quiz ?? null;
  const article = useRef<HTMLElement>(null);
  const found = findLesson(useAtomValue(coursesAtom), id);
  const { isWatched } = useAtomValue(marksOfLessonsAtom);
  const markWatched = useSetAtom(markWatchedAtom);
  const mark = useAtomValue(useMemo(() => markOf(lessonLane(id)), [id]));
  const { ticks, tick } = useTicks(id);
  usePageTitle(lesson?.title ?? null);
  useReadingPlace(article, id, lesson !== null && ticks !== null);
  const watched = isWatched(id);
  const passed = found?.lesson.quiz.passed === true;
  const watch = () => void markWatched(id);
  return (
    <LessonFrame
      bar={<Bar id={id} title={lesson?.title ?? 'Урок'} appearance={appearance} />}
      go={
        lesson && (
          <>
            {found?.previous && (
              <Link
                href={`/user/education/lesson/${found.previous.id}`}
                className={buttonClass('line', { className: styles.side })}
                aria-label="Предыдущий урок"
                aria-description={found.previous.title}
              >
                <Icon name="left" size={20} />
              </Link>
            )}
            <Go id={id} hasQuiz={quiz !== null} watched={watched} passed={passed} onWatch={watch} />
          </>
        )
      }
    >
      {found && <CourseDownload course={found.course} isQuiet />}
      {lesson === null ? (
        <div aria-busy="true" className={text.text}>
          <Skeleton width="min(360px, 90%)" height={31} />
          <Skeleton width="40%" />
          <Skeleton height={160} radius={12} />
        </div>
      ) : (
        <article ref={article} className={text.text}>
          <h1 tabIndex={-1}>{lesson.title}</h1>
          <p className={`small mute ${text.meta}`}>
            {minutesCount(lesson.minutes)}
            {dayWords(lesson.updated) && ` · обновлён ${dayWords(lesson.updated)}`}
          </p>
          {lesson.video && video?.(lesson, watch)}
          {ticks !== null && <LessonText html={lesson.html} ticks={ticks} onTick={tick} />}
        </article>
      )}
      {lesson && products?.(lesson.products)}
      <div className={styles.after} aria-live="polite" hidden={lesson === null}>
        {watched && <Tag icon="check">просмотрен</Tag>}
        {!watched && quiz !== null && (
          <Button kind="quiet" onClick={watch}>
            Отметить просмотренным
          </Button>
        )}
        {passed && <Tag icon="check">тест сдан</Tag>}
        {mark && (
          <Tag kind="seed" icon="clock">
            {MARK_WORDS[mark]}
          </Tag>
        )}
        {found?.next && quiz !== null && (
          <Link className="link hit" href={`/user/education/lesson/${found.next.id}`}>
            Следующий урок: {found.next.title}
          </Link>
        )}
      </div>
    </LessonFrame>
  );
}

type GoProps = { id: number; hasQuiz: boolean; watched: boolean; passed: boolean; onWatch: () => void };
/** One strong action: to the quiz, to the next lesson, or the mark itself. */
function Go({ id, hasQuiz, watched, passed, onWatch }: GoProps) {
  const found = findLesson(useAtomValue(coursesAtom), id);
  const next = found?.next;
  if (hasQuiz && !passed)
    return (
      <Link
        href={`/user/education/lesson/${id}/quiz`}
        className={buttonClass('leaf', { size: 'lg' })}
        onClick={() => onWatch()}
      >
        {watched ? 'К тесту' : 'Пройдено, к\u00a0тесту'}
      </Link>
    );
  if (!watched)
    return (
      <Button kind="leaf" size="lg" onClick={onWatch}>
        Отметить просмотренным
      </Button>
    );
  if (next)
    return (
      <Link
        href={`/user/education/lesson/${next.id}`}
        className={buttonClass('leaf', { size: 'lg' })}
        aria-description={next.title}
      >
        Следующий урок
      </Link>
    );
  return (
    <Link
      href={found ? `/user/education/course/${found.course.id}` : '/user/education'}
      className={buttonClass('leaf', { size: 'lg' })}
    >
      К{'\u00a0'}списку уроков
    </Link>
  );
}

function useTicks(id: number): { ticks: readonly number[] | null; tick: (line: number) => void } {
  const read = useSetAtom(readTicksAtom);
  const keep = useSetAtom(keepTicksAtom);
  const [state, setState] = useState<{ id: number; ticks: readonly number[] } | null>(null);
  useEffect(() => {
    let isLeft = false;
    void read(id).then((ticks) => !isLeft && setState({ id, ticks }));
    return () => {
      isLeft = true;
    };
  }, [id, read]);
  const ticks = state?.id === id ? state.ticks : null;
  return {
    ticks,
    tick(line) {
      const next = ticks?.includes(line) ? ticks.filter((one) => one !== line) : [...(ticks ?? []), line];
      setState({ id, ticks: next });
      void keep({ lessonId: id, ticks: next });
    },
  };
}
