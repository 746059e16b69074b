import { useAtomValue } from 'jotai';
import { Link } from 'wouter';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import styles from './Shell.module.css';

/** Desktop only: the quiet line above the header. It holds links that exist, nothing else. */
export function TopStrip() {
  const { user } = useAtomValue(sessionAtom);
  return (
    <div className={`wrap ${styles.strip}`}>
      <Link href="/eshop">Магазин</Link>
      <Link href="/kompaniya/rekvizity">Реквизиты</Link>
      <span className={styles.stripEnd}>
        {!user.isGuest && user.name && (
          <span>
            {user.name}
            {user.cons_id !== null && (
              <>
                , <span className="num">{user.cons_id}</span>
              </>
            )}
          </span>
        )}
        <Link href="/user/form-style">Оформление</Link>
      </span>
    </div>
  );
}
