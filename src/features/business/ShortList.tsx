import { useSetAtom } from 'jotai';
import { Link } from 'wouter';
import { loadBusinessAtom } from '#src/features/business/business.atoms.ts';
import type { ShortPerson } from '#src/features/business/business.words.ts';
import { type Failure, failureText } from '#src/platform/api/failure.ts';
import { buttonClass } from '#src/ui/button-class.ts';
import { Icon } from '#src/ui/Icon.tsx';
import { Skeleton } from '#src/ui/Skeleton.tsx';
import styles from './Business.module.css';

type Props = {
  /** Null until there is an answer or a copy of one. */
  people: readonly ShortPerson[] | null;
  failure: Failure | null;
  empty: string;
  /** The whole report. */
  href: string;
  more: string;
};

/** Five people of a report, and the way to all of them. */
export function ShortList({ people, failure, empty, href, more }: Props) {
  const load = useSetAtom(loadBusinessAtom);
  return (
    <>
      {people === null && !failure && (
        <div className={styles.waiting} aria-busy="true">
          <Skeleton height={48} radius={8} />
          <Skeleton height={48} radius={8} />
        </div>
      )}
      {people === null && failure && (
        <p className="soft">
          {failureText(failure)}{' '}
          <button type="button" className="link" onClick={() => void load()}>
            Повторить
          </button>
        </p>
      )}
      {people?.length === 0 && <p className="soft">{empty}</p>}
      {people !== null && people.length > 0 && (
        <ul className={styles.people}>
          {people.map((person) => (
            <Row key={person.id} {...person} />
          ))}
        </ul>
      )}
      <Link href={href} className="link">
        {more}
      </Link>
    </>
  );
}

function Row({ id, name, reason, about, phone, isUrgent }: ShortPerson) {
  return (
    <li className={styles.person}>
      <div className={styles.who}>
        <Link href={`/user/business/structure?person=${id}`} className={styles.name}>
          {name}
        </Link>
        <span className={isUrgent ? styles.urgent : undefined}>{reason}</span>
        <span className="small soft">{about}</span>
      </div>
      {phone && (
        <a href={`tel:${phone}`} className={buttonClass(isUrgent ? 'leaf' : 'line')} aria-label={`Позвонить: ${name}`}>
          <Icon name="phone" size={20} />
          <span className={styles.call}>Позвонить</span>
        </a>
      )}
      {phone === null && <span className="small soft">Контакт скрыт</span>}
    </li>
  );
}
