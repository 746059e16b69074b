import { useAtomValue, useSetAtom } from 'jotai';
import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'wouter';
import { catalogueAtom } from '#src/features/catalogue/catalogue.atoms.ts';
import {
  confirmedFavouritesAtom,
  favouriteIdsAtom,
  startFavouritesAtom,
  toggleFavouriteAtom,
} from '#src/features/favourites/favourites.atoms.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { networkAtom } from '#src/platform/api/network.ts';
import { Button } from '#src/ui/Button.tsx';
import { buttonClass } from '#src/ui/button-class.ts';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { productsCount } from '#src/terms/counts.ts';
import { Note } from '#src/ui/Note.tsx';
import { Since } from '#src/ui/Since.tsx';
import styles from './FavouritesPage.module.css';

/** Hearts, the latest first; `cards` draws those that the catalogue on this phone knows, in this order. */
export function FavouritesPage({
  cards,
  loading,
}: {
  cards: (ids: readonly number[]) => ReactNode;
  loading: ReactNode;
}) {
  const ids = useAtomValue(favouriteIdsAtom);
  const { byId, status } = useAtomValue(catalogueAtom);
  const { at } = useAtomValue(confirmedFavouritesAtom);
  const { user } = useAtomValue(sessionAtom);
  const { isOnline } = useAtomValue(networkAtom);
  const isRead = useStarted();
  // A heart taken here keeps its place until the screen is left: a slip of the thumb is mended where it happened.
  const [seen, setSeen] = useState<readonly number[]>([]);
  // Until the device's memory is read the list may be an older one: nothing of it is held on to.
  const added = isRead ? [...ids].filter((id) => !seen.includes(id)) : [];
  if (added.length > 0) setSeen([...added, ...seen]);
  const known = (isRead ? seen : [...ids]).filter((id) => byId.has(id));
  const gone = status === 'ready' ? [...ids].filter((id) => !byId.has(id)) : [];
  const isEmpty = isRead ? seen.length === 0 : ids.size === 0;
  return (
    <div className={`wrap ${styles.page}`}>
      <div className={styles.head}>
        <h1>Избранное</h1>
        {ids.size > 0 && <p className="mute num">{productsCount(ids.size)}</p>}
        {!isOnline && at && !user.isGuest && <Since at={at} />}
      </div>
      {user.isGuest && ids.size > 0 && (
        <p className={`small soft ${styles.hint}`}>
          Хранится на{'\u00a0'}этом устройстве.{' '}
          <Link className="link" href="/login?return=/user/favorites">
            Войдите
          </Link>
          , и{'\u00a0'}избранное будет с{'\u00a0'}вами везде.
        </p>
      )}
      {gone.map((id) => (
        <Gone key={id} id={id} />
      ))}
      {isEmpty && !isRead && loading}
      {isEmpty && isRead && (
        <EmptyState
          drawing="heart"
          title="Пока ничего не отмечено"
          text="Нажмите на сердечко у товара, и он будет здесь, даже без интернета."
          action={
            <Link href="/katalog" className={buttonClass('leaf')}>
              Открыть каталог
            </Link>
          }
        />
      )}
      {!isEmpty && (known.length > 0 ? cards(known) : status !== 'ready' && loading)}
    </div>
  );
}

function Gone({ id }: { id: number }) {
  const toggle = useSetAtom(toggleFavouriteAtom);
  return (
    <Note className={styles.gone}>
      <p>Товара больше нет в{'\u00a0'}каталоге</p>
      <Button kind="line" onClick={() => toggle(id)}>
        Убрать из избранного
      </Button>
    </Note>
  );
}

function useStarted(): boolean {
  const { known, uid } = useAtomValue(sessionAtom);
  const start = useSetAtom(startFavouritesAtom);
  const [startedFor, setStartedFor] = useState<string | null>(null);
  useEffect(() => {
    if (known) void start().finally(() => setStartedFor(uid));
  }, [known, uid, start]);
  return startedFor === uid;
}
