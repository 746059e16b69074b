import { useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { SEARCH_MIN } from '#contract/consultants.ts';
import type { ActivityRow } from '#contract/reports.ts';
import { findAtom, loadPersonPathAtom } from '#src/features/structure/structure.atoms.ts';
import { failureText } from '#src/platform/api/failure.ts';
import { formatNumber } from '#src/ui/format.ts';
import styles from './Structure.module.css';

type Found = { q: string; items: readonly ActivityRow[]; total: number; words: string | null };
/** How long the typing must rest before the shop is asked. */
const REST_MS = 300;
const SHOWN = 8;

type Props = { q: string; onChosen: (path: readonly number[], person: ActivityRow) => void };

/** People of that name or number; choosing one opens the tree down to them. */
export function FoundPeople({ q, onChosen }: Props) {
  const find = useSetAtom(findAtom);
  const pathTo = useSetAtom(loadPersonPathAtom);
  const [found, setFound] = useState<Found | null>(null);
  const isShort = q.length < SEARCH_MIN;
  useEffect(() => {
    if (isShort) return undefined;
    let isLeft = false;
    const timer = setTimeout(async () => {
      const answer = await find(q);
      if (isLeft) return;
      setFound('kind' in answer ? { q, items: [], total: 0, words: failureText(answer) } : { q, items: answer.items, total: answer.total, words: null }); // prettier-ignore
    }, REST_MS);
    return () => {
      isLeft = true;
      clearTimeout(timer);
    };
  }, [find, q, isShort]);
  const choose = async (person: ActivityRow) => {
    const path = await pathTo(person.id);
    if (path) return onChosen(path, person);
    setFound({ q, items: [], total: 0, words: 'Человек не открылся. Проверьте связь и найдите его ещё раз.' });
    return undefined;
  };
  if (isShort) return <output className="small soft">Введите не меньше {SEARCH_MIN} букв или цифр</output>;
  if (!found) return null;
  return (
    <div className={`card ${styles.found}`}>
      <output className="small soft">
        {found.words ??
          (found.total === 0
            ? `По запросу «${found.q}» в вашей структуре никого нет`
            : `Найдено: ${formatNumber(found.total)}`)}
      </output>
      <ul>
        {found.items.slice(0, SHOWN).map((person) => (
          <li key={person.id}>
            <button type="button" className={styles.hit} onClick={() => void choose(person)}>
              <b>{person.name}</b>
              <span className="small soft num">
                {person.cons_id}, {person.line}-я линия
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
