import { useAtomValue } from 'jotai';
import { Suspense } from 'react';
import { Link } from 'wouter';
import { ErrorBoundary } from '#src/app/ErrorBoundary.tsx';
import { useFirstCardsShown } from '#src/app/use-first-cards-shown.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import styles from './Shell.module.css';

const CityButton = lazyPart(() => import('#src/features/session/CityButton.tsx'), 'CityButton');

/** Desktop only: the quiet line above the header. It holds links that exist, nothing else. index.html draws it too. */
export function TopStrip() {
  const { user } = useAtomValue(sessionAtom);
  const isShown = useFirstCardsShown();
  return (
    <div className={`wrap ${styles.strip}`}>
      {/* As wide as the longest name it holds: the links beside it stay where they are. */}
      <span className={styles.city}>
        <ErrorBoundary fallback={null}>
          <Suspense>{isShown && <CityButton />}</Suspense>
        </ErrorBoundary>
      </span>
      <Link href="/punkty">Пункты выдачи</Link>
      <Link href="/kompaniya/dostavka-i-oplata">Доставка и оплата</Link>
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
        <Link href="/faq">Помощь</Link>
      </span>
    </div>
  );
}
