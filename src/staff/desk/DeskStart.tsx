import { useAtomValue } from 'jotai';
import { Link } from 'wouter';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { placesOf, RIGHTS } from '#src/staff/desk/sections.ts';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import styles from './DeskStart.module.css';

/** /desk: what this person may open. Everything here is known to the device, so it is the same without a network. */
export function DeskStart() {
  const session = useAtomValue(sessionAtom);
  const places = placesOf(session);
  const rights = Object.entries(RIGHTS).filter(([name]) => session.permissions.includes(name));
  return (
    <div className={`wrap ${styles.page}`}>
      <h1 tabIndex={-1}>Хозяйство</h1>
      {places.length === 0 ? (
        <EmptyState
          drawing="sprout"
          title="Разделов пока нет"
          text="Они появляются здесь, когда готовы. Товары, загрузку и курсы пока ведут командами на сервере."
        />
      ) : (
        <ul className={styles.places}>
          {places.map(({ href, title, text }) => (
            <li key={href}>
              <Link href={href} className={`card ${styles.place}`}>
                <b>{title}</b>
                <span className="small soft">{text}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      <section aria-labelledby="rights">
        <h2 id="rights">Ваши права</h2>
        <ul className={styles.rights}>
          {rights.map(([name, title]) => (
            <li key={name}>{title}</li>
          ))}
        </ul>
      </section>
    </div>
  );
}
