import { useAtomValue, useSetAtom } from 'jotai';
import { type ReactNode, useMemo } from 'react';
import { Link } from 'wouter';
import { CertificateLink } from '#src/features/education/Certificates.tsx';
import {
  coursesAtom,
  educationStateAtom,
  libraryAtom,
  marksOfLessonsAtom,
  refreshEducationAtom,
} from '#src/features/education/education.atoms.ts';
import type { CourseView, LessonView } from '#src/features/education/education.rules.ts';
import { Locked } from '#src/features/education/Locked.tsx';
import { Stem } from '#src/features/education/Stem.tsx';
import { useEducation } from '#src/features/education/use-education.ts';
import { minutesCount, stepsWords } from '#src/features/education/words.rules.ts';
import { failureText } from '#src/platform/failure.ts';
import { MARK_WORDS, markOf } from '#src/platform/marks.atoms.ts';
import { networkAtom } from '#src/platform/network.ts';
import { Button } from '#src/ui/Button.tsx';
import { buttonClass } from '#src/ui/button-class.ts';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { Icon } from '#src/ui/Icon.tsx';
import { usePageTitle } from '#src/ui/page-title.ts';
import { Since } from '#src/ui/Since.tsx';
import { Skeleton } from '#src/ui/Skeleton.tsx';
import { Tag } from '#src/ui/Tag.tsx';
import styles from './CoursePage.module.css';

type Props = { id: number; download?: (course: CourseView) => ReactNode };

/** Contents of a course: what is watched, what is passed, what is on this phone. */
export function CoursePage({ id, download }: Props) {
  const isLooked = useEducation();
  const courses = useAtomValue(coursesAtom);
  const { status } = useAtomValue(libraryAtom);
  const course = courses.find((one) => one.id === id);
  usePageTitle(course?.title);
  const isWaiting = !isLooked || status === 'unread';
  return (
    <div className={`wrap ${styles.page}`}>
      <Link href="/user/education" className={styles.back}>
        <Icon name="left" size={20} /> Обучение
      </Link>
      {course && !course.locked && course.lessons.length > 0 ? (
        <Contents course={course}>{download?.(course)}</Contents>
      ) : course?.locked ? (
        <Locked title={course.title} />
      ) : isWaiting ? (
        <div aria-busy="true" className={styles.head}>
          <Skeleton width="min(320px, 70%)" height={32} />
          <Skeleton width="min(480px, 90%)" />
          <Skeleton height={320} radius={12} />
        </div>
      ) : (
        <Missing isKnown={course !== undefined} />
      )}
    </div>
  );
}

function Contents({ course, children }: { course: CourseView; children: ReactNode }) {
  const { at } = useAtomValue(marksOfLessonsAtom);
  const { isOnline } = useAtomValue(networkAtom);
  const { title, description, lessons, progress, nextLessonId, minutes, certificate, hasCertificate } = course;
  const next = lessons.find((lesson) => lesson.id === nextLessonId);
  return (
    <>
      <header className={styles.head}>
        <h1 tabIndex={-1}>{title}</h1>
        <p className="soft">{description}</p>
        <p className="small mute num">
          {stepsWords(course)} · {minutesCount(minutes)} {!isOnline && at && <Since at={at} />}
        </p>
        <Stem percent={progress} label="Пройдено" />
      </header>
      {next && (
        <Link
          href={`/user/education/lesson/${next.id}${next.watched ? '/quiz' : ''}`}
          className={buttonClass('leaf', { size: 'lg' })}
          aria-description={next.title}
        >
          {progress === 0 ? 'Начать курс' : 'Продолжить'}
        </Link>
      )}
      {certificate && (
        <section className={`card ${styles.finish}`} aria-label="Сертификат">
          <p>
            <b>Курс пройден.</b> Сертификат <span className="num">№ {certificate.number}</span>
          </p>
          <CertificateLink certificate={certificate} solid />
        </section>
      )}
      {!certificate && hasCertificate && (
        <p className="small soft">
          {progress === 100
            ? 'Всё пройдено. Сертификат появится, как только отметки дойдут до\u00a0магазина.'
            : 'Пройдите все уроки и\u00a0тесты, и\u00a0здесь будет сертификат.'}
        </p>
      )}
      {children}
      <section aria-labelledby="lessons">
        <h2 id="lessons" className="sr">
          Уроки
        </h2>
        <ol className={`card ${styles.lessons}`}>
          {lessons.map((lesson, i) => (
            <li key={lesson.id}>
              <LessonRow lesson={lesson} number={i + 1} isOnline={isOnline} />
            </li>
          ))}
        </ol>
      </section>
    </>
  );
}

function LessonRow({ lesson, number, isOnline }: { lesson: LessonView; number: number; isOnline: boolean }) {
  const { id, title, kind, minutes, watched, hasQuiz, quiz, isHeld } = lesson;
  const mark = useAtomValue(useMemo(() => markOf(`lesson:${id}`), [id]));
  const quizMark = useAtomValue(useMemo(() => markOf(`quiz:${id}`), [id]));
  const isDone = watched && (!hasQuiz || quiz.passed);
  return (
    <Link href={`/user/education/lesson/${id}`} className={styles.row}>
      <span className={`${styles.number} ${isDone ? styles.done : ''}`} aria-hidden="true">
        {isDone ? <Icon name="check" size={16} /> : number}
      </span>
      <span className={styles.words}>
        <span>
          <span className="sr">{number}. </span>
          {title}
        </span>
        <span className={`small mute ${styles.facts}`}>
          <span>
            {kind === 'video' ? 'видео, ' : ''}
            {minutesCount(minutes)}
          </span>
          {watched && <Tag icon="check">просмотрен</Tag>}
          {hasQuiz && <QuizTag passed={quiz.passed} best={quiz.best} />}
          {(mark ?? quizMark) && (
            <Tag kind="seed" icon="clock">
              {MARK_WORDS[(mark ?? quizMark)!]}
            </Tag>
          )}
          {isHeld && (
            <span className={styles.facts}>
              <Icon name="download" size={14} />
              <span className="sr">есть </span>на телефоне
            </span>
          )}
          {!isHeld && !isOnline && <span>нужен интернет</span>}
        </span>
      </span>
      <Icon name="right" size={20} />
    </Link>
  );
}

function QuizTag({ passed, best }: { passed: boolean; best: number | null }) {
  if (passed) return <Tag icon="check">тест сдан{best === null ? '' : `, ${best}\u00a0%`}</Tag>;
  if (best !== null) return <Tag kind="plain">тест: {best} %</Tag>;
  return <span>тест</span>;
}

function Missing({ isKnown }: { isKnown: boolean }) {
  const state = useAtomValue(educationStateAtom);
  const refresh = useSetAtom(refreshEducationAtom);
  if (state.kind === 'offline' || state.kind === 'failed')
    return (
      <EmptyState
        level={1}
        drawing={state.kind === 'offline' ? 'offline' : 'lost'}
        title={state.kind === 'offline' ? 'Этого курса нет на телефоне' : 'Курс не открылся'}
        text={state.kind === 'offline' ? 'Откройте его один раз с интернетом.' : failureText(state.failure)}
        action={
          <Button kind="leaf" onClick={() => void refresh()}>
            Попробовать ещё раз
          </Button>
        }
      />
    );
  return (
    <EmptyState
      level={1}
      drawing="lost"
      title={isKnown ? 'Уроков пока нет' : 'Такого курса нет'}
      text={isKnown ? 'Они появятся здесь.' : 'Возможно, ссылка устарела.'}
      action={
        <Link href="/user/education" className={buttonClass('leaf')}>
          К моим курсам
        </Link>
      }
    />
  );
}
