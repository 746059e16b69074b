import { Link } from 'wouter';
import type { CourseView, LessonView } from '#src/features/education/education.rules.ts';
import { Stem } from '#src/features/education/Stem.tsx';
import { minutesCount, stepsWords } from '#src/features/education/words.ts';
import { buttonClass } from '#src/ui/button-class.ts';
import styles from '../User.module.css';

/** The lesson at which the person stopped. */
export function LessonsToday({ course, lesson }: { course: CourseView; lesson: LessonView }) {
  const isQuizNext = lesson.watched && lesson.hasQuiz;
  return (
    <section className={`card ${styles.block}`} aria-labelledby="lessons-today">
      <div className={styles.blockHead}>
        <h2 id="lessons-today">Обучение</h2>
        <Link href="/user/education" className="link hit">
          Все курсы
        </Link>
      </div>
      <p>{lesson.title}</p>
      <p className="small soft">
        {course.title} · {isQuizNext ? 'тест' : minutesCount(lesson.minutes)}
      </p>
      <Stem percent={course.progress} label={`Пройдено: ${course.title}`} />
      <div className={styles.blockFoot}>
        <span className="small mute">{stepsWords(course)}</span>
        <Link
          href={`/user/education/lesson/${lesson.id}${isQuizNext ? '/quiz' : ''}`}
          className={buttonClass('soft')}
          aria-description={lesson.title}
        >
          Продолжить
        </Link>
      </div>
    </section>
  );
}
