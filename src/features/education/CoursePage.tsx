import { useAtomValue, useSetAtom } from 'jotai';
import { Link } from 'wouter';
import { CertificateLink } from '#src/features/education/Certificates.tsx';
import {
  coursesAtom,
  educationStateAtom,
  libraryAtom,
  marksOfLessonsAtom,
  refreshEducationAtom,
} from '#src/features/education/education.atoms.ts';
import type { CourseView } from '#src/features/education/education.rules.ts';
import { CourseDownload } from '#src/features/education/CourseDownload.tsx';
import { LessonList } from '#src/features/education/LessonList.tsx';
import { Locked } from '#src/features/education/Locked.tsx';
import { Stem } from '#src/features/education/Stem.tsx';
import { useEducation } from '#src/features/education/use-education.ts';
import { minutesCount, stepsWords } from '#src/features/education/words.ts';
import { failureText } from '#src/platform/api/failure.ts';
import { networkAtom } from '#src/platform/api/network.ts';
import { Button } from '#src/ui/Button.tsx';
import { buttonClass } from '#src/ui/button-class.ts';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { Icon } from '#src/ui/Icon.tsx';
import { usePageTitle } from '#src/ui/page-title.ts';
import { Since } from '#src/ui/Since.tsx';
import { Skeleton } from '#src/ui/Skeleton.tsx';
import styles from './CoursePage.module.css';

/** Contents of a course: what is watched, what is passed, what is on this phone. */
export function CoursePage({ id }: { id: number }) {
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
        <Contents course={course} />
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

function Contents({ course }: { course: CourseView }) {
  const { at } = useAtomValue(marksOfLessonsAtom);
  const { isOnline } = useAtomValue(networkAtom);
  const { title, description, lessons, progress, nextLessonId, minutes, certificate, hasCertificate } = course;
  const next = lessons.find((lesson) => lesson.id === nextLessonId);
  return (
    <>
      <header className={styles.head}>
        <h1 tabIndex={-1}>{title}</h1>
        <p className="soft">{description}</p>
        <p className="small mute">
          {stepsWords(course)} · {minutesCount(minutes)}
          {!isOnline && at && (
            <>
              {' · '}
              <Since at={at} />
            </>
          )}
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
      <CourseDownload course={course} />
      <section aria-labelledby="lessons">
        <h2 id="lessons" className="sr">
          Уроки
        </h2>
        <LessonList lessons={lessons} className="card" />
      </section>
    </>
  );
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
