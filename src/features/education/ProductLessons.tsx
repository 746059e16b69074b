import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { Link } from 'wouter';
import {
  coursesAtom,
  libraryAtom,
  refreshEducationAtom,
  reloadLibraryAtom,
} from '#src/features/education/education.atoms.ts';
import { findLesson } from '#src/features/education/education.rules.ts';
import { isLearner } from '#src/features/education/learner.rules.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import styles from './ProductLessons.module.css';

/**
 * «В уроках»: what this person may read about the product. Nothing at all for whom education is closed and where nothing
 * mentions it.
 */
export function ProductLessons({ productId }: { productId: number }) {
  const { known, uid, user } = useAtomValue(sessionAtom);
  const { productLessons, status } = useAtomValue(libraryAtom);
  const courses = useAtomValue(coursesAtom);
  const reload = useSetAtom(reloadLibraryAtom);
  const refresh = useSetAtom(refreshEducationAtom);
  const isOpen = known && isLearner(user);
  useEffect(() => {
    if (isOpen && status === 'unread') void reload();
    // A phone that has never opened «Обучение» asks once what there is.
    if (isOpen && status === 'empty') void refresh();
  }, [isOpen, uid, status, reload, refresh]);
  const found = (productLessons[String(productId)] ?? []).flatMap((id) => findLesson(courses, id) ?? []);
  if (!isOpen || found.length === 0) return null;
  return (
    <section className={styles.lessons} aria-labelledby="in-lessons">
      <h2 id="in-lessons">В уроках</h2>
      <ul>
        {found.map(({ lesson, course }) => (
          <li key={lesson.id}>
            <Link className="link" href={`/user/education/lesson/${lesson.id}`}>
              {lesson.title}
            </Link>{' '}
            <span className="small mute">· {course.title}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
