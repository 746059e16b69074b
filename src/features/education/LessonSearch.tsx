import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { libraryAtom } from '#src/features/education/education.atoms.ts';
import type { FoundLesson } from '#src/features/education/lessons-search.ts';
import { searchLessonsAtom } from '#src/features/education/search.atoms.ts';
import { lessonsCount } from '#src/terms/counts.ts';
import { TextInput } from '#src/ui/TextInput.tsx';
import styles from './LessonSearch.module.css';

/** «Поиск по урокам»: works without a network over what is on this phone. The words stand in the address. */
export function LessonSearch() {
  const query = new URLSearchParams(useSearch()).get('q') ?? '';
  const [, navigate] = useLocation();
  const library = useAtomValue(libraryAtom);
  const search = useSetAtom(searchLessonsAtom);
  const [state, setState] = useState<{ query: string; found: readonly FoundLesson[] } | null>(null);
  const isAsked = query.trim() !== '';
  useEffect(() => {
    if (!isAsked) return undefined;
    let isLeft = false;
    void search(query).then((found) => !isLeft && setState({ query, found }));
    return () => {
      isLeft = true;
    };
  }, [query, isAsked, library, search]);
  const found = isAsked && state ? state.found : null;
  const held = Object.keys(library.held).length;
  const total = library.courses.reduce((sum, { lessons }) => sum + lessons.length, 0);
  return (
    <search className={styles.search}>
      <TextInput
        type="search"
        aria-label="Поиск по урокам"
        placeholder="Поиск по урокам"
        value={query}
        onChange={({ target: { value } }) =>
          navigate(value === '' ? '/user/education' : `/user/education?q=${encodeURIComponent(value)}`, {
            replace: true,
          })
        }
      />
      <output className="small soft">
        {found !== null && (found.length === 0 ? 'Ничего не\u00a0нашлось.' : `Нашлось: ${lessonsCount(found.length)}.`)}
        {found !== null &&
          held < total &&
          ` Ищем в\u00a0текстах скачанных и\u00a0открытых уроков: ${held} из\u00a0${total}.`}
      </output>
      {found !== null && found.length > 0 && (
        <ul className={styles.found}>
          {found.map(({ id, title, course, piece }) => (
            <li key={id}>
              <Link href={`/user/education/lesson/${id}`} className={`card ${styles.item}`}>
                <b>{title}</b>
                <span className="small mute">{course}</span>
                {piece && (
                  <span className="small soft">
                    {piece.before}
                    <mark>{piece.hit}</mark>
                    {piece.after}
                  </span>
                )}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </search>
  );
}
