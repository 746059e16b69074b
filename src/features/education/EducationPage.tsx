import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { Certificates } from '#src/features/education/Certificates.tsx';
import { CourseCover } from '#src/features/education/CourseCover.tsx';
import {
  coursesAtom,
  educationStateAtom,
  libraryAtom,
  marksOfLessonsAtom,
  refreshEducationAtom,
} from '#src/features/education/education.atoms.ts';
import { continueAt, type CourseView } from '#src/features/education/education.rules.ts';
import { LessonSearch } from '#src/features/education/LessonSearch.tsx';
import { type Place, readPlacesAtom } from '#src/features/education/reading.atoms.ts';
import { Stem } from '#src/features/education/Stem.tsx';
import { useEducation } from '#src/features/education/use-education.ts';
import { minutesCount, stepsWords } from '#src/features/education/words.ts';
import { lessonsCount } from '#src/terms/counts.ts';
import { failureText } from '#src/platform/api/failure.ts';
import { networkAtom } from '#src/platform/api/network.ts';
import { Button } from '#src/ui/Button.tsx';
import { buttonClass } from '#src/ui/button-class.ts';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { Note } from '#src/ui/Note.tsx';
import { Since } from '#src/ui/Since.tsx';
import { Skeleton } from '#src/ui/Skeleton.tsx';
import { Tag } from '#src/ui/Tag.tsx';
import styles from './EducationPage.module.css';

/** «Обучение»: where I stopped, the courses with what is done in each, certificates. */
export function EducationPage() {
  const isLooked = useEducation();
  const courses = useAtomValue(coursesAtom);
  const state = useAtomValue(educationStateAtom);
  const { status, courses: listed } = useAtomValue(libraryAtom);
  const { at } = useAtomValue(marksOfLessonsAtom);
  const { isOnline } = useAtomValue(networkAtom);
  const places = usePlaces();
  // What the shop has said of courses comes before their lists: drawn by halves, the page would jump.
  const isWhole = places !== null && (listed.length > 0 || isLooked);
  return (
    <div className={`wrap ${styles.page}`}>
      <div className={styles.head}>
        <h1 tabIndex={-1}>Обучение</h1>
        {(!isOnline || state.kind === 'offline') && at && <Since at={at} />}
      </div>
      {courses.length > 0 && isWhole ? (
        <>
          {state.kind === 'full' && <Full />}
          <Continue courses={courses} places={places} />
          <LessonSearch />
          <section aria-labelledby="courses">
            <h2 id="courses" className="sr">
              Курсы
            </h2>
            <ul className={styles.courses}>
              {courses.map((course) => (
                <li key={course.id}>
                  <CourseCard course={course} />
                </li>
              ))}
            </ul>
          </section>
          <Certificates className={styles.certificates} />
        </>
      ) : (
        <Nothing isWaiting={!isWhole || !isLooked || status === 'unread' || state.kind === 'loading'} />
      )}
    </div>
  );
}

/** Where the reader stopped, from the phone; null until it has answered: the list below must not jump when it does. */
function usePlaces(): readonly Place[] | null {
  const readPlaces = useSetAtom(readPlacesAtom);
  const [places, setPlaces] = useState<readonly Place[] | null>(null);
  useEffect(() => void readPlaces().then(setPlaces), [readPlaces]);
  return places;
}

function Continue({ courses, places }: { courses: readonly CourseView[]; places: readonly Place[] }) {
  const found = continueAt(courses, places);
  if (!found) return null;
  const { course, lesson } = found;
  const isBegun = course.lessonsWatched > 0 || places.some(({ lessonId }) => lessonId === lesson.id);
  const isQuizNext = lesson.watched && lesson.hasQuiz;
  return (
    <section className={styles.next} aria-labelledby="continue">
      <div>
        <h2 id="continue" className="h3">
          {isBegun ? 'Вы остановились здесь' : 'С чего начать'}
        </h2>
        <p>{lesson.title}</p>
        <p className="small soft">
          {course.title} · {isQuizNext ? 'тест' : minutesCount(lesson.minutes)}
        </p>
      </div>
      <Link
        href={`/user/education/lesson/${lesson.id}${isQuizNext ? '/quiz' : ''}`}
        className={buttonClass('leaf')}
        aria-description={lesson.title}
      >
        {isBegun ? 'Продолжить' : 'Начать'}
      </Link>
    </section>
  );
}

function CourseCard({ course }: { course: CourseView }) {
  const { id, title, description, image, locked, progress, certificate, isWhole, heldLessons } = course;
  return (
    <article className={`card ${styles.course}`} aria-labelledby={`course-${id}`}>
      <CourseCover url={image} className={styles.cover} />
      <div className={styles.about}>
        <h3 id={`course-${id}`}>
          <Link href={`/user/education/course/${id}`}>{title}</Link>
        </h3>
        <p className="small soft">{description}</p>
      </div>
      <div className={styles.facts}>
        {locked ? (
          <p className={styles.tags}>
            <Tag kind="plain" icon="lock">
              для консультантов
            </Tag>
            <span className="small mute">{lessonsCount(course.lessonsTotal)}</span>
          </p>
        ) : (
          <>
            <p className="small mute">{stepsWords(course)}</p>
            <Stem percent={progress} label={`Пройдено: ${title}`} />
            <p className={styles.tags}>
              {certificate && <Tag icon="check">есть сертификат</Tag>}
              {!certificate && progress === 100 && <Tag icon="check">пройден</Tag>}
              {isWhole && (
                <Tag kind="plain" icon="download">
                  на телефоне
                </Tag>
              )}
              {!isWhole && heldLessons > 0 && <span className="small mute">без сети: {lessonsCount(heldLessons)}</span>}
            </p>
          </>
        )}
      </div>
    </article>
  );
}

const Full = () => (
  <Note kind="error" icon="alert">
    На{'\u00a0'}телефоне не{'\u00a0'}осталось места: новые уроки не{'\u00a0'}сохраняются.{' '}
    <Link className="link" href="/user/sync">
      Освободить место
    </Link>
  </Note>
);

/** Nothing is on this phone yet. */
function Nothing({ isWaiting }: { isWaiting: boolean }) {
  const state = useAtomValue(educationStateAtom);
  const refresh = useSetAtom(refreshEducationAtom);
  if (isWaiting)
    return (
      <div aria-busy="true" className={styles.courses}>
        <Skeleton height={150} radius={12} />
        <Skeleton height={150} radius={12} />
        <Skeleton height={150} radius={12} />
        <Skeleton height={150} radius={12} />
      </div>
    );
  const again = (
    <Button kind="leaf" onClick={() => void refresh()}>
      Попробовать ещё раз
    </Button>
  );
  if (state.kind === 'offline')
    return (
      <EmptyState
        drawing="offline"
        title="Курсов на телефоне ещё нет"
        text="Откройте эту страницу один раз с интернетом. Потом уроки, что вы открыли, будут с вами и без сети."
        action={again}
      />
    );
  if (state.kind === 'failed')
    return <EmptyState drawing="lost" title="Курсы не открылись" text={failureText(state.failure)} action={again} />;
  return (
    <EmptyState
      drawing="sprout"
      title="Курсов пока нет"
      text="Здесь появятся уроки о продукции и о работе с клиентами."
      action={
        <Link href="/katalog" className={buttonClass('leaf')}>
          Открыть каталог
        </Link>
      }
    />
  );
}
